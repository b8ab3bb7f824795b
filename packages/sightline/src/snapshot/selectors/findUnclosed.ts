const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '"': '"', "'": "'" };

/**
 * What a CSS text opens and does not close: `[`, `(`, `"` or `'`; undefined where all is closed. Browsers close it at
 * the end by themselves (CSS Syntax 3, section 5.4.8), so that `[invalid` is a selector to them.
 */
export function findUnclosed(css: string): string | undefined {
  const open: string[] = [];
  for (let i = 0; i < css.length; i++) {
    const char = css[i] as string;
    const innermost = open.at(-1);
    const isQuoted = innermost === '"' || innermost === "'";
    if (char === '\\') i++;
    else if (innermost !== undefined && char === CLOSING[innermost]) open.pop();
    else if (!isQuoted && char in CLOSING) open.push(char);
  }
  return open.at(-1);
}
