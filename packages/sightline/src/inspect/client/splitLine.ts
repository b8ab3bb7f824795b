import { parseRenderedLine } from '../../render/parseRenderedLine.ts';

/** A piece of a line of text: a number, its tag, or words. */
export interface LinePart {
  kind: 'words' | 'number' | 'tag' | 'mark';
  text: string;
  /** The number it belongs to. */
  number?: number;
}

/** Splits a line of the outline or of the flat view; each piece belongs to the number before it. */
export function splitLine(line: string): LinePart[] {
  const parts: LinePart[] = [];
  const add = (kind: LinePart['kind'], text: string, number: number | undefined): void => {
    if (text) parts.push({ kind, text, number });
  };
  let number: number | undefined;
  /** Words and closing tags; what follows a closing tag belongs to no number. */
  const addText = (text: string): void => {
    for (const piece of text.split(/(<\/[\w-]+>)/)) {
      const isTag = piece.startsWith('</');
      add(isTag ? 'tag' : 'words', piece, number);
      if (isTag) number = undefined;
    }
  };
  let position = 0;
  for (const { ref, isNew, start, tagStart, end } of parseRenderedLine(line)) {
    addText(line.slice(position, start));
    number = ref;
    add('mark', isNew ? '*' : '', ref);
    add('number', `[${ref}]`, ref);
    add('tag', line.slice(tagStart, end), ref);
    position = end;
  }
  addText(line.slice(position));
  return parts;
}

/** The numbers in a line. */
export function refsIn(parts: readonly LinePart[]): number[] {
  return parts.flatMap(({ kind, number }) => (kind === 'number' && number !== undefined ? [number] : []));
}
