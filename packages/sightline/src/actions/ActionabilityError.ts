import { escapeInline, quote } from '../render/escape.ts';
import { decisionText } from '../render/explain/decisionText.ts';
import { elementLabel, revealHint } from '../render/explainNode.ts';
import type { RenderContext } from '../render/RenderContext.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { LAYER_ROLES, NAMED_COVER_ROLES } from '../snapshot/roles.ts';
import { type ErrorCode, SightlineError } from '../snapshot/SightlineError.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import { findMissingFields } from '../structure/findMissingFields.ts';
import { isRemoved, isShownInteractive } from '../visibility/Visibility.ts';

export type ActionabilityFailure =
  | 'detached'
  | 'invisible'
  | 'disabled'
  | 'covered'
  | 'untouchable'
  | 'outside'
  | 'moving'
  | 'missed'
  | 'not received'
  | 'not pressed'
  | 'not hovered'
  | 'dropped elsewhere'
  | 'not editable'
  | 'not typed into'
  | 'not focusable'
  | 'focus taken'
  | 'unanswered'
  | 'busy';

/** An element could not be acted on. `explainActionabilityError` turns it into an error for the user. */
export class ActionabilityError extends Error {
  readonly reason: ActionabilityFailure;
  readonly node: PageNode;
  /** The element that covers it, or that took the focus instead. */
  readonly cover: PageNode | undefined;

  constructor(reason: ActionabilityFailure, node: PageNode, cover?: PageNode) {
    super(`${reason}: ${node.tag}`);
    this.reason = reason;
    this.node = node;
    this.cover = cover;
  }
}

/** With numbers and evidence, by the page as it is now: `[12]<button>"Buy" is covered by [31]<dialog>"Cookies".` */
export function explainActionabilityError(
  { reason, node, cover }: ActionabilityError,
  context: RenderContext,
): SightlineError {
  const [code, problem, hint] = EXPLANATIONS[reason](node, cover, context);
  return new SightlineError(code, `${elementLabel(node, context)} ${problem}.`, {
    hint,
    retryable: RETRYABLE_FAILURES.has(reason),
  });
}

const RETRYABLE_FAILURES: ReadonlySet<ActionabilityFailure> = new Set([
  'busy',
  'moving',
  'missed',
  'not pressed',
  'not hovered',
  'covered',
  'disabled',
  'untouchable',
]);

type FailureExplainer = (
  node: PageNode,
  cover: PageNode | undefined,
  context: RenderContext,
) => [code: ErrorCode, says: string, hint: string];

