import { parseArgs } from 'node:util';
import { Session } from '../../sightline/src/index.ts';
import { findBrowser } from '../../sightline/src/internal.ts';
import { AgentBrowser, peerFlags } from './AgentBrowser.ts';
import { describeMachine } from './describeMachine.ts';
import { measureCommand } from './measureCommand.ts';
import { measurePage } from './measurePage.ts';
import { measureSecondLook, type SecondLook } from './measureSecondLook.ts';
import { type BenchPage, type ChangePlaces, listPages, madeBodies } from './pages/catalogue.ts';
import { servePages } from './pages/servePages.ts';
import { lookReport, writeLookFigures } from './report.ts';
import type { LookResults } from './targets.ts';
import { writeOut } from './writeFigures.ts';

export async function run(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, 'no-peer': { type: 'boolean' } },
  });
  if (options.write && (positionals.length > 0 || options.quick || options['no-peer']))
    throw new Error('--write replaces the figures of a whole run: it goes with no other option');
  const pages = choosePages(positionals, options.quick);
  const results = await measure(pages, options['no-peer']);
  const report = lookReport(results);
  console.log(report.join('\n\n'));
  writeOut('look', results, report);
  if (options.write) writeLookFigures(results);
}

function choosePages(names: readonly string[], onlyQuick = false): BenchPage[] {
  const pages = listPages();
  const chosen = pages.filter(({ name, quick }) =>
    names.length > 0 ? names.some((part) => name.includes(part)) : quick || !onlyQuick,
  );
  if (chosen.length > 0) return chosen;
  throw new Error(`no such page; there are ${pages.map(({ name }) => name).join(', ')}`);
}

async function measure(pages: readonly BenchPage[], withoutPeer = false): Promise<LookResults> {
  const server = await servePages(madeBodies());
  const session = await Session.launch();
  const peer = withoutPeer ? undefined : new AgentBrowser(findBrowser().path, peerFlags());
  const results: LookResults = { at: new Date().toISOString(), machine: '', pages: [], secondLooks: [] };
  try {
    await session.navigate('about:blank');
    const { page } = session;
    results.machine = `${describeMachine(page)}; Playwright and agent-browser as their lock files say.`;
    for (const benchPage of pages) {
      console.error(`bench: ${benchPage.name}`);
      const url = `${server.origin}${benchPage.path}`;
      results.pages.push(await measurePage({ session, page, peer }, benchPage, url));
      if (benchPage.places) results.secondLooks.push(await secondLook(benchPage, benchPage.places, url));
    }
    console.error('bench: commands');
    const commandPage = pages.find(({ name }) => name === 'mixed-2500') ?? pages[0];
    results.commands = await measureCommand(`${server.origin}${commandPage?.path}`, peer);
    return results;
  } finally {
    await peer?.close();
    await session.close();
    await server.close();
  }
}

/** In a browser of its own. */
async function secondLook(benchPage: BenchPage, places: ChangePlaces, url: string): Promise<SecondLook> {
  const session = await Session.launch();
  try {
    await session.navigate('about:blank');
    return await measureSecondLook(session, benchPage, places, url);
  } finally {
    await session.close();
  }
}
