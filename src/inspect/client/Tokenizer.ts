import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { useEffect, useState } from 'preact/hooks';
import { unpackText } from './assets.ts';

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
    const timer = setTimeout(() => setCounted(count(text())), 30);
    return () => clearTimeout(timer);
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
