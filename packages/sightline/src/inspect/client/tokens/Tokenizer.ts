import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { useEffect, useState } from 'preact/hooks';
import type { Steps } from '../../../snapshot/runSteps.ts';
import { unpackAsset } from '../assets.ts';
import { runInSlices } from '../work/runInSlices.ts';
import { splitAtTokenBoundaries } from './splitAtTokenBoundaries.ts';
import { unpackTokens } from './unpackTokens.ts';

/** Counts o200k_base tokens: those of GPT-4o and later, and near what other models count. */
export type CountTokens = (text: string) => number;

/** The tokenizer; undefined until its tables are loaded, or if there are none. */
export function useTokenizer(): CountTokens | undefined {
  const [count, setCount] = useState<CountTokens>();
  useEffect(() => {
    const timer = setTimeout(() => void loadTokenizer().then((loaded) => setCount(() => loaded)), 50);
    return () => clearTimeout(timer);
  }, []);
  return count;
}

/** Counts in steps. */
export function* countStepwise(text: string, count: CountTokens): Steps<number> {
  let sum = 0;
  for (const piece of splitAtTokenBoundaries(text)) {
    sum += count(piece);
    yield;
  }
  return sum;
}

/** The tokens of a text, counted after it is drawn; undefined until then. */
export function useTokenCount(text: string | undefined, count: CountTokens): number | undefined {
  const [counted, setCounted] = useState<{ text: string; count: CountTokens; sum: number }>();
  useEffect(() => {
    if (text === undefined) return;
    const controller = new AbortController();
    const start = async (): Promise<void> => {
      const sum = await runInSlices(countStepwise(text, count), controller.signal);
      if (sum !== undefined && !controller.signal.aborted) setCounted({ text, count, sum });
    };
    const timer = setTimeout(start, 30);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [text, count]);
  return counted && counted.text === text && counted.count === count ? counted.sum : undefined;
}

async function loadTokenizer(): Promise<CountTokens | undefined> {
  const packed = await unpackAsset('o200k');
  if (packed === undefined) return undefined;
  const encoding = GptEncoding.getEncodingApi('o200k_base', () => unpackTokens(packed));
  // In a page `<|endoftext|>` is ordinary text.
  return (text) => encoding.countTokens(text, { disallowedSpecial: new Set() });
}
