import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { RunSecrets } from '../../packages/sightline/src/agent/RunSecrets.ts';
import { TraceWriter } from '../../packages/sightline/src/agent/trace/TraceWriter.ts';
import { writePrivateFile } from '../../packages/sightline/src/session/files/writePrivateFile.ts';

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
  expect(calls.filter((call) => !/0o[67]00|O_RDONLY/.test(call))).toEqual([]);
});

it.skipIf(process.platform === 'win32')('also one that others could read before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sl-written-'));
  try {
    const paths = ['page.json', 'run.jsonl'].map((name) => join(folder, name));
    for (const path of paths) writeFileSync(path, 'old', { mode: 0o644 });
    writePrivateFile(paths[0] as string, 'new', { errorPrefix: 'It cannot be saved' });
    new TraceWriter(paths[1], new RunSecrets());
    expect(paths.map((path) => [readFileSync(path, 'utf8'), statSync(path).mode & 0o077])).toEqual([
      ['new', 0],
      ['', 0],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
