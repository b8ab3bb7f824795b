import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What a first look leaves in memory, megabytes: in the page's own process (the page script and what it keeps),
 * and in ours (the snapshot and all that is made of it).
 * @typedef {{ page: number, node: number }} Memory
 */

/**
 * Runs `look` and answers what it came to, and what it left behind; both heaps are cleaned before each count.
 * @template T
 * @param {import('playwright-core').Page} page @param {() => Promise<T>} look
 * @returns {Promise<{ result: T, memory: Memory }>}
 */
export async function measureMemory(page, look) {
  const before = await measureHeaps(page);
  const result = await look();
  const memory = await measureHeaps(page);
  return {
    result,
    memory: { page: (memory.page - before.page) / 1e6, node: (memory.node - before.node) / 1e6 },
  };
}

/**
 * Bytes of both heaps, cleaned.
 * @param {import('playwright-core').Page} page @returns {Promise<Memory>}
 */
export async function measureHeaps(page) {
  const cdp = await page.context().newCDPSession(page);
  const heaps = { page: await pageHeap(cdp), node: nodeHeap() };
  await cdp.detach();
  return heaps;
}

/** Bytes, of every world of the page's process. */
async function pageHeap(cdp) {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

function nodeHeap() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
