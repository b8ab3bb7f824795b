/** An element as a small model is shown it: by its name, with the number behind it. */
export interface NamedElement {
  number: number;
  /** The word of the view: an HTML tag or an ARIA role. */
  kind: string;
  /** Its label; where others have the same, with what it stands beside. */
  name: string;
}

const ELEMENT = /\[(\d+)\]<([\w-]+)((?: [^>]*)?)>(.*?)(?=\s\[\d+\]<|$)/g;
const MAX_NAME_CHARS = 70;
const MAX_PLACE_CHARS = 28;
/** Lines above in which it may be said what an element is of. */
const LINES_ABOVE = 3;

/**
 * Writes `[7]<button checked>Save` as `Save [7] button checked`: the name before the number, since a model that has written a name
 * finds what followed it before. Of names that are there twice each gets what stands beside or above it.
 */
export function nameElements(
  text: string,
  numberFor: (number: number) => number,
): { text: string; elements: NamedElement[] } {
  const lines = text.split('\n');
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const { number, label } of elementsIn(line))
      if (!counts.has(`${label} ${number}`)) {
        counts.set(`${label} ${number}`, 1);
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
  const elements = new Map<number, NamedElement>();
  const written = lines.map((line, at) => {
    const before = line.split(/\[\d+\]</)[0] ?? '';
    let isAfterText = false;
    const named = line.replace(
      ELEMENT,
      (_, number: string, kind: string, attributes: string, own: string) => {
        const label = labelOf(kind, attributes, own);
        const isTwice =
          (counts.get(label) ?? 0) > 1 && !label.includes('(item "') && !label.includes('(row "');
        const place = isTwice ? placeOf(lines, at) : '';
        isAfterText ||= place !== '' && before.trim() !== '';
        const known = elements.get(Number(number))?.name;
        const name = known ?? (place ? `${label} (${place})` : label);
        const short = numberFor(Number(number));
        elements.set(Number(number), { number: short, kind, name });
        return `${name} [${short}] ${kind}${statesOf(attributes)}`;
      },
    );
    // Each of them says it by now.
    return isAfterText ? named.slice(before.length) : named;
  });
  return { text: written.join('\n'), elements: [...elements.values()] };
}

function elementsIn(line: string): { number: string; label: string }[] {
  return Array.from(line.matchAll(ELEMENT), ([, number = '', kind = '', attributes = '', own = '']) => ({
    number,
    label: labelOf(kind, attributes, own),
  }));
}

/** Its words, with the item or row that the view says it is of; else an attribute that names it; else what it is. */
function labelOf(kind: string, attributes: string, own: string): string {
  const isOfItem = /\((?:item|row) "/.test(own);
  const words = own
    .replace(/ \((?:[A-Z][\w#:-]* > )?"([^"]*)"\)/g, isOfItem ? '' : ' ($1)')
    .replace(/ \([A-Z]{3,}[^()]*\)/g, '')
    .replace(/[<\n]/g, ' ')
    .trim();
  const naming = /(?:^|\s)(?:label|placeholder|title|alt|icon)=(?:"([^"]*)"|(\S+))/.exec(attributes);
  const isPlaceAlone = words.startsWith('(');
  const isSign = !/[\p{L}\p{N}]/u.test(words);
  const name = naming?.[1] ?? naming?.[2];
  if (name !== undefined && (isSign || words === '')) return cut(name, MAX_NAME_CHARS);
  if (words === '' || isPlaceAlone) return cut(`${name ?? kind} ${words}`.trim(), MAX_NAME_CHARS);
  return cut(words, MAX_NAME_CHARS);
}

/** What a control says of itself; where the keys go is no matter here. */
function statesOf(attributes: string): string {
  const states = attributes
    .replace(/\s(?:label|placeholder|title|alt|icon)=(?:"[^"]*"|\S+)/g, '')
    .replace(/\sfocused/g, '');
  return states.trim() === '' ? '' : ` ${states.trim()}`;
}

/** The words before it in its line, or of the nearest line above that has words of its own. */
function placeOf(lines: readonly string[], at: number): string {
  const before = (lines[at] ?? '').split(/\[\d+\]</)[0]?.trim() ?? '';
  if (before !== '') return cut(before, MAX_PLACE_CHARS);
  const above = lines.slice(Math.max(0, at - LINES_ABOVE), at).filter((line) => !/\[\d+\]</.test(line));
  const heading = above.findLast((line) => /^\s*#/.test(line)) ?? above.at(-1) ?? '';
  return cut(heading.replace(/^[\s#]+/, '').replace(/:$/, ''), MAX_PLACE_CHARS);
}

const cut = (text: string, chars: number): string => text.slice(0, chars).trim();
