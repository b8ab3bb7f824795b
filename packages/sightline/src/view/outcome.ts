import { identity, type PageNode } from '../model/Page.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { calledOf } from '../structure/callings.ts';
import type { Difference, ElementChange, Scrolled } from '../structure/difference.ts';
import type { FactChange } from '../structure/facts.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { Item } from '../structure/Shown.ts';
import type { Span } from '../structure/spans.ts';
import { clean, escapeOutcomeStart, quote } from './escape.ts';
import { pack } from './layout.ts';
import { narrate } from './narrate.ts';
import { outcomeData } from './outcomeData.ts';
import { plural, regionHeader } from './pieces.ts';
import { fitSections, type Section } from './sections.ts';
import { minimalSummary } from './summary.ts';
import { estimateTokens, withinTokens } from './tokens.ts';
import type { Line, Scene } from './View.ts';
import { wordFor } from './word.ts';

/** What of a settling is told: how the page came to rest after an action. Its words hold no secrets. */
export interface SettledWords {
  settled: boolean;
  /** Why it did not, as words that follow "because". */
  reason?: string;
  /** Words that came and went. */
  transients: readonly { text: string; role: string }[];
  requests: { failed: readonly { method: string; url: string; status?: number; error?: string }[] };
  consoleErrors: readonly string[];
}

export interface OutcomeOptions {
  /** Upper bound in o200k tokens; default 400. */
  maxTokens?: number;
  /** `identity` of the element that was acted on: that the focus is on it now goes without saying. */
  actedOn?: string;
}

export interface Outcome {
  /** What changed, for a model; numbers in it can be acted on. */
  text: string;
  /** The same as data, in lists of 30 at most. */
  data: Record<string, unknown>;
  /** The text left out nothing that is there now. */
  isWhole: boolean;
}

/** Tells what an action did, so that another look is often not needed. `scene` is of the page afterwards. */
export function tellOutcome(
  scene: Scene,
  difference: Difference,
  settled: SettledWords,
  { maxTokens = 400, actedOn }: OutcomeOptions = {},
): Outcome {
  const view: Scene = { ...scene, style: 'compact', isNew: () => false, unchanged: new Set(), maxTokens };
  const words = { ...settled, transients: passing(view, difference, settled) };
  const after = aftermath(words);
  const { text, isWhole } = difference.otherPage
    ? { text: tellOtherPage(view, difference, after), isWhole: false }
    : fitSections(
        [...address(difference), ...happenings(view, difference, actedOn), ...after],
        view,
        nothing(words),
      );
  return { text, data: outcomeData(view, difference, words), isWhole };
}

const nothing = ({ settled }: SettledWords): string =>
  settled ? 'nothing changed that can be seen' : 'nothing changed so far that can be seen';

function tellOtherPage(scene: Scene, { url, title }: Difference, after: Section[]): string {
  const was = [title && quote(shorten(clean(title.was), 80)), url && addressOf(url.was)]
    .filter(Boolean)
    .join(' ');
  const head = `another page${was && ` (was ${was})`}:`;
  const room = scene.maxTokens - estimateTokens(head) - 10;
  const page = minimalSummary({ ...scene, maxTokens: Math.max(60, room / 2) });
  const left = { ...scene, maxTokens: room - estimateTokens(page) };
  const rest = after.length > 0 ? fitSections(after, left, '').text : '';
  return [head, page, rest].filter(Boolean).join('\n');
}

function address({ url, title }: Difference): Section[] {
  const told: Section[] = [];
  if (url) told.push(line(`url: ${addressOf(url.is)} (was ${addressOf(url.was)})`));
  if (title) told.push(line(`title: ${words(title.is)} (was ${words(title.was)})`));
  return told;
}

/** What the action did to the page, the most telling first. */
function happenings(scene: Scene, difference: Difference, actedOn: string | undefined): Section[] {
  const { opened, closed } = difference;
  return [
    ...opened
      .filter((region) => !isTold(region, difference))
      .map((region) => line(`opened ${regionHeader(region)}`)),
    ...closed.map((region) => line(`closed ${regionHeader(region)}`)),
    ...newParts(scene, difference),
    ...changes(scene, difference),
    ...textChanges(difference),
    ...goneParts(difference),
    ...covers(difference),
    ...moves(scene, difference),
    ...order(difference),
    ...focusMoved(scene, difference, actedOn),
    ...scrolls(difference.scrolled),
  ];
}

