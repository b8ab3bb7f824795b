import type { PageNode } from '../model/Page.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { besideOf, type ItemContext, itemOfHidden } from '../structure/items.ts';
import { Ways } from '../structure/Ways.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';
import { compactAttributes } from '../view/attributes.ts';
import { clean, escapeInline, quote } from '../view/escape.ts';
import { placeText, visibleText } from '../view/pieces.ts';
import type { Scene } from '../view/View.ts';
import { wordFor } from '../view/word.ts';
import type { QueryIndex } from './QueryIndex.ts';
import { explainHit, type Found, type Hit, type Question } from './queryElements.ts';
import type { Reason } from './score.ts';
import type { WordVectors } from './WordVectors.ts';

export interface TellOptions {
  /** Tell why each was found. */
  scores?: boolean;
  vectors?: WordVectors;
}

/** What was found, as lines a model acts on: number, word, label, where it stands; what is hidden apart, with the way to it. */
export function tellFound(
  found: Found,
  question: Question,
  index: QueryIndex,
  scene: Scene,
  { scores = false, vectors }: TellOptions = {},
): { text: string; data: Record<string, unknown> } {
  const teller = new Teller(scene);
  const shown = found.hits.filter(({ hidden }) => !hidden);
  const hidden = found.hits.filter((hit) => hit.hidden);
  const reasons = (hit: Hit): Reason[] => (scores ? explainHit(index, question, hit.node, vectors) : []);
  const near = question.near ? `near [${scene.numberOf(question.near)}]` : '';
  const nameOf = (filter: string): string => (filter === 'near' ? near : escapeInline(filter));
  const asked = describeQuestion(question, Object.keys(found.left).map(nameOf));
  const lines = found.hits.length === 0 ? nothing(found, asked, teller, nameOf) : [heading(found, asked)];
  for (const hit of shown) lines.push(` ${teller.line(hit.node)}${scoreText(hit, reasons(hit), scores)}`);
  if (hidden.length > 0) lines.push('Hidden now:');
  for (const hit of hidden)
    lines.push(
      ` ${teller.line(hit.node)} - ${teller.wayTo(hit.node)}${scoreText(hit, reasons(hit), scores)}`,
    );
  const more = found.total - found.hits.length;
  if (more > 0) lines.push(`(${more} more: ${wayToMore(found, question, scene)})`);
  const data = {
    total: found.total,
    elements: found.hits.map((hit) => teller.data(hit, reasons(hit), scores)),
    ...(found.hits.length === 0 && {
      left: found.left,
      closest: found.closest.map((hit) => teller.data(hit, [], true)),
    }),
  };
  return { text: lines.join('\n'), data };
}

/** The call that tells the rest too: with nothing but words the very call, else what is added to it. */
function wayToMore({ total }: Found, { text, ...filters }: Question, { call }: Scene): string {
  const isPlain = Object.values(filters).every((filter) => filter === undefined);
  const words = isPlain && text?.trim() ? { text } : {};
  const asked = call({ tool: 'query_elements', maxResults: Math.min(total, 500), ...words });
  return isPlain ? asked : `the same, as ${asked}`;
}

function heading({ total }: Found, asked: string): string {
  return `Found ${total} ${total === 1 ? 'element' : 'elements'}${asked && ` for ${asked}`}:`;
}

