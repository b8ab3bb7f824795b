import { ordinalIn, quotedIn } from './goals.mjs';

/** Texts, dates and times that are entered, copied or reckoned. */
export const fields = {
  'enter-text': enter((player) => quotedIn(player.goal)[0]),
  'enter-text-dynamic': enter((player) => quotedIn(player.goal)[0]),
  'enter-text-2': enter(({ goal }) => {
    const [words] = quotedIn(goal);
    return goal.includes('upper case') ? words.toUpperCase() : words.toLowerCase();
  }),
  'enter-date': enter(({ goal }) => {
    const [, month, day, year] = /(\d+)\/(\d+)\/(\d+)/.exec(goal);
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }),
  'enter-time': enter(({ goal }) => {
    const [, hour, minute, half] = /(\d+):(\d+) (AM|PM)/.exec(goal);
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
    return `${String(hours).padStart(2, '0')}:${minute}`;
  }),
  'enter-password': async (player) => {
    const [password] = quotedIn(player.goal);
    const sight = await player.look();
    for (const { number } of sight.all('input')) await player.fill(number, password);
    await submit(player, sight);
  },
  'login-user': logIn,
  'login-user-popup': logIn,
  'copy-paste': enter(async (player, sight) => player.value(sight.one('textarea').number)),
  'copy-paste-2': enter(async (player, sight) => {
    const areas = sight.all('textarea');
    return player.value(areas[ordinalIn(player.goal) - 1].number);
  }),
  'scroll-text': enter(async (player, sight) => {
    const text = await player.value(sight.one('textarea').number);
    return text.trim().split(/\s+/).at(-1).replace(/\W+$/, '');
  }),
  'find-word': enter((player, sight) => {
    const words = wordsBetween(sight, player.goal);
    return words.split(/\s+/)[ordinalIn(player.goal) - 1].replace(/[.,]$/, '');
  }),
  'text-transform': enter((player, sight) => wordsBetween(sight, player.goal)),
  'simple-arithmetic': enter((_, sight) => {
    const [, a, sign, b] = /(-?\d+)\s*([-+x*÷/])\s*(-?\d+)\s*=/.exec(sight.words);
    return String({ '+': +a + +b, '-': a - b, x: a * b, '*': a * b, '÷': a / b, '/': a / b }[sign]);
  }),
  'simple-algebra': enter((_, sight) => String(solve(/(.*) = (-?\d+)/.exec(sight.words)))),
  'read-table': enter(async (player) => {
    const [, key] = /value of (.+) into/.exec(player.goal);
    return cellBeside(await player.look(), key);
  }),
  'read-table-2': async (player) => {
    const sight = await player.look();
    for (const field of sight.all('input')) {
      const key = sight.words.split('\n')[field.line - 1].replace(/:$/, '');
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

/** Fills the only text field with what is wanted there, and submits. */
function enter(textFor) {
  return async (player) => {
    const sight = await player.look();
    await player.fill(sight.one('input').number, await textFor(player, sight));
    await submit(player, sight);
  };
}

export async function submit(player, sight) {
  await player.click(sight.one('button', /^(submit|search|login|ok)$/i).number);
}

async function logIn(player) {
  const [user, password] = quotedIn(player.goal);
  let sight = await player.look();
  const [name, secret] = sight.all('input');
  await player.fill(name.number, user);
  sight = await closePopup(player);
  await player.fill(secret.number, password);
  sight = await closePopup(player);
  await submit(player, sight);
}

/** What came over the form meanwhile. */
async function closePopup(player) {
  const sight = await player.look();
  const leave = sight.all('button', /cancel/i)[0];
  if (!leave) return sight;
  await player.click(leave.number);
  return player.look();
}

/** The words between the instruction and the field. */
function wordsBetween(sight, goal) {
  const lines = sight.words.split('\n');
  const from = lines.findIndex((line) => goal.endsWith(line)) + 1;
  return lines.slice(from, sight.one('input').line).join(' ').trim();
}

function cellBeside(sight, key) {
  const line = sight.words.split('\n').find((one) => one.startsWith(`${key} | `));
  return line.slice(key.length + 3);
}

/** Of `x + 2`, `2 - x`, `3 * x`... and what it comes to. */
function solve([, side, total]) {
  const reckon = (x) => {
    const [, a, sign, b] = /(-?\w+)\s*([-+*])\s*(-?\w+)/.exec(side).map((part) => (part === 'x' ? x : part));
    return { '+': +a + +b, '-': a - b, '*': a * b }[sign];
  };
  for (let x = -1000; x <= 1000; x++) if (reckon(x) === Number(total)) return x;
  throw new Error(`no whole number solves ${side} = ${total}`);
}
