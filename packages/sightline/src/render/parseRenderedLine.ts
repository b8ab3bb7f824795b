/** A numbered element in a rendered text: `*[12]|SCROLL|<button type="submit">`. */
export interface RenderedElement {
  ref: number;
  /** It came with the last change: `*` stands before its number. */
  isNew: boolean;
  /** HTML tag or ARIA role; '' where only the number stands. */
  tag: string;
  /** What stands between tag and `>`, as written. */
  attributes: string;
  /** Offset of the mark or bracket. */
  start: number;
  /** Offset of the tag, behind number and markers. */
  tagStart: number;
  /** Offset behind the tag, or behind the number where there is none. */
  end: number;
}

/**
 * A number stands in a bracket that no backslash escapes: text of a page cannot write one (docs/formats.md, Escapes).
 * A backslash of the page before it is doubled.
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

/** The element that a line of a query's answer is about, ` [12]<button>Save`; undefined for any other line. */
export function resultRef(line: string): number | undefined {
  const [element] = line.startsWith(' [') ? parseRenderedLine(line) : [];
  return element?.start === 1 && element.tag !== '' ? element.ref : undefined;
}

/** The same text with other numbers; `write` returns what stands between the brackets. */
export function replaceRefs(text: string, write: (ref: number) => string): string {
  return text.replace(
    new RegExp(REF.source, 'g'),
    (_, escapes: string, mark: string, digits: string) => `${escapes}${mark}[${write(Number(digits))}]`,
  );
}
