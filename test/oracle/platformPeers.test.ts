import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from './oraclePages.ts';
import { CLICKS, DOCUMENTS, FAMILIES, READING } from './platform/allCases.ts';
import { OURS } from './platform/compareClicks.ts';
import { PlatformBrowser } from './platform/PlatformBrowser.ts';
import { openPeers, type PeerVerdict } from './platform/peers.ts';
import { writeSection } from './writeSection.ts';

/**
 * The cases of the platform beside Playwright, and agent-browser where it is installed: where either is right, the look and the
 * click of Sightline are too, or the case says why not. `npm run oracle -- --judge platformPeers [PART]` asks all, and prints the
 * counts both ways.
 */
let browser: PlatformBrowser;
beforeAll(async () => {
  browser = await PlatformBrowser.open();
});
afterAll(() => browser.close());

/** Of the `oracle` project. */
const QUICK =
  /^(?:row-reverse|own numbers: sums|newer: what a select has selected|modern: slides that snap)$/;
const sample = <Case extends { name: string }>(cases: Case[]): Case[] =>
  isFull ? cases : cases.filter(({ name }) => QUICK.test(name));

test('where another tool is right, the look and the click are too, or the case says why not', async () => {
  const { peers, close } = openPeers();
  const kinds: Record<string, PeerVerdict[]> = {};
  try {
    const words: PeerVerdict[] = [];
    kinds['words in families'] = words;
    for (const [family, cases] of isFull ? FAMILIES : [])
      words.push(...(await browser.compareFamily(family, cases, peers)));
    const documents: PeerVerdict[] = [];
    kinds['words of documents'] = documents;
    for (const one of sample(DOCUMENTS)) documents.push(...(await browser.compareDocument(one, peers)));
    const reading: PeerVerdict[] = [];
    kinds['orders, numbers, roles, names, states'] = reading;
    for (const one of sample(READING)) reading.push(...(await browser.compareReading(one, peers)));
    const clicks: PeerVerdict[] = [];
    kinds.clicks = clicks;
    for (const one of sample(CLICKS)) clicks.push(...(await browser.compareClicks(one, peers)));
  } finally {
    await close();
  }
  const verdicts = Object.values(kinds).flat();
  const lines = Object.entries(kinds).flatMap(([kind, all]) =>
    peers.map(({ name }) => comparisonLine(kind, name, all)),
  );
  const claims = [OURS, ...peers.map(({ name }) => name)].map(
    (who) => `${who}: ${claimedBy(who, verdicts)} clicks said to be done that did not reach what they name.`,
  );
  const behind = verdicts.filter(({ ours, theirs }) => !ours && Object.values(theirs).some(Boolean));
  const names = behind.map(({ name, theirs, known = 'not explained' }) => {
    const who = Object.keys(theirs).filter((peer) => theirs[peer]);
    return `- ${name}: ${who.join(', ')}: ${known}`;
  });
  const report = ['## Platform, beside others', '', ...HEAD, ...lines, '', ...claims, '', ...names];
  writeSection('platformPeers', report.join('\n'));
  const unknown = behind.filter(({ known }) => known === undefined);
  expect(unknown, names.join('\n')).toEqual([]);
});

const HEAD = [
  '| cases | beside | asked | Sightline | the other | both | only Sightline | only the other |',
  '|---|---|--:|--:|--:|--:|--:|--:|',
];

function comparisonLine(kind: string, peer: string, all: readonly PeerVerdict[]): string {
  const verdicts = all.filter(({ theirs }) => peer in theirs);
  const count = (isMeant: (ours: boolean, theirs: boolean) => boolean): number =>
    verdicts.filter((one) => isMeant(one.ours, one.theirs[peer] === true)).length;
  const cells = [
    verdicts.length,
    count((ours) => ours),
    count((_, theirs) => theirs),
    count((ours, theirs) => ours && theirs),
    count((ours, theirs) => ours && !theirs),
    count((ours, theirs) => !ours && theirs),
  ];
  return `| ${kind} | ${peer} | ${cells.join(' | ')} |`;
}

const claimedBy = (who: string, all: readonly PeerVerdict[]): number =>
  all.filter(({ claimed = [] }) => claimed.includes(who)).length;
