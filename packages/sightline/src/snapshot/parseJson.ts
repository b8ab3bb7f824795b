/** What a text holds as JSON; undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether lists and objects stand in each other deeper than that: what is, JSON of this engine reads, but does not write. */
export function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') isInString = !isInString;
    else if (isInString) i += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > levels) return true;
  }
  return false;
}

/** The same of an object or a list; undefined for any other value too. */
export function parseJsonObject(text: string): object | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** '' for what is no text. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
