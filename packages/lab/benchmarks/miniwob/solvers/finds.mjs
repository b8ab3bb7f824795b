import { bestFlight } from './dates.mjs';
import { submit } from './fields.mjs';
import { ordinalIn, quotedIn } from './goals.mjs';

/** What has to be found first: pages of results, cards, prices, files. */
export const finds = {
  'search-engine': async (player) => {
    const [words] = quotedIn(player.goal);
    const position = ordinalIn(player.goal);
    let sight = await player.look();
    await player.fill(sight.one('input').number, words);
    await submit(player, sight);
    const results = (view) => view.all('a').filter(({ label }) => !/^(\d+|[<>])$/.test(label));
    sight = await player.look();
    const perPage = results(sight).length;
    const page = Math.ceil(position / perPage);
    if (page > 1) {
      await player.click(sight.one('a', String(page)).number);
      sight = await player.look();
    }
    await player.click(results(sight)[(position - 1) % perPage].number);
  },
  'phone-book': async (player) => {
    const [, name, wish] = /Find (\w+) in the contact book and click on their (\w+)/.exec(player.goal);
    for (let page = 1; page <= 5; page++) {
      const sight = await player.look();
      if (sight.lines.some((line) => line.trim() === `## ${name}`)) {
        const at = sight.lineOf(new RegExp(`^ *${wish}:`, 'i'));
        return player.click(sight.between(at, at + 1)[0].number);
      }
      await player.click(sight.one('a', '>').number);
    }
    throw new Error(`no page has ${name}`);
  },
  'buy-ticket': async (player) => player.click(bestFlight(await player.look(), player.goal).number),
  'find-greatest': async (player) => {
    const sight = await player.look();
    const cards = sight.all('div', /^\d+$/).sort((a, b) => Number(b.label) - Number(a.label));
    await player.click(cards[0].number);
    await submit(player, sight);
  },
  'generate-number': async (player) => {
    const test = testIn(player.goal);
    for (let tries = 0; tries < 60; tries++) {
      const sight = await player.look();
      const shown = /^-?\d+$/m.exec(
        sight.words.slice(sight.words.indexOf(player.goal) + player.goal.length),
      )?.[0];
      if (shown !== undefined && test(Number(shown))) return submit(player, sight);
      await player.click(sight.one('button', 'Generate').number);
    }
    throw new Error('60 numbers, and none was right');
  },
  'odd-or-even': async (player) => {
    const sight = await player.look();
    const lines = sight.words.split('\n');
    const odds = sight.all('button', 'Odd');
    const evens = sight.all('button', 'Even');
    const from = odds[0].line;
    const numbers = lines
      .slice(from)
      .filter((line) => /^-?\d+$/.test(line))
      .map(Number);
    for (const [i, value] of numbers.entries())
      await player.click((value % 2 === 0 ? evens : odds)[i].number);
    await submit(player, sight);
  },
  'order-food': async (player) => {
    const [, list] = /Order one of each item: (.+)/.exec(player.goal) ?? [];
    const [, count, kind] = /Order (\d+) items that are (.+)/.exec(player.goal) ?? [];
    const sight = await player.look();
    const isWanted = list
      ? ({ name }) => list.split(', ').includes(name)
      : ({ about }) => about.includes(`"${kind}"`);
    const wanted = dishesOf(sight).filter(isWanted);
    if (wanted.length === 0) throw new Error(`no dish fits: ${player.goal}`);
    const orders = list ? wanted : Array.from({ length: Number(count) }, () => wanted[0]);
    for (const { plus } of orders) await player.click(plus.number);
    await player.click(sight.one('button', 'Order!').number);
  },
  'stock-market': async (player) => {
    const [, limit] = /less than \$(\d+\.\d+)/.exec(player.goal);
    let before;
    for (let tries = 0; tries < 1500; tries++) {
      const sight = await player.look();
      const [, price] = /Stock price:\s*\$([\d.]+)/.exec(sight.words) ?? [];
      // A price that has just come stays for a moment.
      if (price !== undefined && price !== before && Number(price) < Number(limit) - MARGIN)
        return player.click(sight.one('button', 'Buy').number);
      before = price;
      await player.wait(10);
    }
    throw new Error('the price never fell so low');
  },
  terminal: async (player) => {
    const [, ending] = /extension (\.[\w.]+)/.exec(player.goal) ?? [];
    await clickOrAgain(player, (await player.look()).one('div').number);
    await enterKeys(player, 'ls');
    const [, listed] = /user\$ ls (.*?) user\$/.exec((await player.look()).one('div').label);
    const file = listed.split(' ').find((name) => (ending ? name.endsWith(ending) : !name.includes('.')));
    await enterKeys(player, `rm ${file}`);
  },
  'sign-agreement': async (player) => {
    const [name, button] = quotedIn(player.goal);
    const sight = await player.look();
    if (name === undefined) return player.click(sight.one('button', 'Cancel').number);
    await player.scroll({ number: sight.one('textarea').number, direction: 'down', pixels: 10_000 });
    await player.fill(sight.one('input').number, name);
    await player.click(sight.one('button', button).number);
  },
  'tic-tac-toe': async (player) => {
    const cells = (await player.look()).all('span').slice(0, 9);
    for (let turn = 0; turn < 5; turn++) {
      const marks = await Promise.all(cells.map(async ({ number }) => markIn(await player.details(number))));
      const move = bestMove(marks);
      if (move === undefined) break;
      await player.click(cells[move].number);
    }
    throw new Error('a game with an opponent who may draw: won as often as the best play wins');
  },
};

