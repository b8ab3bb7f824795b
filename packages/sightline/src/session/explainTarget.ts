import type { LiveMatches } from '../browser/findLive.ts';
import { identity, type PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { askRules } from '../prune/opinions.ts';
import { compactPreset, seedPreset } from '../prune/prune.ts';
import { findText } from '../query/findText.ts';
import { Evidences, nodeWith } from '../structure/evidence.ts';
import { recognise } from '../structure/recognise.ts';
import type { Structure } from '../structure/Structure.ts';
import { explain, explainText } from '../view/explain.ts';
import type { Scene } from '../view/View.ts';
import type { Answer } from './Answer.ts';
import type { Known, Numbers } from './Numbers.ts';

/** How a session finds what a target names. */
export interface Finders {
  /** The element of a number. Throws `not_shown`, `stale`, `detached`. */
  number(number: number): PageNode;
  /** Throws `invalid_selector`; `unsupported_page` where there is no live page. */
  selector(selector: string): Promise<LiveMatches[]>;
}

/** What a target comes to on the captured page. */
interface Matches {
  nodes: PageNode[];
  total: number;
  /** Matches that the capture does not hold. */
  outside: number;
}

/** How many matches are explained. */
const TOLD = 3;

/**
 * Explains what becomes of a number, of what a CSS selector matches, or of what holds certain words.
 * `css=` and `text=` say which is meant. Throws `not_shown`, `stale`, `invalid_selector`, `not_found`.
 */
export async function explainTarget(target: string, scene: Scene, finders: Finders): Promise<Answer> {
  const { nodes, total, outside } = await resolve(target.trim(), scene, finders);
  const { page, options } = scene.structure.pruning;
  const preset = scene.style === 'compact' ? compactPreset : seedPreset;
  const told = preferred(nodes, scene)
    .slice(0, TOLD)
    .map((node) => explain(node, askRules(page, preset, options, node), scene));
  const lines = told.map(explainText);
  if (outside > 0) lines.push(outsideText(outside));
  const more = total - outside - told.length;
  if (more > 0) lines.push(`(${more} more match)`);
  return { text: lines.join('\n'), data: { target, matches: told as unknown[], total, outside } };
}

/** Those that are left out first: they are what one asks about. */
function preferred(nodes: PageNode[], { structure }: Scene): PageNode[] {
  const isOut = ({ index }: PageNode) => structure.pruning.verdicts[index]?.decision === 'remove';
  return nodes.length <= TOLD ? nodes : [...nodes.filter(isOut), ...nodes.filter((node) => !isOut(node))];
}

function outsideText(count: number): string {
  const what = count === 1 ? '1 match is' : `${count} matches are`;
  return `${what} not rendered at all: in the head or a template, not slotted, inside a native control, or added since.`;
}

async function resolve(target: string, scene: Scene, finders: Finders): Promise<Matches> {
  const number = /^\[?(\d+)\]?$/.exec(target);
  if (number) return { nodes: [finders.number(Number(number[1]))], total: 1, outside: 0 };
  const [, kind, rest = ''] = /^(css|text)=(.*)$/s.exec(target) ?? [];
  const found =
    kind === 'css'
      ? await bySelector(rest, scene, finders)
      : kind === 'text'
        ? byText(rest, scene)
        : await byGuess(target, scene, finders);
  if (found.total > 0) return found;
  throw new SightlineError('not_found', `Nothing on the page matches "${target}".`, {
    hint: 'Give a number, a CSS selector (`css=nav a`) or words of the page (`text=Sign in`); look again if it changed.',
  });
}

/** What looks like a selector is one, and words are words; where that finds nothing, the other is tried. */
async function byGuess(target: string, scene: Scene, finders: Finders): Promise<Matches> {
  const looksLikeOne = SELECTOR.test(target);
  const words = byText(target, scene);
  if (words.total > 0 && !looksLikeOne) return words;
  try {
    const found = await bySelector(target, scene, finders);
    return found.total > 0 ? found : words;
  } catch (error) {
    if (words.total > 0 || !looksLikeOne) return words;
    throw error;
  }
}

const SELECTOR = /^[#.[*:][^\s]|^[a-z][\w-]*(?:[#.[:][\w"'-]|\s*[>+~]\s*[\w#.[*:])/i;

/**
 * The element of a number on the captured page: itself, or what took its place for certain, which has the number from
 * then on, as with actions. Throws `detached`, `stale`.
 */
export function nodeOf(known: Known, { structure }: Scene, numbers: Numbers): PageNode {
  const { document, id, number } = known;
  const { page } = structure.pruning;
  const isHere = page.documents.some(({ key }) => key === document);
  const node = nodeWith(page, document, id) ?? (isHere ? successorOf(known, structure, numbers) : undefined);
  if (node) return node;
  throw new SightlineError(
    isHere ? 'detached' : 'stale',
    isHere ? `[${number}] is no longer part of the page.` : `[${number}] is of a document that was left.`,
    { hint: 'Look at the page again.' },
  );
}

function successorOf(known: Known, structure: Structure, numbers: Numbers): PageNode | undefined {
  const evidence = numbers.evidenceOf(known);
  const verdict = evidence && recognise(evidence, new Evidences(structure.pruning));
  if (verdict?.kind !== 'rebound') return undefined;
  numbers.rebind(known, verdict.node, structure);
  return verdict.node;
}

/** The element of a stable id on the captured page. Throws `not_found`. */
export function nodeOfStableId(id: string, { structure }: Scene): PageNode {
  const node = structure.stableIds.find(id);
  if (node) return node;
  throw new SightlineError('not_found', `No element of the page has the id ${id} now.`, {
    hint: 'Look at the page again: what changed has another id.',
  });
}

async function bySelector(selector: string, { structure }: Scene, finders: Finders): Promise<Matches> {
  const live = await finders.selector(selector);
  const byIdentity = new Map(
    structure.pruning.page.nodes.filter((node) => node.isElement).map((node) => [identity(node), node]),
  );
  const nodes = live.flatMap(({ document, ids }) => ids.map((id) => byIdentity.get(`${document}/${id}`)));
  const inside = nodes.filter((node) => node !== undefined);
  const total = live.reduce((sum, one) => sum + one.total, 0);
  return { nodes: inside, total, outside: nodes.length - inside.length };
}

function byText(words: string, { structure }: Scene): Matches {
  const nodes = findText(structure.pruning, words);
  return { nodes, total: nodes.length, outside: 0 };
}