const EXPLANATIONS: Record<ActionabilityFailure, FailureExplainer> = {
  detached: () => ['detached', 'went away before it could be acted on', 'Look at the page again.'],
  invisible: (node, _, context) => {
    const decision = context.pageState.visibility.decisions[node.index];
    const reasonText =
      decision?.kind === 'remove'
        ? escapeInline(decisionText(decision))
        : 'it shows nothing that could be clicked';
    const revealing = revealHint(node, context);
    return [
      'not_found',
      `is not shown: ${reasonText}`,
      revealing
        ? `To bring it out: ${revealing}.`
        : `Look at the page again; ${context.formatCall({ tool: 'explain', number: context.refOf(node) })} says more.`,
    ];
  },
  disabled: (node, _, context) => [
    'disabled',
    `is disabled${describeDisabledCause(node, context)}`,
    'See what the form still needs, then try again.',
  ],
  covered: (node, cover, context) => {
    const coveringNode = cover ?? findCover(node, context);
    if (!coveringNode)
      return ['covered', 'is covered by something else', 'Scroll, or look at the page again.'];
    const namedCover = chooseCoverToName(coveringNode, node, context);
    const problem = `is covered by ${describeCover(namedCover, context)}`;
    return ['covered', problem, `Close what covers it, or scroll${describeControls(namedCover, context)}`];
  },
  untouchable: (node, _, context) => {
    const layer = findOpenLayer(node, context);
    const hint = layer
      ? `Choose in ${describeCover(layer, context)} first, or press Escape to close it.`
      : 'See what the page still waits for, then try again.';
    return ['disabled', 'takes no clicks now: its pointer-events is none', hint];
  },
  outside: () => [
    'not_found',
    'is outside of what any scroll can reach',
    'It may come into view by another control.',
  ],
  missed: (node, hit, context) => [
    'covered',
    `was not reached: ${hit ? describeCover(chooseCoverToName(hit, node, context), context) : 'something else'} came under the mouse, and got nothing`,
    'Look at the page before you try again: it moves while it is clicked.',
  ],
  'not received': () => [
    'not_accepted',
    'was not reached: no element of the page got the press',
    'Look at the page before you try again, or use a key: press Enter.',
  ],
  'not pressed': () => [
    'not_accepted',
    'was not pressed: frames of the page come meanwhile or do not answer, and might have got the press',
    'Look at the page before you try again.',
  ],
  'not hovered': (node, hit, context) => [
    'covered',
    `was not reached: the mouse is over ${hit ? describeCover(chooseCoverToName(hit, node, context), context) : 'something else'}`,
    'Look at the page before you try again.',
  ],
  'dropped elsewhere': (node, hit, context) => [
    'not_accepted',
    `did not get the drop: ${hit ? describeCover(chooseCoverToName(hit, node, context), context) : 'something else'} was under the mouse by then`,
    'Look at the page: it may have moved while something was dragged, and what was dragged is where it was let go.',
  ],
  moving: () => ['timeout', 'did not stop moving', 'Try again, or allow more time.'],
  'not editable': (node) => {
    const isLocked = node.attribute('readonly') !== undefined;
    return [
      'not_editable',
      `cannot be edited${isLocked ? ': it is read-only' : ''}`,
      isLocked
        ? 'Click it: what it holds may be chosen in what that opens, as a day in a calendar.'
        : 'Name the field itself.',
    ];
  },
  'not typed into': (node, _, { formatCall, refOf }) => {
    const isSelect = node.tag === 'select';
    const isFile = node.attributes.type === 'file';
    const tool = isSelect ? 'select_option' : isFile ? 'upload_file' : 'check';
    return ['not_editable', 'holds no typed text', `Use ${formatCall({ tool, number: refOf(node) })}.`];
  },
  'not focusable': (node, focused, context) => {
    const modal = findBlockingModal(node, context);
    if (modal) return EXPLANATIONS.covered(node, modal, context);
    const focusHolder = focused ? `; it is at ${elementLabel(focused, context)}` : '';
    const hint = focused
      ? 'Use what has the focus, if that is what you mean.'
      : 'Name the field or control itself.';
    return ['not_accepted', `does not take the focus${focusHolder}`, hint];
  },
  'focus taken': (_, holder, context) => [
    'not_accepted',
    `lost the focus${holder ? ` to ${elementLabel(holder, context)}` : ''} while a secret was typed, of which the rest was not`,
    'Fill the field instead of typing into it: no other gets a part of that.',
  ],
  unanswered: () => [
    'timeout',
    'took the mouse, but the page did not answer in time',
    'Look at the page before you try again: it may have worked.',
  ],
  busy: () => ['timeout', 'could not be acted on in time', 'Try again, or allow more time.'],
};

/** The dialog or control around the cover, else its outermost ancestor that is not around the element too. */
function chooseCoverToName(cover: PageNode, node: PageNode, { pageState }: RenderContext): PageNode {
  const { interactive } = pageState.visibility;
  const isWorthNaming = (one: PageNode): boolean =>
    NAMED_COVER_ROLES.has(one.role) || interactive[one.index] === 1;
  const worthNaming = cover.closest((one) => isWorthNaming(one) && !containsAcrossFrames(one, node));
  if (worthNaming) return worthNaming;
  let outermost = cover;
  for (
    let ancestor = cover.parent;
    ancestor && !containsAcrossFrames(ancestor, node);
    ancestor = ancestor.parent
  )
    outermost = ancestor;
  return outermost;
}

