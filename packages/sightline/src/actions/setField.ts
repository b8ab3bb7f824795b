import type { PageNode } from '../snapshot/Page.ts';
import { CHECKBOX_ROLES } from '../snapshot/roles.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { check } from './check.ts';
import { fill } from './fill.ts';
import { NothingOfferedError, selectOption } from './selectOption.ts';
import { PICKER_POPUPS } from './takePicked.ts';

const NO_WORDS: ReadonlySet<string> = new Set(['no', 'off', 'false', '0', 'unchecked', '']);

/**
 * Gives a field of any kind its value: a text is filled in, an option chosen, a checkbox, switch or radio button brought
 * into a state (`no`, `off` and `false` uncheck). A combobox that offers nothing takes the text. Throws as these actions do.
 */
export async function setField(context: ActionContext, node: PageNode, value: string): Promise<ActionEffect> {
  if (CHECKBOX_ROLES.has(node.role)) return check(context, node, !NO_WORDS.has(value.trim().toLowerCase()));
  const isChosen = node.tag === 'select' || node.role === 'listbox';
  const isTyped = node.tag === 'input' && PICKER_POPUPS.has(node.attributes['aria-haspopup'] ?? '');
  const isCombobox = node.role === 'combobox' && node.attributes.list === undefined && !isTyped;
  if (!isChosen && !isCombobox) return fill(context, node, value);
  const effect = await selectOption(context, node, [value]).catch((error: unknown) => {
    if (!(error instanceof NothingOfferedError)) throw error;
    return fill(context, node, value);
  });
  if (effect.unconfirmed) throw effect.unconfirmed.failure;
  return effect;
}
