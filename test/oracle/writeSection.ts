import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { isFull } from './oraclePages.ts';

const folder = resolve(import.meta.dirname, '../../packages/lab/benchmarks/out/oracle');

/** Keeps an oracle's part of the report, which `npm run oracle` puts together; nothing in a plain test run. */
export function writeSection(name: string, text: string): void {
  if (!isFull) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.md`, `${text.trimEnd()}\n`);
}

/** `<a#home.brand role=tab> "Home"`, for reports. */
export function describeNode({ tag, name, attributes }: PageNode): string {
  const { id, class: classes, role } = attributes;
  const first = classes?.trim().split(/\s+/)[0];
  return `<${tag}${id ? `#${id}` : ''}${first ? `.${first}` : ''}${role ? ` role=${role}` : ''}> "${name.slice(0, 60)}"`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(2)} %`;
}
