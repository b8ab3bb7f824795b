import type { PageNode } from '../snapshot/Page.ts';
import { SET_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { referencedElement } from '../structure/compoundParts.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import { ActionabilityError } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';

/** What gets the keys that are meant for an element. */
export interface KeyTarget {
  /** Undefined where nothing has the focus: the page gets them. */
  node: PageNode | undefined;
  notes: string[];
}

/**
 * Focuses what takes the keys for an element: itself; the only item of a list or grid that Tab would go to; the list or grid that
 * has the focus and of which it is the active item. Where nothing has the focus, the page takes them. Throws
 * `ActionabilityError` where they would go to something else.
 */
export async function focusForKeys(context: ActionContext, node: PageNode): Promise<KeyTarget> {
  try {
    await context.focus(node);
    return { node, notes: [] };
  } catch (error) {
    if (!(error instanceof ActionabilityError) || error.reason !== 'not focusable') throw error;
    const item = rovingItem(node, context.visibility);
    if (item) {
      await context.focus(item);
      return { node: item, notes: [] };
    }
    const { cover: holder } = error;
    if (holder && isActiveItem(node, holder)) return { node: holder, notes: [] };
    if (holder) throw error;
    return { node: undefined, notes: ['it takes no focus: the page got the key'] };
  }
}

/** The item by which a composite widget is entered: of all its items only that one is in the order of Tab. */
function rovingItem(node: PageNode, visibility: Visibility): PageNode | undefined {
  if (!SET_ROLES.has(node.role)) return undefined;
  const items = visibility.page
    .descendants(node)
    .filter((one) => one.has(Flag.TabIndex) && !isRemoved(visibility, one));
  return items.length === 1 ? items[0] : undefined;
}

function isActiveItem(node: PageNode, holder: PageNode): boolean {
  const active = referencedElement(holder, 'aria-activedescendant');
  return active === undefined
    ? holder.contains(node) && node.attributes['aria-selected'] === 'true'
    : active.id === node.id && active.document === holder.document;
}
