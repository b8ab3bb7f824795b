import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { SightlineError } from '../../../../sightline/src/internal.ts';

/** A JSON file, checked, and its text. @throws SightlineError `invalid_argument`, which says where it is wrong */
export function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  what: string,
): { value: z.output<Schema>; text: string } {
  const text = readText(path, what);
  const parsed = schema.safeParse(parse(text, path, what));
  if (parsed.success) return { value: parsed.data, text };
  const [issue] = parsed.error.issues;
  const at = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw broken(path, what, `${issue?.message ?? 'it is not as it should be'}${at}`);
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw broken(path, what, 'it cannot be read', error);
  }
}

function parse(text: string, path: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw broken(path, what, `it is not JSON (${(error as Error).message})`, error);
  }
}

const broken = (path: string, what: string, why: string, cause?: unknown): SightlineError =>
  new SightlineError('invalid_argument', `${path} is no ${what}: ${why}.`, {
    hint: 'suites/README.md tells the form.',
    cause,
  });

export const hashOf = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
};
