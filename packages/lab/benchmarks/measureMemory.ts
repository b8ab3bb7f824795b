import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CDPSession, Page } from 'playwright-core';

/** Of the page's own process (the page script and what it keeps), and of ours (the snapshot and what is built of it). */
export interface Memory {
  page: number;
  node: number;
}

/** Runs `look`; returns its result and the megabytes that it left behind. Both heaps are collected before each count. */
export async function measureMemory<T>(
  page: Page,
  look: () => Promise<T>,
): Promise<{ result: T; memory: Memory }> {
  const before = await measureHeaps(page);
  const result = await look();
  const after = await measureHeaps(page);
  return {
    result,
    memory: { page: (after.page - before.page) / 1e6, node: (after.node - before.node) / 1e6 },
  };
}

/** Bytes of both heaps after a garbage collection. */
export async function measureHeaps(page: Page): Promise<Memory> {
  const cdp = await page.context().newCDPSession(page);
  const heaps = { page: await pageHeap(cdp), node: nodeHeap() };
  await cdp.detach();
  return heaps;
}

/** Bytes, of every world of the page's process. */
async function pageHeap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Bytes of this process's heap after a garbage collection. */
export function nodeHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
