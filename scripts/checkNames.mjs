// Fails where two files of the packages or the extension export a type or class of the same name: one name, one concept.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const declared = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)\b(?!\s*[,}])/gm;

/** Every name that is exported twice, with its files; empty when all are unique. @param {string} root */
export function findDuplicates(root, folders = ['packages/sightline/src', 'packages/lab/src', 'extension']) {
  const files = new Map();
  for (const folder of folders) {
    for (const path of readdirSync(join(root, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(path) || path.endsWith('.gen.ts')) continue;
      for (const [, name] of readFileSync(join(root, folder, path), 'utf8').matchAll(declared))
        files.set(name, [...(files.get(name) ?? []), `${folder}/${path}`]);
    }
  }
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = findDuplicates(fileURLToPath(new URL('..', import.meta.url)));
  for (const line of lines) console.error(`names: exported more than once: ${line}`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
