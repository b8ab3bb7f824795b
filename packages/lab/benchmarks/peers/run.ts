// `npm run bench -- peers [--pages URL...] [--write] [page...]`: Sightline beside the tools that agents use today, in
// one run on one browser, on the same pages. Prints a report, and writes it to benchmarks/out/peers.md and peers.json;
// `--write` also replaces the table in README.md and the figures in docs/benchmarks.md.

import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Session } from '../../../sightline/src/index.ts';
import { listenLocally } from '../../src/bench/suites/localServer.ts';
import { describeMachine } from '../describeMachine.ts';
import { listPages, madeBodies } from '../pages/catalogue.ts';
import { servePages } from '../pages/servePages.ts';
import { repositoryPath } from '../paths.ts';
import { writeFigures, writeOut, writeReadme } from '../writeFigures.ts';
import { measurePeers, type PeerPage, type PeerResult } from './measurePeers.ts';
import { secretsPage } from './secrets.ts';
import { writePage, writeTotals } from './writePeers.ts';

const COMMAND = 'npm run bench -- peers --write';
const REPETITIONS = 7;
/** Of the benchmarks' own pages: those of the size that people meet. */
const PAGES = [
  'sb-admin-index',
  'sb-admin-tables',
  'sb-admin-buttons',
  'application',
  'form-300',
  'shop-1000',
  'mixed-2500',
];

/** Of the tests' own pages, those made to mislead: what is covered, behind a dialog, or hidden in every way. */
const MISLEADING = ['overlays', 'modal', 'hidden'];

export async function run(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { pages: { type: 'string', multiple: true, default: [] }, write: { type: 'boolean' } },
  });
  const isAddress = (word: string): boolean => /^https?:/.test(word);
  const addresses = [...options.pages, ...positionals.filter(isAddress)];
  const names = positionals.filter((word) => !isAddress(word));
  if (options.write && (addresses.length > 0 || names.length > 0))
    throw new Error('--write replaces the figures of a whole run: it goes with no other option');
  const { machine, results, absent } = await measure((origin) => choosePages(origin, addresses, names));
  const totals = [
    `${new Date().toISOString().slice(0, 10)}; ${machine}; load ${loadavg()[0]?.toFixed(1)}. Repeat: \`${COMMAND}\`.`,
    writeTotals(results),
    ...(absent.size > 0 ? [[...absent].map(([peer, why]) => `${peer} is left out: ${why}.`).join('\n')] : []),
  ];
  const byPage = [...new Set(results.map(({ page }) => page))].flatMap((page) => {
    const own = results.filter((result) => result.page === page);
    return [`**${page}**, ${own[0]?.elements.toLocaleString('en')} elements`, writePage(own)];
  });
  const report = [...totals, ...byPage];
  console.log(report.join('\n\n'));
  writeOut('peers', results, report);
  if (!options.write) return;
  writeReadme(COMMAND, totals);
  writeFigures(COMMAND, byPage);
}

interface PeersRun {
  machine: string;
  results: PeerResult[];
  /** Peers that could not run, and why. */
  absent: Map<string, string>;
}

async function measure(pagesAt: (origin: string) => PeerPage[]): Promise<PeersRun> {
  const made = { ...madeBodies(), '/made/secrets.html': () => secretsPage };
  const server = await servePages(made, { '/misleading/': repositoryPath('test/pages') });
  const endpoint = await freeOrigin();
  const session = await Session.launch({ args: [`--remote-debugging-port=${new URL(endpoint).port}`] });
  try {
    await session.navigate('about:blank');
    const { page } = session;
    const results: PeerResult[] = [];
    const absent = new Map<string, string>();
    for (const benchPage of pagesAt(server.origin)) {
      console.error(`bench: ${benchPage.name}`);
      results.push(...(await measurePeers({ page, session, endpoint }, benchPage, absent)));
    }
    return { machine: `Sightline ${versionOfSightline()}; ${describeMachine(page)}`, results, absent };
  } finally {
    await session.close();
    await server.close();
  }
}

function choosePages(origin: string, addresses: readonly string[], names: readonly string[]): PeerPage[] {
  const served = [
    ...listPages().filter(({ name }) => PAGES.includes(name)),
    ...MISLEADING.map((name) => ({
      name: `misleading-${name}`,
      path: `/misleading/${name}.html`,
      covers: true,
    })),
    { name: 'secrets', path: '/made/secrets.html' },
  ];
  const own: PeerPage[] = served.map((page) => ({
    ...page,
    url: `${origin}${page.path}`,
    repetitions: REPETITIONS,
  }));
  const remote: PeerPage[] = addresses.map((url) => ({
    name: url,
    url,
    repetitions: REPETITIONS,
    prepare: (page) => page.waitForTimeout(1500),
  }));
  if (addresses.length > 0 && names.length === 0) return [...remote, ...own.slice(-1)];
  return [
    ...remote,
    ...own.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part))),
  ];
}

function versionOfSightline(): string {
  return JSON.parse(readFileSync(repositoryPath('packages/sightline/package.json'), 'utf8')).version;
}

/** An address of this machine at a port that was free just now. */
async function freeOrigin(): Promise<string> {
  const { origin, close } = await listenLocally(() => undefined);
  await close();
  return origin;
}
