import { type ScriptWord, wordSchemas } from '../../../packages/sightline/src/script/words/wordSchemas.ts';

// What a box that is no box any more could send to its host.

const WORDS = Object.keys(wordSchemas) as ScriptWord[];
const css = (selector: unknown): unknown => [{ by: 'css', selector }];

/** A locator in locators, so many deep. */
const nested = (depth: number): unknown =>
  depth === 0 ? css('a') : [{ by: 'filter', has: nested(depth - 1) }];

/** Words that are none, and parameters that are of no word: each is refused before anything is done. */
export const FORGED_CALLS: readonly (readonly [word: string, params: unknown])[] = [
  ...[
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '',
    ' ',
    'Click',
    'click ',
    'require',
  ]
    .concat(['eval', 'exec', 'process', 'call', '__defineGetter__', 'x'.repeat(1e6)])
    .map((word) => [word, {}] as const),
  ...WORDS.map((word) => [word, { unknown: 1 }] as const),
  ...[null, [], 'x', 1, true].map((params) => ['click', params] as const),
  ...[{ toString: 1 }, [], null, 5, ''].map((selector) => ['count', { locator: css(selector) }] as const),
  ['count', { locator: nested(7) }],
  ['count', { locator: nested(500) }],
  ['count', { locator: Array(40).fill({ by: 'ref', ref: 1 }) }],
  ['count', { locator: [{ by: 'ref', ref: -1 }] }],
  ['count', { locator: [{ by: 'ref', ref: 1.5 }] }],
  ['count', { locator: [{ by: 'nth', index: 'x' }] }],
  ['count', { locator: [{ by: 'text', text: { regex: 'a', flags: 'gg' } }] }],
  ['count', { locator: [{ by: 'text', text: 'x'.repeat(3_000) }] }],
  ['count', { locator: [{ by: 'constructor' }] }],
  ['fill', { locator: css('a'), value: 'x'.repeat(100_001) }],
  ['fill', { locator: css('a'), value: { toString: 'x' } }],
  ['fillFields', { fields: { a: 1 } }],
  ['fillFields', { fields: ['a'] }],
  ['setInputFiles', { locator: css('a'), files: [] }],
  ['setInputFiles', { locator: css('a'), files: [{ path: '/etc/passwd' }] }],
  ['setInputFiles', { locator: css('a'), files: Array(101).fill('a') }],
  ['goto', { url: '' }],
  ['goto', { url: ['file:///etc/passwd'] }],
  ['goto', { url: 'x'.repeat(100_001) }],
  ['goto', { url: 'http://a.test', timeout: -1 }],
  ['goto', { url: 'http://a.test', timeout: 1e9 }],
  ['evaluate', { source: '' }],
  ['evaluate', { source: 'x'.repeat(100_001) }],
  ['mouseMove', { x: 1e9, y: 0 }],
  ['mouseMove', { x: null, y: 0 }],
  ['mouseClick', { x: 1, y: 1, clickCount: 1e6 }],
  ['pressSequentially', { locator: css('a'), text: 'x'.repeat(10_001) }],
  ['pressSequentially', { locator: css('a'), text: 'x', delay: 1e6 }],
  ['waitForTimeout', { timeout: 1e9 }],
  ['waitForTimeout', { timeout: '1' }],
  ['waitForURL', { url: { regex: 'a', flags: 'x'.repeat(11) } }],
  ['describe', { locator: css('a'), attributes: Array(21).fill('a') }],
  ['query', { maxResults: 1e6 }],
  ['look', { maxTokens: 1e9 }],
  ['answerDialog', { id: 1, accept: true }],
  ['switchTab', { number: 0 }],
];