/** What came and went, failed, or goes on. */
function aftermath({ settled, reason, transients, requests, consoleErrors }: SettledWords): Section[] {
  const list = (head: string, entries: string[]): Section[] =>
    entries.length > 0
      ? [{ head, entries: entries.map((entry) => [entry]), separator: '; ', isPast: true }]
      : [];
  return [
    ...list(
      'came and went: ',
      transients.map(({ text, role }) =>
        [text && words(text), role && `(${role})`].filter(Boolean).join(' '),
      ),
    ),
    ...list(
      'requests failed: ',
      requests.failed.map(
        ({ method, url, status, error }) => `${method} ${addressOf(url)} ${status ?? error}`,
      ),
    ),
    ...list('console errors: ', consoleErrors.map(words)),
    ...(settled ? [] : [line(`not settled: ${reason ?? 'the page goes on'}`)]),
  ];
}

const line = (head: string): Section => ({ head, entries: [], separator: '' });
const words = (text: string): string => quote(shorten(clean(text), 120));
/** Within an eighth of what is usual. The address of a `data:` page may hold spaces and all else. */
const addressOf = (url: string): string =>
  quote(withinTokens(clean(url), 50))
    .slice(1, -1)
    .replaceAll(' ', '%20');
const placeOf = (region: LandmarkRegion | undefined): string => (region ? regionHeader(region) : 'the page');

function newParts(scene: Scene, { appeared, opened }: Difference): Section[] {
  const groups = groupByRegion(appeared);
  const sections = Array.from(groups, ([region, spans]) => {
    const isDialog = region !== undefined && opened.includes(region);
    const head = isDialog ? `opened ${regionHeader(region)}:` : `new in ${placeOf(region)}:`;
    const lines = pack(
      spans.flatMap((span) => linesOf(span, scene)),
      scene,
    );
    return { head, entries: lines.map(entryOf), separator: '\n ', isDialog };
  });
  return sections.sort((a, b) => Number(b.isDialog) - Number(a.isDialog));
}

/** A dialog whose content is told as new. */
function isTold(region: LandmarkRegion, { appeared }: Difference): boolean {
  return appeared.some((span) => span.region === region);
}

function linesOf({ from, to, region, items, isLoose }: Span, scene: Scene): Line[] {
  const node = scene.structure.pruning.page.nodes[from] as PageNode;
  if (isLoose) {
    const parts = items.flatMap(({ text }) => (text === '' ? [] : [words(text)]));
    if (parts.length === 0) return [];
    return [{ kind: 'content', depth: 0, parts, region, node, controlsOnly: false }];
  }
  // The region itself stands in the head.
  const isRegion = node === region?.node && scene.structure.pruning.usable[from] !== 1;
  return narrate(scene, { regions: false, from: isRegion ? from + 1 : from, to });
}

function entryOf({ depth, parts }: Line): (string | PageNode)[] {
  const [first, ...rest] = parts;
  const start = typeof first === 'string' ? escapeOutcomeStart(first) : first;
  return [' '.repeat(Math.min(depth, 10)), ...(start === undefined ? [] : [start]), ...rest];
}

function changes(scene: Scene, { changed }: Difference): Section[] {
  return Array.from(groupByRegion(changed), ([region, group]) => ({
    head: `changed in ${placeOf(region)}: `,
    entries: changeEntries(
      group.filter(({ node }) => !isTellingItself(node, changed)).sort((a, b) => rankOf(a) - rankOf(b)),
      scene,
    ),
    separator: '; ',
  }));
}

/** So many elements that changed alike (a menu that disables the page behind it) are told together. */
const ALIKE = 4;

function changeEntries(group: readonly ElementChange[], scene: Scene): (string | PageNode)[][] {
  const alike = new Map<string, ElementChange[]>();
  for (const change of group) {
    const told = change.changes.map(factText).join(', ');
    alike.set(told, [...(alike.get(told) ?? []), change]);
  }
  return Array.from(alike).flatMap(([told, [first, ...others]]) => {
    if (!first) return [];
    if (others.length + 1 < ALIKE)
      return [first, ...others].map(({ node }) => [...reference(node, scene), ` ${told}`]);
    return [[...reference(first.node, scene), ` and ${others.length} more ${told}`]];
  });
}

