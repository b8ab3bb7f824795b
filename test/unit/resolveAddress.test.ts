import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveAddress } from '../../packages/sightline/src/browser/navigation/resolveAddress.ts';

describe('an address', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['  http://example.com  ', 'http://example.com/'],
    ['HTTPS://Example.com', 'https://example.com/'],
    ['example.com', 'https://example.com/'],
    ['example.com/page.html', 'https://example.com/page.html'],
    ['example.com:8443/x', 'https://example.com:8443/x'],
    ['user:80/x', 'https://user:80/x'],
    ['//example.com/x', 'https://example.com/x'],
    ['localhost', 'http://localhost/'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['app.localhost:3000/x', 'http://app.localhost:3000/x'],
    ['127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['192.168.0.7', 'http://192.168.0.7/'],
    ['localhost.example.com', 'https://localhost.example.com/'],
    ['about:blank', 'about:blank'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
  ])('%s means %s', (input, url) => {
    expect(resolveAddress(input)).toBe(url);
  });

  it.each([
    'javascript:alert(1)',
    'javascript:1',
    'JavaScript:1//x',
    'JavaScript:alert(1)',
    'data:text/html,<p>x',
    'chrome://settings',
    'view-source:https://example.com',
    'blob:https://example.com/1',
    'mailto:a@example.com',
    'about:config',
    'file:///etc/passwd',
    '/etc/passwd',
    './page.html',
    '~/page.html',
    'C:\\page.html',
  ])('%s is blocked', (input) => {
    expect(() => resolveAddress(input)).toThrow(expect.objectContaining({ code: 'blocked_url' }));
  });

  it('is opened whatever its scheme where that was allowed, but never a script', () => {
    const schemes = ['file', 'data', 'chrome', 'javascript'];
    for (const address of ['file:///etc/passwd', 'data:text/html,x', 'chrome://version/'])
      expect(resolveAddress(address, { schemes })).toBe(address);
    expect(() => resolveAddress('javascript:alert(1)', { schemes })).toThrow(
      expect.objectContaining({ code: 'blocked_url', hint: expect.stringContaining('act on its elements') }),
    );
  });

  it.each(['', '   ', 'http://', 'two words', 'http://a b/'])('"%s" is none', (input) => {
    expect(() => resolveAddress(input)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  });

  it('is not repeated in full when it is endless', () => {
    expect(() => resolveAddress(`http://a b/${'x'.repeat(10_000)}`)).toThrow(/^.{1,250}$/);
  });
});

describe('a path', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'sightline-test-'));
    writeFileSync(join(cwd, 'page one#1.html'), '');
    writeFileSync(join(cwd, 'notes'), '');
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  it.each(['page one#1.html', './page one#1.html', 'notes'])('%s is the file in cwd', (input) => {
    expect(resolveAddress(input, { cwd })).toBe(pathToFileURL(join(cwd, input)).href);
  });

  it('may be absolute, or a file: URL', () => {
    const path = join(cwd, 'notes');
    const url = pathToFileURL(path).href;
    expect(resolveAddress(path, { cwd: '/' })).toBe(url);
    expect(resolveAddress(url, { cwd: '/' })).toBe(url);
  });

  it.each(['missing.html', './missing', '/missing', 'file:///missing', '.'])(
    '%s is no such file',
    (input) => {
      expect(() => resolveAddress(input, { cwd })).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      );
    },
  );

  it('of a folder is said to be one', () => {
    expect(() => resolveAddress(cwd, { cwd: '/' })).toThrow(/^That is a folder, not a page: /);
    expect(() => resolveAddress('/missing', { cwd })).toThrow(/^No such file: /);
  });

  it('that does not exist may still be a host', () => {
    expect(resolveAddress('example.com', { cwd })).toBe('https://example.com/');
  });
});
