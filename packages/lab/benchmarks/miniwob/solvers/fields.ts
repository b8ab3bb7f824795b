import type { Player } from '../Player.ts';
import type { Sight } from '../Sight.ts';
import { itemAt, match, ordinalIn, quotedIn, quoteIn, type Solvers, submit } from './goals.ts';

/** Texts, dates and times that are entered, copied or computed. */
export const fields: Solvers = {
  'enter-text': enter(({ goal }) => quoteIn(goal)),
  'enter-text-dynamic': enter(({ goal }) => quoteIn(goal)),
  'enter-text-2': enter(({ goal }) =>
    goal.includes('upper case') ? quoteIn(goal).toUpperCase() : quoteIn(goal).toLowerCase(),
  ),
  'enter-date': enter(({ goal }) => {
    const [month = '', day = '', year] = match(/(\d+)\/(\d+)\/(\d+)/, goal);
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }),
  'enter-time': enter(({ goal }) => {
    const [hour, minute, half] = match(/(\d+):(\d+) (AM|PM)/, goal);
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
    return `${String(hours).padStart(2, '0')}:${minute}`;
  }),
  'enter-password': async (player) => {
    const sight = await player.look();
    for (const { number } of sight.all('input')) await player.fill(number, quoteIn(player.goal));
    await submit(player, sight);
  },
  'login-user': logIn,
  'login-user-popup': logIn,
  'copy-paste': enter((player, sight) => player.value(sight.one('textarea').number)),
  'copy-paste-2': enter((player, sight) =>
    player.value(itemAt(sight.all('textarea'), ordinalIn(player.goal) - 1).number),
  ),
  'scroll-text': enter(async (player, sight) => {
    const text = await player.value(sight.one('textarea').number);
    return itemAt(text.trim().split(/\s+/), -1).replace(/\W+$/, '');
  }),
  'find-word': enter((player, sight) => {
    const words = wordsBetween(sight, player.goal).split(/\s+/);
    return itemAt(words, ordinalIn(player.goal) - 1).replace(/[.,]$/, '');
  }),
  'text-transform': enter((player, sight) => wordsBetween(sight, player.goal)),
  'simple-arithmetic': enter((_, sight) => {
    const [a, sign = '', b] = match(/(-?\d+)\s*([-+x*÷/])\s*(-?\d+)\s*=/, sight.words);
    return String(compute(Number(a), sign, Number(b)));
  }),
  'simple-algebra': enter((_, sight) => String(solve(sight.words))),
  'read-table': enter(async (player) =>
    cellBeside(await player.look(), itemAt(match(/value of (.+) into/, player.goal), 0)),
  ),
  'read-table-2': async (player) => {
    const sight = await player.look();
    for (const field of sight.all('input')) {
      const key = itemAt(sight.words.split('\n'), field.line - 1).replace(/:$/, '');
      await player.fill(field.number, cellBeside(sight, key));
    }
    await submit(player, sight);
  },
  'guess-number': async (player) => {
    let [low, high] = [0, 9];
    while (low <= high) {
      const guess = Math.floor((low + high) / 2);
      const sight = await player.look();
      await player.fill(sight.one('input').number, String(guess));
      await submit(player, sight);
      const { words } = await player.look();
      if (/higher/i.test(words)) low = guess + 1;
      else if (/lower/i.test(words)) high = guess - 1;
      else return;
    }
  },
};

/** Fills the only text field with a text, and submits. */
function enter(textFor: (player: Player, sight: Sight) => string | Promise<string>): Solvers[string] {
  return async (player) => {
    const sight = await player.look();
    await player.fill(sight.one('input').number, await textFor(player, sight));
    await submit(player, sight);
  };
}

async function logIn(player: Player): Promise<void> {
  const texts = quotedIn(player.goal);
  const inputs = (await player.look()).all('input');
  for (const at of [0, 1]) {
    await player.fill(itemAt(inputs, at).number, itemAt(texts, at));
    await closePopup(player);
  }
  await submit(player, await player.look());
}

/** Closes what opened over the form meanwhile. */
async function closePopup(player: Player): Promise<void> {
  const [cancel] = (await player.look()).all('button', /cancel/i);
  if (cancel) await player.click(cancel.number);
}

/** The words between the instruction and the field. */
function wordsBetween(sight: Sight, goal: string): string {
  const lines = sight.words.split('\n');
  const from = lines.findIndex((line) => goal.endsWith(line)) + 1;
  return lines.slice(from, sight.one('input').line).join(' ').trim();
}

function cellBeside(sight: Sight, key: string): string {
  const line = sight.words.split('\n').find((one) => one.startsWith(`${key} | `)) ?? '';
  return line.slice(key.length + 3);
}

function compute(a: number, sign: string, b: number): number | undefined {
  return { '+': a + b, '-': a - b, x: a * b, '*': a * b, '÷': a / b, '/': a / b }[sign];
}

/** The `x` of an equation such as `2 - x = 5`. */
function solve(words: string): number {
  const [side = '', total] = match(/(.*) = (-?\d+)/, words);
  const [a, sign = '', b] = match(/(-?\w+)\s*([-+*])\s*(-?\w+)/, side);
  const valueOf = (part: string | undefined, x: number): number => (part === 'x' ? x : Number(part));
  for (let x = -1000; x <= 1000; x++)
    if (compute(valueOf(a, x), sign, valueOf(b, x)) === Number(total)) return x;
  throw new Error(`no whole number solves ${side} = ${total}`);
}
