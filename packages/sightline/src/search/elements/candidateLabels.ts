import type { PageNode } from '../../snapshot/Page.ts';
import { optionsOf } from '../../structure/compoundParts.ts';
import { adjacentContext } from '../../structure/itemContexts.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import { findIconSymbol, type IconSymbol } from '../words/iconSymbols.ts';
import type { Tokenizer } from '../words/Tokenizer.ts';

/** The tiers of seed 000, pattern 1: what is read, what is heard or hinted, what only the page's author sees. */
export type LabelTier = 0 | 1 | 2;

/** The words that stand for an element, by tier. Folded, in order. */
export type CandidateLabels = [seen: readonly string[], hinted: readonly string[], coded: readonly string[]];

/** Options of a select, and words of a text, beyond which nothing is gained. */
const MAX_OPTIONS = 60;
const MAX_WORDS = 60;

/** Gathers what an element could be called. */
export function candidateLabels(
  node: PageNode,
  visibility: Visibility,
  tokenizer: Tokenizer,
): CandidateLabels {
  const visible = tokenizer.words(innerText(node, visibility).trim());
  const hinted = hintWords(node, tokenizer);
  const symbol = symbolOf(node, visibility);
  if (symbol) hinted.push(...symbol.words.filter((word) => !hinted.includes(word)));
  else if (visible.length === 0 && node.name === '') {
    const adjacentLabel = adjacentContext(node, visibility)?.label ?? '';
    hinted.push(...tokenizer.words(adjacentLabel), ...(findIconSymbol(adjacentLabel)?.words ?? []));
  }
  return [limitWords(visible), limitWords(hinted), limitWords(codeWords(node, visibility, tokenizer))];
}

function limitWords(words: readonly string[]): readonly string[] {
  return words.length > MAX_WORDS ? words.slice(0, MAX_WORDS) : words;
}

/** The sign that is all an element says: one that has a name beside it (`aria-label`) is called so. */
export function symbolOf(node: PageNode, visibility: Visibility): IconSymbol | undefined {
  const text = innerText(node, visibility).trim();
  return text === '' || node.name === '' || node.name === text
    ? findIconSymbol(text || node.name)
    : undefined;
}

/** Text inside the element, hidden too where the element itself is. */
function innerText(node: PageNode, visibility: Visibility): string {
  const { nodes } = visibility.page;
  if (node.tag === 'select' || node.tag === 'textarea') return '';
  const isHidden = isRemoved(visibility, node);
  let text = '';
  for (let i = node.index + 1; i < node.end && text.length < 400; i++) {
    const inner = nodes[i] as PageNode;
    if (inner.isText && (isHidden || !isRemoved(visibility, inner))) text += `${inner.text} `;
  }
  return text;
}

const HINT_ATTRIBUTES = [
  'aria-label',
  'placeholder',
  'alt',
  'title',
  '.value',
  'aria-valuetext',
  'aria-description',
];

function hintWords(node: PageNode, tokenizer: Tokenizer): string[] {
  const { attributes } = node;
  const words = new Set(tokenizer.words(node.name));
  for (const key of HINT_ATTRIBUTES) addAll(words, tokenizer.words(attributes[key] ?? ''));
  if (attributes.type !== 'hidden') addAll(words, tokenizer.words(attributes.value ?? ''));
  if (node.tag === 'select')
    for (const { label } of optionsOf(node).slice(0, MAX_OPTIONS)) addAll(words, tokenizer.words(label));
  return [...words];
}

function addAll(words: Set<string>, more: readonly string[]): void {
  for (const word of more) words.add(word);
}

const CODE_ATTRIBUTES = [
  'id',
  'name',
  'class',
  'data-testid',
  'data-test',
  'data-cy',
  'autocomplete',
  'list',
  'for',
];

/** Names that the author gave: of the element, of its icon (`fa-trash`), of where its link leads. */
function codeWords(node: PageNode, visibility: Visibility, tokenizer: Tokenizer): string[] {
  const words = new Set<string>();
  const addWords = (more: readonly string[]): void => {
    for (const word of more) if (!NOISE_WORDS.has(word)) words.add(word);
  };
  const addIdentifier = (name: string | undefined): void => {
    if (name) addWords(tokenizer.identifierWords(name));
  };
  const { attributes } = node;
  for (const key of CODE_ATTRIBUTES) addIdentifier(attributes[key]);
  addIdentifier(urlPath(attributes.href));
  addIdentifier(urlPath(attributes.src));
  if (node.tag === 'input' && attributes.type) addWords([attributes.type]);
  for (let i = node.index + 1; i < Math.min(node.end, node.index + 8); i++) {
    const inner = visibility.page.nodes[i] as PageNode;
    if (inner.isText) continue;
    addIdentifier(inner.attributes.class);
    addIdentifier(inner.attributes.id);
    addWords(tokenizer.words(inner.name));
    addIdentifier(fileName(inner.attributes.src));
    addIdentifier(inner.attributes.href);
  }
  return [...words];
}

/** The words of class and file names of the icons that an element shows, each name by itself. */
export function iconNames(
  node: PageNode,
  visibility: Visibility,
  tokenizer: Tokenizer,
): (readonly string[])[] {
  const names: (readonly string[])[] = [];
  for (let i = node.index; i < Math.min(node.end, node.index + 8); i++) {
    const { class: classes, src, href } = (visibility.page.nodes[i] as PageNode).attributes;
    for (const name of (classes ?? '').split(' ')) names.push(tokenizer.identifierWords(name));
    names.push(tokenizer.identifierWords(fileName(src)));
    // `<use href="#trash">`: where a link leads is no icon.
    if (i > node.index) names.push(tokenizer.identifierWords(/#(.+)/.exec(href ?? '')?.[1] ?? ''));
  }
  return names.filter((words) => words.length > 0);
}

/** Words of style sheets, script kits and addresses that half of all elements carry. */
const NOISE_WORDS = new Set(
  (
    'btn button btns link a item nav navbar icon icons fa fas far fab svg img lg md sm xs xl col row flex text bg d p m px py mx my ' +
    'mt mb ml mr ms me pt pb primary secondary default active disabled control form input group field w h auto js css html htm php ' +
    'http https www com org net index material i mui ant el is has the link list container wrapper inner outer'
  ).split(' '),
);

function urlPath(url: string | undefined): string {
  if (url === undefined) return '';
  return url.startsWith('data:') || url.startsWith('javascript:')
    ? ''
    : url.replace(/^[a-z]+:\/\/[^/]+/i, '').slice(0, 120);
}

function fileName(url: string | undefined): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(urlPath(url))?.[1] ?? '';
}
