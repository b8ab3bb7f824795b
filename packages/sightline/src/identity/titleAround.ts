import type { PageNode } from '../snapshot/Page.ts';
import { DIALOG_ROLES } from '../snapshot/roles.ts';
import { displayName } from './displayName.ts';
import { normalizeWords } from './ItemListReader.ts';

/** What an element is in: a dialog, or a part with a heading. Words, as `normalizeWords` has them. */
export interface TitleAround {
  kind: 'dialog' | 'part';
  words: string;
}

/** A part larger than this has a heading that says little of one element. Nodes. */
const MAX_PART_NODES = 60;
/** Nodes among which the heading of a dialog is looked for. */
const MAX_LOOKED = 300;

/** The title of the innermost dialog around an element, else the heading above it in a small part. */
export function titleAround(node: PageNode): TitleAround | undefined {
  const dialog = node.closest((one) => one !== node && isDialog(one));
  if (dialog) return withWords('dialog', dialog.name || headingIn(dialog, node) || '');
  for (let part = node.parent; part && isPart(part, node); part = part.parent) {
    const heading = headingIn(part, node);
    if (heading) return withWords('part', heading);
  }
  return undefined;
}

const isDialog = ({ role }: PageNode): boolean => DIALOG_ROLES.has(role);

const isPart = (part: PageNode, { document }: PageNode): boolean =>
  part.document === document &&
  part.tag !== 'body' &&
  part.tag !== 'main' &&
  part.end - part.index <= MAX_PART_NODES;

/** Of the heading before the element. */
function headingIn(part: PageNode, node: PageNode): string | undefined {
  const left = [...part.children].reverse();
  let looked = 0;
  for (let one = left.pop(); one && looked < MAX_LOOKED; one = left.pop(), looked++) {
    if (one.index > node.index) return undefined;
    if (one.role === 'heading') return one.contains(node) ? undefined : displayName(one);
    for (let i = one.children.length - 1; i >= 0; i--) left.push(one.children[i] as PageNode);
  }
  return undefined;
}

function withWords(kind: TitleAround['kind'], title: string): TitleAround | undefined {
  const words = normalizeWords(title);
  return words === '' ? undefined : { kind, words };
}
