import { containedShare, isEmpty } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { PROPAGATING_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { collapseSpaces, hasWordCharacters } from '../snapshot/shorten.ts';
import { contained } from './contained.ts';
import { standsForControl } from './interactivityTier.ts';
import { partsOfFields } from './partsOfFields.ts';
import { isRemoved, isShownInteractive, type VisibilityDraft, type VisibilityRule } from './Visibility.ts';

/**
 * Small things inside what can be used are interactive too, where they are things of their own: the star in a button,
 * the cross of a tab, the events in a day of a calendar. What says so is a pointer cursor of their own or, in a button
 * or the like, a label of their own on a symbol. Each is smaller than what holds it, which has words besides; an icon
 * or label of that is none.
 */
export const controlParts: VisibilityRule = { name: 'controlParts', run };

function run(visibility: VisibilityDraft): void {
  const { page, interactive, decisions, tiers } = visibility;
  const fieldParts = partsOfFields(visibility);
  const hosts: (PageNode | undefined)[] = new Array(page.nodes.length);
  for (let i = 0; i < page.nodes.length; i++) {
    const node = page.nodes[i] as PageNode;
    const host = node.parent && hosts[node.parent.index];
    const isHost = isShownInteractive(visibility, node) || (node.has(Flag.Pointer) && node.tag !== 'label');
    hosts[node.index] = isHost ? node : host;
    if (!host || interactive[node.index] === 1 || fieldParts.has(node)) continue;
    if (!isPart(node, host, visibility)) continue;
    if (decisions[node.index]?.rule === contained.name) decisions[node.index] = undefined;
    if (decisions[node.index]) continue;
    interactive[node.index] = 1;
    tiers[node.index] = 'non-semantic';
    // What lies inside it belongs to it.
    hosts[node.index] = undefined;
  }
}

/** Roles in which a label of its own makes a part of a symbol. In a link it is mostly a state: `✓ Verified`. */
const LABELLED_PART_HOSTS = new Set([
  'button',
  'option',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
  'columnheader',
]);

/** A label is clicked for its control, which has a number. */
const isLabelOfControl = (node: PageNode, { page, interactive }: VisibilityDraft): boolean =>
  node.tag === 'label' &&
  (node.attributes.for !== undefined ||
    page.subtree(node).some(({ index, tag }) => tag === 'input' && interactive[index] === 1));

function isPart(node: PageNode, host: PageNode, visibility: VisibilityDraft): boolean {
  if (isLabelOfControl(node, visibility) || standsForControl(node)) return false;
  if (!node.isElement || host.disabled || isRemoved(visibility, node) || !isSmallerThan(node, host))
    return false;
  const hasOwnPointer = node.has(Flag.Pointer) || node.attributes['.pointer'] !== undefined;
  const label = labelOf(node);
  const isLabelled = label !== '' && node.role === '' && LABELLED_PART_HOSTS.has(host.role);
  // The arrow of a combobox opens it, as any other point of it does.
  if ((!hasOwnPointer && !isLabelled) || (host.role === 'combobox' && label === '')) return false;
  const text = visibleText(node.index, node.end, visibility);
  // Words in the line of others are a part of what these say.
  const isApart = node.attributes['.pointer'] === 'box' || node.has(Flag.Block | Flag.Cell);
  const mayHaveWords = hasOwnPointer && isApart && !PROPAGATING_ROLES.has(host.role);
  if ((hasWordCharacters(text) && !mayHaveWords) || STATE_SYMBOL.test(text)) return false;
  const before = visibleText(host.index, node.index, visibility);
  const after = visibleText(node.end, host.end, visibility);
  if (!hasWordCharacters(before + after) || isRepeated(label, before + after)) return false;
  // What stands before the words is mostly their icon.
  const mayLead = hasWordCharacters(text) || (text !== '' && (hasOwnPointer || host.role === 'treeitem'));
  return mayLead || hasWordCharacters(before);
}

/** A thing of its own leaves room beside it: less than this share of what holds it. */
const MAX_SHARE = 0.8;

function isSmallerThan({ box }: PageNode, host: PageNode): boolean {
  return (
    box !== undefined &&
    host.box !== undefined &&
    !isEmpty(box) &&
    containedShare(host.box, box) < MAX_SHARE &&
    containedShare(box, host.box) > 0
  );
}

const labelOf = ({ attributes }: PageNode): string =>
  collapseSpaces(attributes['aria-label'] ?? attributes.title ?? '');

const isRepeated = (label: string, text: string): boolean =>
  label !== '' && text.toLowerCase().includes(label.toLowerCase());

/** Says how things are, rather than doing something. */
const STATE_SYMBOL = /^[✓✔☑✅●•○◉⬤⚠❗!*·|/]+$/;

/** Nodes that are looked through. */
const MAX_NODES = 100;

function visibleText(from: number, to: number, visibility: VisibilityDraft): string {
  let text = '';
  for (let i = from; i < Math.min(to, from + MAX_NODES); i++) {
    const node = visibility.page.nodes[i] as PageNode;
    if (node.isText && !isRemoved(visibility, node)) text += `${node.text} `;
  }
  return collapseSpaces(text);
}
