import { expect, test } from 'vitest';
import {
  parseRenderedLine,
  replaceRefs,
  resultRef,
} from '../../packages/sightline/src/render/parseRenderedLine.ts';

test('the numbered elements of a line, with tag and attributes', () => {
  const line = ' Read [7]<a label="a > b">more</a> or *[8]<checkbox checked>Compare [9] too';
  expect(parseRenderedLine(line).map(({ ref, isNew, tag }) => ({ ref, isNew, tag }))).toEqual([
    { ref: 7, isNew: false, tag: 'a' },
    { ref: 8, isNew: true, tag: 'checkbox' },
    { ref: 9, isNew: false, tag: '' },
  ]);
  const [first, second] = parseRenderedLine(line);
  expect(first?.attributes).toBe(' label="a > b"');
  expect(line.slice(second?.start, second?.end)).toBe('*[8]<checkbox checked>');
  expect(line.slice(second?.tagStart, second?.end)).toBe('<checkbox checked>');
});

test('markers may stand between number and tag', () => {
  expect(parseRenderedLine('[3]|IFRAME|<iframe "Map">')).toMatchObject([
    { ref: 3, tag: 'iframe', attributes: ' "Map"' },
  ]);
});

test('an escaped bracket is text of the page', () => {
  expect(parseRenderedLine('\\[12]<button>')).toEqual([]);
  expect(parseRenderedLine('\\\\[12]<button>')).toMatchObject([{ ref: 12, start: 2 }]);
});

test('the line of a query result begins with one space and an element', () => {
  expect(resultRef(' [12]<button>Add (MAIN > "Desk")')).toBe(12);
  expect(resultRef('[12]<button>Add')).toBeUndefined();
  expect(resultRef(' [12] changed')).toBeUndefined();
  expect(resultRef(' Order [12]<button>Add')).toBeUndefined();
});

test('numbers are replaced, text of the page is not', () => {
  expect(replaceRefs('*[1]<a>x \\[2] \\\\[3]', (ref) => String(ref + 10))).toBe('*[11]<a>x \\[2] \\\\[13]');
});
