// `npm run bench -- commands [--runs N] [--write]`: the whole-process time of commands on an open session, beside
// `node -e 0` and agent-browser's commands for the same, in turns. Prints a report, and writes it to
// benchmarks/out/commands.md and commands.json; `--write` also replaces the figures in docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { findBrowser } from '../../sightline/src/internal.ts';
import { AgentBrowser, peerFlags } from './AgentBrowser.ts';
import { type Commands, withCommands } from './measureCommand.ts';
import { takeTurns } from './measureTime.ts';
import { Random } from './pages/Random.ts';
import { servePages } from './pages/servePages.ts';
import { writeFigures, writeOut } from './writeFigures.ts';
import { writeTable } from './writeTable.ts';

const SIZES = [300, 1_000, 2_500];

interface SizeResult {
  /** Elements of the page. */
  size: number;
  runs: number;
  /** Milliseconds by contender. */
  times: Record<string, number>;
}

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '20' }, write: { type: 'boolean' } },
  });
  const results: SizeResult[] = [];
  for (const size of SIZES) results.push(await measure(size, Number(options.runs)));
  const figures = report(results);
  console.log(figures.join('\n\n'));
  writeOut('commands', results, figures);
  if (options.write) writeFigures('npm run bench -- commands --write', figures);
}

/** The page has a button and a field, and rows up to `size` elements. */
async function measure(size: number, runs: number): Promise<SizeResult> {
  console.error(`bench: commands on ${size} elements`);
  const server = await servePages({ '/': () => pageOf(size) });
  const url = `${server.origin}/`;
  const peer = new AgentBrowser(findBrowser().path, peerFlags());
  try {
    const times = await withCommands(async ({ node, sightline }) => {
      await sightline('open', url);
      const hasPeer = (await peer.snapshot(url, 0)) !== null;
      const button = await numberOf(sightline, 'press me');
      const field = await numberOf(sightline, '--role', 'textbox');
      let text = 0;
      return takeTurns<string>(
        {
          node,
          look: () => sightline('look', '--full'),
          query: () => sightline('query', 'press me'),
          click: () => sightline('click', button),
          'click, not waiting': () => sightline('click', button, '--settle', '0'),
          fill: () => sightline('fill', field, `text ${text++}`),
          ...(hasPeer && {
            'agent-browser snapshot': () => peer.command('snapshot'),
            'agent-browser click': () => peer.command('click', '#press'),
            'agent-browser fill': () => peer.command('fill', '#field', `text ${text++}`),
          }),
        },
        runs,
        { warmUps: 2 },
      );
    });
    return { size, runs, times };
  } finally {
    await peer.close();
    await server.close();
  }
}

async function numberOf(sightline: Commands['sightline'], ...query: string[]): Promise<string> {
  const text = await sightline('query', ...query, '--max-results', '1');
  const number = /\[(\d+)\]/.exec(text)?.[1];
  if (number) return number;
  throw new Error(`no element for ${query.join(' ')}: ${text}`);
}

function pageOf(size: number): string {
  const random = new Random(size);
  const rows = Array.from({ length: size / 4 }, (_, i) => {
    const word = random.between(0, 999_999).toString(36);
    return `<tr><td>${i}</td><td>${word}</td><td><a href="#${word}">Open ${word}</a></td></tr>`;
  });
  return `<!doctype html><title>Commands</title><main><h1>Commands</h1><p id=count>0</p>
    <button id=press onclick="count.textContent = Number(count.textContent) + 1">Press me</button>
    <label>Field <input id=field></label><table>${rows.join('')}</table></main>`;
}

function report(results: readonly SizeResult[]): string[] {
  const [first] = results;
  const rows = Object.keys(first?.times ?? {}).map((name) => [
    name === 'node' ? '`node -e 0`' : name,
    ...results.map(({ times }) => times[name]?.toFixed(0) ?? '-'),
  ]);
  const head = ['whole process, ms', ...results.map(({ size }) => `${size} elements`)];
  return [
    `Medians of ${first?.runs} runs, in turns. A click or fill of ours ends when the page has settled (two to three frames, about 50 ms, where nothing moves) and reports what changed; agent-browser's ends with the event.`,
    writeTable(head, rows),
  ];
}
