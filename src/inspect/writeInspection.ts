import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { SightlineError } from '../model/SightlineError.ts';
import type { ToolAnswer } from '../tools/defineTool.ts';
import type { Gathered } from './gather.ts';
import { readAssets } from './readAssets.ts';
import { assetsOf, policyFor, writeDocument } from './writeDocument.ts';

/** Writes an inspection as one file that its owner alone may read. @throws SightlineError `invalid_argument` */
export async function writeInspection(
  gathered: Gathered,
  output: string | undefined,
  cwd: string,
): Promise<ToolAnswer> {
  const path = output === undefined ? temporaryFile() : resolve(cwd, output);
  const { packed, ...client } = await readAssets();
  const html = writeDocument(client, assetsOf(gathered, packed), policyFor(client));
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, html, { mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SightlineError(
      'invalid_argument',
      `The file cannot be written as ${path}: ${code ?? message}.`,
      {
        hint: 'Name a file in a folder that can be written.',
        cause: error,
      },
    );
  }
  const bytes = Buffer.byteLength(html);
  return { text: `saved ${path} (${(bytes / 1e6).toFixed(1)} MB)`, data: { path, bytes } };
}

/** In a folder of its own, which others on this machine cannot have made before. */
const temporaryFile = (): string =>
  join(tmpdir(), `sightline-${randomBytes(8).toString('hex')}`, 'inspect.html');
