import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import { optionsOf } from '../structure/compound.ts';
import { besideOf } from '../structure/items.ts';
import { type Sign, signIn } from './signs.ts';
import type { Splitter } from './words.ts';

/** The tiers of seed 000, pattern 1: what is read, what is heard or hinted, what only the page's author sees. */
export type Tier = 0 | 1 | 2;

/** The words that stand for an element, by tier. Folded, in order. */
export type Labels = [seen: readonly string[], hinted: readonly string[], coded: readonly string[]];

/** Options of a select, and words of a text, beyond which nothing is gained. */
const MAX_OPTIONS = 60;
const MAX_WORDS = 60;

/** Gathers what an element could be called. */
export function labelsOf(node: PageNode, pruning: Pruning, splitter: Splitter): Labels {
  const seen = splitter.words(textWithin(node, pruning).trim());
  const hinted = hints(node, splitter);
  const sign = signOf(node, pruning);
  if (sign) hinted.push(...sign.words.filter((word) => !hinted.includes(word)));
  else if (seen.length === 0 && node.name === '') {
    const beside = besideOf(node, pruning)?.label ?? '';
    hinted.push(...splitter.words(beside), ...(signIn(beside)?.words ?? []));
  }
  return [capped(seen), capped(hinted), capped(codes(node, pruning, splitter))];
}

function capped(words: readonly string[]): readonly string[] {
  return words.length > MAX_WORDS ? words.slice(0, MAX_WORDS) : words;
}

/** The sign that is all an element says: one that has a name beside it (`aria-label`) is called so. */
export function signOf(node: PageNode, pruning: Pruning): Sign | undefined {
  const text = textWithin(node, pruning).trim();
  return text === '' || node.name === '' || node.name === text ? signIn(text || node.name) : undefined;
}

/** Text inside the element, hidden too where the element itself is. */
function textWithin(node: PageNode, pruning: Pruning): string {
  const { nodes } = pruning.page;
  if (node.tag === 'select' || node.tag === 'textarea') return '';
  const isOut = isRemoved(pruning, node);
  let text = '';
  for (let i = node.index + 1; i < node.end && text.length < 400; i++) {
    const inner = nodes[i] as PageNode;
    if (inner.isText && (isOut || !isRemoved(pruning, inner))) text += `${inner.text} `;
  }
  return text;
}

const HINTS = ['aria-label', 'placeholder', 'alt', 'title', '.value', 'aria-valuetext', 'aria-description'];

function hints(node: PageNode, splitter: Splitter): string[] {
  const { attributes } = node;
  const words = new Set(splitter.words(node.name));
  for (const key of HINTS) addAll(words, splitter.words(attributes[key] ?? ''));
  if (attributes.type !== 'hidden') addAll(words, splitter.words(attributes.value ?? ''));
  if (node.tag === 'select')
    for (const { label } of optionsOf(node).slice(0, MAX_OPTIONS)) addAll(words, splitter.words(label));
  return [...words];
}

function addAll(words: Set<string>, more: readonly string[]): void {
  for (const word of more) words.add(word);
}

const CODES = ['id', 'name', 'class', 'data-testid', 'data-test', 'data-cy', 'autocomplete', 'list', 'for'];

/** Names that the author gave: of the element, of its icon (`fa-trash`), of where its link leads. */
function codes(node: PageNode, pruning: Pruning, splitter: Splitter): string[] {
  const words = new Set<string>();
  const take = (more: readonly string[]): void => {
    for (const word of more) if (!NOISE.has(word)) words.add(word);
  };
  const add = (name: string | undefined): void => {
    if (name) take(splitter.identifier(name));
  };
  const { attributes } = node;
  for (const key of CODES) add(attributes[key]);
  add(pathOf(attributes.href));
  add(pathOf(attributes.src));
  if (node.tag === 'input' && attributes.type) take([attributes.type]);
  for (let i = node.index + 1; i < Math.min(node.end, node.index + 8); i++) {
    const inner = pruning.page.nodes[i] as PageNode;
    if (inner.isText) continue;
    add(inner.attributes.class);
    add(inner.attributes.id);
    take(splitter.words(inner.name));
    add(fileOf(inner.attributes.src));
    add(inner.attributes.href);
  }
  return [...words];
}

/** The words of class and file names of the icons that an element shows, each name by itself. */
export function iconNames(node: PageNode, pruning: Pruning, splitter: Splitter): (readonly string[])[] {
  const names: (readonly string[])[] = [];
  for (let i = node.index; i < Math.min(node.end, node.index + 8); i++) {
    const { class: classes, src, href } = (pruning.page.nodes[i] as PageNode).attributes;
    for (const name of (classes ?? '').split(' ')) names.push(splitter.identifier(name));
    names.push(splitter.identifier(fileOf(src)));
    // `<use href="#trash">`: where a link leads is no icon.
    if (i > node.index) names.push(splitter.identifier(/#(.+)/.exec(href ?? '')?.[1] ?? ''));
  }
  return names.filter((words) => words.length > 0);
}

/** Words of style sheets, script kits and addresses that half of all elements carry. */
const NOISE = new Set(
  (
    'btn button btns link a item nav navbar icon icons fa fas far fab svg img lg md sm xs xl col row flex text bg d p m px py mx my ' +
    'mt mb ml mr ms me pt pb primary secondary default active disabled control form input group field w h auto js css html htm php ' +
    'http https www com org net index material i mui ant el is has the link list container wrapper inner outer'
  ).split(' '),
);

function pathOf(url: string | undefined): string {
  if (url === undefined) return '';
  return url.startsWith('data:') || url.startsWith('javascript:')
    ? ''
    : url.replace(/^[a-z]+:\/\/[^/]+/i, '').slice(0, 120);
}

function fileOf(url: string | undefined): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(pathOf(url))?.[1] ?? '';
}
