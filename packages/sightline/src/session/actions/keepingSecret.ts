import type { ActionContext } from '../../actions/ActionContext.ts';
import type { ActionEffect } from '../../actions/ActionEffect.ts';
import { findFocused, keyReceiver } from '../../actions/focusedField.ts';
import type { PageNode } from '../../snapshot/Page.ts';

/** An action that types a text, before which that becomes a secret of the session, and the field one for secrets. */
export const keepingSecret =
  (text: string, act: (context: ActionContext, node: PageNode) => Promise<ActionEffect>) =>
  async (context: ActionContext, node?: PageNode): Promise<ActionEffect> => {
    const field = node ?? findFocused(context);
    context.typedSecrets.add(text);
    if (field && keyReceiver(context, field) === 'field')
      await context.callPageScript(field, 'keepSecret', field.id);
    return act(context, node as PageNode);
  };
