import type { Player } from '../Player.ts';
import type { Control, Sight } from '../Sight.ts';
import { itemAt, match, type Solvers, submit } from './goals.ts';

/** Calendars to page through, and the flights of a day. */
export const dates: Solvers = {
  'choose-date': chooseDate,
  'choose-date-easy': chooseDate,
  'choose-date-medium': chooseDate,
  'choose-date-nodelay': chooseDate,
  'book-flight': bookFlight,
  'book-flight-nodelay': bookFlight,
};

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month).toLocaleString('en', { month: 'long' }),
);

async function chooseDate(player: Player): Promise<void> {
  const sight = await player.look();
  await pickDate(player, sight.one('input').number, player.goal);
  await submit(player, await player.look());
}

/** Opens the calendar of a field, goes to the month of `11/19/2016`, and takes the day. */
async function pickDate(player: Player, field: number, goal: string): Promise<unknown> {
  const [month = 0, day = 0, year = 0] = match(/(\d+)\/(\d+)\/(\d+)/, goal).map(Number);
  await player.click(field);
  for (let turns = 0; turns < 24; turns++) {
    const sight = await player.look();
    const behindGoal = sight.words.slice(sight.words.indexOf(goal) + goal.length);
    const [shownMonth = '', shownYear] = match(/([A-Z][a-z]+) (\d{4})/, behindGoal);
    const monthsAway = (year - Number(shownYear)) * 12 + month - 1 - MONTHS.indexOf(shownMonth);
    if (monthsAway === 0) return player.click(sight.one('a', String(day)).number);
    const arrow = monthsAway < 0 ? 'Prev' : 'Next';
    await player.click(
      sight.which(({ attributes, label }) => attributes.title === arrow || label === arrow).number,
    );
  }
  throw new Error(`no such month: ${goal}`);
}

async function bookFlight(player: Player): Promise<void> {
  const [wish = '', from = '', to = ''] = match(
    /Book the (\w+) one-way flight from: (.+) to: (.+) on/,
    player.goal,
  );
  for (const [i, place] of [from, to].entries()) {
    await player.type(itemAt((await player.look()).all('input'), i).number, place);
    const offered = (await player.look()).which(
      ({ word, label }) => word === 'li' && (label.startsWith(place) || label.includes(`(${place})`)),
    );
    await player.click(offered.number);
  }
  const sight = await player.look();
  await pickDate(player, itemAt(sight.all('input'), 2).number, player.goal);
  await player.click((await player.look()).one('button', 'Search').number);
  await player.click(bestFlight(await player.look(), wish).number);
}

/** The button of the cheapest, dearest, shortest or longest flight. */
export function bestFlight(sight: Sight, wish: string): Control {
  const books = sight.all('button', /^Book/);
  const lines = sight.words.split('\n');
  const offers = books.map((book, i) => {
    const above = lines.slice(books[i - 1]?.line ?? 0, book.line).join(' ');
    const [hours, minutes] = match(/(\d+)h (\d+)m/, above);
    const [price] = match(/\$(\d+)/, book.label);
    return { book, price: Number(price), minutes: Number(hours) * 60 + Number(minutes) };
  });
  const key = /cheap|expens|cost/.test(wish) ? 'price' : 'minutes';
  const sign = /longest|most/.test(wish) ? -1 : 1;
  const sorted = offers.sort((a, b) => sign * (a[key] - b[key]));
  return itemAt(sorted, 0).book;
}
