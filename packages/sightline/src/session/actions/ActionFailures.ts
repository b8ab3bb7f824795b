import { ActionabilityError, explainActionabilityError } from '../../actions/ActionabilityError.ts';
import { navigatedMeanwhileError } from '../../actions/ElementAccess.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { SessionContext } from '../SessionContext.ts';

/** Errors of actions about the element that they were given. */
const REFUSALS: ReadonlySet<string> = new Set(['not_accepted', 'not_editable', 'invalid_argument']);

function namedError(
  { code, message, hint, retryable, cause }: SightlineError,
  label: string,
): SightlineError {
  return new SightlineError(code, `${label}: ${message}`, { hint, retryable, cause });
}

/** Says of an action that failed why, by the page as it is now. */
export class ActionFailures {
  readonly #session: SessionContext;
  readonly #capture: () => Promise<RenderContext>;

  constructor(session: SessionContext, capture: () => Promise<RenderContext>) {
    this.#session = session;
    this.#capture = capture;
  }

  /** `node`: the element that was acted on, which every refusal names. */
  async explain(error: unknown, before: RenderContext, node?: PageNode): Promise<unknown> {
    if (error instanceof ActionabilityError) return this.#explainActionability(error, before);
    if (!(error instanceof SightlineError)) return error;
    if (error.code === 'tab_closed') await this.#session.source.tabs.assertConnected();
    return node && REFUSALS.has(error.code) ? namedError(error, elementLabel(node, before)) : error;
  }

  /** By the page as it is now: what covers an element may have come meanwhile. */
  async #explainActionability(error: ActionabilityError, before: RenderContext): Promise<SightlineError> {
    const { node, reason, cover } = error;
    const now = await this.#capture().catch(() => before);
    const { visibility } = now.pageState;
    const nodeNow = (one: PageNode | undefined): PageNode | undefined =>
      one && visibility.page.counterpart(one);
    const currentNode = nodeNow(node);
    const wasLeft = !node.document.owner && !visibility.page.documentOf(node.document.key);
    if (wasLeft) return navigatedMeanwhileError(error);
    if (!currentNode) return explainActionabilityError(new ActionabilityError('detached', node), before);
    const currentReason = reason === 'busy' && isRemoved(visibility, currentNode) ? 'invisible' : reason;
    return explainActionabilityError(new ActionabilityError(currentReason, currentNode, nodeNow(cover)), now);
  }
}

/** Marks an error of an action that had used the mouse or keyboard. */
export function markAfterInput(error: unknown): unknown {
  if (error instanceof SightlineError) error.afterInput = true;
  return error;
}
