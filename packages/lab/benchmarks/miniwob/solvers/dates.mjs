import { months } from '../../../suites/sites/kit/months.mjs';
import { submit } from './fields.mjs';

/** Calendars to page through, and the flights of a day. */
export const dates = {
  'choose-date': chooseDate,
  'choose-date-easy': chooseDate,
  'choose-date-medium': chooseDate,
  'choose-date-nodelay': chooseDate,
  'book-flight': bookFlight,
  'book-flight-nodelay': bookFlight,
  'daily-calendar': async (player) => {
    const [, length, unit, name, from, to] =
      /a ([\d.]+) (mins?|hours?) event named "(.*)", between (\w+) and (\w+)\./.exec(player.goal);
    const needed = Number(length) * (unit.startsWith('hour') ? 2 : 1 / 30);
    const halves = await freeHalves(player, from, to);
    await takeTime(player, halves, needed);
    const form = await player.look();
    await player.fill(form.one('input').number, name);
    await player.click(form.one('button', 'Create').number);
  },
};

async function chooseDate(player) {
  const sight = await player.look();
  await pickDate(player, sight.one('input').number, player.goal);
  await submit(player, await player.look());
}

/** Opens the calendar of a field, goes to the month of `11/19/2016`, and takes the day. */
async function pickDate(player, field, goal) {
  const [, month, day, year] = /(\d+)\/(\d+)\/(\d+)/.exec(goal).map(Number);
  await player.click(field);
  for (let turns = 0; turns < 24; turns++) {
    const sight = await player.look();
    const [, shown, ofYear] = /([A-Z][a-z]+) (\d{4})/.exec(
      sight.words.slice(sight.words.indexOf(goal) + goal.length),
    );
    const apart = (year - Number(ofYear)) * 12 + month - 1 - months.indexOf(shown);
    if (apart === 0) return player.click(sight.one('a', String(day)).number);
    await player.click(
      sight.controls.find(
        (one) =>
          one.attributes.title === (apart < 0 ? 'Prev' : 'Next') ||
          one.label === (apart < 0 ? 'Prev' : 'Next'),
      ).number,
    );
  }
  throw new Error(`no such month: ${goal}`);
}

/** Drags over the first run of so many half hours that the calendar lets be used. */
async function takeTime(player, halves, needed) {
  for (const [i, begin] of halves.entries()) {
    const end = halves[i + needed - 1];
    if (end?.at !== begin.at + needed - 1) continue;
    try {
      return await (begin === end ? player.click(begin.number) : player.drag(begin.number, end.number));
    } catch (error) {
      if (error.code !== 'covered') throw error;
    }
  }
  throw new Error('no time is free');
}

/** Half hours between two hours that nothing lies over, `at` counted from midnight. */
async function freeHalves(player, from, to) {
  const clock = (hour) => (Number.parseInt(hour, 10) % 12) + (/pm/i.test(hour) ? 12 : 0);
  const within = (sight) =>
    sight
      .all('div')
      .map(({ number, attributes }) => ({ number, at: Number(/hh-(\d+)/.exec(String(attributes.id))?.[1]) }))
      .filter(({ at }) => at >= clock(from) * 2 && at < clock(to) * 2);
  let free = within(await player.look());
  // What lies over one is told once it is in view.
  for (const { number } of [free[0], free.at(-1)]) {
    await player.scrollTo(number);
    const seen = new Set(within(await player.look()).map(({ at }) => at));
    free = free.filter(({ at }) => seen.has(at));
  }
  return free;
}

async function bookFlight(player) {
  const [, wish, from, to] = /Book the (\w+) one-way flight from: (.+) to: (.+) on/.exec(player.goal);
  for (const [i, place] of [from, to].entries()) {
    const [number] = (await player.look())
      .all('input')
      .slice(i)
      .map((one) => one.number);
    await player.type(number, place);
    const offered = (await player.look())
      .all('li')
      .find(({ label }) => label.startsWith(place) || label.includes(`(${place})`));
    await player.click(offered.number);
  }
  const sight = await player.look();
  await pickDate(player, sight.all('input')[2].number, player.goal);
  await player.click((await player.look()).one('button', 'Search').number);
  await player.click(bestFlight(await player.look(), wish).number);
}

function bestFlight(sight, wish) {
  const books = sight.all('button', /^Book/);
  const lines = sight.words.split('\n');
  const offers = books.map((book, i) => {
    const above = lines.slice(books[i - 1]?.line ?? 0, book.line).join(' ');
    const [, hours, minutes] = /(\d+)h (\d+)m/.exec(above);
    const [, price] = /\$(\d+)/.exec(book.label);
    return { book, price: Number(price), minutes: Number(hours) * 60 + Number(minutes) };
  });
  const key = /cheap|expens|cost/.test(wish) ? 'price' : 'minutes';
  const sign = /longest|most/.test(wish) ? -1 : 1;
  return offers.sort((a, b) => sign * (a[key] - b[key]))[0].book;
}

export { bestFlight };
