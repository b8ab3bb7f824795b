/** An element as a reader finds it in a text of Sightline's, whatever view wrote it. */
export interface Sighting {
  number: number;
  /** The word after the number: an HTML tag or an ARIA role. */
  word: string;
  /** Its attributes, as they stand. */
  attributes: string;
  /** What may be its name: its text, attributes that name it, and for a field the words before it. */
  names: string[];
  /** The line of the text it stands in. */
  line: number;
  /** What is said to stand around it: `(row "Order 7")`. */
  around: string;
}

/** What a reader would tell of an element that is wanted. */
export interface Wanted {
  role?: string | undefined;
  name?: RegExp | undefined;
  near?: string | undefined;
  nth?: number | undefined;
}

const ELEMENT = /\[(\d+)\](?:\|[A-Z()a-z]+\|)*<([a-z][a-z0-9-]*)((?:"(?:[^"\\]|\\.)*"|[^>"])*)>/g;
/** `(item "Lamp")`, `(MAIN > "Lamp")`: notes on where an element stands. */
const AROUND = /\s*\((?:[a-z]+ "|"|[A-Z]{3,}).*\)\s*$/;

/** Everything numbered in a text, in its order. */
export function readSightings(text: string): Sighting[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => inLine(line, at, lines));
}

function inLine(line: string, at: number, lines: readonly string[]): Sighting[] {
  const found = [...line.matchAll(ELEMENT)];
  return found.map((match, i) => {
    const [whole, number, word = '', attributes = ''] = match;
    const end = match.index + whole.length;
    const rest = line.slice(end, found[i + 1]?.index ?? line.length);
    const around = AROUND.exec(rest)?.[0] ?? '';
    const said = rest.replace(AROUND, '').split(`</${word}>`)[0] ?? '';
    const before = line.slice(i === 0 ? 0 : endOf(found[i - 1]), match.index);
    return {
      number: Number(number),
      word,
      attributes,
      names: [
        said,
        ...below(lines, at, said),
        ...named(attributes),
        ...labels(word, attributes, before, lines, at),
      ]
        .map(plain)
        .filter(Boolean),
      line: at,
      around,
    };
  });
}

const endOf = (match: RegExpExecArray | undefined): number => (match ? match.index + match[0].length : 0);

/** In the markup style what an element holds stands below it, a tab deeper. */
function below(lines: readonly string[], at: number, said: string): string[] {
  if (plain(said) !== '') return [];
  const depth = depthOf(lines[at] ?? '');
  const held: string[] = [];
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? '';
    if (depthOf(line) <= depth || line.trim() === '') break;
    held.push(line.trim());
  }
  const own = held.filter((line) => !line.startsWith('['));
  return [own.join(' '), ...own];
}

const depthOf = (line: string): number => /^\t*/.exec(line)?.[0].length ?? 0;

const NAMING =
  /(?:^|\s)(?:aria-label|label|ax_name|placeholder|title|alt|value|name|icon|class)=(?:"((?:[^"\\]|\\.)*)"|(\S+))/g;

