import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writePrivateFile } from '../session/files/writePrivateFile.ts';
import type { ToolResult } from '../tools/defineTool.ts';
import type { CollectedInspection } from './collectInspection.ts';
import { readAssets } from './readAssets.ts';
import { contentSecurityPolicy, namedAssets, renderDocument } from './renderDocument.ts';

/** Writes an inspection as one file that only its owner may read. @throws SightlineError `invalid_argument` */
export async function writeInspection(
  collected: CollectedInspection,
  output: string | undefined,
  cwd: string,
): Promise<ToolResult> {
  const path = output === undefined ? temporaryPath() : resolve(cwd, output);
  const { packed, ...client } = await readAssets();
  const html = renderDocument(client, namedAssets(collected, packed), contentSecurityPolicy(client));
  writePrivateFile(path, html, { errorPrefix: 'The file cannot be written', createFolder: true });
  const bytes = Buffer.byteLength(html);
  return { text: `saved ${path} (${(bytes / 1e6).toFixed(1)} MB)`, data: { path, bytes } };
}

/** In a new folder, which no other user can have prepared. */
const temporaryPath = (): string =>
  join(tmpdir(), `sightline-${randomBytes(8).toString('hex')}`, 'inspect.html');
