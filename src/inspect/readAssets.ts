import { readFile } from 'node:fs/promises';
import { packageFile } from '../session/packageFile.ts';

/** What every inspection holds beside its data: made at build time from `client/` and `data/`. */
export interface Assets {
  script: string;
  style: string;
  /** Compressed by gzip. */
  packed: { words: Buffer; icons: Buffer; o200k: Buffer };
}

export async function readAssets(): Promise<Assets> {
  const file = (name: string): Promise<Buffer> => readFile(packageFile(`dist/inspect/${name}`));
  const [script, style, words, icons, o200k] = await Promise.all(
    ['client.js', 'client.css', 'words.gz', 'icons.gz', 'o200k.gz'].map(file),
  );
  return {
    script: String(script),
    style: String(style),
    packed: { words: words as Buffer, icons: icons as Buffer, o200k: o200k as Buffer },
  };
}
