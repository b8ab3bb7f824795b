/** An element as a small model is shown it: by its name, with the number behind it. */
export interface NamedElement {
  number: number;
  /** The word of the view: an HTML tag or an ARIA role. */
  kind: string;
  /** Its label; where others have the same, with what it stands beside, or which of them it is. */
  name: string;
  /** What it says of itself, with a space before; '' for nothing. */
  states: string;
}

/** An element as the view writes it. */
interface ShownElement {
  number: number;
  kind: string;
  attributes: string;
  label: string;
  /** What the view says it is part of, or stands beside. */
  place: string;
}

interface ShownLine {
  /** What stands before the first element, or all of it. */
  before: string;
  elements: ShownElement[];
}

/** A star stands before what the last action brought. */
const ELEMENT = /(\*?)\[(\d+)\]<([\w-]+)((?: [^>]*)?)>(.*?)(?=\s\*?\[\d+\]<|$)/g;
const MAX_NAME_CHARS = 70;
const MAX_PLACE_CHARS = 28;
/** Lines above in which it may be said what an element is of. */
const LINES_ABOVE = 3;

/**
 * Writes `[7]<button checked>Save` as `Save [7] button checked`: the name before the number, since a model that has written a name
 * finds what followed it before. A field without a label is named by the words before it, a picture by its class. Of names that
 * are there twice each gets what stands beside or above it, and else which of them it is: `input (2nd of 3)`.
 */
export function nameElements(
  text: string,
  numberFor: (number: number) => number,
): { text: string; elements: NamedElement[] } {
  const lines = text.split('\n').map(parseLine);
  const names = chooseNames(lines);
  const elements = new Map<number, NamedElement>();
  const written = lines.map(({ before, elements: shown }) => {
    const isNamedByIt = shown.some(({ number }) => isSaid(before, names.get(number) ?? ''));
    const named = shown.map(({ number, kind, attributes }) => {
      const name = names.get(number) ?? kind;
      const [short, states] = [numberFor(number), statesOf(attributes)];
      elements.set(number, { number: short, kind, name, states });
      return `${name} [${short}] ${kind}${states}`;
    });
    return [...(isNamedByIt ? [] : [before.trimEnd()]), ...named].filter(Boolean).join(' ').trimEnd();
  });
  return { text: written.filter((line) => line !== '').join('\n'), elements: [...elements.values()] };
}

function parseLine(line: string): ShownLine {
  const before = line.split(/\*?\[\d+\]</)[0] ?? '';
  const elements = Array.from(
    line.matchAll(ELEMENT),
    ([, star = '', number = '', kind = '', attributes = '', own = '']) => ({
      number: Number(number),
      kind,
      attributes: star === '' ? attributes : `${attributes} new`,
      ...labelOf(kind, attributes, own),
    }),
  );
  const [first] = elements;
  // What stands before a field is its label; it is no place of it then.
  if (first?.label === '' && FIELDS.has(first.kind)) first.label = cut(plain(before), MAX_NAME_CHARS);
  return { before, elements };
}

/** By number; the first mention of an element names it. */
function chooseNames(lines: readonly ShownLine[]): Map<number, string> {
  const known = new Map<number, { label: string; place: string }>();
  for (const [at, { elements }] of lines.entries())
    for (const [index, { number, kind, label, place }] of elements.entries())
      if (!known.has(number))
        known.set(number, { label: label || kind, place: place || placeOf(lines, at, index) });
  const labels = countOf([...known.values()].map(({ label }) => label));
  const names = new Map<number, string>();
  for (const [number, { label, place }] of known)
    names.set(
      number,
      (labels.get(label) ?? 0) > 1 && place !== '' && place !== label ? `${label} (${place})` : label,
    );
  return withOrdinals(names);
}

/** Which of them it is, for those that are still called the same. */
function withOrdinals(names: ReadonlyMap<number, string>): Map<number, string> {
  const counts = countOf([...names.values()]);
  const seen = new Map<string, number>();
  return new Map(
    Array.from(names, ([number, name]) => {
      const count = counts.get(name) ?? 1;
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      return [number, count === 1 ? name : `${name} (${ordinal(nth)} of ${count})`];
    }),
  );
}

