import type { Page } from 'playwright-core';
import { makeOpenApi } from './openapi.ts';
import { makeApplication, makePage, type Shape } from './shapes.ts';

export interface BenchPage {
  name: string;
  /** On the benchmarks' server. */
  path: string;
  /** Of every contender. */
  repetitions: number;
  kind: 'real' | 'generated';
  /** Part of `--quick`. */
  quick?: boolean;
  /** Runs after loading, before measuring. */
  prepare?: (page: Page) => Promise<void>;
  /**
   * Selectors of a figure that may change and of what opens a closed panel of the navigation, for a page that is looked
   * at twice.
   */
  places?: ChangePlaces | undefined;
}

export interface ChangePlaces {
  text: string;
  panel: string;
}

const madePlaces = { text: 'td.number, .count', panel: '.toggle[aria-expanded="false"]' };
const places: Record<string, ChangePlaces> = {
  'sb-admin-index': { text: '.card .h5', panel: '[data-target="#collapseTwo"]' },
  application: madePlaces,
  'shop-1000': madePlaces,
  'mixed-2500': madePlaces,
};

const sbAdmin = ['index', 'tables', 'buttons'];

/** Generated pages: name, shape, elements, repetitions. The sizes that growth compares share one shape. */
const generated: [name: string, shape: Shape, elements: number, repetitions: number][] = [
  ['form-300', 'form', 300, 15],
  ['shop-1000', 'shop', 1000, 15],
  ['mixed-2500', 'mixed', 2500, 15],
  ['tables-10000', 'tables', 10_000, 7],
  ['manual-17000', 'manual', 17_000, 5],
  ['links-17000', 'links', 17_000, 5],
  ['tables-100000', 'tables', 100_000, 3],
  ['mixed-120000', 'mixed', 120_000, 3],
];

const quick = new Set(['sb-admin-index', 'form-300', 'shop-1000', 'mixed-2500', 'application']);

/** Every page of the benchmark, small ones first within their kind. */
export function listPages(): BenchPage[] {
  const pages: BenchPage[] = [
    ...sbAdmin.map(
      (name): BenchPage => ({
        name: `sb-admin-${name}`,
        path: `/startbootstrap-sb-admin-2/${name}.html`,
        repetitions: 15,
        kind: 'real',
        prepare: settle,
      }),
    ),
    {
      name: 'swagger-120',
      path: '/swagger-ui-dist/bench.html',
      repetitions: 5,
      kind: 'real',
      prepare: openAll,
    },
    { name: 'application', path: '/made/application.html', repetitions: 15, kind: 'generated' },
    { name: 'frames-20', path: '/made/frames-20.html', repetitions: 7, kind: 'generated', prepare: settle },
    ...generated.map(
      ([name, , , repetitions]): BenchPage => ({
        name,
        path: `/made/${name}.html`,
        repetitions,
        kind: 'generated',
      }),
    ),
  ];
  return pages.map((page) => ({ ...page, quick: quick.has(page.name), places: places[page.name] }));
}

/** What `servePages` makes itself, by path. Each is made once, when first asked for. */
export function madeBodies(): Record<string, () => string> {
  const bodies: Record<string, () => string> = {
    '/made/application.html': () => makeApplication(),
    '/made/frames-20.html': () => framesPage,
    '/made/framed.html': () => makePage('form', 100),
    '/swagger-ui-dist/bench.json': () => JSON.stringify(makeOpenApi()),
    '/swagger-ui-dist/bench.html': () => swaggerPage,
  };
  for (const [name, shape, elements] of generated) {
    bodies[`/made/${name}.html`] = () => makePage(shape, elements);
  }
  return Object.fromEntries(Object.entries(bodies).map(([path, make]) => [path, once(make)]));
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const swaggerPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Swagger UI</title>
<link rel="stylesheet" href="swagger-ui.css"></head><body><div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script><script src="swagger-ui-standalone-preset.js"></script><script>
SwaggerUIBundle({ url: 'bench.json', dom_id: '#swagger-ui', docExpansion: 'full',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'StandaloneLayout' });
</script></body></html>`;

/** Twenty frames, each of a site of its own: what ends in `.localhost` is this machine, and a process for itself. */
const framesPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Frames</title></head><body><main><h1>Frames</h1><script>
for (let i = 1; i <= 20; i++) document.write('<h2>Frame ' + i + '</h2><iframe width=600 height=300 src="http://f' + i + '.localhost:' + location.port + '/made/framed.html"></iframe>');
</script></main></body></html>`;

/** Charts and data tables draw themselves for about a second. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(1500);
}

/** Every operation of the description, unfolded; done when the count of elements stays the same. */
async function openAll(page: Page): Promise<void> {
  await page.waitForSelector('.opblock-body', { timeout: 120_000 });
  let before = -1;
  for (let turn = 0; turn < 120; turn++) {
    const now = await page.evaluate(() => document.querySelectorAll('*').length);
    if (now === before) return;
    before = now;
    await page.waitForTimeout(1000);
  }
}
