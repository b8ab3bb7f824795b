import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { interactivityTier } from '../../visibility/interactivityTier.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { STOP_WORDS, splitWords, stem } from '../words/Tokenizer.ts';
import type { ElementMatch } from './ElementQuery.ts';
import { isHiddenByRule } from './isHiddenByRule.ts';

/** Characters of an element's text that are compared. */
const MAX_TEXT = 2_000;
/** Least share of a question's words that such an element has. */
const MIN_SHARE = 0.5;

/**
 * The elements that nobody can use, in document order: headings, images, landmarks, rows, boxes. A question for a role or
 * an attribute is answered with them too. Without the parts of controls, which stand for their control.
 */
export function readableNodes(
  { visibility }: PageState,
  isCandidate: (node: PageNode) => boolean,
): PageNode[] {
  return visibility.page.nodes.filter(
    (node) =>
      node.isElement &&
      !isCandidate(node) &&
      (!isRemoved(visibility, node) ||
        isHiddenByRule(visibility, node) ||
        interactivityTier(node) === 'structural'),
  );
}

/** Those of them that have at least half of the words of a phrase, weighted as the phrase is; all where there is none. */
export function rankReadable(
  nodes: readonly PageNode[],
  phrases: readonly { phrase: string; weight: number }[],
  { visibility }: PageState,
): ElementMatch[] {
  const questions = phrases.map(({ phrase, weight }) => ({ stems: stemsOf(phrase), weight }));
  const matches = nodes.map((node) => ({
    node,
    hidden: isHiddenByRule(visibility, node),
    score: scoreOf(node, questions),
  }));
  return phrases.length === 0 ? matches : matches.filter(({ score }) => score > 0);
}

function scoreOf(node: PageNode, questions: readonly { stems: string[]; weight: number }[]): number {
  if (questions.length === 0) return 0;
  const own = new Set(splitWords(labelOf(node)).map(stem));
  const shares = questions.map(({ stems, weight }) => {
    const share = stems.filter((one) => own.has(one)).length / Math.max(1, stems.length);
    return share < MIN_SHARE ? 0 : share * weight;
  });
  return Math.max(...shares);
}

function stemsOf(phrase: string): string[] {
  const words = splitWords(phrase);
  const contentWords = words.filter((word) => !STOP_WORDS.has(word));
  return (contentWords.length > 0 ? contentWords : words).map(stem);
}

/** What is read of it: its name, what stands in for a picture, and its text. */
function labelOf(node: PageNode): string {
  const { name, attributes } = node;
  return [name, attributes.alt, attributes.title, textOf(node)].filter(Boolean).join(' ');
}

/** All text in it, that of controls included, as it stands in the document. */
export function textOf(node: PageNode): string {
  if (node.isText) return node.text;
  let text = '';
  for (const child of node.children) {
    if (text.length >= MAX_TEXT) break;
    text += ` ${textOf(child)}`;
  }
  return text.slice(0, MAX_TEXT);
}
