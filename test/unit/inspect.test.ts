import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { diffLines } from '../../packages/sightline/src/inspect/client/diffLines.ts';
import { removalsByRule } from '../../packages/sightline/src/inspect/client/removals.ts';
import { splitLine } from '../../packages/sightline/src/inspect/client/splitLine.ts';
import { splitAtTokenBoundaries } from '../../packages/sightline/src/inspect/client/tokens/splitAtTokenBoundaries.ts';
import { isTraceFile } from '../../packages/sightline/src/inspect/isTraceFile.ts';
import {
  contentSecurityPolicy,
  renderDocument,
} from '../../packages/sightline/src/inspect/renderDocument.ts';
import { escapeInline } from '../../packages/sightline/src/render/escape.ts';
import { el } from '../support/page.ts';
import { outlineOf, sceneOf } from '../support/show.ts';

describe('what changed between two texts', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 30 });

  test('applied to the first is the second, and taken back the first', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const lines = diffLines(before, after);
        const of = (side: 'before' | 'after', gone: string): (string | undefined)[] =>
          lines
            .filter(({ kind }) => kind !== gone)
            .map((line) => (side === 'before' ? before : after)[line[side]]);
        expect(of('before', 'new')).toEqual(before);
        expect(of('after', 'gone')).toEqual(after);
        for (const { kind, before: a, after: b } of lines)
          if (kind === 'same') expect(before[a]).toBe(after[b]);
      }),
    );
  });

  test('of equal texts is nothing, and of one changed line that line', () => {
    const lines = ['x', '', 'y', '', 'z'];
    expect(diffLines(lines, lines).every(({ kind }) => kind === 'same')).toBe(true);
    const kinds = diffLines(lines, ['x', '', 'new', '', 'z']).map(({ kind }) => kind);
    expect(kinds).toEqual(['same', 'same', 'gone', 'new', 'same', 'same']);
  });
});

describe('the parts of a line', () => {
  const kinds = (line: string): string[] => splitLine(line).map(({ kind, text }) => `${kind} ${text}`);

  test('numbers, tags and words, each belonging to a number', () => {
    const line = '*[12]<button title="a > b">Save now</button> or [7]<a>leave';
    expect(kinds(line)).toEqual([
      'mark *',
      'number [12]',
      'tag <button title="a > b">',
      'words Save now',
      'tag </button>',
      'words  or ',
      'number [7]',
      'tag <a>',
      'words leave',
    ]);
    expect(splitLine(line).map(({ number }) => number)).toEqual([12, 12, 12, 12, 12, undefined, 7, 7, 7]);
  });

  test('are the whole line, and page text is never a number', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', ']', '1', '\\', '<', 'a', '>', '*', ' ') }),
        (text) => {
          const parts = splitLine(escapeInline(text));
          expect(parts.map((part) => part.text).join('')).toBe(escapeInline(text));
          expect(parts.filter(({ kind }) => kind === 'number')).toEqual([]);
        },
      ),
    );
  });

  test('of real lines name what was shown', () => {
    const [line = ''] = outlineOf([el('button', {}, '[3] \\[4] real')]).filter((one) => one.includes('real'));
    expect(
      splitLine(line)
        .filter(({ kind }) => kind === 'number')
        .map(({ number }) => number),
    ).toEqual([1]);
  });
});

test('the pieces of a text are the text, and have as many tokens as it has', () => {
  const line = fc.string({
    unit: fc.constantFrom('a', ' ', '  ', '\t', '/', ')', '1', 'é', '\r', "'s", 'word '),
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      // Long enough to be cut, after every line that may be.
      const text = lines.map((one) => `${one}\n`).join(`${'x '.repeat(4_100)}\n`);
      const pieces = splitAtTokenBoundaries(text);
      expect(pieces.join('')).toBe(text);
      const whole = countTokens(text);
      expect(pieces.reduce((sum, piece) => sum + countTokens(piece), 0)).toBe(whole);
    }),
    { numRuns: 25 },
  );
});

test('what a rule removed is shown once a subtree, with all it held', () => {
  const hidden = el('nav', { flags: 2 }, el('a', {}, 'One'), el('a', {}, 'Two'));
  const removals = removalsByRule(sceneOf([hidden, el('p', {}, 'Shown')]).pageState.visibility);
  const [first] = removals;
  expect(first?.rule).toBe('invisible');
  expect(first?.groups.map(({ node, count }) => [node.tag, count])).toEqual([['nav', 5]]);
  expect(removals.findIndex(({ decision }) => decision === 'unwrap')).toBeGreaterThan(0);
});

test('a trace is a file', () => {
  expect(['run.jsonl', './a/RUN.JSONL', 'page.json', 'https://a.test/run.jsonl'].map(isTraceFile)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('the document holds its data as Base64, and runs one script', () => {
  const client = { script: 'console.log(1)', style: 'p{}' };
  const html = renderDocument(
    client,
    { inspection: Buffer.from('</script><script>alert(1)</script>') },
    contentSecurityPolicy(client),
  );
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toContain('alert');
  expect(html).toContain("script-src 'sha256-");
  expect(html).not.toMatch(/unsafe-/);
});
