import { bestFlight } from './dates.ts';
import { itemAt, match, quotedIn, type Solvers, submit } from './goals.ts';

/** What has to be found first: pages of results, cards, prices. */
export const finds: Solvers = {
  'phone-book': async (player) => {
    const [name, wish] = match(/Find (\w+) in the contact book and click on their (\w+)/, player.goal);
    for (let page = 1; page <= 5; page++) {
      const sight = await player.look();
      if (sight.lines.some((line) => line.trim() === `## ${name}`)) {
        const line = sight.lineOf(new RegExp(`^ *${wish}:`, 'i'));
        return player.click(itemAt(sight.between(line, line + 1), 0).number);
      }
      await player.click(sight.one('a', '>').number);
    }
    throw new Error(`no page has ${name}`);
  },
  'buy-ticket': async (player) => player.click(bestFlight(await player.look(), player.goal).number),
  'find-greatest': async (player) => {
    const sight = await player.look();
    const cards = sight.all('div', /^\d+$/).sort((a, b) => Number(b.label) - Number(a.label));
    await player.click(itemAt(cards, 0).number);
    await submit(player, sight);
  },
  'sign-agreement': async (player) => {
    const [name, button] = quotedIn(player.goal);
    const sight = await player.look();
    if (name === undefined) return player.click(sight.one('button', 'Cancel').number);
    await player.scroll({ target: sight.one('textarea').number, direction: 'down', pixels: 10_000 });
    await player.fill(sight.one('input').number, name);
    await player.click(sight.one('button', button).number);
  },
};
