import { nearestWord } from '../snapshot/nearestWord.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { assertNoSecret, assertNoSecretSelected } from './assertNoSecret.ts';
import { findFocused, keyReceiver } from './focusedField.ts';
import { focusForKeys } from './focusForKeys.ts';

/** Presses a key or a chord (`Enter`, `Control+A`) on an element, or on what has the focus. Throws `invalid_argument`. */
export async function press(context: ActionContext, keys: string, node?: PageNode): Promise<ActionEffect> {
  const chord = parseKeys(keys);
  if (COPYING.test(chord)) await assertCopyable(context, node);
  const isSecret = await rememberKey(context, chord, node);
  const { node: receiver, notes } = node ? await focusForKeys(context, node) : { node: undefined, notes: [] };
  const focused = findFocused(context);
  const keysWentTo = focused && keyReceiver(context, focused) !== 'nothing' ? focused : 'nothing';
  context.markInput();
  const pressKeys = (): Promise<void> =>
    receiver ? context.locator(receiver).press(chord, context.limits) : context.page.keyboard.press(chord);
  const pressing = pressKeys().catch((error: unknown) => throwKeyError(error, keys));
  if (receiver) await context.runPlaywright(receiver, () => pressing);
  else await pressing;
  const pressed = `pressed ${isSecret ? 'a key' : chord}`;
  return node ? { verbPhrase: `${pressed} on`, notes, node } : { verbPhrase: pressed, notes, keysWentTo };
}

/** Copies or cuts what is selected. */
const COPYING = /^(?:(?:Control|Meta|ControlOrMeta)\+(?:Shift\+)?(?:[cx]|Key[CX]|Insert)|Shift\+Delete)$/i;
/** The same with a modifier that is held already. */
const COPYING_KEY = /^(?:[cx]|Key[CX]|Insert|Delete)$/i;

/** What a field for secrets holds leaves it as a whole or not at all: browsers let codes and card numbers be copied. */
async function assertCopyable(context: ActionContext, node = findFocused(context)): Promise<void> {
  const field = node && (await context.readField(node).catch(() => undefined));
  if (field) assertNoSecret(field, 'What a field for secrets holds is not copied or cut.');
  await assertNoSecretSelected(context.connection, field);
}

/** A character that is pressed in a field for secrets is one of a secret; whether it is. */
async function rememberKey(
  context: ActionContext,
  chord: string,
  node = findFocused(context),
): Promise<boolean> {
  // What is typed goes on while such a key is held.
  if (MODIFIER.test(chord)) return false;
  const character = characterOf(chord);
  const isSecret = character !== undefined && (await takesSecret(context, node));
  if (/(?:^|\+)Backspace$/.test(chord)) context.typedSecrets.takeBackKey();
  else context.typedSecrets.addKey(isSecret ? character : undefined);
  return isSecret;
}

async function takesSecret(context: ActionContext, node: PageNode | undefined): Promise<boolean> {
  const receiver = keyReceiver(context, node);
  if (receiver !== 'field' || !node) return receiver === 'unknown';
  return (await context.readField(node).catch(() => undefined))?.isSecretElsewhere === true;
}

const MODIFIER = /^(?:Alt|CapsLock|Control|ControlOrMeta|Meta|Shift)(?:Left|Right)?$/;
/** Keys by their place on a keyboard, of which the last sign is what they type. */
const PLACED_KEY = /^(?:Key|Digit|Numpad)([A-Z\d])$/;
/** What others of these type, and what with Shift. A key that is named by its sign types that with Shift too. */
const PLACED_SIGNS: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
  ...Object.fromEntries(
    Array.from(')!@#$%^&*(', (shifted, digit) => [`Digit${digit}`, `${digit}${shifted}`]),
  ),
};

/** What a key types, in any case: `a`, `Shift+A`, `KeyA`, `Space`; undefined for one that types nothing. */
function characterOf(chord: string): string | undefined {
  const key = chord.replace(/^Shift\+(?=.)/, '');
  if (key === 'Space') return ' ';
  const sign = PLACED_SIGNS[key]?.[key === chord ? 0 : 1] ?? PLACED_KEY.exec(key)?.[1];
  return sign ?? ([...key].length === 1 ? key : undefined);
}

/** Holds a key down, or lets go of it. Throws `invalid_argument`. */
export async function holdKey(
  context: ActionContext,
  key: string,
  state: 'down' | 'up',
): Promise<ActionEffect> {
  const name = parseKeys(key);
  if (state === 'down' && COPYING_KEY.test(name)) await assertCopyable(context);
  const isSecret = state === 'down' && (await rememberKey(context, name));
  await context.page.keyboard[state](name).catch((error: unknown) => throwKeyError(error, key));
  const shown = isSecret ? 'a key' : name;
  return { verbPhrase: state === 'down' ? `held ${shown} down` : `let go of ${shown}`, notes: [] };
}

function throwKeyError(error: unknown, keys: string): never {
  throw /unknown key/i.test(String(error)) ? unknownKeyError(keys) : error;
}

/** Names as people write them. */
const KEY_ALIASES: Readonly<Record<string, string>> = {
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

/** A key or a chord by the names that Playwright has for keys. */
function parseKeys(keys: string): string {
  const trimmed = keys === ' ' ? 'Space' : keys.trim();
  if (trimmed === '') throw unknownKeyError(keys);
  const parts = trimmed === '+' ? ['+'] : trimmed.replace(/\+\+$/, '+\u0000').split('+');
  return parts.map((part) => (part === '\u0000' ? '+' : (KEY_ALIASES[part.toLowerCase()] ?? part))).join('+');
}

/** Repeats no more than a name that is nearly one of a key: it may be a secret that was meant for `fill`. */
function unknownKeyError(keys: string): SightlineError {
  const near = nearestWord(keys, Object.values(KEY_ALIASES));
  const forms = 'Write a key such as Enter, Escape, Tab, ArrowDown, F5 or a, or a chord such as Control+A.';
  return new SightlineError('invalid_argument', 'There is no such key.', {
    hint: near === undefined ? forms : `Did you mean ${near}? ${forms}`,
  });
}
