import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packageFile } from '../session/files/packageFile.ts';

/** The static assets of every inspection, built from `client/` and `data/`. */
export interface InspectorAssets {
  script: string;
  style: string;
  /** Compressed by gzip. */
  packed: { words: Buffer; icons: Buffer; o200k: Buffer };
}

export async function readAssets(): Promise<InspectorAssets> {
  const built = (name: string): Promise<Buffer> => readFile(packageFile(`dist/inspect/${name}`));
  const data = (name: string): Promise<Buffer> =>
    readFile(packageFile(`data/${name}`)).then((bytes) => gzipBytes(bytes));
  const [script, style, o200k] = await Promise.all([
    built('client.js'),
    built('client.css'),
    built('o200k.gz'),
  ]);
  const [words, icons] = await Promise.all([data('words.bin'), data('icons.txt')]);
  return { script: String(script), style: String(style), packed: { words, icons, o200k } };
}

const gzipBytes = promisify<Buffer, Buffer>(gzip);
