import { type LocalServer, serveFiles } from '../../../src/bench/suites/localServer.ts';
import { benchmarkPath } from '../../paths.ts';
import type { Place } from '../Application.ts';

interface PageParts {
  title: string;
  /** Below node_modules. */
  styles?: readonly string[];
  /** Below node_modules; `type=module` with a `module:` before it. */
  scripts?: readonly string[];
  body: string;
  /** Runs when the body is there; what the judge asks for is put on `window`. */
  script: string;
}

/**
 * Serves one page at `/` that mounts packages as their guides say.
 * @param place of the packages; the benchmarks' own without it
 */
export function servePage(parts: PageParts, place?: Place): Promise<LocalServer> {
  const modules = place ? `${place.packages}/node_modules` : benchmarkPath('node_modules');
  return serveFiles({ '/': modules }, { '/': () => writePage(parts) });
}

function writePage({ title, styles = [], scripts = [], body, script }: PageParts): string {
  const links = styles.map((path) => `<link rel="stylesheet" href="/${path}">`);
  const tags = scripts.map((path) =>
    path.startsWith('module:')
      ? `<script type="module" src="/${path.slice('module:'.length)}"></script>`
      : `<script src="/${path}"></script>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">
${[...links, ...tags].join('\n')}
<style>body{font:15px/1.5 sans-serif;margin:20px;max-width:1100px}</style></head><body><h1>${title}</h1>
${body}
<script type="module">
${script}
</script></body></html>`;
}
