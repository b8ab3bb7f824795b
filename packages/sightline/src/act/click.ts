import type { PageNode } from '../model/Page.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';

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
export async function click(hand: Hand, node: PageNode, options: ClickOptions = {}): Promise<Deed> {
  await hand.click(node, options);
  const { button = 'left', clickCount = 1 } = options;
  const how = [COUNTS[clickCount - 1] ?? '', button === 'left' ? '' : button].filter(Boolean).join(' ');
  return { did: how === '' ? 'clicked' : `${how}-clicked`, node, notes: [] };
}

const COUNTS = ['', 'double', 'triple'];
