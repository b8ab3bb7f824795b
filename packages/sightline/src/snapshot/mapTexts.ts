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