/** The caret of the terminal blinks: where it was told with it and is without, the number is to be used again. */
async function clickOrAgain(player, number) {
  await player.click(number).catch((error) => {
    if (error.code !== 'stale') throw error;
    return player.click(number);
  });
}

/** Key by key, to what has the focus. */
async function enterKeys(player, text) {
  for (const key of text) await player.press(key);
  await player.press('Enter');
}

/** What the price may change between the look and the click, in dollars. */
const MARGIN = 0.5;

function testIn(goal) {
  const [, value] = /(-?\d+)/.exec(goal) ?? [];
  if (/even/.test(goal)) return (n) => n % 2 === 0;
  if (/odd/.test(goal)) return (n) => Math.abs(n % 2) === 1;
  if (/greater|more|above/.test(goal)) return (n) => n > Number(value);
  return (n) => n < Number(value);
}

/** Each `+` with the line that names its dish, and the icons between. */
function dishesOf(sight) {
  return sight.all('span', '+').map((plus) => {
    let at = plus.line;
    while (/^\s*(<img|\*?\[|\()/.test(sight.lines[at]) || sight.lines[at].trim() === '') at--;
    const name = sight.lines[at].trim();
    return { plus, name, about: sight.lines.slice(at, plus.line + 1).join(' ') };
  });
}

const markIn = ({ attributes, text }) =>
  /\b(?:mark-)?([xo])\b/i.exec(`${attributes.class ?? ''} ${text}`)?.[1].toLowerCase() ?? '';

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** What wins most often against one who wins or blocks where it can in nearly half of its turns, and else plays anyhow. */
function bestMove(marks) {
  return freeIn(marks).sort((a, b) => worth(marks.with(b, 'x'), 'o') - worth(marks.with(a, 'x'), 'o'))[0];
}

const freeIn = (marks) => marks.flatMap((mark, at) => (mark === '' ? [at] : []));

/** Of a board, to x: how likely it is won. A draw is worth no more than a loss. */
function worth(marks, turn) {
  if (isWon(marks, 'x')) return 1;
  const free = freeIn(marks);
  if (isWon(marks, 'o') || free.length === 0) return 0;
  if (turn === 'x') return Math.max(...free.map((at) => worth(marks.with(at, 'x'), 'o')));
  const mean = (moves) => moves.reduce((sum, at) => sum + worth(marks.with(at, 'o'), 'x'), 0) / moves.length;
  const completing = (mark) => free.filter((at) => isWon(marks.with(at, mark), mark));
  const wise = [completing('o'), completing('x'), free].find(({ length }) => length > 0);
  return 0.55 * mean(free) + 0.45 * mean(wise);
}

const isWon = (marks, mark) => LINES.some((line) => line.every((at) => marks[at] === mark));
