import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyDelta,
  diffColumns,
  fromColumns,
  toColumns,
} from '../../packages/sightline/src/snapshot/RowsDelta.ts';
import { type DocumentUpdate, readDocument } from '../../packages/sightline/src/snapshot/readDocument.ts';
import type { DocumentSnapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el, snapshotOf } from '../support/page.ts';

const tree: fc.Arbitrary<El> = fc.letrec<{ el: El }>((tie) => ({
  el: fc
    .tuple(
      fc.constantFrom('div', 'p', 'a', 'ul', 'input'),
      fc.dictionary(fc.constantFrom('id', 'class', 'title'), fc.string({ maxLength: 3 })),
      fc.option(fc.integer({ min: -3, max: 9 }), { nil: undefined }),
      fc.array(fc.oneof({ depthSize: 'small' }, fc.string({ maxLength: 4 }), tie('el')), { maxLength: 4 }),
    )
    .map(([tag, attributes, layer, children]) =>
      el(
        tag,
        { attributes, layer, scroller: layer === 3 ? [0, layer, 100, 400, 50] : undefined },
        ...children,
      ),
    ),
})).el;

const documents = fc
  .array(tree, { maxLength: 5 })
  .map((children) => snapshotOf(children).documents[0] as DocumentSnapshot);

test('columns say the same as rows', () => {
  fc.assert(
    fc.property(documents, ({ rows }) => {
      expect(fromColumns(toColumns(rows))).toEqual(rows);
    }),
  );
});

test('what differs, applied, gives the other', () => {
  fc.assert(
    fc.property(documents, documents, (one, other) => {
      const before = toColumns(one.rows);
      const after = toColumns(other.rows);
      expect(applyDelta(before, diffColumns(before, after))).toEqual(after);
    }),
  );
});

test('one text, one row more, or a page pushed down, change few numbers', () => {
  const sizeOf = (before: El[], after: El[]): number => {
    const [one, other] = [before, after].map((children) =>
      toColumns(snapshotOf(children).documents[0]?.rows as never),
    );
    return diffColumns(one as number[][], other as number[][]).flat().length;
  };
  const list = Array.from({ length: 500 }, (_, i) =>
    el('p', { attributes: { id: `${i}` } }, `text ${i % 7}`),
  );
  expect(sizeOf(list, list)).toBe(0);
  expect(sizeOf(list, list.with(250, el('p', { attributes: { id: '250' } }, 'text 1')))).toBeLessThan(10);
  const away = list.map((item, i): El => ({ ...item, box: [0, 20 * i, 400, 20] }));
  const pushed = list.map((item, i): El => ({ ...item, box: [0, 20 * i + (i > 99 ? 35 : 0), 400, 20] }));
  expect(sizeOf(away, pushed)).toBeLessThan(10);
});

const [first, second] = [
  ['one', 'two'],
  ['one', 'three'],
].map((texts) => snapshotOf([el('p', {}, ...texts)]).documents[0] as DocumentSnapshot) as [
  DocumentSnapshot,
  DocumentSnapshot,
];

test('what was read is whole, without the strings that went away', () => {
  const held = readDocument({ ...first, captureNumber: 1 });
  expect(held.document).toEqual(first);
  const { rows: _, ...head } = second;
  const { strings } = first;
  const rows = {
    ...first.rows,
    text: first.rows.text.map((index) => (strings[index] === 'two' ? strings.length : index)),
  };
  const delta = diffColumns(toColumns(first.rows), toColumns(rows));
  const read = readDocument({ ...head, strings: ['three'], captureNumber: 2, delta }, held);
  expect(read.captureNumber).toBe(2);
  expect(read.document.strings).not.toContain('two');
  const texts = ({ strings, rows }: DocumentSnapshot): unknown[] => rows.text.map((index) => strings[index]);
  expect(texts(read.document)).toEqual(texts(second));
});

test('where nothing is different it is the same document; marks on it are not held', () => {
  const held = readDocument(structuredClone({ ...first, captureNumber: 1 }));
  held.document.rows.flags.fill(-1);
  const { rows: _, ...head } = first;
  const nothing = toColumns(first.rows).map((): number[] => []);
  const again: DocumentUpdate = { ...head, strings: [], delta: nothing, captureNumber: 2 };
  expect(readDocument(again, held).document).toBe(held.document);
  const retitled = readDocument({ ...again, title: 'Other' }, held);
  expect(retitled.document.title).toBe('Other');
  expect(retitled.document.rows.flags).toEqual(first.rows.flags);
});
