import { quote } from '../../render/escape.ts';
import { elementLabel } from '../../render/explainNode.ts';
import { writeLocator } from '../../script/locators/writeLocator.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { Cause } from '../Cause.ts';
import type { FailedPage } from '../FailedPage.ts';
import { type Obstacle, obstacleOf, placedLabel } from '../renderExplained.ts';

/** Matchers that pass only for what is not seen. */
const ABSENCE_MATCHERS: ReadonlySet<string> = new Set(['toBeHidden', 'toBeDetached']);
/** Matchers that ask whether it is seen. */
const PRESENCE_MATCHERS: ReadonlySet<string> = new Set([
  'toBeVisible',
  'toBeInViewport',
  'toBeAttached',
  'toShow',
  'toOffer',
]);
const STATE_MATCHERS: ReadonlySet<string> = new Set([
  'toBeEnabled',
  'toBeEditable',
  'toBeDisabled',
  'toBeFocused',
]);

const INTERCEPTED = /^(.*) intercepts pointer events$/;

/** The element is there, and something keeps the test from using it. */
export async function obstacleCause(failed: FailedPage): Promise<Cause | undefined> {
  const { failure, matches } = failed;
  if (failure.isExpect && (failure.isNot || ABSENCE_MATCHERS.has(failure.call))) return stillThere(failed);
  const node = targetOf(failed);
  if (!node) return undefined;
  if (failure.isExpect && !PRESENCE_MATCHERS.has(failure.call) && !STATE_MATCHERS.has(failure.call))
    return undefined;
  return (
    intercepted(node, failed) ??
    detached(node, failed) ??
    fromObstacle(node, obstacleOf(node, failed.context), failed) ??
    editing(node, failed) ??
    moving(node, failed) ??
    (matches.visible.length > 0 ? undefined : hiddenCause(node, failed))
  );
}

/** The one that Playwright resolved: for `first()` it may be one that is not seen. */
function targetOf({ matches: { visible, hidden }, failure }: FailedPage): PageNode | undefined {
  const wasHidden = failure.log.some((line) => /element is not visible|unexpected value "hidden"/.test(line));
  return wasHidden ? (hidden[0] ?? visible[0]) : (visible[0] ?? hidden[0]);
}

function stillThere({ failure, matches, context }: FailedPage): Cause | undefined {
  const isOfPresence = PRESENCE_MATCHERS.has(failure.call) || ABSENCE_MATCHERS.has(failure.call);
  const [node] = matches.visible;
  if (!node || !isOfPresence) return undefined;
  return {
    kind: 'other value',
    text: `${placedLabel(node, context)} is still shown, and was to be gone.`,
    elements: matches.visible,
  };
}

/** By the call log: what took the clicks. What that is, is read from the page. */
function intercepted(node: PageNode, failed: FailedPage): Cause | undefined {
  const lines = failed.failure.log.flatMap((line) => INTERCEPTED.exec(line)?.[1] ?? []);
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  const cause = fromObstacle(node, obstacleOf(node, failed.context), failed);
  const cover = `What took the clicks: ${quote(shorten(last, 140))}.`;
  if (cause?.kind === 'covered') return { ...cause, text: `${cause.text} ${cover}` };
  const covering = node.coveredBy;
  const now = covering ? ` Now it is ${placedLabel(covering, failed.context)}.` : '';
  return {
    kind: 'covered',
    text: `${elementLabel(node, failed.context)} could not be clicked: something lay over it. ${cover}${now}`,
    elements: [node, ...(covering ? [covering] : [])],
  };
}

function detached(node: PageNode, { failure, context }: FailedPage): Cause | undefined {
  const lines = failure.log.filter((line) => /was detached from the DOM|not attached to the DOM/.test(line));
  const times = lines.reduce((sum, line) => sum + Number(/^(\d+) ×/.exec(line)?.[1] ?? 1), 0);
  if (times === 0) return undefined;
  return {
    kind: 'detached',
    text: `${placedLabel(node, context)} is drawn anew again and again: it was detached from the page ${times === 1 ? 'once' : `${times} times`} while the test tried to ${failure.call}. Wait until the page is at rest before this step.`,
    elements: [node],
  };
}

function fromObstacle(node: PageNode, obstacle: Obstacle | undefined, failed: FailedPage): Cause | undefined {
  if (!obstacle) return undefined;
  const { kind, message, hint } = obstacle;
  if (kind === 'disabled' && failed.failure.isExpect && !/^toBeE|^toOffer$/.test(failed.failure.call))
    return undefined;
  const other = kind === 'hidden' ? otherSeen(node, failed) : '';
  return {
    kind,
    text: `${message}${hint && ` ${hint}`}${other}`,
    elements: [node, ...openers(node, failed), ...failed.matches.visible.filter((one) => one !== node)],
  };
}

/** The control that brings it out. */
function openers(node: PageNode, { context }: FailedPage): PageNode[] {
  const { visibility, revealPaths } = context.pageState;
  const path = isRemoved(visibility, node) ? revealPaths.find(node) : undefined;
  return path ? [path.control] : [];
}

/** Of several matches Playwright may take one that is not seen. */
function otherSeen(node: PageNode, { matches, spec }: FailedPage): string {
  const [visible] = matches.visible;
  if (!visible || visible === node || !spec) return '';
  const visibleOnly = [...spec.filter(({ by }) => by !== 'nth'), { by: 'filter' as const, visible: true }];
  return ` Another one that matches is seen: ${writeLocator(visibleOnly)}.`;
}

function editing(node: PageNode, { failure, context }: FailedPage): Cause | undefined {
  const isRefused = failure.log.some((line) => /element is not editable/.test(line));
  const isNoField = /Element is not an <input>|not a <select>|not a checkbox|Not a checkbox/.test(
    failure.headline,
  );
  if (!isRefused && !isNoField) return undefined;
  const why = isNoField
    ? `is no field that ${failure.call} can use`
    : node.attributes.readonly !== undefined || node.attributes['aria-readonly'] === 'true'
      ? 'is read-only'
      : 'cannot be edited';
  return { kind: 'not editable', text: `${placedLabel(node, context)} ${why}.`, elements: [node] };
}

function moving(node: PageNode, { failure, context }: FailedPage): Cause | undefined {
  if (!failure.log.some((line) => /element is not stable/.test(line))) return undefined;
  return {
    kind: 'moving',
    text: `${placedLabel(node, context)} did not stop moving while the test tried to ${failure.call}: an animation runs on it.`,
    elements: [node],
  };
}

function hiddenCause(node: PageNode, { context }: FailedPage): Cause {
  return {
    kind: 'hidden',
    text: `${placedLabel(node, context)} is in the page, and is not shown.`,
    elements: [node],
  };
}
