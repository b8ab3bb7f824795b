import type { ActionContext } from '../../actions/ActionContext.ts';
import type { HoverRequest } from '../../actions/HoverRequest.ts';
import type { SettleObserver } from '../../actions/settle/SettleObserver.ts';
import { quote, stripInvisible } from '../../render/escape.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { itemAround } from '../../structure/itemContexts.ts';
import { HOVER_DESCRIPTION } from '../../structure/RevealPaths.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

/** Milliseconds in which something may show: scripts wait for the mouse to rest. */
const SHOW_TIMEOUT_MS = 600;

/** Milliseconds that what begins to show may take: one part of it is there at once, another fades in. */
const FADE_TIMEOUT_MS = 1_000;

/**
 * Moves the mouse over a box, and waits until what is to show does. Returns what it is over, `row "Ann"`; undefined where
 * the mouse cannot get there. The observer was started before.
 */
export async function hoverOver(
  { box, node }: HoverRequest,
  actionContext: ActionContext,
  context: RenderContext,
  settleObserver: SettleObserver,
): Promise<string | undefined> {
  const first = context.pageState.visibility;
  const boxNow = first.page.counterpart(box) ?? box;
  try {
    await actionContext.hover(boxNow);
  } catch {
    return undefined;
  }
  const hasChanged = (now: Visibility): boolean => {
    if (!node) return now !== first;
    const nodeNow = now.page.counterpart(node);
    return !nodeNow || !isRemoved(now, nodeNow);
  };
  const isUnchanged = async () => !hasChanged(await actionContext.recapture());
  if (!(await actionContext.staysTrue(isUnchanged, SHOW_TIMEOUT_MS)))
    await settleObserver.settle({ timeoutMs: FADE_TIMEOUT_MS });
  const item = itemAround(boxNow, first);
  return item ? `${item.kind} ${quote(stripInvisible(item.label))}` : elementLabel(boxNow, context);
}

/** The error of what hovering did not show: it does not say to hover. */
export function withoutHoverHint(error: unknown, place: string): unknown {
  if (!(error instanceof SightlineError) || !error.hint.includes(HOVER_DESCRIPTION)) return error;
  const { code, message, retryable, cause } = error;
  return new SightlineError(code, message, {
    hint: `Hovering over ${place} does not show it.`,
    retryable,
    cause,
  });
}
