import { expect, test } from 'vitest';
import { findUnclosed } from '../../packages/sightline/src/snapshot/selectors/findUnclosed.ts';

test.each([
  ['[invalid', '['],
  ['a:not(.b', '('],
  ['[title="x]', '"'],
  ["[title='x\\'", "'"],
  [':is([a, b)', '['],
])('%s leaves %s open', (css, open) => expect(findUnclosed(css)).toBe(open));

test.each(['', 'a', '[a="]"]', "[a='(']", 'a\\[b', ':is(:not([a]), b)', '[a="\\""]', ') ]', "[a='\"']"])(
  '%s is closed',
  (css) => expect(findUnclosed(css)).toBeUndefined(),
);
