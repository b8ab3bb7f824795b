import { isConnected, isOpaque, isShown, rectOf, TEXT, textOf, typeOf } from './dom.ts';

/** Words longer than this say more than that something goes on. Characters. */
const LONGEST = 40;
/** Milliseconds, from the first sign, that such words are waited for; and such movement, which may be an ornament. */
const PATIENCE = { words: 2_000, movement: 1_200 };

/**
 * Signs that something goes on which pages without `aria-busy` give: words that were put in the place of others and
 * end in an ellipsis (`Pay` becomes `Paying…`), and what has no words and moves without end (skeletons, spinners).
 */
export class Underway {
  #words = new Set<Node>();
  #isNew = false;
  /** When the first sign was seen. */
  #since: number | undefined;

  /** In a document that has just come, what moves without end is taken for an ornament. */
  begin(isNew: boolean): void {
    this.#isNew = isNew;
    this.#words.clear();
    this.#since = undefined;
  }

  note({ type, target, addedNodes, removedNodes }: MutationRecord): void {
    if (type === 'attributes') return;
    const [former] = removedNodes;
    const isRewritten = type === 'characterData' || (isText(addedNodes) && isText(removedNodes));
    // Written again as it stood before, or as one such text after another.
    if (former && isUnfinished(former)) return;
    if (isRewritten && isUnfinished(target)) this.#words.add(target);
  }

  /** False once it has been waited for long enough: what moves still is there to be looked at. */
  goesOn(animations: readonly Animation[]): boolean {
    const says = [...this.#words].some((node) => isConnected(node) && isUnfinished(node));
    if (!says && (this.#isNew || !animations.some(isEndless))) return false;
    this.#since ??= performance.now();
    return performance.now() - this.#since < (says ? PATIENCE.words : PATIENCE.movement);
  }
}

const isText = (nodes: NodeList): boolean => nodes.length === 1 && typeOf(nodes[0] as Node) === TEXT;

function isUnfinished(node: Node): boolean {
  const text = textOf(node).trim();
  return text.length <= LONGEST && /[^.](?:…|\.\.\.)$/.test(text);
}

/** Of one element that is in sight and says nothing. */
function isEndless({ playState, effect }: Animation): boolean {
  if (playState !== 'running' || effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return false;
  const target = effect instanceof KeyframeEffect ? effect.target : null;
  if (!target || textOf(target).trim() !== '' || !isShown(target) || !isOpaque(target)) return false;
  const { top, bottom, width } = rectOf(target);
  return width > 0 && bottom > 0 && top < innerHeight;
}
