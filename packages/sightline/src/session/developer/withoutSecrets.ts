/** A JSON value in which nothing repeats a secret: no text, no number, no key. */
export async function withoutSecrets(
  value: unknown,
  redact: (texts: string[]) => Promise<string[]>,
): Promise<unknown> {
  const texts = [...new Set(textsIn(value))];
  if (texts.length === 0) return value;
  const redacted = await redact(texts);
  const byText = new Map(texts.map((text, i) => [text, redacted[i] ?? '']));
  return replaceTexts(value, (text) => byText.get(text) ?? text);
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* textsIn(one);
    }
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value === 'number') {
    const text = replace(String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [replace(key), replaceTexts(one, replace)]),
  );
}
