import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import { parseSnapshot } from '../../packages/sightline/src/snapshot/parseSnapshot.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
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
  ['{"version":1,"documents":[]}', 'no document'],
  [saved.slice(0, -40), 'not JSON'],
])('%j is refused with the reason', (text, why) => {
  expect(() => parseSnapshot(text)).toThrowError(
    expect.objectContaining({ code: 'invalid_snapshot', message: expect.stringContaining(why) }),
  );
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
