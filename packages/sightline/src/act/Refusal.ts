import type { PageNode } from '../model/Page.ts';
import { type ErrorCode, SightlineError } from '../model/SightlineError.ts';
import { Flag } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { escapeInline, quote } from '../view/escape.ts';
import { nameElement, wayOut } from '../view/explain.ts';
import type { Scene } from '../view/View.ts';

export type RefusalReason =
  | 'detached'
  | 'invisible'
  | 'disabled'
  | 'covered'
  | 'untouchable'
  | 'outside'
  | 'moving'
  | 'not editable'
  | 'not focusable'
  | 'unanswered'
  | 'busy';

/** An element could not be acted on. What it means to a reader is told with the page as it then is. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly node: PageNode;
  /** What lies over it, or took the focus in its place. */
  readonly cover: PageNode | undefined;

  constructor(reason: RefusalReason, node: PageNode, cover?: PageNode) {
    super(`${reason}: ${node.tag}`);
    this.reason = reason;
    this.node = node;
    this.cover = cover;
  }
}

/** Tells a refusal with numbers and evidence: `[12]<button>"Buy" is covered by [31]<dialog>"Cookies".` */
export function refusalError({ reason, node, cover }: Refusal, scene: Scene): SightlineError {
  const [code, says, hint] = TELL[reason](node, cover, scene);
  return new SightlineError(code, `${nameElement(node, scene)} ${says}.`, {
    hint,
    retryable: RETRYABLE.has(reason),
  });
}

const RETRYABLE: ReadonlySet<RefusalReason> = new Set([
  'busy',
  'moving',
  'covered',
  'disabled',
  'untouchable',
]);

type Telling = (
  node: PageNode,
  cover: PageNode | undefined,
  scene: Scene,
) => [code: ErrorCode, says: string, hint: string];

