import { relative } from 'node:path';
import { build } from 'esbuild';

/** The packages and modules of Node that a built file loads at its start, itself or by its chunks. */
export async function importsOf(file: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  });
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: imported, kind, external } of metafile.inputs[path]?.imports ?? [])
      if (external) kind === 'import-statement' && found.add(imported);
      else if (kind === 'import-statement') visit(imported);
  };
  visit(relative(process.cwd(), file));
  return found;
}
