import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isReadable } from '../../extension/isReadable.ts';
import { Openings } from '../../extension/Openings.ts';
import { EXTENSION_ID } from '../../packages/sightline/src/relay/protocol.ts';

const manifest = JSON.parse(
  readFileSync(new URL('../../extension/manifest.json', import.meta.url), 'utf8'),
) as Record<string, unknown> & { key: string };

it('asks for the debugger and the tabs, and opens itself to no page', () => {
  expect(manifest.permissions).toEqual(['debugger', 'tabs']);
  const others = Object.keys(manifest).filter((key) =>
    /permissions|content_scripts|externally_connectable|web_accessible|commands/.test(key),
  );
  expect(others).toEqual(['permissions']);
});

it('has the id that the relay lets in', () => {
  const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex');
  const id = [...digest.slice(0, 32)].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join('');
  expect(EXTENSION_ID).toBe(id);
});

it('knows the pages that Chrome lets no extension into', () => {
  const open = ['https://a.test/', 'http://localhost:3000/', 'about:blank', 'file:///a.html'];
  const closed = [
    'chrome://settings/',
    'https://chromewebstore.google.com/detail/x',
    'devtools://x',
    '',
    undefined,
  ];
  expect(open.map(isReadable)).toEqual(open.map(() => true));
  expect(closed.map(isReadable)).toEqual(closed.map(() => false));
});

it('distinguishes tabs that a page has opened from those that its user has, whichever half comes first', () => {
  const openings = new Openings();
  expect(openings.onCreated({ tabId: 2, openerTabId: 1, url: '' }, 0)).toBe(false);
  expect(openings.onRequested(1, 'https://a.test/', 10)).toBe(2);
  expect(openings.onRequested(1, 'https://a.test/', 20)).toBeUndefined();
  expect(openings.onCreated({ tabId: 3, openerTabId: 1, url: 'chrome://newtab/' }, 30)).toBe(false);
  expect(openings.onCreated({ tabId: 4, openerTabId: 5, url: '' }, 30)).toBe(false);
  expect(openings.onCreated({ tabId: 6, openerTabId: 1, url: 'https://a.test/' }, 30)).toBe(true);
  expect(openings.onCreated({ tabId: 7, openerTabId: 1, url: '' }, 40)).toBe(false);
  expect(openings.onRequested(1, 'https://a.test/', 9_000)).toBeUndefined();
});
