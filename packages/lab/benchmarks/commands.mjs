// `npm run bench -- commands [--write]`: the whole-process time of commands on an open session, beside `node -e 0` and
// agent-browser's commands for the same, in turns. Prints a report, and writes it to out/commands.md and
// out/commands.json; `--write` also replaces the figures in docs/benchmarks.md.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { findBrowser } from '../../sightline/dist/browser/launch/findBrowser.js';
import { AgentBrowser, peerFlags } from './AgentBrowser.mjs';
import { Random } from './pages/Random.mjs';
import { median } from './statistics.mjs';
import { writeFigures } from './writeFigures.mjs';
import { writeTable } from './writeTable.mjs';

const RUNS = 20;
const run = promisify(execFile);
const main = fileURLToPath(new URL('../../sightline/dist/cli/main.cjs', import.meta.url));
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { write: { type: 'boolean' } },
});

const sizes = [300, 1_000, 2_500];
const results = [];
for (const size of sizes) results.push(await measure(size));
const figures = report(results);
console.log(figures.join('\n\n'));
const out = fileURLToPath(new URL('./out', import.meta.url));
mkdirSync(out, { recursive: true });
writeFileSync(`${out}/commands.json`, `${JSON.stringify(results, null, 1)}\n`);
writeFileSync(`${out}/commands.md`, `${figures.join('\n\n')}\n`);
if (options.write) writeFigures('npm run bench -- commands --write', figures);

/**
 * Each contender in turn, so that all meet the machine in the same state. The page has a button and a field, and rows
 * up to `size` elements. @param {number} size
 */
async function measure(size) {
  console.error(`bench: commands on ${size} elements`);
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(pageOf(size)),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { ...process.env, XDG_RUNTIME_DIR: folder, SIGHTLINE_SESSION: 'bench' };
  const sightline = (...args) => run(process.execPath, [main, ...args], { env, maxBuffer: 2 ** 28 });
  const peer = new AgentBrowser(findBrowser().path, peerFlags());
  try {
    await sightline('open', url);
    const hasPeer = (await peer.snapshot(url, 0)) !== null;
    const numbers = await numbersOf(sightline);
    let text = 0;
    const contenders = {
      node: () => run(process.execPath, ['-e', '0'], { env }),
      look: () => sightline('look', '--full'),
      query: () => sightline('query', 'press me'),
      click: () => sightline('click', numbers.button),
      'click, not waiting': () => sightline('click', numbers.button, '--settle', '0'),
      fill: () => sightline('fill', numbers.field, `text ${text++}`),
      ...(hasPeer && {
        'agent-browser snapshot': () => peer.command('snapshot'),
        'agent-browser click': () => peer.command('click', '#press'),
        'agent-browser fill': () => peer.command('fill', '#field', `text ${text++}`),
      }),
    };
    return { size, runs: RUNS, ...(await takeTurns(contenders)) };
  } finally {
    await sightline('close').catch(() => undefined);
    await peer.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function numbersOf(sightline) {
  const ask = async (...question) => {
    const { stdout } = await sightline('query', ...question, '--max-results', '1');
    return /\[(\d+)\]/.exec(stdout)[1];
  };
  return { button: await ask('press me'), field: await ask('--role', 'textbox') };
}

function pageOf(size) {
  const random = new Random(size);
  const rows = Array.from({ length: size / 4 }, (_, i) => {
    const word = random.between(0, 999_999).toString(36);
    return `<tr><td>${i}</td><td>${word}</td><td><a href="#${word}">Open ${word}</a></td></tr>`;
  });
  return `<!doctype html><title>Commands</title><main><h1>Commands</h1><p id=count>0</p>
    <button id=press onclick="count.textContent = Number(count.textContent) + 1">Press me</button>
    <label>Field <input id=field></label><table>${rows.join('')}</table></main>`;
}

/** @param {Record<string, () => Promise<unknown>>} contenders */
async function takeTurns(contenders) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let i = 0; i < RUNS + 2; i++) {
    for (const [name, start] of Object.entries(contenders)) {
      const startedAt = performance.now();
      await start();
      // The first two are not counted: caches fill.
      if (i >= 2) samples[name].push(performance.now() - startedAt);
    }
  }
  return { times: Object.fromEntries(Object.entries(samples).map(([name, times]) => [name, median(times)])) };
}

function report(all) {
  const names = Object.keys(all[0].times);
  const rows = names.map((name) => [
    name === 'node' ? '`node -e 0`' : name,
    ...all.map(({ times }) => (times[name] === undefined ? '-' : times[name].toFixed(0))),
  ]);
  const head = ['whole process, ms', ...all.map(({ size }) => `${size} elements`)];
  return [
    `Medians of ${RUNS} runs, in turns. A click or fill of ours ends when the page has come to rest (two to three frames, about 50 ms, where nothing moves) and tells what changed; agent-browser's ends with the event.`,
    writeTable(head, rows),
  ];
}
