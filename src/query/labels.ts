import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import { optionsOf } from '../structure/compound.ts';
import { type Splitter, wordsOf } from './words.ts';

/** The tiers of seed 000, pattern 1: what is read, what is heard or hinted, what only the page's author sees. */
export type Tier = 0 | 1 | 2;

/** The words that stand for an element, by tier. Folded, in order. */
export type Labels = [seen: string[], hinted: string[], coded: string[]];

/** Options of a select, and words of a text, beyond which nothing is gained. */
const MAX_OPTIONS = 60;
const MAX_WORDS = 60;

/** Gathers what an element could be called. */
export function labelsOf(node: PageNode, pruning: Pruning, splitter: Splitter): Labels {
  const seen = capped(wordsOf(textWithin(node, pruning)));
  return [seen, capped(hints(node)), capped(codes(node, pruning, splitter))];
}

function capped(words: string[]): string[] {
  return words.length > MAX_WORDS ? words.slice(0, MAX_WORDS) : words;
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

function hints(node: PageNode): string[] {
  const told = HINTS.map((key) => node.attributes[key] ?? '');
  if (node.attributes.type !== 'hidden') told.push(node.attributes.value ?? '');
  const options = node.tag === 'select' ? optionsOf(node).slice(0, MAX_OPTIONS) : [];
  const words = wordsOf([node.name, ...told].join(' '));
  for (const { label } of options) words.push(...wordsOf(label));
  return [...new Set(words)];
}

const CODES = ['id', 'name', 'class', 'data-testid', 'data-test', 'data-cy', 'autocomplete', 'list', 'for'];

/** Names that the author gave: of the element, of its icon (`fa-trash`), of where its link leads. */
function codes(node: PageNode, pruning: Pruning, splitter: Splitter): string[] {
  const words = CODES.flatMap((key) => splitter.identifier(node.attributes[key] ?? ''));
  const { href, src, type } = node.attributes;
  if (href) words.push(...splitter.identifier(pathOf(href)));
  if (src) words.push(...splitter.identifier(pathOf(src)));
  if (type && node.tag === 'input') words.push(type);
  for (let i = node.index + 1; i < Math.min(node.end, node.index + 8); i++) {
    const { attributes, name } = pruning.page.nodes[i] as PageNode;
    words.push(
      ...splitter.identifier(attributes.class ?? ''),
      ...splitter.identifier(attributes.id ?? ''),
      ...wordsOf(name),
    );
    if (attributes.src) words.push(...splitter.identifier(fileOf(attributes.src)));
    if (attributes.href) words.push(...splitter.identifier(attributes.href));
  }
  return [...new Set(words)].filter((word) => !NOISE.has(word));
}

/** Words of style sheets, script kits and addresses that half of all elements carry. */
const NOISE = new Set(
  (
    'btn button btns link a item nav navbar icon icons fa fas far fab svg img lg md sm xs xl col row flex text bg d p m px py mx my ' +
    'mt mb ml mr ms me pt pb primary secondary default active disabled control form input group field w h auto js css html htm php ' +
    'http https www com org net index material i mui ant el is has the link list container wrapper inner outer'
  ).split(' '),
);

function pathOf(url: string): string {
  return url.startsWith('data:') || url.startsWith('javascript:')
    ? ''
    : url.replace(/^[a-z]+:\/\/[^/]+/i, '').slice(0, 120);
}

function fileOf(url: string): string {
  return /([^/?#]+)(?:[?#].*)?$/.exec(pathOf(url))?.[1] ?? '';
}