const named = (attributes: string): string[] =>
  [...attributes.matchAll(NAMING)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const FIELDS = new Set(['input', 'select', 'textarea', 'textbox', 'combobox']);
const BOXES = new Set(['checkbox', 'radio', 'switch']);

/** The words beside a field are its label: before one that is written into, behind a box that is ticked. */
function labels(
  word: string,
  attributes: string,
  before: string,
  lines: readonly string[],
  at: number,
): string[] {
  const isBox = BOXES.has(word) || /type="?(?:checkbox|radio)/.test(attributes);
  if (isBox) return unnumbered(lines[at + 1]);
  if (!FIELDS.has(word)) return [];
  return [before.split(/<\/[a-z]+>/).at(-1) ?? '', ...above(lines, at)];
}

/** The words above, up to the field before: its label, a hint, or what is wrong with it; buttons may stand between. */
function above(lines: readonly string[], at: number): string[] {
  const depth = depthOf(lines[at] ?? '');
  const words: string[] = [];
  for (const line of lines.slice(Math.max(0, at - 4), at).toReversed()) {
    if (/\[\d+\]<(?:input|select|textarea)/.test(line)) break;
    if (depthOf(line) <= depth) words.push(...unnumbered(line));
  }
  return words;
}

const unnumbered = (line = ''): string[] => (/^\s*\*?\[\d/.test(line) ? [] : [line]);

const plain = (text: string): string =>
  text
    .replace(/(?<!\\)<\/?[a-z][^>]*>/g, '')
    .replace(/\\(?=[[<|#(\\])/g, '')
    .replace(/^[\s|*]+|[\s|:*]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The elements that fit, the likeliest first. */
export function findWanted(text: string, wanted: Wanted): Sighting[] {
  const lines = text.split('\n');
  const fitting = readSightings(text).filter((one) => fits(one, wanted));
  const { near, nth = 1 } = wanted;
  const apart = near === undefined ? fitting : nearest(fitting, near, lines);
  return [...new Map(apart.map((one) => [one.number, one])).values()].slice(nth - 1);
}

function fits({ word, attributes, names }: Sighting, { role, name }: Wanted): boolean {
  return isRole(role, word, attributes) && (name === undefined || names.some((one) => name.test(one)));
}

/** Elements by how far from them the words stand; those that are said to stand elsewhere are left out. */
function nearest(sightings: readonly Sighting[], near: string, lines: readonly string[]): Sighting[] {
  const far = sightings.map((one) => ({ one, distance: distanceTo(one, near, lines) }));
  return far
    .filter(({ distance }) => distance < FAR)
    .sort((a, b) => a.distance - b.distance)
    .map(({ one }) => one);
}

/** Lines that a reader would still take to belong together. */
const FAR = 60;

function distanceTo({ line, around }: Sighting, near: string, lines: readonly string[]): number {
  if (around.includes(near)) return 0;
  if (lines[line]?.includes(near)) return 0.5;
  // The answer of a query tells each element's surroundings in its own line, or was asked for what is near.
  if (/^ \[\d+\]</.test(lines[line] ?? '')) return isAskedNear(line, near, lines) ? 1 : FAR;
  for (let away = 1; away < FAR; away++) {
    if (lines[line - away]?.includes(near)) return away;
    if (lines[line + away]?.includes(near)) return away + 0.5;
  }
  return FAR;
}

/** Whether the query of this answer asked for what is near an element that says so. */
function isAskedNear(line: number, near: string, lines: readonly string[]): boolean {
  const head = lines.slice(0, line).findLast((one) => one.startsWith('query_elements '));
  const number = /"near":(\d+)/.exec(head ?? '')?.[1];
  return number !== undefined && lines.some((one) => one.includes(`[${number}]<`) && one.includes(near));
}

/** Tags and roles that a reader takes for the role on the left. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  link: ['a', 'link'],
  button: ['button', 'summary'],
  textbox: ['input', 'textarea', 'textbox', 'searchbox', 'combobox'],
  searchbox: ['input', 'searchbox', 'textbox', 'combobox'],
  spinbutton: ['input', 'spinbutton'],
  slider: ['input', 'slider'],
  combobox: ['select', 'combobox', 'listbox', 'input'],
  listbox: ['select', 'listbox'],
  checkbox: ['checkbox', 'switch'],
  switch: ['switch', 'checkbox', 'button'],
  radio: ['radio'],
  heading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
};

function isRole(role: string | undefined, word: string, attributes: string): boolean {
  if (role === undefined || word === role) return true;
  const type = /(?:^|\s)type=(?:"([^"]*)"|(\S+))/.exec(attributes);
  const kind = type?.[1] ?? type?.[2] ?? '';
  const declared = /(?:^|\s)role="?([a-z]+)/.exec(attributes)?.[1];
  if (declared) return declared === role || (WORDS[role]?.includes(declared) ?? false);
  if (word === 'input' && /^(submit|button|reset|image)$/.test(kind)) return role === 'button';
  if (word === 'input' && /^(checkbox|radio)$/.test(kind))
    return kind === role || (role === 'switch' && kind === 'checkbox');
  return WORDS[role]?.includes(word) ?? false;
}