/** As the question was put: page words in it come from headings and regions of the page. */
function describeQuestion({ text, name, keywordWeights = {} }: Question, filters: string[]): string {
  const keywords = Object.keys(keywordWeights);
  const parts = [
    text?.trim() ? quote(text) : '',
    name?.trim() ? `name=${quote(name)}` : '',
    keywords.length > 0 ? `${keywords.length} keyword${keywords.length === 1 ? '' : 's'}` : '',
    ...filters,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Which filter held everything back, and what came closest. */
function nothing(found: Found, asked: string, teller: Teller, nameOf: (filter: string) => string): string[] {
  const lines = [`Found nothing${asked && ` for ${asked}`}, of ${found.considered} elements.`];
  const blocking = Object.entries(found.left).filter(([, count]) => count === 0);
  for (const [filter] of blocking)
    lines.push(`No element ${/^(?:within|under|near)\b/.test(filter) ? 'is' : 'has'} ${nameOf(filter)}.`);
  const filters = Object.entries(found.left);
  if (blocking.length === 0 && filters.length > 1)
    lines.push(`By itself: ${filters.map(([filter, count]) => `${nameOf(filter)} ${count}`).join(', ')}.`);
  if (found.closest.length > 0)
    lines.push('Closest:', ...found.closest.map(({ node }) => ` ${teller.line(node)}`));
  lines.push(`Try other words, fewer filters, or ${teller.summary} for what the page has.`);
  return lines;
}

function scoreText({ score }: Hit, reasons: Reason[], scores: boolean): string {
  if (!scores) return '';
  const told = reasons.map(
    ({ asked, found, how }) => `${asked} ${how === 'word' ? '=' : how} ${escapeInline(found)}`,
  );
  return ` {score ${score.toFixed(2)}${told.length > 0 ? `: ${[...new Set(told)].join('; ')}` : ''}}`;
}

/** Longest label, characters; and of what only brings another out. */
const LABEL_LENGTH = 80;
const WAY_LENGTH = 30;

class Teller {
  readonly #scene: Scene;
  readonly #whereabouts: Whereabouts;
  #ways: Ways | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#whereabouts = new Whereabouts(scene.structure);
  }

  /** The call that tells what the page has. */
  get summary(): string {
    return this.#scene.call({ tool: 'get_page_summary' });
  }

  /** `[47]<button>Add to Cart (MAIN > "Featured Products") (item "USB-C Hub")`. */
  line(node: PageNode): string {
    const item = this.#itemOf(node);
    const where = placeText(node, this.#whereabouts);
    const isTold = item && item.label === this.#whereabouts.headingOf(node)?.text;
    const told = [where && `(${where})`, item && !isTold && `(${item.kind} ${quote(item.label)})`]
      .filter(Boolean)
      .join(' ');
    return `${this.#element(node)}${told && ` ${told}`}`;
  }

  #itemOf(node: PageNode): ItemContext | undefined {
    const { contexts, pruning } = this.#scene.structure;
    const known = contexts.get(node);
    if (known) return known;
    if (isRemoved(pruning, node)) return itemOfHidden(node, pruning);
    // What has no role says what it holds (`English`), not what it is for.
    return (node.role === '' && node.tag !== 'input') || node.name === ''
      ? besideOf(node, pruning)
      : undefined;
  }

  /** Why it does not show, and what brings it out. */
  wayTo(node: PageNode): string {
    const { pruning } = this.#scene.structure;
    const verdict = pruning.verdicts[node.index];
    this.#ways ??= new Ways(pruning);
    const way = this.#ways.to(node);
    const why = escapeInline(verdict?.why ?? 'hidden');
    return way ? `${why}; ${this.#element(way.control, WAY_LENGTH)} ${way.how}` : why;
  }

  data({ node, hidden, score }: Hit, reasons: Reason[], scores: boolean): Record<string, unknown> {
    const region = this.#whereabouts.regionOf(node);
    const heading = this.#whereabouts.headingOf(node);
    const item = this.#itemOf(node);
    return {
      index: this.#scene.numberOf(node),
      tag: node.tag,
      role: node.role || null,
      name: clean(node.name),
      text: clean(visibleText(node, this.#scene)),
      landmark: region ? clean(region.address) : null,
      heading: heading ? clean(heading.text) : null,
      ...(item && { item: `${item.kind} "${clean(item.label)}"` }),
      attributes: Object.fromEntries(
        Object.entries(node.attributes).map(([key, value]) => [key, clean(value)]),
      ),
      hidden,
      ...(hidden && { way: this.wayTo(node) }),
      ...(scores && { score: Math.round(score * 1000) / 1000, reasons }),
    };
  }

  #element(node: PageNode, length = LABEL_LENGTH): string {
    const word = wordFor(node, 'compact');
    const label = this.#labelOf(node);
    const attributes = compactAttributes(node, word, label);
    return `[${this.#scene.numberOf(node)}]<${escapeInline(word)}${attributes}>${escapeInline(shorten(label, length))}`;
  }

  /** What lies around other targets, or has no name, says its own words: theirs would pass it off as one of them. */
  #labelOf(node: PageNode): string {
    const isAround = this.#scene.structure.counts.usableBetween(node.index + 1, node.end) > 0;
    return (isAround && node.role === '' ? '' : node.name) || visibleText(node, this.#scene);
  }
}
