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

async function load(): Promise<CountTokens | undefined> {
  const tables = await unpackText('o200k');
  if (tables === undefined) return undefined;
  const encoding = GptEncoding.getEncodingApi('o200k_base', () => JSON.parse(tables));
  // A page may say `<|endoftext|>`: to a model that is text.
  return (text) => encoding.countTokens(text, { disallowedSpecial: new Set() });
}
