import type { PageNode } from '../model/Page.ts';
import { type ErrorCode, SightlineError } from '../model/SightlineError.ts';
import { shorten } from '../model/shorten.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { escapeInline } from '../view/escape.ts';
import { nameElement, wayOut } from '../view/explain.ts';
import type { Scene } from '../view/View.ts';

export type RefusalReason =
  | 'detached'
  | 'invisible'
  | 'disabled'
  | 'covered'
  | 'outside'
  | 'moving'
  | 'not editable'
  | 'not focusable'
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

const RETRYABLE: ReadonlySet<RefusalReason> = new Set(['busy', 'moving', 'covered', 'disabled']);

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
      way ? `To bring it out: ${way}.` : 'Look at the page again, or ask `explain` about it.',
    ];
  },
  disabled: (node, _, scene) => [
    'disabled',
    `is disabled${disabledBy(node, scene)}`,
    'See what the form still needs, then try again.',
  ],
  covered: (node, cover, scene) => {
    const over = cover ?? coverOf(node, scene);
    const told = over && tellable(over, scene);
    return [
      'covered',
      `is covered by ${told ? nameElement(told, scene) : 'something else'}`,
      told
        ? `Close what covers it, or scroll${controlsIn(told, scene)}`
        : 'Scroll, or look at the page again.',
    ];
  },
  outside: () => [
    'not_found',
    'is outside of what any scroll can reach',
    'It may come into view by another control.',
  ],
  moving: () => ['timeout', 'did not stop moving', 'Try again, or allow more time.'],
  'not editable': (node) => [
    'not_editable',
    `cannot be edited${node.attribute('readonly') === undefined ? '' : ': it is read-only'}`,
    'Name the field itself.',
  ],
  'not focusable': (node, taker, scene) => {
    const modal = scene.structure.pruning.verdicts[node.index];
    if (modal?.rule === 'behindModal') return TELL.covered(node, modal.by, scene);
    const where = taker ? `; it is at ${nameElement(taker, scene)}` : '';
    const hint = taker
      ? 'Use what has the focus, if that is what you mean.'
      : 'Name the field or control itself.';
    return ['not_accepted', `does not take the focus${where}`, hint];
  },
  busy: () => ['timeout', 'could not be acted on in time', 'Try again, or allow more time.'],
};

/** What is best named: the dialog or control that holds it. */
function tellable(cover: PageNode, { structure }: Scene): PageNode {
  const { usable } = structure.pruning;
  const isWorthNaming = (node: PageNode): boolean => DIALOGS.has(node.role) || usable[node.index] === 1;
  return cover.closest(isWorthNaming) ?? cover;
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