/** The value of a native select says which of its options is chosen. */
function isTellingItself(node: PageNode, changed: readonly ElementChange[]): boolean {
  const select = node.tag === 'option' ? node.closest(({ tag }) => tag === 'select') : undefined;
  return select !== undefined && changed.some((one) => one.node === select);
}

const RANKS: ReadonlyMap<string, number> = new Map([
  ['href', 1],
  ['src', 1],
  ['class', 2],
  ['style', 2],
]);

/** Classes change with every other breath of a page: last. */
function rankOf({ changes: [change] }: ElementChange): number {
  return RANKS.get(change?.fact ?? '') ?? 0;
}

/** `[12]<input "Email">`; by its words where it has no name, and without a number what cannot be used. */
function reference(node: PageNode, { structure }: Scene): (string | PageNode)[] {
  const called = clean(calledOf(node)).trim();
  const name = called ? ` ${quote(shorten(called, 60))}` : '';
  const tag = `<${wordFor(node, 'compact')}${name}>`;
  return structure.pruning.usable[node.index] === 1 ? ['[', node, `]${tag}`] : [tag];
}

const OPPOSITES: Readonly<Record<string, string>> = {
  expanded: 'collapsed',
  open: 'closed',
  playing: 'paused',
};

/** `value "2" (was "1")`, `checked`, `not checked`, `class "done" added`. */
function factText({ fact, was, is }: FactChange): string {
  if (fact === 'class') return classText(was, is);
  if (fact === 'name' && was !== '' && is !== '') return `was called ${words(was)}`;
  const isState = [was, is].every((value) => value === '' || value === 'true' || value === 'false');
  if (isState && fact !== 'name' && fact !== 'value') {
    return is === 'true' ? fact : (OPPOSITES[fact] ?? `not ${fact}`);
  }
  if (is === '' && fact === 'current') return 'not current';
  if (is === '') return `${fact} empty (was ${words(was)})`;
  return `${fact} ${words(is)}${was === '' ? '' : ` (was ${words(was)})`}`;
}

function classText(was: string, is: string): string {
  const [before, after] = [was, is].map((text) => text.split(' ').filter(Boolean)) as [string[], string[]];
  const added = after.filter((word) => !before.includes(word)).join(' ');
  const removed = before.filter((word) => !after.includes(word)).join(' ');
  const told = [added && `class ${words(added)} added`, removed && `class ${words(removed)} removed`];
  return told.filter(Boolean).join(', ') || 'class in another order';
}

function textChanges({ texts }: Difference): Section[] {
  return Array.from(groupByRegion(texts), ([region, group]) => ({
    head: `text in ${placeOf(region)}: `,
    entries: group.map(({ was, is }) => [`${words(is)} (was ${words(was)})`]),
    separator: '; ',
  }));
}

/** Numbers of what is gone lead nowhere: it is told by name. What a dialog held goes with it, without saying. */
function goneParts({ gone, closed }: Difference): Section[] {
  const left = gone.filter(({ region }) => region === undefined || !closed.includes(region));
  return Array.from(groupByRegion(left), ([region, group]) => ({
    head: `gone from ${placeOf(region)}: `,
    entries: group.map(({ kind, node, text }) => [
      kind === 'text'
        ? words(text)
        : `<${wordFor(node, 'compact')}${text && ` ${quote(shorten(clean(text), 60))}`}>`,
    ]),
    separator: ', ',
    most: 4,
    isPast: true,
  }));
}

function covers({ covered, uncovered }: Difference): Section[] {
  return [
    ...(covered.length > 0 ? [line(`behind something else now: ${plural(covered.length, 'element')}`)] : []),
    ...(uncovered.length > 0 ? [line(`can be reached again: ${plural(uncovered.length, 'element')}`)] : []),
  ];
}

/** `[7]<div "Fix roof"> now after "Call supplier"`. */
function moves(scene: Scene, { moved }: Difference): Section[] {
  return Array.from(groupByRegion(moved), ([region, group]) => ({
    head: `moved in ${placeOf(region)}: `,
    entries: group.map(({ items, behind }) => [
      ...movedParts(items, scene),
      ' now ',
      ...whereParts(behind, items, scene),
    ]),
    separator: '; ',
  }));
}