const TELL: Record<RefusalReason, Telling> = {
  detached: () => ['detached', 'went away before it could be acted on', 'Look at the page again.'],
  invisible: (node, _, scene) => {
    const verdict = scene.structure.pruning.verdicts[node.index];
    const why =
      verdict?.decision === 'remove' ? escapeInline(verdict.why) : 'it shows nothing that could be clicked';
    const way = wayOut(node, scene);
    return [
      'not_found',
      `is not shown: ${why}`,
      way
        ? `To bring it out: ${way}.`
        : `Look at the page again; ${scene.call({ tool: 'explain', number: scene.numberOf(node) })} tells more.`,
    ];
  },
  disabled: (node, _, scene) => [
    'disabled',
    `is disabled${disabledBy(node, scene)}`,
    'See what the form still needs, then try again.',
  ],
  covered: (node, cover, scene) => {
    const over = cover ?? coverOf(node, scene);
    if (!over) return ['covered', 'is covered by something else', 'Scroll, or look at the page again.'];
    const told = tellable(over, node, scene);
    const says = `is covered by ${nameCover(told, scene)}`;
    return ['covered', says, `Close what covers it, or scroll${controlsIn(told, scene)}`];
  },
  untouchable: (node, _, scene) => {
    const layer = layerOpen(node, scene);
    const hint = layer
      ? `Choose in ${nameCover(layer, scene)} first, or press Escape to close it.`
      : 'See what the page still waits for, then try again.';
    return ['disabled', 'takes no clicks now: its pointer-events is none', hint];
  },
  outside: () => [
    'not_found',
    'is outside of what any scroll can reach',
    'It may come into view by another control.',
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
  'not focusable': (node, taker, scene) => {
    const modal = modalOver(node, scene);
    if (modal) return TELL.covered(node, modal, scene);
    const where = taker ? `; it is at ${nameElement(taker, scene)}` : '';
    const hint = taker
      ? 'Use what has the focus, if that is what you mean.'
      : 'Name the field or control itself.';
    return ['not_accepted', `does not take the focus${where}`, hint];
  },
  unanswered: () => [
    'timeout',
    'took the mouse, but the page did not answer in time',
    'Look at the page before you try again: it may have worked.',
  ],
  busy: () => ['timeout', 'could not be acted on in time', 'Try again, or allow more time.'],
};

/** What is best named: the dialog or control that holds it, else all of it that is not around the element too. */
function tellable(cover: PageNode, node: PageNode, { structure }: Scene): PageNode {
  const { usable } = structure.pruning;
  const isWorthNaming = (one: PageNode): boolean => DIALOGS.has(one.role) || usable[one.index] === 1;
  const worthy = cover.closest((one) => isWorthNaming(one) && !isAround(one, node));
  if (worthy) return worthy;
  let outermost = cover;
  for (let up = cover.parent; up && !isAround(up, node); up = up.parent) outermost = up;
  return outermost;
}

/** In whatever document. */
function isAround(outer: PageNode, node: PageNode): boolean {
  for (let one: PageNode | undefined = node; one; one = one.document.owner)
    if (outer.contains(one)) return true;
  return outer === node;
}

/** What pages open over all else, and keep the rest from the mouse meanwhile: the last of them. */
function layerOpen(node: PageNode, { structure }: Scene): PageNode | undefined {
  const { pruning } = structure;
  const isLayer = (one: PageNode): boolean =>
    LAYERS.has(one.role) && !isRemoved(pruning, one) && !isAround(one, node);
  return pruning.page.nodes.findLast(isLayer);
}

const LAYERS = new Set(['dialog', 'alertdialog', 'menu', 'listbox']);

/** Characters told of what a layer says. */
const GIST = 60;

/** With its words where it has no name. */
function nameCover(cover: PageNode, scene: Scene): string {
  const element = nameElement(cover, scene);
  const named = DIALOGS.has(cover.role) ? `the ${cover.role} ${element}` : element;
  if (cover.name) return named;
  const inside = scene.structure.pruning.page.nodes.slice(cover.index, cover.end);
  const words = inside.flatMap((node) => (node.isText ? node.text.trim() : [])).join(' ');
  return words ? `${named} ${quote(shorten(words, GIST))}` : named;
}

/** An open modal dialog makes all but itself inert. */
export function modalOver(node: PageNode, { structure }: Scene): PageNode | undefined {
  const { page, verdicts } = structure.pruning;
  const { rule, by } = verdicts[node.index] ?? {};
  if (rule === 'behindModal') return by;
  if (node.closest((one) => one.has(Flag.Inert)) === undefined) return undefined;
  const modals = page.nodes.filter(
    (one) => one.tag === 'dialog' && one.has(Flag.TopLayer) && !isAround(one, node),
  );
  return modals.at(-1);
}

/** Controls named in a hint. */
const MOST_CONTROLS = 3;

/** What could close it. */
function controlsIn(cover: PageNode, scene: Scene): string {
  const { pruning } = scene.structure;
  const inside = pruning.page.nodes
    .slice(cover.index + 1, cover.end)
    .filter((node) => pruning.usable[node.index] === 1 && !isRemoved(pruning, node));
  if (inside.length === 0) return '; then try again.';
  return `. It holds ${inside
    .slice(0, MOST_CONTROLS)
    .map((node) => nameElement(node, scene))
    .join(', ')}.`;
}

const DIALOGS = new Set(['dialog', 'alertdialog', 'banner', 'menu', 'listbox', 'navigation']);

function coverOf(node: PageNode, { structure }: Scene): PageNode | undefined {
  return node.coveredBy ?? structure.pruning.verdicts[node.index]?.by;
}

/** Why it is disabled, where the page tells: a group around it, or fields that are still wanting. */
function disabledBy(node: PageNode, scene: Scene): string {
  const group = node.closest(
    (one) =>
      one !== node && one.disabled && (one.tag === 'fieldset' || one.attributes['aria-disabled'] === 'true'),
  );
  if (group) return ` by ${nameElement(group, scene)}`;
  const form = node.closest(({ tag }) => tag === 'form');
  const wanting = form ? wantingFields(form, scene) : [];
  if (wanting.length === 0) return '';
  return `; its form still needs ${wanting.map((field) => nameElement(field, scene)).join(', ')}`;
}

/** Fields told of at most. */
const MOST_FIELDS = 3;

function wantingFields(form: PageNode, { structure }: Scene): PageNode[] {
  const { page, usable } = structure.pruning;
  const inside = page.nodes.slice(form.index, form.end).filter(({ index }) => usable[index] === 1);
  return inside.filter((field) => !field.disabled && isWanting(field.attributes)).slice(0, MOST_FIELDS);
}

function isWanting(attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['.validation'] !== undefined) return true;
  const isRequired = attributes.required !== undefined || attributes['aria-required'] === 'true';
  const isEmpty = attributes['.checked'] === 'false' || !(attributes['.value'] ?? attributes['.checked']);
  return isRequired && isEmpty;
}

/** Words of the page that an error quotes. */
export const quoted = (text: string): string => `"${shorten(escapeInline(text), 80)}"`;
