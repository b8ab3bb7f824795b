import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { expect, test } from 'vitest';
import { unpackTokens } from '../../packages/sightline/src/inspect/client/tokens/unpackTokens.ts';
import { packTokens } from '../../scripts/packTokens.mjs';

test('the tables of the tokenizer are the same after packing', () => {
  const packed = packTokens(tokens);
  expect(packed.length).toBeLessThan(6 * tokens.length);
  expect(unpackTokens(packed)).toEqual([...tokens]);
});
