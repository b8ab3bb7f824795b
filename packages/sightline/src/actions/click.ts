import type { PageNode } from '../snapshot/Page.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

export type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift';

export interface ClickOptions {
  /** Default `left`. */
  button?: 'left' | 'right' | 'middle';
  /** 1 (default), 2 for a double click, 3 for a triple click. */
  clickCount?: number;
  /** Keys held down meanwhile. */
  modifiers?: Modifier[];
}

/** Clicks at a point of the element that a click reaches. Throws `Refusal`. */
export async function click(
  context: ActionContext,
  node: PageNode,
  options: ClickOptions = {},
): Promise<ActionEffect> {
  await context.click(node, options);
  const { button = 'left', clickCount = 1 } = options;
  const modifier = [CLICK_COUNT_NAMES[clickCount - 1] ?? '', button === 'left' ? '' : button]
    .filter(Boolean)
    .join(' ');
  return { verbPhrase: modifier === '' ? 'clicked' : `${modifier}-clicked`, node, notes: [] };
}

const CLICK_COUNT_NAMES = ['', 'double', 'triple'];
