import { isRecord, parseJson } from '../snapshot/parseJson.ts';

/** The first JSON object in a text; undefined where there is none. */
export function findJsonObject(text: string): Record<string, unknown> | undefined {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const end = endOfObject(text, start);
    if (end === undefined) return undefined;
    const value = parseJson(text.slice(start, end));
    if (isRecord(value)) return value;
    // Braces in prose: the object may follow.
  }
  return undefined;
}

/** Offset behind the brace that closes the one at `start`; undefined if it is not closed. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === '"') isText = !isText;
    else if (!isText && character === '{') depth++;
    else if (!isText && character === '}' && --depth === 0) return index + 1;
  }
  return undefined;
}
