import {
  boundingRect,
  hasOpacity,
  isConnected,
  isVisible,
  nodeType,
  TEXT_NODE,
  textContent,
} from '../dom/dom.ts';

/** Words longer than this say more than that something goes on. Characters. */
const MAX_TEXT_LENGTH = 40;
/** Milliseconds, from the first sign, that such words are waited for; and such movement, which may be an ornament. */
const MAX_WAIT_MS = { text: 2_000, animation: 1_200 };

/**
 * Signs that something goes on which pages without `aria-busy` give: words that were put in the place of others and
 * end in an ellipsis (`Pay` becomes `Paying…`), and what has no words and moves without end (skeletons, spinners).
 */
export class BusyIndicators {
  #progressTexts = new Set<Node>();
  #isNewDocument = false;
  /** When the first sign was seen. */
  #firstSeenAt: number | undefined;

  /** In a document that has just come, what moves without end is taken for an ornament. */
  reset(isNewDocument: boolean): void {
    this.#isNewDocument = isNewDocument;
    this.#progressTexts.clear();
    this.#firstSeenAt = undefined;
  }

  recordMutation({ type, target, addedNodes, removedNodes }: MutationRecord): void {
    if (type === 'attributes') return;
    const [removed] = removedNodes;
    const isRewritten = type === 'characterData' || (isSingleText(addedNodes) && isSingleText(removedNodes));
    // Written again as it stood before, or as one such text after another.
    if (removed && isProgressText(removed)) return;
    if (isRewritten && isProgressText(target)) this.#progressTexts.add(target);
  }

  /** False once it has been waited for long enough: what moves still is there to be looked at. */
  isBusy(animations: readonly Animation[]): boolean {
    const hasProgressText = [...this.#progressTexts].some(
      (node) => isConnected(node) && isProgressText(node),
    );
    if (!hasProgressText && (this.#isNewDocument || !animations.some(isEndlessAnimation))) return false;
    this.#firstSeenAt ??= performance.now();
    return (
      performance.now() - this.#firstSeenAt < (hasProgressText ? MAX_WAIT_MS.text : MAX_WAIT_MS.animation)
    );
  }
}

const isSingleText = (nodes: NodeList): boolean =>
  nodes.length === 1 && nodeType(nodes[0] as Node) === TEXT_NODE;

function isProgressText(node: Node): boolean {
  const text = textContent(node).trim();
  return text.length <= MAX_TEXT_LENGTH && /[^.](?:…|\.\.\.)$/.test(text);
}

/** Of one element that is in sight and says nothing. */
function isEndlessAnimation({ playState, effect }: Animation): boolean {
  if (playState !== 'running' || effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return false;
  const target = effect instanceof KeyframeEffect ? effect.target : null;
  if (!target || textContent(target).trim() !== '' || !isVisible(target) || !hasOpacity(target)) return false;
  const { top, bottom, width } = boundingRect(target);
  return width > 0 && bottom > 0 && top < innerHeight;
}
