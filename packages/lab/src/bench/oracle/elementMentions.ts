import { parseRenderedLine, resultRef } from '../../../../sightline/src/internal.ts';

/** An element as a reader finds it in a text of Sightline's, whatever view wrote it. */
export interface ElementMention {
  number: number;
  /** The word after the number: an HTML tag or an ARIA role. */
  tagOrRole: string;
  /** Its attributes, as they stand. */
  attributes: string;
  /** What may be its name: its text, attributes that name it, and for a field the words before it. */
  names: string[];
  /** The line of the text it stands in. */
  line: number;
  /** What is said to stand around it: `(row "Order 7")`. */
  surroundings: string;
}

/** What a reader knows of an element that is wanted. */
export interface MentionQuery {
  role?: string | undefined;
  name?: RegExp | undefined;
  near?: string | undefined;
  nth?: number | undefined;
}

/** `(item "Lamp")`, `(MAIN > "Lamp")`: notes on where an element stands. */
const SURROUNDINGS = /\s*\((?:[a-z]+ "|"|[A-Z]{3,}).*\)\s*$/;

/** Everything numbered in a text, in its order. */
export function parseMentions(text: string): ElementMention[] {
  const lines = text.split('\n');
  return lines.flatMap((line, lineIndex) => mentionsInLine(line, lineIndex, lines));
}

function mentionsInLine(line: string, lineIndex: number, lines: readonly string[]): ElementMention[] {
  const elements = parseRenderedLine(line).filter(({ tag }) => tag !== '');
  return elements.map(({ ref, tag: tagOrRole, attributes, start, end }, i) => {
    const rest = line.slice(end, elements[i + 1]?.start ?? line.length);
    const surroundings = SURROUNDINGS.exec(rest)?.[0] ?? '';
    // In a row the next cell is no part of it.
    const ownText = rest.replace(SURROUNDINGS, '').split(`</${tagOrRole}>`)[0]?.split(' | ')[0] ?? '';
    const precedingText = line.slice(elements[i - 1]?.end ?? 0, start);
    return {
      number: ref,
      tagOrRole,
      attributes,
      names: [
        ownText,
        ...textBelow(lines, lineIndex, ownText),
        ...namingAttributes(attributes),
        ...labelTexts(tagOrRole, attributes, precedingText, lines, lineIndex),
      ]
        .map(plainText)
        .filter(Boolean),
      line: lineIndex,
      surroundings,
    };
  });
}

/** In the markup style what an element holds stands below it, a tab deeper. */
function textBelow(lines: readonly string[], lineIndex: number, ownText: string): string[] {
  if (plainText(ownText) !== '') return [];
  const depth = depthOf(lines[lineIndex] ?? '');
  const nestedLines: string[] = [];
  for (let next = lineIndex + 1; next < lines.length; next++) {
    const line = lines[next] ?? '';
    if (depthOf(line) <= depth || line.trim() === '') break;
    nestedLines.push(line.trim());
  }
  const textLines = nestedLines.filter((line) => !line.startsWith('['));
  return [textLines.join(' '), ...textLines];
}

const depthOf = (line: string): number => /^\t*/.exec(line)?.[0].length ?? 0;

const NAMING_ATTRIBUTE =
  /(?:^|\s)(?:aria-label|label|ax_name|placeholder|title|alt|value|name|icon|class)=(?:"((?:[^"\\]|\\.)*)"|(\S+))/g;

