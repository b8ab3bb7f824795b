/**
 * The parts of a text between separators outside of quotes, as shells read them: `\"` neither begins nor ends a quoted text,
 * and in single quotes a backslash is text. An apostrophe in a word, and the sign of inches behind a number, are no quotes. Empty parts are left out.
 */
export function splitOutsideQuotes(text: string, separator: RegExp): string[] {
  const parts = [''];
  let quote = '';
  const characters = [...text];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string;
    const next = characters[i + 1] ?? '';
    if (character === '\\' && isEscaped(next, quote)) {
      parts[parts.length - 1] += character + next;
      i++;
      continue;
    }
    const isAfterWord = /\w/.test(characters[i - 1] ?? '');
    if (quote) quote = character === quote && !(isAfterWord && /\w/.test(next)) ? '' : quote;
    else if ((character === '"' || character === "'") && !isAfterWord) quote = character;
    if (quote === '' && separator.test(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part.trim() !== '');
}

function isEscaped(next: string, quote: string): boolean {
  if (quote === "'") return false;
  return quote === '"' ? next === '"' || next === '\\' : next === '"' || next === "'" || next === ';';
}

/** Without the quotation marks around it; in them, `\"` is a quote, and `\\` a backslash. */
export function unquote(value: string): string {
  const [, double, single] = /^"(.*)"$|^'(.*)'$/s.exec(value) ?? [];
  if (double !== undefined) return double.replace(/\\(["\\])/g, '$1');
  return single?.replaceAll("'\\''", "'") ?? value;
}

/** `r[\"a\"]` without quotes around it is `r["a"]`. */
export const unescapeQuotes = (value: string): string => value.replace(/\\(["';])/g, '$1');
