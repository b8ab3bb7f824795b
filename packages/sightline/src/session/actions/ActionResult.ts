import type { ActionEffect } from '../../actions/ActionEffect.ts';
import { findFocused } from '../../actions/focusedField.ts';
import type { SettleResult } from '../../actions/settle/SettleObserver.ts';
import type { TabEvent } from '../../browser/tabs/TabEvent.ts';
import { findAnchor } from '../../diff/CauseRanking.ts';
import { diffPages, isEmptyDiff } from '../../diff/diffPages.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import {
  type ChangeReport,
  type ChangeReportOptions,
  renderChangeReport,
} from '../../render/changes/renderChangeReport.ts';
import { NOTHING_CHANGED, type SettleSummary } from '../../render/changes/settleSections.ts';
import { elementLabel } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { INTERACTIVE_ROLES, TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { TargetMatch } from '../refs/TargetResolver.ts';
import { renderNotices } from '../renderNotices.ts';
import type { SessionResult } from '../SessionResult.ts';
import type { DialogOrigin } from './OpenDialogs.ts';

/** The result of an action: what was done, how sure its element was, and what changed. */
export interface ActionResult extends SessionResult {
  targets: TargetMatch[];
  /** Of what takes many: what was not done, beside what was. */
  failure?: SightlineError;
  /** Of one step of many that led to another page: that page. */
  arrival?: RenderContext;
}

interface FinishedAction {
  effect: ActionEffect;
  targets: TargetMatch[];
  before: RenderContext;
  /** Undefined where the page cannot be read any more. */
  after: RenderContext | undefined;
  /** What changed; undefined with `after`. */
  diff: PageDiff | undefined;
  /** Where the dialog that closed came from. */
  dialogOrigin: DialogOrigin | undefined;
  settled: SettleResult;
  events: TabEvent[];
}

/** `isComplete`: the result shows all that changed. */
export function buildActionResult(
  action: FinishedAction,
  options: Pick<ChangeReportOptions, 'maxTokens' | 'quiet'>,
): { result: ActionResult; isComplete: boolean } {
  const { effect, targets, before, settled, events } = action;
  const firstLine = [
    summarize(action),
    ...effect.notes,
    ...ignoredKeys(action),
    ...keysToNoField(action),
  ].join('; ');
  const changes = renderChanges(action, options);
  const notices = [...canvasNote(action), ...renderNotices(events, before.formatCall)];
  const isNoted = effect.isChangeNoted && changes.text === NOTHING_CHANGED;
  const changeLines = isNoted ? [] : [changes.text];
  const text = [firstLine, ...targets.flatMap(renderRematch), ...changeLines, ...notices].join('\n');
  const changeNoted = effect.isChangeNoted && { changeNoted: true };
  const done = { done: effect.verbPhrase, notes: effect.notes, ...changeNoted, targets };
  const data = { ...done, ...changes.data, events, settled: settled.settled };
  return { result: { text, data, targets }, isComplete: changes.isComplete };
}

/** A failure of an action at which the page did something else, with what changed. */
export function withChanges({ code, message, hint }: SightlineError, action: FinishedAction): SightlineError {
  return new SightlineError(code, `${message}\n${renderChanges(action, {}).text}`, { hint });
}

/** Only what was done; for one step of many, of which there is one report at the end. */
export function buildSilentResult(action: FinishedAction): ActionResult {
  const { effect, targets, settled, events, diff, after } = action;
  const toNoField = keysToNoField(action);
  const text = [summarize(action), ...effect.notes, ...ignoredKeys(action), ...toNoField].join('; ');
  const { transients, requests, consoleErrors, reason } = settled;
  const settle: SettleSummary = {
    settled: settled.settled,
    transients,
    requests,
    consoleErrors,
    ...(reason && { reason }),
  };
  return {
    text,
    data: {
      settle,
      events,
      notes: effect.notes,
      otherPage: diff?.otherPage === true,
      ...(hasDoneNothing(action) && { unchanged: true }),
      ...(toNoField.length > 0 && { toNoField: true }),
      ...(diff?.otherPage && { entered: diff.entered }),
    },
    targets,
    ...(diff?.otherPage && after && { arrival: after }),
  };
}

/** Where keys went that changed nothing: `nothing had the focus`. */
function ignoredKeys(action: FinishedAction): string[] {
  const { effect, before, diff, settled, events } = action;
  const { keysWentTo } = effect;
  if (!keysWentTo || !diff || !isEmptyDiff(diff) || events.length > 0 || hasCanvas(action)) return [];
  if (settled.transients.length > 0 || settled.requests.failed.length > 0) return [];
  if (keysWentTo === 'nothing') return ['nothing had the focus'];
  return takesKeys(keysWentTo) ? [] : [`the focus was on ${elementLabel(keysWentTo, before)}`];
}

/** Of words that were typed where no field had the focus, nor has it now: each key may have been a shortcut. */
function keysToNoField(action: FinishedAction): string[] {
  const { effect, before, after } = action;
  const [typed = ''] = (effect.typed && effect.entered) || [];
  if (typed.length < 2 || !after || hasCanvas(action)) return [];
  const takers = [effect.node, findFocused(before.pageState), findFocused(after.pageState)];
  const isTaken = takers.some((node) => node && (takesKeys(node) || UNREAD_TAGS.has(node.tag)));
  return isTaken ? [] : ['no field took these keys: the page may have taken each for a shortcut'];
}

/** `dragged [3]<div>"Card" onto [7]<div>"Done"`. */
function summarize({ effect, targets: [target, other], before }: FinishedAction): string {
  const { verbPhrase, node, dropTarget } = effect;
  // By now the number that was used may belong to the replacement of the element.
  const refOf = (one: PageNode): number => {
    const usedTarget = one === node ? target : one === dropTarget ? other : undefined;
    return usedTarget?.number ?? before.refOf(one);
  };
  const nameOf = (one: PageNode): string => elementLabel(one, { ...before, refOf });
  return `${verbPhrase}${node ? ` ${nameOf(node)}` : ''}${dropTarget ? ` onto ${nameOf(dropTarget)}` : ''}`;
}

function renderRematch({ number, verdict, by, evidence, reloaded, now }: TargetMatch): string[] {
  if (verdict === 'same') return [];
  const what = reloaded ? 'was loaded again' : 'had been replaced';
  return [`([${number}]${now ? ` is now [${now}]: it` : ''} ${what}; known again by its ${by}: ${evidence})`];
}

/**
 * Whether nothing is seen of a click. It may be for the caret or the focus, which keys then go to; and what a canvas, a video or
 * a list of the browser shows is not read.
 */
export function hasDoneNothing(
  action: Pick<FinishedAction, 'effect' | 'before' | 'diff' | 'settled' | 'events'>,
): boolean {
  const { effect, diff, settled, events } = action;
  const { node } = effect;
  if (!node || !diff || !isEmptyDiff({ ...diff, focus: undefined })) return false;
  const { transients, requests, consoleErrors } = settled;
  const isQuiet = [events, transients, requests.failed, consoleErrors].every((list) => list.length === 0);
  const isUnread = UNREAD_TAGS.has(node.tag) || hasCanvas(action);
  const { is: focused } = diff.focus ?? {};
  const isForFocus =
    focused !== undefined && !(elementKey(focused) === elementKey(node) && INTERACTIVE_ROLES.has(node.role));
  return settled.settled && isQuiet && !isUnread && !takesKeys(node) && !isForFocus;
}

/** A key may move the caret. */
const takesKeys = (node: PageNode): boolean =>
  TEXT_FIELD_ROLES.has(node.role) || node.closest((one) => one.has(Flag.Editable)) !== undefined;

const UNREAD_TAGS: ReadonlySet<string> = new Set([
  'canvas',
  'video',
  'audio',
  'iframe',
  'embed',
  'object',
  'select',
]);

/** Where nothing else changed, a canvas at what was acted on may: drawings and terminals do. */
function canvasNote(action: FinishedAction): string[] {
  const { diff } = action;
  const isNoted = diff !== undefined && isEmptyDiff(diff) && hasCanvas(action);
  return isNoted ? ['what a canvas shows is not read: a screenshot shows whether it changed'] : [];
}

/** In what was acted on, or close around it. */
function hasCanvas({ effect, before }: Pick<FinishedAction, 'effect' | 'before'>): boolean {
  const { visibility } = before.pageState;
  const used = effect.node ?? visibility.page.nodes.find((node) => node.has(Flag.Focused));
  const around = used && [used, ...ancestorsOf(used, CANVAS_LEVELS)];
  const isShownCanvas = (node: PageNode): boolean => node.tag === 'canvas' && !isRemoved(visibility, node);
  return around?.some((node) => visibility.page.subtree(node).some(isShownCanvas)) === true;
}

/** How far around a hidden input what it draws on is looked for. */
const CANVAS_LEVELS = 3;

function ancestorsOf({ parent }: PageNode, levels: number): PageNode[] {
  if (!parent || parent.tag === 'body' || levels === 0) return [];
  return [parent, ...ancestorsOf(parent, levels - 1)];
}

function renderChanges(
  action: FinishedAction,
  { maxTokens, quiet }: Pick<ChangeReportOptions, 'maxTokens' | 'quiet'>,
): ChangeReport {
  const { effect, after, diff, settled, dialogOrigin } = action;
  if (!after || !diff)
    return {
      text: 'the page cannot be read any more: it was closed or is still on its way',
      data: {},
      isComplete: false,
    };
  const budget = { maxTokens: maxTokens || undefined, quiet };
  const { node } = effect;
  if (dialogOrigin) return renderSince(after, diff, settled, dialogOrigin, budget);
  const anchor = node && !effect.isScroll ? findAnchor(node, diff, after.pageState) : undefined;
  const actedOn = node && elementKey(node);
  return renderChangeReport(after, diff, settled, { ...budget, actedOn, anchor });
}

/** What changed; where a dialog closed, from how the page was before that opened. */
export function renderSince(
  after: RenderContext,
  diff: PageDiff,
  settle: SettleSummary,
  origin: DialogOrigin | undefined,
  options: ChangeReportOptions,
): ChangeReport {
  if (!origin || diff.otherPage) return renderChangeReport(after, diff, settle, options);
  const shown = sinceDialogOpened(diff, origin, after);
  return renderChangeReport(after, shown.diff, settle, { ...options, ...shown.options });
}

/** A dialog that closed, with what differs from the page as it was before it opened. */
function sinceDialogOpened(
  { url, title, closed, scrolled }: PageDiff,
  { before, opener }: DialogOrigin,
  { pageState }: RenderContext,
): { diff: PageDiff; options: ChangeReportOptions } {
  const changes = { ...diffPages(before, pageState), focus: undefined };
  const anchor = opener && findAnchor(opener, changes, pageState);
  const isUnchanged = isEmptyDiff({ ...changes, closed: [], scrolled: [], url: undefined, title: undefined });
  const diff = { ...changes, url, title, closed, scrolled };
  return { diff, options: { anchor, unchangedSinceOpened: isUnchanged } };
}
