import type { Keyboard } from 'playwright-core';
import type { PageNode } from '../snapshot/Page.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { findFocused, keyReceiver } from './focusedField.ts';

/** Types into what has the focus, at its caret; into the page where nothing has it. `type`: default key by key. */
export async function typeAtFocus(
  context: ActionContext,
  text: string,
  type: (keyboard: Keyboard) => Promise<void> = (keyboard) => keyboard.type(text),
): Promise<ActionEffect> {
  const node = findFocused(context);
  await rememberSecret(context, node, text);
  context.markInput();
  await type(context.page.keyboard);
  await rememberSecret(context, node, text);
  const notes = [node ? 'it has the focus' : 'nothing has the focus'];
  const effect = { notes, typed: true as const, entered: [text] };
  return node ? { ...effect, verbPhrase: 'typed into', node } : { ...effect, verbPhrase: 'typed' };
}

/** A field may become one for secrets by what is typed. What has the focus in a frame that cannot be read is not known. */
async function rememberSecret(
  context: ActionContext,
  node: PageNode | undefined,
  text: string,
): Promise<void> {
  const receiver = keyReceiver(context, node);
  if (receiver === 'unknown') context.typedSecrets.add(text);
  if (receiver === 'field' && node) await context.readField(node, text).catch(() => undefined);
}
