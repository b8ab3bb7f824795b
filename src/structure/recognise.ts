import type { PageNode } from '../model/Page.ts';
import type { Pruning } from '../prune/Pruning.ts';
import {
  ancestorAt,
  countLike,
  type Evidence,
  marksOf,
  nodeWith,
  pathOf,
  testIdOf,
  textsNear,
  textsOf,
  usableLike,
  valuesOf,
  withoutDigits,
} from './evidence.ts';

/** What a successor was known by, in the order of seed 003. */
export type KnownBy = 'test id' | 'id' | 'role and name' | 'CSS path';

/** What became of an element that was shown. */
export type Verdict =
  /** It is there, and stands for what it stood for; `was`: what it was called, where that changed a little. */
  | { kind: 'same'; node: PageNode; was?: string }
  /** Another element took its place. */
  | { kind: 'rebound'; node: PageNode; by: KnownBy; on: string }
  /** It is there, but stands for something else now: its name, or what it stands in, is another. */
  | { kind: 'replaced'; node: PageNode }
  | { kind: 'ambiguous'; candidates: PageNode[] }
  | { kind: 'gone' };

/** How much of what told an item from its siblings must still be there. */
const ENOUGH = 0.5;

/**
 * Finds the element again that the evidence is of, on a newer page of the same document. An element that lives is
 * the same only if it still stands for the same thing (frameworks reuse elements for other items); one that is gone
 * has a successor only if exactly one element of its role fits all the evidence (DESIGN section 8, seed 003).
 */
export function recognise(evidence: Evidence, pruning: Pruning): Verdict {
  const node = nodeWith(pruning.page, evidence.document, evidence.id);
  if (!node || node.role !== evidence.role) return findSuccessor(evidence, pruning, node);
  const fit = likeness(evidence, node, pruning);
  const isNamedAlike = node.name === evidence.name;
  if (fit === 1 && isNamedAlike) return { kind: 'same', node };
  const other = findSuccessor(evidence, pruning, node);
  if (other.kind === 'rebound' && (!isNamedAlike || likeness(evidence, other.node, pruning) > fit))
    return other;
  if (fit < ENOUGH) return other;
  if (isNamedAlike) return { kind: 'same', node };
  return isRenamed(evidence, node) ? { kind: 'same', node, was: evidence.name } : other;
}

/** Names of fields, and counters beside a name, change with what they hold; those of others are what they are. */
function isRenamed(evidence: Evidence, node: PageNode): boolean {
  if (FIELDS.has(node.role) && marksOf(node) === evidence.marks) return true;
  if (evidence.isOneOfSequence || evidence.name === '') return false;
  const words = withoutDigits(node.name);
  return words !== '' && words === withoutDigits(evidence.name);
}

const FIELDS = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox']);

/** `current`: the element itself, where it lives but does not fit any more. */
function findSuccessor(evidence: Evidence, pruning: Pruning, current: PageNode | undefined): Verdict {
  const named = usableLike(evidence, pruning).filter((one) => one !== current && one.name === evidence.name);
  const fitting = mostLike(evidence, named, pruning);
  if (fitting.length === 0) return current ? { kind: 'replaced', node: current } : { kind: 'gone' };
  // Twins that nothing tells apart: only a list that was made anew as it was has them in their old places.
  const isTold = evidence.twins === 1 || hasTexts(evidence);
  if (isTold) {
    for (const { by, test } of WAYS) {
      const found = fitting.filter((one) => test(one, evidence));
      if (found.length === 1) return rebound(found[0] as PageNode, by, evidence);
    }
  }
  const inPlace = fitting.filter((one) => marksOf(one) === evidence.marks && pathOf(one) === evidence.path);
  const isWhole = named.length === evidence.twins && !current;
  if (isWhole && inPlace.length === 1) return rebound(inPlace[0] as PageNode, 'CSS path', evidence);
  return { kind: 'ambiguous', candidates: fitting };
}

const WAYS: { by: KnownBy; test(node: PageNode, evidence: Evidence): boolean }[] = [
  { by: 'test id', test: (node, { testId }) => testId !== undefined && testIdOf(node) === testId },
  { by: 'id', test: (node, { htmlId }) => htmlId !== undefined && node.attribute('id') === htmlId },
  { by: 'role and name', test: (_, { name }) => name !== '' },
  {
    by: 'role and name',
    test: (node, { name, marks, twins }) => name !== '' && twins > 1 && marksOf(node) === marks,
  },
];

function rebound(node: PageNode, by: KnownBy, evidence: Evidence): Verdict {
  const { items, name, role, htmlId, testId } = evidence;
  const own = {
    'test id': testId,
    id: htmlId,
    'role and name': `${role} "${name}"`,
    'CSS path': `${role} "${name}" in the same place`,
  }[by];
  const item = items.find(({ texts }) => texts.length > 0)?.texts[0];
  return { kind: 'rebound', node, by, on: item === undefined ? `${own}` : `${own} beside "${item}"` };
}

/** Those that fit best, where they fit enough. */
function mostLike(evidence: Evidence, nodes: PageNode[], pruning: Pruning): PageNode[] {
  const fits = nodes.map((node) =>
    Math.min(likeness(evidence, node, pruning), nearness(evidence, node, pruning)),
  );
  const most = Math.max(ENOUGH, ...fits);
  return nodes.filter((_, i) => fits[i] === most);
}

const hasTexts = ({ items }: Evidence): boolean => items.some(({ texts }) => texts.length > 0);

/**
 * How much of what told the items around an element from their siblings is around this one, 0 to 1. What each says
 * first counts double: it is the item's name more often than not. Values count where there are no words, and the list
 * has grown or shrunk.
 */
export function likeness(evidence: Evidence, node: PageNode, pruning: Pruning): number {
  const byTexts = hasTexts(evidence);
  let total = 0;
  let kept = 0;
  for (const { steps, tag, count, texts, values } of evidence.items) {
    const wanted = byTexts ? texts : values;
    if (wanted.length === 0) continue;
    const item = ancestorAt(node, steps);
    if (item?.tag !== tag) return 0;
    if (!byTexts && countLike(item) === count) continue;
    const here = new Set((byTexts ? textsOf : valuesOf)(item, node, pruning));
    wanted.forEach((text, i) => {
      const weight = i === 0 ? 2 : 1;
      total += weight;
      if (here.has(text)) kept += weight;
    });
  }
  return total === 0 ? 1 : kept / total;
}

/** The same of the words nearest to it, for what stands in no item. */
function nearness({ around }: Evidence, node: PageNode, pruning: Pruning): number {
  if (around.length === 0) return 1;
  const here = new Set(textsNear(node, pruning));
  return around.filter((text) => here.has(text)).length / around.length;
}
