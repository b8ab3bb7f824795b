// `npm run bench -- [--quick] [--write] [--no-peer] [page...]`: how fast Sightline looks, how little it says;
// `npm run bench -- NAME`: a measurement of its own, see `parts`.
// Prints a report, and writes it to out/look.md and out/look.json; `--write` also replaces the figures in
// docs/benchmarks.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installPackages } from './installPackages.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Measurements of their own, by the word after `--`. */
const parts = {
  agent: './agent.mjs',
  calls: './calls.mjs',
  commands: './commands.mjs',
  dom: './dom.mjs',
  endurance: './endurance.mjs',
  miniwob: './miniwob/run.mjs',
  peers: './peers/run.mjs',
  query: './recall/run.mjs',
  relay: './relay.mjs',
};
const part = parts[process.argv[2]];
/** Those that need the pages and peers of `packages/lab/benchmarks/package.json`, as the measurement of looks does. */
const withPackages = ['commands', 'peers', 'query'];
if (!part || withPackages.includes(process.argv[2])) installPackages({ peers: true });
if (part) {
  await import(part);
  process.exit();
}

const { Session } = await import('../../sightline/dist/index.js');
const { findBrowser } = await import('../../sightline/dist/browser/launch/findBrowser.js');
const { AgentBrowser, peerFlags } = await import('./AgentBrowser.mjs');
const { describeMachine } = await import('./describeMachine.mjs');
const { measureCommand } = await import('./measureCommand.mjs');
const { measurePage } = await import('./measurePage.mjs');
const { measureSecondLook } = await import('./measureSecondLook.mjs');
const { listPages, madeBodies } = await import('./pages/catalogue.mjs');
const { servePages } = await import('./pages/servePages.mjs');
const { writeReport } = await import('./report.mjs');
const { writeSummary } = await import('./writeSummary.mjs');

/**
 * @typedef {object} Results
 * @property {string} at ISO 8601 @property {string} machine
 * @property {import('./measurePage.mjs').PageResult[]} pages
 * @property {import('./measureSecondLook.mjs').SecondLook[]} secondLooks
 * @property {import('./measureCommand.mjs').CommandResult} [commands] on the page `mixed-2500`, or the first
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, 'no-peer': { type: 'boolean' } },
});
if (options.write && (positionals.length > 0 || options.quick || options['no-peer'])) {
  console.error('bench: --write replaces the figures of a whole run: it goes with no other choice');
  process.exit(1);
}
const results = await runBench(choosePages());
const report = writeReport(results);
console.log(report);
mkdirSync(`${here}out`, { recursive: true });
writeFileSync(`${here}out/look.json`, `${JSON.stringify(results, null, 1)}\n`);
writeFileSync(`${here}out/look.md`, report);
if (options.write) writeSummary(results);

function choosePages() {
  const pages = listPages();
  const chosen = pages.filter(({ name, quick }) =>
    positionals.length > 0 ? positionals.some((part) => name.includes(part)) : quick || !options.quick,
  );
  if (chosen.length > 0) return chosen;
  console.error(`bench: no such page; there are ${pages.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

/** @returns {Promise<Results>} */
async function runBench(benchPages) {
  const server = await servePages(madeBodies());
  const session = await Session.launch();
  const peer = options['no-peer'] ? undefined : new AgentBrowser(findBrowser().path, peerFlags());
  const results = { at: new Date().toISOString(), machine: '', pages: [], secondLooks: [] };
  try {
    await session.navigate('about:blank');
    const page = session.page;
    results.machine = `${describeMachine(page)}; Playwright and agent-browser as their lock files say.`;
    for (const benchPage of benchPages) {
      console.error(`bench: ${benchPage.name}`);
      const tools = { Session, session, page, peer };
      results.pages.push(await measurePage(tools, benchPage, `${server.origin}${benchPage.path}`));
      if (benchPage.places) results.secondLooks.push(await secondLook(benchPage, server.origin));
    }
    console.error('bench: commands');
    const { path } = benchPages.find(({ name }) => name === 'mixed-2500') ?? benchPages[0];
    results.commands = await measureCommand(`${server.origin}${path}`, peer);
    return results;
  } finally {
    await peer?.close();
    await session.close();
    server.close();
  }
}

async function secondLook(benchPage, origin) {
  const session = await Session.launch();
  try {
    await session.navigate('about:blank');
    const page = session.page;
    return await measureSecondLook(session, page, benchPage, `${origin}${benchPage.path}`);
  } finally {
    await session.close();
  }
}
