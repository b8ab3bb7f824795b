import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentBrowser } from './AgentBrowser.ts';
import { takeTurns } from './measureTime.ts';
import { commandPath } from './paths.ts';

const run = promisify(execFile);

/** Milliseconds from start to end of a process, medians. */
export interface CommandResult {
  runs: number;
  node: number;
  /**
   * A command that the session's process answers without asking the browser: what is above `node` is the price of the
   * command line itself.
   */
  forwarder: number;
  look: number;
  peerSnapshot: number | null;
}

/** The contenders take turns, so that each meets the machine in the same state. All have the page open. */
export async function measureCommand(url: string, peer?: AgentBrowser, runs = 40): Promise<CommandResult> {
  return withCommands(async ({ node, sightline }) => {
    await sightline('open', url);
    const hasPeer = peer !== undefined && (await peer.snapshot(url, 0)) !== null;
    const times: Record<string, number> = await takeTurns<string>(
      {
        node,
        forwarder: () => sightline('--version'),
        look: () => sightline('look', '--full'),
        ...(hasPeer && { peerSnapshot: () => peer.command('snapshot') }),
      },
      runs,
      { warmUps: 0 },
    );
    const { forwarder = Number.NaN, look = Number.NaN, peerSnapshot = null } = times;
    return { runs, node: times.node ?? Number.NaN, forwarder, look, peerSnapshot };
  });
}

/** Ways to start a process in an environment of its own; `sightline` returns what the command prints. */
export interface Commands {
  node(): Promise<unknown>;
  sightline(...args: string[]): Promise<string>;
}

/** Runs `use` with commands that share one session, which is closed at the end. */
export async function withCommands<T>(use: (commands: Commands) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { ...process.env, XDG_RUNTIME_DIR: folder, SIGHTLINE_SESSION: 'bench' };
  const start = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, args, { env, maxBuffer: 2 ** 28 })).stdout;
  const sightline = (...args: string[]): Promise<string> => start(commandPath(), ...args);
  try {
    return await use({ node: () => start('-e', '0'), sightline });
  } finally {
    await sightline('close').catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}
