import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';
import { quoted } from './Refusal.ts';

/** Presses a key or a chord (`Enter`, `Control+A`) on an element, or on what has the focus. Throws `invalid_argument`. */
export async function press(hand: Hand, keys: string, node?: PageNode): Promise<Deed> {
  const chord = chordOf(keys);
  if (node) await hand.focus(node);
  const work = (): Promise<void> =>
    node ? hand.locator(node).press(chord, { timeout: hand.left }) : hand.page.keyboard.press(chord);
  const pressing = work().catch((error: unknown) => {
    throw /unknown key/i.test(String(error)) ? unknownKey(keys) : error;
  });
  if (node) await hand.attempt(node, () => pressing);
  else await pressing;
  return { did: node ? `pressed ${chord} on` : `pressed ${chord}`, notes: [], ...(node && { node }) };
}

/** Names as people write them. */
const ALIASES: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  alt: 'Alt',
  option: 'Alt',
  shift: 'Shift',
  esc: 'Escape',
  escape: 'Escape',
  return: 'Enter',
  enter: 'Enter',
  tab: 'Tab',
  del: 'Delete',
  delete: 'Delete',
  backspace: 'Backspace',
  space: 'Space',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  home: 'Home',
  end: 'End',
};

function chordOf(keys: string): string {
  const trimmed = keys === ' ' ? 'Space' : keys.trim();
  if (trimmed === '') throw unknownKey(keys);
  const parts = trimmed === '+' ? ['+'] : trimmed.replace(/\+\+$/, '+\u0000').split('+');
  return parts.map((part) => (part === '\u0000' ? '+' : (ALIASES[part.toLowerCase()] ?? part))).join('+');
}

function unknownKey(keys: string): SightlineError {
  return new SightlineError('invalid_argument', `${quoted(keys)} is no key.`, {
    hint: 'Write a key such as Enter, Escape, Tab, ArrowDown, F5 or a, or a chord such as Control+A.',
  });
}
