import type { PageNode } from '../snapshot/Page.ts';
import { TEXT_FIELD_ROLES } from '../snapshot/roles.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { findFocused } from './focusedField.ts';
import { click } from './pointer.ts';
import { typeAtFocus } from './typeAtFocus.ts';

/** Milliseconds for a list to open, and to give the focus to its field. */
const OPEN_MS = 1_000;

/** Types into the field that a list has once it is open; where it has none, to the list itself, which jumps to what is typed. */
export async function typeIntoOpenedList(
  context: ActionContext,
  node: PageNode,
  text: string,
): Promise<ActionEffect> {
  if (node.attributes['aria-expanded'] !== 'true') await click(context, node);
  const hasNoField = async (): Promise<boolean> => {
    await context.recapture();
    return !TEXT_FIELD_ROLES.has(findFocused(context)?.role ?? '');
  };
  if (await context.staysTrue(hasNoField, OPEN_MS)) await context.focus(node);
  const { verbPhrase: _verb, node: field, ...effect } = await typeAtFocus(context, text);
  const notes = field && field !== node ? ['in the field of its list'] : [];
  return { ...effect, verbPhrase: 'typed into', node, notes };
}
