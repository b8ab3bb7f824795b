import type { PageNode } from '../snapshot/Page.ts';
import { isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { notAcceptedError, readBackField } from './readBackField.ts';
import { mayLoseSecret, setSecret } from './secretKeys.ts';

/** A field for more characters is no part of a split code, date or card number. */
const MAX_SPLIT_LENGTH = 4;

interface SplitInput {
  node: PageNode;
  /** Its part of the text. */
  characters: string;
}

/**
 * Types a text over fields that hold a few characters each, as those of a one-time code, beginning with this one, and
 * reads them back. Undefined where the text fits into the field, or the fields after it do not hold exactly the rest.
 * Throws `not_accepted`, `ActionabilityError`.
 */
export async function fillSplitInputs(
  context: ActionContext,
  node: PageNode,
  text: string,
): Promise<ActionEffect | undefined> {
  const splitInputs =
    findSplitInputs(context.visibility, node, text) ??
    findSplitInputs(context.visibility, node, text.replace(/[\s./-]/g, ''));
  if (!splitInputs) return undefined;
  for (const { node: inputNode, characters } of splitInputs) {
    const locator = context.locator(inputNode);
    const state = await context.readField(inputNode);
    const { value, isSecretElsewhere } = state;
    if (isSecretElsewhere) context.typedSecrets.add(text);
    // Some pages spread the text themselves: what is there already is not typed again.
    if (value !== '' && (await context.readField(inputNode, characters)).match === 'equal') continue;
    if (value !== '') await context.runPlaywright(inputNode, () => locator.clear(context.limits));
    await context.focus(inputNode);
    if (mayLoseSecret(context, state, text)) await setSecret(context, inputNode, characters);
    else await context.runPlaywright(inputNode, () => locator.pressSequentially(characters, context.limits));
  }
  for (const { node: inputNode, characters } of splitInputs) {
    const finalState = await readBackField(context, inputNode, characters);
    if (finalState?.match === 'different') throw notAcceptedError(finalState, inputNode);
  }
  return {
    verbPhrase: 'filled',
    node,
    notes: [`over ${splitInputs.length} fields, from this one on`],
    typed: true,
  };
}

/** Consecutive short fields, as many as the text fills exactly. */
function findSplitInputs(visibility: Visibility, node: PageNode, text: string): SplitInput[] | undefined {
  const { page } = visibility;
  const splitInputs: SplitInput[] = [];
  let remainingText = text;
  for (const candidate of page.nodes.slice(node.index)) {
    if (candidate.tag !== 'input' || !isShownInteractive(visibility, candidate)) continue;
    const capacity = Number(candidate.attribute('maxlength') ?? 0);
    if (
      candidate.document !== node.document ||
      capacity < 1 ||
      capacity > MAX_SPLIT_LENGTH ||
      (candidate === node && text.length <= capacity)
    )
      return undefined;
    splitInputs.push({ node: candidate, characters: remainingText.slice(0, capacity) });
    if (remainingText.length <= capacity) return remainingText.length === capacity ? splitInputs : undefined;
    remainingText = remainingText.slice(capacity);
  }
  return undefined;
}
