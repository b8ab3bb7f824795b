/** A piece of a line of text: a number, its tag, or words. */
export interface Part {
  kind: 'words' | 'number' | 'tag' | 'mark';
  text: string;
  /** The number it belongs to. */
  number?: number;
}

/** Numbers of ours: a bracket that no backslash escapes. Page text cannot write one (docs/formats.md, Escapes). */
const PIECES = /(?<!\\)((?:\\\\)*)(\*?)\[(\d+)\]((?:\|[A-Z]+\|)?<(?:"[^"]*"|[^">])*>)?|<\/[\w-]+>/g;

/** Splits a line of the outline or of the flat view; each piece belongs to the number before it. */
export function lineParts(line: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let number: number | undefined;
  const words = (end: number): void => {
    if (end > at) parts.push({ kind: 'words', text: line.slice(at, end), number });
  };
  for (const match of line.matchAll(PIECES)) {
    const [whole, escapes = '', mark, digits, tag] = match;
    words(match.index + escapes.length);
    if (digits === undefined) parts.push({ kind: 'tag', text: whole, number });
    else {
      number = Number(digits);
      if (mark) parts.push({ kind: 'mark', text: mark, number });
      parts.push({ kind: 'number', text: `[${digits}]`, number });
      if (tag) parts.push({ kind: 'tag', text: tag, number });
    }
    at = match.index + whole.length;
    if (digits === undefined) number = undefined;
  }
  words(line.length);
  return parts;
}

/** Numbers a line tells of. */
export function numbersIn(parts: readonly Part[]): number[] {
  return parts.flatMap(({ kind, number }) => (kind === 'number' && number !== undefined ? [number] : []));
}
