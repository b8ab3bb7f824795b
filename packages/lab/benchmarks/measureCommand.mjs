import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './statistics.mjs';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../sightline/dist/cli/main.cjs', import.meta.url));

/**
 * Milliseconds from start to end of a process, medians. `forwarder` is a command that the session's process
 * answers without asking the browser: what is above `node` is the price of the command line itself.
 * @typedef {{ runs: number, node: number, forwarder: number, look: number, peerSnapshot: number | null }} CommandResult
 */

/**
 * The contenders take turns, so that each meets the machine in the same state. Both have the page open.
 * @param {string} url @param {import('./AgentBrowser.mjs').AgentBrowser} [peer] @returns {Promise<CommandResult>}
 */
export async function measureCommand(url, peer, runs = 40) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { ...process.env, XDG_RUNTIME_DIR: folder, SIGHTLINE_SESSION: 'bench' };
  const sightline = (...args) => run(process.execPath, [main, ...args], { env, maxBuffer: 2 ** 28 });
  try {
    await sightline('open', url);
    const hasPeer = peer !== undefined && (await peer.snapshot(url, 0)) !== null;
    const contenders = {
      node: () => run(process.execPath, ['-e', '0'], { env }),
      forwarder: () => sightline('--version'),
      look: () => sightline('look', '--full'),
      ...(hasPeer && { peerSnapshot: () => peer.snapshotAgain() }),
    };
    const figures = await takeTurns(contenders, runs);
    return { runs, peerSnapshot: null, ...figures };
  } finally {
    await sightline('close').catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Record<string, () => Promise<unknown>>} contenders */
async function takeTurns(contenders, runs) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let i = 0; i < runs; i++) {
    for (const [name, start] of Object.entries(contenders)) {
      const startedAt = performance.now();
      await start();
      samples[name].push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, times]) => [name, median(times)]));
}
