import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';

/** Svelte components from source text, by the name they are imported under. */
export type Components = Record<string, string>;

/** An app made of the real libraries, as one script for a page. */
export async function bundleApp(contents: string, components: Components = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'chrome120',
    charset: 'ascii',
    define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true' },
    conditions: ['browser'],
    plugins: [svelte(components)],
  });
  return `<script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? ''}</script>`;
}

function svelte(components: Components): Plugin {
  return {
    name: 'svelte',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.svelte$/ }, ({ path }) => ({ path, namespace: 'component' }));
      onLoad({ filter: /./, namespace: 'component' }, ({ path }) => ({
        contents: compile(components[path] ?? '', { filename: path, generate: 'client' }).js.code,
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
        loader: 'js',
      }));
    },
  };
}
