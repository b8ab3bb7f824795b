/**
 * A copy of a JSON value with every text in it replaced, those of nested arrays and objects too; keys only where
 * `mapKey` is given.
 */
export function mapTexts<T>(
  value: T,
  map: (text: string) => string,
  mapKey: (key: string) => string = (key) => key,
): T {
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return map(part);
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, entry]) => [mapKey(key), copy(entry)]));
  };
  return copy(value) as T;
}

/** The same, with all texts replaced at once: `map` is asked for each text once, and answers them in that order. */
export async function mapTextsTogether<T>(value: T, map: (texts: string[]) => Promise<string[]>): Promise<T> {
  const texts = new Set<string>();
  mapTexts(value, (text) => {
    texts.add(text);
    return text;
  });
  const mapped = await map([...texts]);
  const byText = new Map(Array.from(texts, (text, i) => [text, mapped[i] ?? '']));
  return mapTexts(value, (text) => byText.get(text) ?? '');
}
