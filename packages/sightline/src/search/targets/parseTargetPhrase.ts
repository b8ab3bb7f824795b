import { collapseSpaces } from '../../snapshot/shorten.ts';
import { isRoleWord, singularOf } from '../elements/roleMatcher.ts';
import { foldCase } from '../words/foldCase.ts';

/** One way to read the words that name an element: `button "More" in row "Ann"`. */
export interface TargetPhrase {
  /** A role or everyday word: `button`, `field`, `row`. */
  kind?: string;
  /** '' where the kind alone names it. */
  name: string;
  /** The name is all that was said: only a whole name counts, so that other readings get their turn. */
  isWhole?: boolean;
  container?: { kind?: string; name: string };
}

/** Kinds of parts of the page, which hold others. */
const PART_KINDS = new Set(
  'article region landmark section form table grid list group fieldset tabpanel panel menubar toolbar'.split(
    ' ',
  ),
);
/** Kinds of elements that are no everyday words for controls. */
const STRUCTURE_KINDS = new Set([
  ...PART_KINDS,
  ...'row cell gridcell columnheader rowheader column treeitem item listitem card'.split(' '),
]);
/** As answers write what has no role of a control: `<div>Castor`, `<td>12`. */
const PLAIN_TAGS = new Set('div span td th tr li p a b i dt dd svg g rect path'.split(' '));
/** Kinds of what an element may be said to be in. */
const CONTAINER_KINDS =
  'row|item|card|region|landmark|dialog|modal|popup|section|form|table|list|group|article|panel|menu|toolbar|nav|navigation|cell|column';

const QUOTED = `"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'|“([^”]*)”`;
const IN_CONTAINER = new RegExp(
  `^(.*?)\\s+(?:in|of|within|after|under)\\s+(?:the\\s+)?(?:(${CONTAINER_KINDS})\\s+)?(?:${QUOTED})$`,
  'is',
);
const IN_BARE_CONTAINER = new RegExp(
  `^(.*?)\\s+(?:in|under)\\s+(?:the\\s+)?(${CONTAINER_KINDS})(?:\\s+(.+))?$`,
  'is',
);
/** As answers write it behind a name: `add (in "metal")`, `Delete (row "Ann")`. */
const IN_PARENTHESES = new RegExp(
  `^(.+?)\\s*\\((?:in\\s+)?((?:(?:${CONTAINER_KINDS})\\s+)?(?:${QUOTED}))\\)$`,
  'is',
);
/** `More actions in Actions (footer)`, `Python 3 under Notebook`: the last word for a place counts. */
const IN_PLACE = /^(.+)\s+(?:in|within|under)\s+(?:the\s+)?(.+?)(?:\s+\(\w+\))?$/is;
const QUOTED_NAME = new RegExp(`^(?:(.*?)\\s+)?(?:${QUOTED})(?:\\s+(.*))?$`, 's');

/** The ways to read the words, the likeliest first. The first that any element fits is what was meant. */
export function parseTargetPhrase(words: string): TargetPhrase[] {
  const written = collapseSpaces(words);
  const whole: TargetPhrase = { name: unquote(written), isWhole: true };
  const text = written
    .replace(/^<([\w-]+)>/, (_, tag: string) => kindWritten(tag))
    .replace(IN_PARENTHESES, '$1 in $2');
  const split = splitContainer(text);
  if (!split) return [whole, ...readingsOf(text), ...placeReadings(text)];
  const { head, container, isQuoted } = split;
  const placed = readingsOf(head).map((reading) => ({ ...reading, container }));
  return [whole, ...placed, ...(isQuoted ? [] : [{ name: text }])];
}

/** `<a>Home` is a link; a plain tag says nothing of the kind. */
const kindWritten = (tag: string): string => (tag === 'a' ? 'link ' : PLAIN_TAGS.has(tag) ? '' : `${tag} `);

/** What a nearest-match search is asked: the name alone. */
export function nameIn(words: string): string {
  const readings = parseTargetPhrase(words);
  return (readings[1] ?? readings[0])?.name || words;
}

function splitContainer(
  text: string,
): { head: string; container: NonNullable<TargetPhrase['container']>; isQuoted: boolean } | undefined {
  const quoted = IN_CONTAINER.exec(text);
  const bare = quoted ? null : IN_BARE_CONTAINER.exec(text);
  const [, head = '', kind, ...names] = quoted ?? bare ?? [];
  if (head === '') return undefined;
  const name = unescape(names.find((one) => one !== undefined) ?? '');
  return { head, container: { ...(kind && { kind: foldCase(kind) }), name }, isQuoted: quoted !== null };
}

/** A place without a kind may be any words: it counts only where both names are whole. */
function placeReadings(text: string): TargetPhrase[] {
  const [, head, place] = IN_PLACE.exec(text) ?? [];
  if (head === undefined || place === undefined) return [];
  const placed = readingsOf(head).map((reading) => ({
    ...reading,
    isWhole: true,
    container: { name: unquote(place) },
  }));
  return [...placed, { name: text }];
}

/** The same name without its kind, of what is one thing: `menuitem Open With` may be an `<li>`, `tab Reports` a link. */
export function namesOfOtherKinds(readings: readonly TargetPhrase[]): TargetPhrase[] {
  return readings
    .filter(({ kind, name }) => kind !== undefined && name !== '' && !PART_KINDS.has(kind))
    .map(({ kind: _, ...reading }) => ({ ...reading, isWhole: true }));
}

/** With and without a kind; with one it stands before the name or behind it. */
function readingsOf(text: string): TargetPhrase[] {
  const quoted = QUOTED_NAME.exec(text);
  if (quoted) {
    const [, before, double, single, curly, after] = quoted;
    const kind = kindOf(before) ?? kindOf(after);
    const isTag = !after && PLAIN_TAGS.has(before ?? '');
    if (!kind && !isTag && (before || after)) return [{ name: text }];
    return [{ ...(kind && { kind }), name: unescape(double ?? single ?? curly ?? '') }];
  }
  return [...withKind(text), { name: text }];
}

/** `button Save`, `Email field`, `date field Start`, `dialog`. */
function withKind(text: string): TargetPhrase[] {
  const words = text.split(' ');
  return [2, 1].flatMap((count) => {
    const leading = kindOf(words.slice(0, count).join(' '));
    const trailing = kindOf(words.slice(-count).join(' '));
    return [
      ...(leading ? [{ kind: leading, name: words.slice(count).join(' ') }] : []),
      ...(trailing && words.length > count
        ? [{ kind: trailing, name: words.slice(0, -count).join(' ') }]
        : []),
    ];
  });
}

/** Folded, without spaces; undefined for words that name no kind. */
function kindOf(words: string | undefined): string | undefined {
  const kind = foldCase(words ?? '')
    .replace(/^the /, '')
    .replace(/[\s_-]+/g, '');
  const isKind = isRoleWord(kind) || STRUCTURE_KINDS.has(kind) || isRoleWord(singularOf(kind));
  return kind !== '' && isKind ? kind : undefined;
}

function unquote(text: string): string {
  const match = new RegExp(`^(?:${QUOTED})$`, 's').exec(text);
  return match ? unescape(match[1] ?? match[2] ?? match[3] ?? '') : text;
}

const unescape = (text: string): string => text.replace(/\\(["\\])/g, '$1');
