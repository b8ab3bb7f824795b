/** A numbered element in a rendered text: `*[12]|SCROLL|<button type="submit">`. */
export interface RenderedElement {
  ref: number;
  /** Marked with `*`: new since the last view. */
  isNew: boolean;
  /** HTML tag or ARIA role; '' for a number without a tag. */
  tag: string;
  /** The text between tag and `>`. */
  attributes: string;
  /** Offset of the mark or bracket. */
  start: number;
  /** Offset of the tag, behind number and markers. */
  tagStart: number;
  /** Offset behind the tag, or behind the number where there is none. */
  end: number;
}

/**
 * A number in a bracket that no backslash escapes: page text cannot contain one (docs/formats.md, Escapes).
 * Backslashes of the page before it are doubled.
 */
const REF = /(?<!\\)(?<escapes>(?:\\\\)*)(?<mark>\*?)\[(?<digits>\d+)\]/;
/** Quotes within an attribute's value are written as `'`. */
const TAG = /(?:\|[A-Z]+\|)*<(?<tag>[a-z][\w-]*)(?<attributes>(?:"[^"]*"|[^">])*)>/;

const ELEMENT = new RegExp(`${REF.source}(?:${TAG.source})?`, 'g');

/** The numbered elements of a line of any view, or of a text of several lines, in order. */
export function parseRenderedLine(line: string): RenderedElement[] {
  return Array.from(line.matchAll(ELEMENT), ({ 0: whole, index, groups = {} }) => {
    const { escapes = '', mark = '', digits = '', tag = '', attributes = '' } = groups;
    const start = index + escapes.length;
    return {
      ref: Number(digits),
      isNew: mark !== '',
      tag,
      attributes,
      start,
      tagStart: start + mark.length + digits.length + 2,
      end: index + whole.length,
    };
  });
}

/** The number that a line of a query result begins with, ` [12]<button>Save`; undefined for other lines. */
export function resultRef(line: string): number | undefined {
  const [element] = line.startsWith(' [') ? parseRenderedLine(line) : [];
  return element?.start === 1 && element.tag !== '' ? element.ref : undefined;
}

/** Replaces the numbers in a text; `write` returns the new text between the brackets. */
export function replaceRefs(text: string, write: (ref: number) => string): string {
  return text.replace(
    new RegExp(REF.source, 'g'),
    (_, escapes: string, mark: string, digits: string) => `${escapes}${mark}[${write(Number(digits))}]`,
  );
}