/** Of what moved together, so many are told. */
const MOST_TOGETHER = 3;

function movedParts(items: readonly Item[], scene: Scene): (string | PageNode)[] {
  const [first] = items;
  const isSaid = ({ kind, text }: Item): boolean =>
    kind === 'text' && first?.kind === 'element' && calledOf(first.node).includes(text);
  const left = items.filter((item) => !isSaid(item));
  const told = left.slice(0, MOST_TOGETHER).flatMap(({ kind, node, text }, i) => {
    const parts = kind === 'element' ? reference(node, scene) : [words(text)];
    return i === 0 ? parts : [' ', ...parts];
  });
  const more = left.length - MOST_TOGETHER;
  return more > 0 ? [...told, ` and ${more} more`] : told;
}

function whereParts(behind: Item | undefined, [first]: readonly Item[], scene: Scene): (string | PageNode)[] {
  if (!behind || !first) return ['the first'];
  const isIn = behind.node !== first.node && behind.node.contains(first.node);
  return [
    isIn ? 'the first in ' : 'after ',
    ...(behind.kind === 'element' ? reference(behind.node, scene) : [words(behind.text)]),
  ];
}

function order({ reordered }: Difference): Section[] {
  const places = [...reordered].map((region) => [placeOf(region)]);
  return places.length > 0 ? [{ head: 'another order in: ', entries: places, separator: '; ' }] : [];
}

/** Where it is on what is new, that is told there. */
function focusMoved(scene: Scene, { focus, appeared }: Difference, actedOn: string | undefined): Section[] {
  const { is } = focus ?? {};
  if (!focus || (is && identity(is) === actedOn)) return [];
  // A click on what takes no focus takes it from what has it: nothing that was meant, and nothing to go by.
  if (!is) return actedOn === undefined ? [line('focus: on nothing')] : [];
  if (appeared.some(({ items }) => items.some(({ node }) => node === is))) return [];
  return [{ head: 'focus: ', entries: [reference(is, scene)], separator: '' }];
}

function scrolls(scrolled: Scrolled[]): Section[] {
  const entries = scrolled.map(({ node, was, is }) => {
    const who = node ? (node.name ? `${words(node.name)} ` : `<${wordFor(node, 'compact')}> `) : '';
    const axes = [
      was.y === is.y ? '' : `to y ${Math.round(is.y)} (was ${Math.round(was.y)})`,
      was.x === is.x ? '' : `to x ${Math.round(is.x)} (was ${Math.round(was.x)})`,
    ];
    return [who + axes.filter(Boolean).join(', ')];
  });
  return entries.length > 0 ? [{ head: 'scrolled: ', entries, separator: '; ' }] : [];
}

function groupByRegion<T extends { region: LandmarkRegion | undefined }>(
  items: readonly T[],
): Map<LandmarkRegion | undefined, T[]> {
  const groups = new Map<LandmarkRegion | undefined, T[]>();
  for (const item of items) {
    const group = groups.get(item.region);
    if (group) group.push(item);
    else groups.set(item.region, [item]);
  }
  return groups;
}

/** What came and went but stood there before too, or stands there now in another place, is not told as passing. */
function passing(
  { structure }: Scene,
  { gone, texts, changed }: Difference,
  { transients }: SettledWords,
): SettledWords['transients'] {
  if (transients.length === 0) return transients;
  const { pruning } = structure;
  const now = pruning.page.nodes
    .filter((node) => node.isText && !isRemoved(pruning, node))
    .map(({ text }) => text)
    .join(' ');
  const before = [
    ...gone.map(({ text }) => text),
    ...texts.map(({ was }) => was),
    ...changed.flatMap(({ changes }) => changes.map(({ was }) => was)),
  ].join('\n');
  const squeezed = now.replace(/\s+/g, ' ');
  const isStanding = (text: string): boolean => squeezed.includes(text) || before.includes(text);
  return transients.filter(({ text }) => text === '' || !(isStanding(text) || isMixed(text, squeezed)));
}

/** Words of a part that went with some of what still stands there: a whole view that was made twice. */
function isMixed(text: string, standing: string): boolean {
  const parts = text.split(' ');
  return parts.length >= MIXED && standing.includes(parts.slice(0, MIXED).join(' '));
}

/** Words in a row that are no accident. */
const MIXED = 4;
