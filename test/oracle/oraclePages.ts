import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';

/** A page that the oracles look at. */
export interface OraclePage {
  name: string;
  /** On the `Site`. */
  path: string;
  /** Part of the default test run. */
  quick: boolean;
  /** After loading, before the first look. */
  prepare?: (page: Page) => Promise<void>;
}

/**
 * Every page, of four kinds: fixtures of ours (`test/pages`), pages of ours that mount a kit of widgets
 * (`test/pages/kits`), pages that packages ship, and generated ones. `SIGHTLINE_ORACLE_PAGES` names a folder
 * of further HTML files, `SIGHTLINE_ORACLE_ONLY` a part of the names to keep.
 */
export function oraclePages(): OraclePage[] {
  const { SIGHTLINE_ORACLE_PAGES: extra, SIGHTLINE_ORACLE_ONLY: only } = process.env;
  const all = extra
    ? htmlFiles(resolve(extra), '/extra/', 'extra')
    : [...ours(), ...shipped(), ...generated()];
  return only ? all.filter(({ name }) => name.includes(only)) : all;
}

/** True for `npm run oracle`: all pages, all elements. */
export const isFull = process.env.SIGHTLINE_ORACLE === 'full';

/** The pages of this run: the quick ones by default, all in a full run. */
export function chosenPages(): OraclePage[] {
  return oraclePages().filter(({ quick }) => quick || isFull);
}

const fixtures = resolve(import.meta.dirname, '../pages');

/** What only a page with frames holds is loaded by it. */
function ours(): OraclePage[] {
  return htmlFiles(fixtures, '/pages/', '').filter(({ name }) => !name.startsWith('framed'));
}

/** Pages of packages whose sources are loaded from elsewhere look bare without: those are left out. */
function shipped(): OraclePage[] {
  const quick = new Set(['sb-admin-2/index', 'sb-admin-2/tables', 'sb-admin-2/buttons', 'jquery-ui/index']);
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
      quick: quick.has(`${kit}/${name}`),
    }));
  return [
    ...list('sb-admin-2', '/startbootstrap-sb-admin-2', sbAdmin2),
    ...list('sb-admin', '/startbootstrap-sb-admin/dist', sbAdmin),
    ...list('material', '/material-dashboard/pages', material),
    ...list('jquery-ui', '/jquery-ui-dist', 'index'),
    { name: 'swagger-120', path: '/swagger-ui-dist/bench.html', quick: false, prepare: openAll },
  ];
}

function generated(): OraclePage[] {
  const quick = new Set(['form-300', 'application']);
  return ['application', 'form-300', 'shop-1000', 'mixed-2500'].map((name) => ({
    name,
    path: `/made/${name}.html`,
    quick: quick.has(name),
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
      quick: kind === '',
    }));
}

/** Every operation of the description is unfolded by then. */
async function openAll(page: Page): Promise<void> {
  await page.waitForSelector('.opblock-body', { timeout: 60_000 });
}
