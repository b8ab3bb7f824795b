/** A piece of a line of text: a number, its tag, or words. */
export interface LinePart {
  kind: 'words' | 'number' | 'tag' | 'mark';
  text: string;
  /** The number it belongs to. */
  number?: number;
}

/** Numbers of ours: a bracket that no backslash escapes. Page text cannot write one (docs/formats.md, Escapes). */
const PART_PATTERN = /(?<!\\)((?:\\\\)*)(\*?)\[(\d+)\]((?:\|[A-Z]+\|)?<(?:"[^"]*"|[^">])*>)?|<\/[\w-]+>/g;

/** Splits a line of the outline or of the flat view; each piece belongs to the number before it. */
export function splitLine(line: string): LinePart[] {
  const parts: LinePart[] = [];
  let position = 0;
  let number: number | undefined;
  const addText = (end: number): void => {
    if (end > position) parts.push({ kind: 'words', text: line.slice(position, end), number });
  };
  for (const match of line.matchAll(PART_PATTERN)) {
    const [whole, escapes = '', mark, digits, tag] = match;
    addText(match.index + escapes.length);
    if (digits === undefined) parts.push({ kind: 'tag', text: whole, number });
    else {
      number = Number(digits);
      if (mark) parts.push({ kind: 'mark', text: mark, number });
      parts.push({ kind: 'number', text: `[${digits}]`, number });
      if (tag) parts.push({ kind: 'tag', text: tag, number });
    }
    position = match.index + whole.length;
    if (digits === undefined) number = undefined;
  }
  addText(line.length);
  return parts;
}

/** Numbers a line tells of. */
export function refsIn(parts: readonly LinePart[]): number[] {
  return parts.flatMap(({ kind, number }) => (kind === 'number' && number !== undefined ? [number] : []));
}
