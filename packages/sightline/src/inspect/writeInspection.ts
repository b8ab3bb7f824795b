import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writePrivately } from '../session/writePrivately.ts';
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
  writePrivately(path, html, 'The file cannot be written');
  const bytes = Buffer.byteLength(html);
  return { text: `saved ${path} (${(bytes / 1e6).toFixed(1)} MB)`, data: { path, bytes } };
}

/** In a folder of its own, which others on this machine cannot have made before. */
const temporaryFile = (): string =>
  join(tmpdir(), `sightline-${randomBytes(8).toString('hex')}`, 'inspect.html');
