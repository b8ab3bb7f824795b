import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));

const sourceFiles = ['sightline/src', 'lab/src'].flatMap((folder) =>
  readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.gen)\.ts$/.test(name))
    .map((name) => join(folder, name)),
);

/** Calls that create files or folders, up to the end of the statement. */
const CREATING =
  /\b(?:writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|openSync|mkdirSync|mkdir)\([^;]*/g;

it('every file that is written, and every folder, is for its owner only', () => {
  const calls = sourceFiles.flatMap((name) =>
    Array.from(readFileSync(join(packages, name), 'utf8').matchAll(CREATING), ([call]) => `${name}: ${call}`),
  );
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => !/0o[67]00/.test(call))).toEqual([]);
});
