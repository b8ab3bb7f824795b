import { expect, test } from 'vitest';
import { unclosed } from '../../packages/sightline/src/model/unclosed.ts';

test.each([
  ['[invalid', '['],
  ['a:not(.b', '('],
  ['[title="x]', '"'],
  ["[title='x\\'", "'"],
  [':is([a, b)', '['],
])('%s leaves %s open', (css, open) => expect(unclosed(css)).toBe(open));

test.each(['', 'a', '[a="]"]', "[a='(']", 'a\\[b', ':is(:not([a]), b)', '[a="\\""]', ') ]', "[a='\"']"])(
  '%s is closed',
  (css) => expect(unclosed(css)).toBeUndefined(),
);
