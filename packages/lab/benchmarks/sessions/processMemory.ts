import { readdirSync, readFileSync } from 'node:fs';

/**
 * Megabytes of a process and of all that it started, or with `started` of those alone: the share of each in what several use
 * (PSS), as Linux counts it. NaN elsewhere.
 */
export function processMemory(pid: number, { started = false } = {}): number {
  const tree = started ? descendantsOf(pid) : [pid, ...descendantsOf(pid)];
  return tree.map(proportionalSize).reduce((sum, one) => sum + one, 0);
}

function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const child of listProcesses()) {
    const parent = Number(/\) \w (\d+)/.exec(readProcess(child, 'stat'))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0);
  } catch {
    return [];
  }
}

/** 0 for one that has ended meanwhile. */
function proportionalSize(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(readProcess(pid, 'smaps_rollup')) ?? [];
  return Number(kilobytes) / 1024;
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