const ordinal = (nth: number): string =>
  `${nth}${nth % 100 > 10 && nth % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th')}`;

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const FIELDS = new Set(['input', 'textarea', 'select', 'textbox', 'searchbox', 'spinbutton', 'combobox']);
const NAMING = /(?:^|\s)(?:(?:label|placeholder|title|alt|icon)=(?:"([^"]*)"|([^\s/]+))|"([^"]*)")/;
/** `(in "Ada Byron")`, `(row "Ada Byron")`, `(MAIN > "Shop")`. */
const PART_OF = /\s*\((?:(?:[a-z]+|[A-Z][\w#:-]*) )?(?:> )?"([^"]*)"\)/g;

/** Its words; else an attribute that names it; else what its class or id says, if that is a word. */
function labelOf(kind: string, attributes: string, own: string): { label: string; place: string } {
  const places = Array.from(own.matchAll(PART_OF), ([, place = '']) => place);
  const words = own
    .replace(PART_OF, '')
    .replace(/\s*\([A-Z]{3,}[^()]*\)/g, '')
    .replace(/[<\n]/g, ' ')
    .trim();
  const [, quoted, bare, alone] = NAMING.exec(attributes) ?? [];
  const name = quoted ?? bare ?? alone ?? '';
  const isSign = !/[\p{L}\p{N}]/u.test(words);
  // Of a nameless one the view says in brackets what stands beside it.
  const beside = words.startsWith('(') ? plain(words.replace(/^\(|\)$/g, '')) : '';
  const shown = isSign || beside !== '' ? name || (isSign ? words : '') : words;
  const label = shown || (FIELDS.has(kind) ? '' : classWords(attributes));
  const place = places.findLast((one) => one !== '') ?? beside;
  return { label: cut(label, MAX_NAME_CHARS), place: cut(place, MAX_PLACE_CHARS) };
}

/** `class="fa fa-trash"`, `id=open-search`: what authors call a picture that has no name. */
function classWords(attributes: string): string {
  const found = Array.from(
    attributes.matchAll(/(?:^|\s)(?:class|id)=(?:"([^"]*)"|([^\s/]+))/g),
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const words = found
    .flatMap((one) => one.split(/\s+/))
    .map((one) => one.replace(/^(?:fa|icon|bi|mdi|glyphicon|btn|ui|material)[-_]+/, ''));
  return words.find((one) => /^[a-z]{3,}(?:[-_][a-z]+)*$/i.test(one) && !IS_GENERIC.test(one)) ?? '';
}

const IS_GENERIC =
  /^(?:fas|far|icon|icons|btn|button|link|item|glyphicon|ui|svg|control|clickable|container)$/i;

/** What a control says of itself; where the keys go is no matter here, and what authors call it is in its name. */
function statesOf(attributes: string): string {
  const states = attributes
    .replace(/(?:^|\s)(?:label|placeholder|title|alt|icon|class|id|name)=(?:"[^"]*"|[^\s/]+)/g, '')
    .replace(/(?:^|\s)"[^"]*"/g, '')
    .replace(/\s(?:focused|\/)(?=\s|$)/g, '');
  return states.trim() === '' ? '' : ` ${states.trim()}`;
}

/** What stands before it in its line, words or an element with a name of its own; else the nearest heading or words above. */
function placeOf(lines: readonly ShownLine[], at: number, index: number): string {
  const { before = '', elements = [] } = lines[at] ?? {};
  const own = elements[index]?.label;
  const neighbour = elements
    .slice(0, index)
    .findLast(({ label, kind }) => label !== own && /\s/.test(label) && !FIELDS.has(kind));
  if (neighbour) return cut(neighbour.label, MAX_PLACE_CHARS);
  if (plain(before) !== '') return plain(before) === own ? '' : cut(plain(before), MAX_PLACE_CHARS);
  const above = lines
    .slice(Math.max(0, at - LINES_ABOVE), at)
    .filter(({ before: words, elements: some }) => some.length === 0 && isPlace(words));
  const nearest = above.findLast(({ before: words }) => /^\s*#/.test(words)) ?? above.at(-1);
  return cut(plain(nearest?.before ?? ''), MAX_PLACE_CHARS);
}

/** Words of the page, not of the answer that shows it. */
const isPlace = (line: string): boolean =>
  plain(line) !== '' &&
  !/^(?:Page|Found|Closest|Hidden now|Viewport|Landmarks)\b|^\s*(?:\(|[A-Z]{3,}\b.*:$)|interactive elements?/.test(
    line,
  );

/** The name says what stood before it, as a label or a place. */
const isSaid = (before: string, name: string): boolean =>
  plain(before) !== '' &&
  (name === cut(plain(before), MAX_NAME_CHARS) || name.includes(`(${cut(plain(before), MAX_PLACE_CHARS)}`));

const plain = (text: string): string =>
  text
    .replace(/^[\s#]+/, '')
    .replace(/[\s:*|]+$/, '')
    .trim();

const cut = (text: string, chars: number): string => text.slice(0, chars).trim();
