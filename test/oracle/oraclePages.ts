import { readdirSync } from 'node:fs';
import { basename, delimiter, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { benchmarkPath } from '../../packages/lab/benchmarks/paths.ts';
import { isLong } from '../support/scale.ts';

/** A page that the oracles look at. */
export interface OraclePage {
  name: string;
  /** On the `Site`. */
  path: string;
  /** After loading, before the first look. */
  prepare?: (page: Page) => Promise<void>;
}

/** Whether the pages of all packages that the benchmarks install are looked at (`npm run oracle -- --all`). */
export const isAll = process.env.SIGHTLINE_ORACLE_ALL === '1';

/** Folders of further HTML files, each served under `/extra/0/`, `/extra/1/` and so on. */
export const extraFolders: readonly string[] = (process.env.SIGHTLINE_ORACLE_PAGES ?? '')
  .split(delimiter)
  .filter((folder) => folder !== '')
  .map((folder) => resolve(folder));

/**
 * Every page, of four kinds: fixtures of ours (`test/pages`), pages of ours that mount a kit of widgets
 * (`test/pages/kits`), pages that packages ship, and generated ones. `SIGHTLINE_ORACLE_PAGES` names folders
 * of further HTML files, which are taken instead (with `SIGHTLINE_ORACLE_ALL` besides), `SIGHTLINE_ORACLE_ONLY` what the
 * names to keep match.
 */
export function oraclePages(): OraclePage[] {
  const extra = extraFolders.flatMap((folder, i) => htmlFiles(folder, `/extra/${i}/`, basename(folder)));
  const usual = [...ours(), ...shipped(), ...generated()];
  const all = isAll ? [...usual, ...shippedWhole(), ...extra] : extra.length > 0 ? extra : usual;
  return all.filter(({ name }) => isKept(name));
}

/** Whether a page of that name is asked for. */
export function isKept(name: string): boolean {
  const { SIGHTLINE_ORACLE_ONLY: only } = process.env;
  return !only || new RegExp(only).test(name);
}

/** Whether this is `npm run oracle`: all pages, all elements. */
export const isFull = process.env.SIGHTLINE_ORACLE === 'full';

/** Fixtures of ours, and some pages of every other kind. */
const SOME_OF_ALL_KINDS =
  /^(?:[\w-]+|kits\/.*|sb-admin-2\/(?:index|tables|buttons)|jquery-ui\/index)$(?<!shop-1000|mixed-2500|swagger-120)/;

/** The pages of this run: all in a full one, else those whose names match. `npm run oracle` is a full run. */
export function chosenPages(short: RegExp, long: RegExp = SOME_OF_ALL_KINDS): OraclePage[] {
  return oraclePages().filter(({ name }) => isFull || (isLong ? long : short).test(name));
}

const fixtures = resolve(import.meta.dirname, '../pages');

/** What only a page with frames holds is loaded by it. */
function ours(): OraclePage[] {
  return htmlFiles(fixtures, '/pages/', '').filter(({ name }) => !name.startsWith('framed'));
}

/** Pages of packages whose sources are loaded from elsewhere look bare without: those are left out. */
function shipped(): OraclePage[] {
  const sbAdmin2 =
    'index tables buttons cards charts login register forgot-password 404 blank utilities-animation utilities-border utilities-color utilities-other';
  const sbAdmin =
    'index tables charts login register password layout-static layout-sidenav-light 401 404 500';
  const material =
    'dashboard profile tables billing notifications sign-in sign-up typography virtual-reality rtl icons';
  const list = (kit: string, folder: string, names: string): OraclePage[] =>
    names.split(' ').map((name) => ({
      name: `${kit}/${name}`,
      path: `${folder}/${name}.html`,
    }));
  return [
    ...list('sb-admin-2', '/startbootstrap-sb-admin-2', sbAdmin2),
    ...list('sb-admin', '/startbootstrap-sb-admin/dist', sbAdmin),
    ...list('material', '/material-dashboard/pages', material),
    ...list('jquery-ui', '/jquery-ui-dist', 'index'),
    { name: 'swagger-120', path: '/swagger-ui-dist/bench.html', prepare: openAll },
  ];
}

/** Folders of which every page is looked at, in packages that only a whole run installs. */
const WHOLE_FOLDERS: Readonly<Record<string, readonly [folder: string, path: string]>> = {
  gentelella: ['gentelella/dist/production', '/production/'],
  vali: ['vali-admin/docs', '/vali-admin/docs/'],
  sneat: ['sneat-bootstrap-html-admin-template-free/html', '/sneat-bootstrap-html-admin-template-free/html/'],
  spectre: ['spectre.css/docs', '/spectre.css/docs/'],
  layui: ['layui-src/examples', '/layui-src/examples/'],
  jsgrid: ['jsgrid/demos', '/jsgrid/demos/'],
  'medium-editor': ['medium-editor/demo', '/medium-editor/demo/'],
  weui: ['weui/dist/example', '/weui/dist/example/'],
  vis: ['vis/docs', '/vis/docs/'],
  paper: ['paper/dist/docs', '/paper/dist/docs/'],
};

function shippedWhole(): OraclePage[] {
  return Object.entries(WHOLE_FOLDERS).flatMap(([kind, [folder, path]]) =>
    htmlFiles(benchmarkPath('node_modules', folder), path, kind),
  );
}

function generated(): OraclePage[] {
  return ['application', 'form-300', 'shop-1000', 'mixed-2500'].map((name) => ({
    name,
    path: `/made/${name}.html`,
  }));
}

/** Every HTML file below a folder, by its path. */
function htmlFiles(folder: string, path: string, kind: string): OraclePage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => ({
      name: `${kind}${kind && '/'}${file.replace(/\.html$/, '')}`,
      path: `${path}${file}`,
    }));
}

/** Every operation of the description is unfolded by then. */
async function openAll(page: Page): Promise<void> {
  await page.waitForSelector('.opblock-body', { timeout: 60_000 });
}
