import { expect, it } from 'vitest';
import { publicUrl } from '../../src/browser/publicUrl.ts';

it.each([
  ['https://bob:secret@a.example/x?q#h', 'https://a.example/x?q#h'],
  ['http://bob@a.example/', 'http://a.example/'],
  ['https://a.example/@bob', 'https://a.example/@bob'],
  ['about:blank', 'about:blank'],
  ['not a url@all', 'not a url@all'],
])('%s is told as %s', (url, told) => {
  expect(publicUrl(url)).toBe(told);
});
