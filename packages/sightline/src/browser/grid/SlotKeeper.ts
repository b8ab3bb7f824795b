import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Gives slots of grids back where this process ends without doing so, however it ends: by a small process of its own, which
 * is there while one is held, and which notices the end of this one by the end of its input.
 */
export class SlotKeeper {
  #child: ChildProcess | undefined;
  readonly #slots = new Set<string>();

  /** `url`: what a DELETE request with these headers gives back. */
  hold(url: string, headers: Record<string, string>): void {
    this.#slots.add(url);
    this.#child ??= startKeeper();
    this.#send({ url, headers });
  }

  letGo(url: string): void {
    this.#slots.delete(url);
    this.#send({ url });
    if (this.#slots.size > 0) return;
    this.#child?.stdin?.end();
    this.#child = undefined;
  }

  #send(message: object): void {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}

/** A group of its own: what is typed at a terminal to end this process does not end that one. */
function startKeeper(): ChildProcess {
  const child = spawn(process.execPath, ['-e', PROGRAM], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  // Without it, the grid's own timeout ends what this process leaves behind.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as Socket).unref?.();
  return child;
}

const PROGRAM = `
const slots = new Map();
require('node:readline').createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { url, headers } = JSON.parse(line);
    if (headers) slots.set(url, headers);
    else slots.delete(url);
  })
  .on('close', async () => {
    const signal = AbortSignal.timeout(60000);
    const request = { method: 'DELETE', redirect: 'manual', signal };
    await Promise.allSettled([...slots].map(([url, headers]) => fetch(url, { ...request, headers })));
    process.exit();
  });`;
