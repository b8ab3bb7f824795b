import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readTrace } from '../../packages/sightline/src/agent/trace/readTrace.ts';
import { renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { readStorageState } from '../../packages/sightline/src/session/files/storageStateFile.ts';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import { parseSnapshot } from '../../packages/sightline/src/snapshot/parseSnapshot.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { readSnapshot } from '../../packages/sightline/src/tools/snapshotFile.ts';
import { errorOf } from '../support/errorOf.ts';
import { el, snapshotOf } from '../support/page.ts';
import { sceneFrom } from '../support/show.ts';

const saved = JSON.stringify(
  snapshotOf([
    el(
      'main',
      {},
      el('h1', {}, 'Hi'),
      el('select', { name: 'n' }, el('option', {}, 'a')),
      el('div', { layer: 2, scroller: [0, 0, 9, 9, 5] }, 'x'),
    ),
  ]),
);

test('a saved snapshot reads back', () => {
  expect(buildPage(parseSnapshot(saved)).nodes.length).toBeGreaterThan(5);
});

test.each([
  ['', 'not JSON'],
  ['[]', 'not an object'],
  ['{}', 'version is missing'],
  ['{"version":99}', 'version is 99'],
  ['{"version":"k7-secret"}', 'version is missing'],
  ['{"version":{"toString":"k7-secret"}}', 'version is missing'],
  ['{"version":1,"k7-secret', 'not JSON'],
  [`{"version":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'too deep'],
  ['{"version":1,"documents":[]}', 'no document'],
  [saved.slice(0, -40), 'not JSON'],
])('%j is refused with the reason', (text, why) => {
  const error = errorOf(() => parseSnapshot(text));
  expect(error).toMatchObject({ code: 'invalid_snapshot', message: expect.stringContaining(why) });
  expect(error.message, 'nothing of the file is quoted').not.toContain('k7');
});

test('a snapshot in which an element stands twice, each with the same frames, is refused: 40 of these are 2^40 pages', () => {
  const [document] = (JSON.parse(saved) as Snapshot).documents as [Snapshot['documents'][number]];
  const { rows } = document;
  const ids = rows.id.map((_, row) => (row < 2 ? 1 : 0));
  const documents = Array.from({ length: 40 }, (_, i) => ({
    ...document,
    key: `d${i}`,
    rows: { ...rows, id: ids },
    ...(i > 0 && { owner: { document: `d${i - 1}`, id: 1 } }),
  }));
  expect(errorOf(() => parseSnapshot(JSON.stringify({ ...JSON.parse(saved), documents })))).toMatchObject({
    code: 'invalid_snapshot',
    message: expect.stringContaining('taken for one'),
  });
});

test('a file that is none, as a pipe in which nobody writes, and one that is too large, are refused at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sl-snapshot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const refused = (name: string) => errorOf(() => readSnapshot(name, folder));
  mkdirSync(join(folder, 'folder.json'));
  expect(refused('folder.json')).toMatchObject({
    code: 'invalid_snapshot',
    message: expect.stringContaining('it is a folder'),
  });
  writeFileSync(join(folder, 'large.json'), '');
  truncateSync(join(folder, 'large.json'), 5e9);
  expect(refused('large.json')).toMatchObject({
    code: 'invalid_snapshot',
    message: expect.stringContaining('larger than'),
  });
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(folder, 'pipe.json'), join(folder, 'pipe.jsonl')]);
  expect(refused('pipe.json')).toMatchObject({
    code: 'invalid_snapshot',
    message: expect.stringContaining('it is no file'),
  });
  for (const read of [readTrace, readStorageState])
    expect(errorOf(() => read(join(folder, 'pipe.jsonl')))).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('it is no file'),
    });
});

test.each<[string, (document: Snapshot['documents'][number]) => Snapshot['documents']]>([
  ['of a document that is a frame of itself', (one) => [{ ...one, owner: { document: one.key, id: 3 } }]],
  ['of two documents of one name', (one) => [one, { ...one, owner: { document: one.key, id: 3 } }]],
  [
    'of two that are frames of each other',
    (one) => [
      one,
      { ...one, key: 'b', owner: { document: 'c', id: 3 } },
      { ...one, key: 'c', owner: { document: 'b', id: 3 } },
    ],
  ],
  ['of a document that is in no frame', (one) => [one, { ...one, key: 'b' }]],
  [
    'of a frame that is in no document',
    (one) => [one, { ...one, key: 'b', owner: { document: one.key, id: 'x' as never } }],
  ],
  [
    'of an owner that is no text',
    (one) => [one, { ...one, key: 'b', owner: { document: { toString: 1 } as never, id: 3 } }],
  ],
  [
    'of two documents in one frame',
    (one) => [one, ...['b', 'c'].map((key) => ({ ...one, key, owner: { document: one.key, id: 3 } }))],
  ],
  [
    'of a thousand frames in each other',
    (one) => [
      one,
      ...Array.from({ length: 1000 }, (_, i) => ({
        ...one,
        key: `d${i}`,
        owner: { document: i === 0 ? one.key : `d${i - 1}`, id: 3 },
      })),
    ],
  ],
])('a snapshot %s is refused', (_, change) => {
  const snapshot = JSON.parse(saved) as Snapshot;
  const [document] = snapshot.documents;
  const documents = document ? change(document) : [];
  expect(() => parseSnapshot(JSON.stringify({ ...snapshot, documents }))).toThrowError(
    expect.objectContaining({
      code: 'invalid_snapshot',
      message: expect.stringContaining('stand in each other'),
    }),
  );
});

test('a snapshot damaged anywhere is refused, or still is a page: never a crash', () => {
  const leaves = paths(JSON.parse(saved), []);
  const damage = fc.tuple(
    fc.constantFrom(...leaves),
    fc.constantFrom<unknown>(null, -1, 1e9, 0.5, 'x', [], {}, undefined, true, Number.MAX_SAFE_INTEGER),
  );
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      const value = JSON.parse(saved);
      for (const [path, replacement] of damages) put(value, path, replacement);
      try {
        renderOutline(sceneFrom(parseSnapshot(JSON.stringify(value))).scene);
      } catch (error) {
        expect(error).toBeInstanceOf(SightlineError);
      }
    }),
    { numRuns: 3000, seed: 3 },
  );
});

type Path = (string | number)[];

function paths(value: unknown, at: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key]))].filter(
    (path) => path.length > 0,
  );
}

function put(root: Record<string, unknown>, path: Path, value: unknown): void {
  let at: Record<string | number, unknown> = root;
  for (const key of path.slice(0, -1)) {
    if (typeof at[key] !== 'object' || at[key] === null) return;
    at = at[key] as Record<string, unknown>;
  }
  at[path.at(-1) as string] = value;
}
