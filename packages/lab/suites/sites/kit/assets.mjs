import { readFileSync } from 'node:fs';

/** Routes for files beside a site's module: `assets(import.meta.url, 'client.js')` serves `/client.js`, and `/base.css`. */
export function assets(moduleUrl, ...names) {
  const files = names.map((name) => [name, new URL(name, moduleUrl)]);
  const base = ['base.css', new URL('base.css', import.meta.url)];
  const toolkit = ['toolkit.js', new URL('toolkit.js', import.meta.url)];
  return Object.fromEntries(
    [base, toolkit, ...files].map(([name, url]) => [
      `GET /${name}`,
      () => ({ type: typeOf(name), text: readFileSync(url, 'utf8') }),
    ]),
  );
}

const typeOf = (name) => (name.endsWith('.css') ? 'text/css' : 'text/javascript');