const namingAttributes = (attributes: string): string[] =>
  [...attributes.matchAll(NAMING_ATTRIBUTE)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const FIELDS = new Set(['input', 'select', 'textarea', 'textbox', 'combobox']);
const TEXT_FIELD_TAGS = new Set(['input', 'select', 'textarea']);
const TOGGLES = new Set(['checkbox', 'radio', 'switch']);

/** The words beside a field are its label: before one that is written into, behind a box that is ticked. */
function labelTexts(
  tagOrRole: string,
  attributes: string,
  precedingText: string,
  lines: readonly string[],
  lineIndex: number,
): string[] {
  const isToggle = TOGGLES.has(tagOrRole) || /type="?(?:checkbox|radio)/.test(attributes);
  if (isToggle) return unnumbered(lines[lineIndex + 1]);
  if (!FIELDS.has(tagOrRole)) return [];
  return [precedingText.split(/<\/[a-z]+>/).at(-1) ?? '', ...textAbove(lines, lineIndex)];
}

/** The words above, up to the field before: its label, a hint, or what is wrong with it; buttons may stand between. */
function textAbove(lines: readonly string[], lineIndex: number): string[] {
  const depth = depthOf(lines[lineIndex] ?? '');
  const words: string[] = [];
  for (const line of lines.slice(Math.max(0, lineIndex - 4), lineIndex).toReversed()) {
    if (parseRenderedLine(line).some(({ tag }) => TEXT_FIELD_TAGS.has(tag))) break;
    if (depthOf(line) <= depth) words.push(...unnumbered(line));
  }
  return words;
}

const unnumbered = (line = ''): string[] =>
  parseRenderedLine(line.trimStart())[0]?.start === 0 ? [] : [line];

const plainText = (text: string): string =>
  text
    .replace(/(?<!\\)<\/?[a-z][^>]*>/g, '')
    .replace(/\\(?=[[<|#(\\])/g, '')
    .replace(/^[\s|*]+|[\s|:*]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The elements that fit, the likeliest first. */
export function findMentions(text: string, mentionQuery: MentionQuery): ElementMention[] {
  const lines = text.split('\n');
  const matching = parseMentions(text).filter((mention) => matchesQuery(mention, mentionQuery));
  const { near, nth = 1 } = mentionQuery;
  const ordered = near === undefined ? matching : sortByDistance(matching, near, lines);
  return [...new Map(ordered.map((mention) => [mention.number, mention])).values()].slice(nth - 1);
}

function matchesQuery(
  { tagOrRole, attributes, names }: ElementMention,
  { role, name }: MentionQuery,
): boolean {
  return (
    hasRole(role, tagOrRole, attributes) &&
    (name === undefined || names.some((mention) => name.test(mention)))
  );
}

/** Elements by how far from them the words stand; those that are said to stand elsewhere are left out. */
function sortByDistance(
  mentions: readonly ElementMention[],
  near: string,
  lines: readonly string[],
): ElementMention[] {
  const withDistance = mentions.map((mention) => ({
    one: mention,
    distance: distanceTo(mention, near, lines),
  }));
  return withDistance
    .filter(({ distance }) => distance < MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance)
    .map(({ one: mention }) => mention);
}

/** Lines that a reader would still take to belong together. */
const MAX_DISTANCE = 60;

function distanceTo({ line, surroundings }: ElementMention, near: string, lines: readonly string[]): number {
  if (surroundings.includes(near)) return 0;
  if (lines[line]?.includes(near)) return 0.5;
  // The answer of a query gives each element's surroundings in its own line, or was asked for what is near.
  if (resultRef(lines[line] ?? '') !== undefined && isOfQuery(line, lines))
    return isQueriedNear(line, near, lines) ? 1 : MAX_DISTANCE;
  if (headingAbove(line, lines).includes(near)) return 0.75;
  for (let away = 1; away < MAX_DISTANCE; away++) {
    if (lines[line - away]?.includes(near)) return away;
    if (lines[line + away]?.includes(near)) return away + 0.5;
  }
  return MAX_DISTANCE;
}

/** Whether the answer that a line stands in is not one of another tool, which shows elements as the page does. */
const isOfQuery = (line: number, lines: readonly string[]): boolean => {
  const call = lines.slice(0, line).findLast((text) => /^[a-z_]+ \{/.test(text));
  return call === undefined || call.startsWith('query_elements ');
};

/** The line of the heading that a line of an outline stands under; '' for none. */
const headingAbove = (line: number, lines: readonly string[]): string =>
  lines.slice(0, line).findLast((text) => /^\s*#{1,6} /.test(text)) ?? '';

/** Whether the query of this answer asked for what is near an element that says so. */
function isQueriedNear(line: number, near: string, lines: readonly string[]): boolean {
  const head = lines.slice(0, line).findLast((mention) => mention.startsWith('query_elements '));
  const number = /"near":(\d+)/.exec(head ?? '')?.[1];
  return (
    number !== undefined &&
    lines.some((mention) => mention.includes(`[${number}]<`) && mention.includes(near))
  );
}

/** Tags and roles that a reader takes for the role on the left. */
const ROLE_WORDS: Readonly<Record<string, readonly string[]>> = {
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

function hasRole(role: string | undefined, tagOrRole: string, attributes: string): boolean {
  if (role === undefined || tagOrRole === role) return true;
  const type = /(?:^|\s)type=(?:"([^"]*)"|(\S+))/.exec(attributes);
  const inputType = type?.[1] ?? type?.[2] ?? '';
  const declared = /(?:^|\s)role="?([a-z]+)/.exec(attributes)?.[1];
  if (declared) return declared === role || (ROLE_WORDS[role]?.includes(declared) ?? false);
  if (tagOrRole === 'input' && /^(submit|button|reset|image)$/.test(inputType)) return role === 'button';
  if (tagOrRole === 'input' && /^(checkbox|radio)$/.test(inputType))
    return inputType === role || (role === 'switch' && inputType === 'checkbox');
  return ROLE_WORDS[role]?.includes(tagOrRole) ?? false;
}
