// `npm run bench -- peers [--pages URL...] [--write] [page...]`: Sightline beside the tools that agents use today, in
// one run on one browser, on the same pages. Prints a report, and writes it to out/peers.md and
// out/peers.json; `--write` also replaces the table in README.md and the figures in docs/benchmarks.md.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Session } from '../../../sightline/dist/index.js';
import { describeMachine } from '../describeMachine.mjs';
import { listPages, madeBodies } from '../pages/catalogue.mjs';
import { servePages } from '../pages/servePages.mjs';
import { writeFigures, writeReadme } from '../writeFigures.mjs';
import { measurePeers } from './measurePeers.mjs';
import { secretsPage } from './secrets.mjs';
import { writePage, writeTotals } from './writePeers.mjs';

const COMMAND = 'npm run bench -- peers --write';
const REPETITIONS = 7;
/** Of the bench's own pages: those of the size that people meet. */
const chosen = [
  'sb-admin-index',
  'sb-admin-tables',
  'sb-admin-buttons',
  'application',
  'form-300',
  'shop-1000',
  'mixed-2500',
];

/** Of the tests' own pages, those made to mislead: what is covered, behind a dialog, or hidden in every way. */
const misleading = ['overlays', 'modal', 'hidden'];
const misleadingFolder = fileURLToPath(new URL('../../../../test/pages', import.meta.url));

const { values: options, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { pages: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean' } },
});
const addresses = [...options.pages, ...positionals.filter((word) => /^https?:/.test(word))];
const names = positionals.filter((word) => !/^https?:/.test(word));
if (options.write && (addresses.length > 0 || names.length > 0)) {
  console.error('bench: --write replaces the figures of a whole run: it goes with no other choice');
  process.exit(1);
}

const absent = new Map();
const { machine, results } = await runPeers();
const lines = [
  `${new Date().toISOString().slice(0, 10)}; ${machine}; load ${loadavg()[0].toFixed(1)}. Repeat: \`${COMMAND}\`.`,
  writeTotals(results),
  [...absent].map(([peer, why]) => `${peer} is left out: ${why}.`).join('\n'),
].filter((line) => line !== '');
const pages = [...new Set(results.map(({ page }) => page))].flatMap((page) => {
  const own = results.filter((result) => result.page === page);
  return [`**${page}**, ${own[0].elements.toLocaleString('en')} elements`, writePage(own)];
});
const report = [...lines, ...pages].join('\n\n');
console.log(report);
const out = fileURLToPath(new URL('../out', import.meta.url));
mkdirSync(out, { recursive: true });
writeFileSync(`${out}/peers.json`, `${JSON.stringify(results, null, 1)}\n`);
writeFileSync(`${out}/peers.md`, `${report}\n`);
if (options.write) {
  writeReadme(COMMAND, lines);
  writeFigures(COMMAND, pages);
}

async function runPeers() {
  const made = { ...madeBodies(), '/made/secrets.html': () => secretsPage };
  const server = await servePages(made, { '/misleading/': misleadingFolder });
  const port = await freePort();
  const session = await Session.launch({ args: [`--remote-debugging-port=${port}`] });
  try {
    await session.navigate('about:blank');
    const { page } = session;
    const place = { page, session, endpoint: `http://127.0.0.1:${port}` };
    const results = [];
    for (const benchPage of choosePages(server.origin)) {
      console.error(`bench: ${benchPage.name}`);
      results.push(...(await measurePeers(place, benchPage, benchPage.url, absent)));
    }
    return { machine: `Sightline ${versionOf()}; ${describeMachine(page)}`, results };
  } finally {
    await session.close();
    server.close();
  }
}

function choosePages(origin) {
  const own = [
    ...listPages().filter(({ name }) => chosen.includes(name)),
    ...misleading.map((name) => ({
      name: `misleading-${name}`,
      path: `/misleading/${name}.html`,
      covers: true,
    })),
    { name: 'secrets', path: '/made/secrets.html' },
  ].map((page) => ({ ...page, url: `${origin}${page.path}`, repetitions: REPETITIONS }));
  const asked = addresses.map((url) => ({
    name: url,
    url,
    repetitions: REPETITIONS,
    prepare: (page) => page.waitForTimeout(1500),
  }));
  if (addresses.length > 0 && names.length === 0) return [...asked, ...own.slice(-1)];
  return [
    ...asked,
    ...own.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part))),
  ];
}

function versionOf() {
  return JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')).version;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
