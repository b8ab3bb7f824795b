import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../Application.ts';

/** What the functions of an application wrote of a kind: a JSON array a line, the kind first; without it here. */
export function readLog({ data }: Site, kind: string): unknown[][] {
  const file = join(data, 'log.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line)).flatMap(([first, ...rest]) => (first === kind ? [rest] : []));
}
