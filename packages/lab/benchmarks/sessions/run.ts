// `npm run bench -- sessions [--rounds N] [--write]`: many sessions in one process, each used by a caller of its own at once: 20 and
// 50 of a pool, 20 with a browser each; then an MCP client over HTTP that names no session, 200 calls, and after it 8 at once. Memory, calls a
// second, answers that show the page of another. Prints a report, and writes it to benchmarks/out/sessions.md and sessions.json;
// `--write` also replaces the figures in docs/benchmarks.md.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listenLocally } from '../../src/bench/suites/localServer.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { writeTable } from '../writeTable.ts';
import { type HttpResult, measureOverHttp } from './overHttp.ts';
import { measureSideBySide, type SideBySideResult } from './sideBySide.ts';

const RUNS: [place: SideBySideResult['place'], count: number][] = [
  ['pool', 20],
  ['browser each', 20],
  ['pool', 50],
];

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean' } },
  });
  const web = await listenLocally((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(countPage());
  });
  const runtime = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const target = { origin: web.origin, rounds: Number(options.rounds) };
    const sideBySide: SideBySideResult[] = [];
    for (const [place, count] of RUNS) sideBySide.push(await measureSideBySide(place, count, target));
    const env = { ...(process.env as Record<string, string>), XDG_RUNTIME_DIR: runtime };
    const http = await measureOverHttp(web.origin, env);
    const figures = report(sideBySide, http);
    console.log(figures.join('\n\n'));
    writeOut('sessions', { sideBySide, http }, figures);
    if (options.write) writeFigures('npm run bench -- sessions --write', figures);
  } finally {
    await web.close();
    rmSync(runtime, { recursive: true, force: true });
  }
}

/** Shows whose it is, and how often its button was pressed; about 300 elements. */
function countPage(): string {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `<tr><td>Order ${i}</td><td>$${i}.99</td><td><button>More</button></td></tr>`,
  );
  return `<!doctype html><html lang="en"><title>Count</title><link rel="icon" href="data:,"><main>
<button onclick="count++; show()">Count</button><p></p><table><tbody>${rows.join('')}</tbody></table></main><script>
let count = 0;
const show = () => { document.querySelector('p').textContent = location.search.slice(1) + ' pressed ' + count; };
show();
</script></html>`;
}

function report(sideBySide: readonly SideBySideResult[], http: HttpResult): string[] {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  const [load = 0] = loadavg();
  const sessions = sideBySide.map((one) => [
    `${one.sessions}, ${one.place}`,
    `${one.browsers}`,
    `${one.calls}`,
    `${one.crossed}`,
    `${one.failures.length}`,
    one.callsPerSecond.toFixed(1),
    one.browserMb.toFixed(0),
    one.heapMb.toFixed(1),
    one.nodeMb.toFixed(0),
  ]);
  const memory = http.memory.map(({ when, heap, code, all, browsersMb }) => [
    when,
    heap.toFixed(1),
    code.toFixed(1),
    (all - browsersMb).toFixed(0),
    browsersMb.toFixed(0),
  ]);
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}. ${model}, ${availableParallelism()} cores, load ${load.toFixed(1)}; Node ${process.versions.node}.`,
    writeTable(
      [
        'sessions',
        'browsers',
        'calls',
        'crossed',
        'failed',
        'calls a second',
        'browser MB a session',
        'heap MB a session',
        'process MB',
      ],
      sessions,
    ),
    `${http.clients} clients over HTTP, ${http.calls} calls with that of one before them: ${http.crossed} answers of another client, ${http.lost} lost, ${http.callsPerSecond.toFixed(1)} calls a second. After they have left the heap without compiled code is ${(http.keptData * 100).toFixed(1)} % larger than when the server had started, before its first client; with it ${(http.kept * 100).toFixed(1)} %.`,
    writeTable(
      ['server', 'heap after a collection, MB', 'of it compiled code, MB', 'process, MB', 'browsers, MB'],
      memory,
    ),
  ];
}
