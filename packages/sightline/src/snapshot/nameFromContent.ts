import { Flag } from './Snapshot.ts';
import { shorten } from './shorten.ts';

/** The parts of a page node that its name is made of. */
export interface NameSource {
  readonly tag: string;
  readonly role: string;
  readonly text: string;
  readonly isText: boolean;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: NameSource | undefined;
  readonly children: readonly NameSource[];
  has(flag: number): boolean;
}

/**
 * The accessible name that a node's content gives it (accname 1.2, steps 2F to 2H), where the page
 * script did not compute it: no `aria-labelledby`, no embedded control.
 */
export function nameFromContent(node: NameSource): string {
  const parts: string[] = [];
  collect(node, parts);
  return shorten(parts.join(''), MAX_NAME_LENGTH);
}

/** Longest name, UTF-16 units. Controls nested 10,000 deep each hold the words of all below. */
const MAX_NAME_LENGTH = 1_000;

function collect(root: NameSource, parts: string[]): void {
  const stack: (NameSource | string)[] = [];
  pushChildren(root, stack);
  let length = 0;
  for (let next = stack.pop(); next !== undefined && length < MAX_NAME_LENGTH; next = stack.pop()) {
    if (typeof next !== 'string' && next.isText) next = next.text;
    if (typeof next === 'string') {
      parts.push(next);
      length += next.length;
    } else if (next.tag === 'br') parts.push(' ');
    else if (!isHidden(next) && !isTreeItemGroup(next, root)) pushContent(next, stack);
  }
}

/** The items below a tree item have names of their own: Chrome, too, leaves their group out of its name. */
function isTreeItemGroup(node: NameSource, root: NameSource): boolean {
  return node.role === 'group' && root.role === 'treeitem';
}

function pushContent(node: NameSource, stack: (NameSource | string)[]): void {
  const label = textAlternative(node);
  const isSeparated = node.has(Flag.Block) || node.has(Flag.Cell);
  if (isSeparated) stack.push(' ');
  if (label === undefined) pushChildren(node, stack);
  else stack.push(label);
  if (isSeparated) stack.push(' ');
}

function pushChildren(node: NameSource, stack: (NameSource | string)[]): void {
  for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as NameSource);
}

/** The label, alternative text or value of a descendant, which replaces its content. */
function textAlternative(node: NameSource): string | undefined {
  const { attributes } = node;
  const label = attributes['aria-label']?.trim();
  if (label) return label;
  if (node.tag === 'img' || node.tag === 'area') return attributes.alt ?? attributes.title ?? '';
  if (node.tag === 'svg') return node.name;
  if (node.tag === 'select') return attributes['.value'] ?? '';
  if (node.tag === 'input' || node.tag === 'textarea') return embeddedValue(node);
  return undefined;
}

function embeddedValue(node: NameSource): string {
  if (node.role === 'checkbox' || node.role === 'radio') return '';
  return node.attributes['.value'] ?? '';
}

function isHidden(node: NameSource): boolean {
  return (
    node.has(Flag.DisplayNone) ||
    (node.has(Flag.VisibilityHidden) && !node.parent?.has(Flag.VisibilityHidden)) ||
    node.attributes['aria-hidden'] === 'true'
  );
}
