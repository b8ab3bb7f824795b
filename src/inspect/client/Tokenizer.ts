import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { useEffect, useState } from 'preact/hooks';
import { unpackText } from './assets.ts';
import { tokenPieces } from './tokenPieces.ts';

/** Counts o200k_base tokens: those of GPT-4o and later, and near what other models count. */
export type CountTokens = (text: string) => number;

/** The tokenizer; undefined until its tables are unpacked, or where there are none. */
export function useTokenizer(): CountTokens | undefined {
  const [count, setCount] = useState<CountTokens>();
  useEffect(() => {
    const timer = setTimeout(() => void load().then((loaded) => setCount(() => loaded)), 50);
    return () => clearTimeout(timer);
  }, []);
  return count;
}

/** Milliseconds that counting holds up everything else, about. */
const SLICE = 30;

/** Counts in slices between which the page answers. Undefined where it was called off. */
export async function countInSlices(
  text: string,
  count: CountTokens,
  signal: AbortSignal,
): Promise<number | undefined> {
  let sum = 0;
  let since = performance.now();
  for (const piece of tokenPieces(text)) {
    if (performance.now() - since > SLICE) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return undefined;
      since = performance.now();
    }
    sum += count(piece);
  }
  return sum;
}

/** The tokens of a text, counted after it has been drawn: undefined until then. */
export function useCount(
  text: () => string,
  count: CountTokens | undefined,
  deps: readonly unknown[],
): number | undefined {
  const [counted, setCounted] = useState<number>();
  useEffect(() => {
    setCounted(undefined);
    if (!count) return;
    const off = new AbortController();
    const begin = (): void => {
      void countInSlices(text(), count, off.signal).then((sum) => off.signal.aborted || setCounted(sum));
    };
    const timer = setTimeout(begin, 30);
    return () => {
      off.abort();
      clearTimeout(timer);
    };
  }, [count, ...deps]);
  return counted;
}

async function load(): Promise<CountTokens | undefined> {
  const tables = await unpackText('o200k');
  if (tables === undefined) return undefined;
  const encoding = GptEncoding.getEncodingApi('o200k_base', () => JSON.parse(tables));
  // A page may say `<|endoftext|>`: to a model that is text.
  return (text) => encoding.countTokens(text, { disallowedSpecial: new Set() });
}
