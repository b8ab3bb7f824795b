import type { Page, PageNode } from '../../snapshot/Page.ts';
import type { Tokenizer } from '../words/Tokenizer.ts';

/** Most characters that are read beside headings, and most nodes. */
const MAX_LENGTH = 200;
const MAX_NODES = 60;
/** Their words name what they are, not the place. */
const CONTROLS: ReadonlySet<string> = new Set(['button', 'input', 'label', 'select', 'textarea']);

/**
 * What a link within the page leads to says what it is about: `simplify()` goes to `Reduces the number of points`. The first words
 * there, up to the next heading, shown or not.
 */
export function targetWords(link: PageNode, { nodes }: Page, tokenizer: Tokenizer): string[] {
  const target = targetOf(link);
  if (!target) return [];
  const words = new Set<string>();
  const end = Math.min(nodes.length, target.index + MAX_NODES);
  let headingEnd = 0;
  let length = 0;
  for (let i = target.index; i < end && length < MAX_LENGTH; i++) {
    const node = nodes[i] as PageNode;
    if (node.role === 'heading') {
      if (length > 0) break;
      headingEnd = node.end;
    }
    if (node === link || CONTROLS.has(node.tag)) i = node.end - 1;
    if (!node.isText) continue;
    const text = node.text.trim().slice(0, MAX_LENGTH);
    if (i >= headingEnd) length += text.length;
    for (const word of tokenizer.words(text)) words.add(word);
  }
  return [...words];
}

function targetOf(link: PageNode): PageNode | undefined {
  const { href = '' } = link.attributes;
  if (href.length < 2 || !href.startsWith('#')) return undefined;
  const target = link.document.byHtmlId(decode(href.slice(1)), link);
  // One that skips what comes before says nothing of the words there.
  return target?.tag === 'body' || target?.role === 'main' ? undefined : target;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
