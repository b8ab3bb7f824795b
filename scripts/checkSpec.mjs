// Holds docs/spec/: every test that a row names is there, README.md counts the rows as they are, and every requirement works or is
// decided otherwise. `node scripts/checkSpec.mjs` prints the counts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const folder = new URL('docs/spec/', root);
const STATUSES = ['works', 'different', 'partial', 'missing'];
/** What `test.each` and template strings fill in: `%s`, `$name`, `${name}`. Cut from titles here and there. */
const FILLED = /\$\{[^}]*\}|\$[a-z]\w*|%[sdifjo]/gi;

/** Those that leave a requirement open. */
const OPEN = ['partial', 'missing'];

const wrong = [];
/** Of all pages, the rows of each status. */
const totals = Object.fromEntries(STATUSES.map((one) => [one, 0]));
const texts = new Map();

/** The text of a test file, '' where there is none. */
function textOf(path) {
  const url = new URL(path, root);
  const text = texts.get(path) ?? (existsSync(url) ? readFileSync(url, 'utf8') : '');
  texts.set(path, text);
  return text.replace(/\\(['"`])/g, '$1').replace(FILLED, '');
}

/** Each code span of a cell is a test: `path › title`. */
function check(id, cell) {
  const spans = Array.from(cell.matchAll(/(`+)(.+?)\1(?!`)/g), ([, , span]) => span.split(' › '));
  if (spans.length === 0) wrong.push(`${id} names no test.`);
  for (const [path, ...titles] of spans) {
    const text = textOf(path);
    if (text === '') wrong.push(`${id}: there is no file ${path}.`);
    else if (titles.length === 0) wrong.push(`${id}: ${path} stands without a title.`);
    else
      for (const title of titles.map((one) => one.replace(FILLED, '')))
        if (!["'", '"', '`'].some((mark) => text.includes(`${mark}${title}${mark}`)))
          wrong.push(`${id}: ${path} has no test "${title}".`);
  }
}

/** The cells of each row of a page: id, requirement, how it stands, test. */
const rowsOf = (name) =>
  Array.from(readFileSync(new URL(name, folder), 'utf8').matchAll(/^\| ([A-Z]-\d.*) \|$/gm), ([, row]) =>
    row.split(' | ').map((cell) => cell.replaceAll('\\|', '|')),
  );

const readme = readFileSync(new URL('README.md', folder), 'utf8');
for (const name of readdirSync(fileURLToPath(folder)).filter((one) => /(?<!README)\.md$/.test(one))) {
  const rows = rowsOf(name);
  for (const [id, , stands, cell = ''] of rows) {
    if (!STATUSES.some((one) => stands?.startsWith(one))) wrong.push(`${id}: "${stands}" is no status.`);
    if (OPEN.some((one) => stands?.startsWith(one))) wrong.push(`${id} is open: ${stands}.`);
    check(id, cell);
  }
  const counts = STATUSES.map((one) => rows.filter(([, , stands]) => stands?.startsWith(one)).length);
  STATUSES.forEach((one, i) => {
    totals[one] += counts[i];
  });
  const line = `(${name}) | ${[rows.length, ...counts].join(' | ')} |`;
  if (!readme.includes(line)) wrong.push(`README.md does not say "${line}".`);
}

const counted = Object.values(totals);
const all = counted.reduce((sum, count) => sum + count, 0);
const line = `| all | ${[all, ...counted].join(' | ')} |`;
if (!readme.includes(line)) wrong.push(`README.md does not say "${line}".`);
console.log(`spec: ${all} requirements: ${STATUSES.map((one) => `${totals[one]} ${one}`).join(', ')}`);
if (wrong.length > 0) console.error(wrong.join('\n'));
process.exitCode = wrong.length > 0 ? 1 : 0;
