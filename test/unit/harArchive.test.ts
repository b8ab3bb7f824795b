import { expect, it } from 'vitest';
import { HarArchive } from '../../packages/sightline/src/browser/network/HarArchive.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';

const entry = (method: string, url: string, text: string | undefined, more: object = {}): object => ({
  request: { method, url },
  response: {
    status: 200,
    headers: [
      { name: 'X-Kept', value: 'yes' },
      { name: 'Content-Encoding', value: 'gzip' },
      { name: 'Set-Cookie', value: 'sid=[filled]' },
    ],
    content: { mimeType: 'application/json', size: 3, ...(text !== undefined && { text }) },
    ...more,
  },
});
const archiveOf = (...entries: object[]): HarArchive =>
  HarArchive.parse(JSON.stringify({ log: { version: '1.2', entries } }), 'shop.har');
const codeOf = (text: string): string => {
  try {
    HarArchive.parse(text, 'shop.har');
    return 'read';
  } catch (error) {
    return error instanceof SightlineError ? `${error.code}: ${error.message}` : String(error);
  }
};

it('answers by method and address, several times in their order', () => {
  const archive = archiveOf(
    entry('GET', 'http://a.test/cart#top', '1'),
    entry('GET', 'http://a.test/cart', '2'),
    entry('POST', 'http://a.test/cart', 'a'),
  );
  const get = () => archive.answer('GET', 'http://a.test/cart')?.body;
  expect([get(), get(), get()]).toEqual(['1', '2', '2']);
  expect(archive.answer('POST', 'http://a.test/cart')?.body).toBe('a');
  expect(archive.answer('DELETE', 'http://a.test/cart')).toBeUndefined();
  expect(archive.answer('GET', 'http://a.test/other')).toBeUndefined();
});

it('keeps the headers that are still true, and reads what was masked as anything', () => {
  const archive = archiveOf(
    entry('GET', 'http://a.test/x?token=[filled]&page=2', 'ok'),
    entry('GET', 'http://a.test/y?token=%5Bfilled%5D', 'encoded'),
    entry('GET', 'http://a.test/v?token=abc', 'of another maker'),
    entry('GET', 'http://a.test/z', undefined, {
      content: { mimeType: 'image/png', text: 'AQI=', encoding: 'base64' },
    }),
  );
  expect(archive.answer('GET', 'http://a.test/x?token=abc&page=2')).toEqual({
    status: 200,
    contentType: 'application/json',
    body: 'ok',
    headers: { 'x-kept': 'yes' },
  });
  expect(archive.answer('GET', 'http://a.test/x?token=abc&page=3')).toBeUndefined();
  expect(archive.answer('GET', 'http://a.test/y?token=q')?.body).toBe('encoded');
  expect(archive.answer('GET', 'http://a.test/v?token=[filled]')?.body).toBe('of another maker');
  expect(archive.answer('GET', 'http://a.test/z')?.body).toEqual(Buffer.from([1, 2]));
});

it('leaves out what it has no body of', () => {
  const archive = archiveOf(
    entry('GET', 'http://a.test/picture.png', undefined),
    entry('GET', 'http://a.test/long', 'a part', { content: { text: 'a part', _cut: true } }),
    entry('GET', 'http://a.test/failed', undefined, { status: 0 }),
    entry('GET', 'http://a.test/empty', undefined, { status: 204 }),
  );
  expect([archive.count, archive.withoutBody]).toEqual([1, 3]);
  expect(archive.answer('GET', 'http://a.test/picture.png')).toBeUndefined();
});

it('refuses what is no HAR file, at any place where it was cut', () => {
  const whole = JSON.stringify({ log: { entries: [entry('GET', 'http://a.test/', 'x')] } });
  for (let end = 0; end < whole.length; end++)
    expect(codeOf(whole.slice(0, end))).toBe(
      'invalid_argument: shop.har is no HAR file: it is no JSON, or ends in its middle.',
    );
  expect(codeOf('[]')).toMatch(/has no log with entries/);
  expect(codeOf('null')).toMatch(/has no log with entries/);
  expect(codeOf('{"log":{"entries":{}}}')).toMatch(/has no log with entries/);
  expect(codeOf('{"log":{"entries":[{"request":{"method":"GET"}}]}}')).toMatch(/entry 1 has no request with/);
});

it('gives a browser nothing that it would not take, for which its page would wait without end', () => {
  const content = { text: 'A', mimeType: 'text/plain\r\nSet-Cookie: a=b' };
  const headers = [
    { name: 'bad name\n', value: 'a' },
    { name: 'x-cut', value: 'a\r\nSet-Cookie: x=1' },
    { name: 'x-kept', value: 'a' },
    { name: 5, value: {} },
    null,
  ];
  const archive = archiveOf(entry('GET', 'http://a.test/', 'A', { headers, content }));
  expect(archive.answer('GET', 'http://a.test/')).toEqual({
    status: 200,
    contentType: 'text/plain',
    body: 'A',
    headers: { 'x-kept': 'a' },
  });
  const broken = [
    { status: 200.5 },
    { content: null },
    { content: { text: 42 } },
    { content: { text: 'A', mimeType: 5 } },
  ];
  for (const more of broken)
    expect(codeOf(JSON.stringify({ log: { entries: [entry('GET', 'http://a.test/', 'A', more)] } }))).toMatch(
      /entry 1 has no request with an answer/,
    );
});
