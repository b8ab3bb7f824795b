import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { SightlineError } from '../../../../sightline/src/internal.ts';

/** A JSON file, checked, and its text. @throws SightlineError `invalid_argument`, which says where it is wrong */
export function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  fileKind: string,
): { value: z.output<Schema>; text: string } {
  const text = readText(path, fileKind);
  const parsed = schema.safeParse(parseJson(text, path, fileKind));
  if (parsed.success) return { value: parsed.data, text };
  const [issue] = parsed.error.issues;
  const location = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw invalidFileError(path, fileKind, `${issue?.message ?? 'it is not as it should be'}${location}`);
}

function readText(path: string, fileKind: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw invalidFileError(path, fileKind, 'it cannot be read', error);
  }
}

function parseJson(text: string, path: string, fileKind: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidFileError(path, fileKind, `it is not JSON (${(error as Error).message})`, error);
  }
}

const invalidFileError = (path: string, fileKind: string, reason: string, cause?: unknown): SightlineError =>
  new SightlineError('invalid_argument', `${path} is no ${fileKind}: ${reason}.`, {
    hint: 'suites/README.md has the format.',
    cause,
  });

export const sha256Of = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
};