/** Also across documents. */
function containsAcrossFrames(outer: PageNode, node: PageNode): boolean {
  for (let one: PageNode | undefined = node; one; one = one.document.owner)
    if (outer.contains(one)) return true;
  return outer === node;
}

/** The last open menu, list or dialog: pages may switch off the mouse for the rest while it is open. */
function findOpenLayer(node: PageNode, { pageState }: RenderContext): PageNode | undefined {
  const { visibility } = pageState;
  const isLayer = (one: PageNode): boolean =>
    LAYER_ROLES.has(one.role) && !isRemoved(visibility, one) && !containsAcrossFrames(one, node);
  return visibility.page.nodes.findLast(isLayer);
}

/** Characters of the text of a cover in an error. */
const MAX_QUOTED_LENGTH = 60;

/** With its text where it has no name. */
function describeCover(cover: PageNode, context: RenderContext): string {
  const element = elementLabel(cover, context);
  const named = NAMED_COVER_ROLES.has(cover.role) ? `the ${cover.role} ${element}` : element;
  if (cover.name) return named;
  const inside = context.pageState.visibility.page.subtree(cover);
  const text = inside.flatMap((node) => (node.isText ? node.text.trim() : [])).join(' ');
  return text ? `${named} ${quote(shorten(text, MAX_QUOTED_LENGTH))}` : named;
}

/** The open modal dialog that makes the element inert. */
export function findBlockingModal(node: PageNode, { pageState }: RenderContext): PageNode | undefined {
  const { page, decisions } = pageState.visibility;
  const { rule, by } = decisions[node.index] ?? {};
  if (rule === 'behindModal') return by;
  if (node.closest((one) => one.has(Flag.Inert)) === undefined) return undefined;
  const modals = page.nodes.filter(
    (one) => one.tag === 'dialog' && one.has(Flag.TopLayer) && !containsAcrossFrames(one, node),
  );
  return modals.at(-1);
}

/** Controls named in a hint. */
const MAX_CONTROLS = 3;

/** Controls in the cover, one of which may close it. */
function describeControls(cover: PageNode, context: RenderContext): string {
  const { visibility } = context.pageState;
  const inside = visibility.page.descendants(cover).filter((node) => isShownInteractive(visibility, node));
  if (inside.length === 0) return '; then try again.';
  return `. It holds ${inside
    .slice(0, MAX_CONTROLS)
    .map((node) => elementLabel(node, context))
    .join(', ')}.`;
}

function findCover(node: PageNode, { pageState }: RenderContext): PageNode | undefined {
  return node.coveredBy ?? pageState.visibility.decisions[node.index]?.by;
}

/** Fields named in an error. */
const MAX_FIELDS = 3;

/** Why it is disabled, where the page shows it: a disabled group around it, or required fields that are empty. */
function describeDisabledCause(node: PageNode, context: RenderContext): string {
  const group = node.closest(
    (one) =>
      one !== node && one.disabled && (one.tag === 'fieldset' || one.attributes['aria-disabled'] === 'true'),
  );
  if (group) return ` by ${elementLabel(group, context)}`;
  const inert = node.closest((one) => one.has(Flag.Inert));
  if (inert) return `: ${elementLabel(inert, context)} is inert`;
  const form = node.closest(({ tag }) => tag === 'form');
  const missing = form ? findMissingFields(form, context.pageState.visibility).slice(0, MAX_FIELDS) : [];
  if (missing.length === 0) return '';
  return `; its form still needs ${missing.map((field) => elementLabel(field, context)).join(', ')}`;
}

/** Text of the page in an error. */
export const quotePageText = (text: string): string => `"${shorten(escapeInline(text), 80)}"`;
