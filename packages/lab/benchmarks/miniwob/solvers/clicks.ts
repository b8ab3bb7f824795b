import type { Player } from '../Player.ts';
import { itemAt, match, quotedIn, quoteIn, type Solvers } from './goals.ts';

/** Buttons, links and whatever else is found by its label. */
export const clicks: Solvers = {
  'click-test': clickNamed('button', () => 'Click Me!'),
  'click-test-2': clickNamed('button', () => 'ONE'),
  'click-test-transfer': clickNamed('button', (goal) => match(/button (\w+)/, goal)[0]),
  'click-button': clickNamed('button', quoteIn),
  'unicode-test': clickNamed('button', quoteIn),
  'click-link': clickNamed(undefined, quoteIn),
  'click-button-sequence': async (player) => {
    const sight = await player.look();
    for (const name of ['ONE', 'TWO']) await player.click(sight.one('button', name).number);
  },
  'button-delay': async (player) => {
    const [seconds] = match(/wait (\d+) seconds/, player.goal);
    const sight = await player.look();
    // The first action of all is slower than those after it.
    await player.hover(sight.one('button', 'ONE').number);
    const startedAt = performance.now();
    await player.click(sight.one('button', 'ONE').number, { settleMs: 0 });
    const took = performance.now() - startedAt;
    // The second click takes about as long to arrive as the first.
    await player.wait(Number(seconds) * 1000 - took);
    await player.click(sight.one('button', 'TWO').number);
  },
  'click-dialog': clickNamed('button', () => 'Close'),
  'click-dialog-2': clickNamed('button', (goal) => (quoteIn(goal) === 'x' ? 'Close' : quoteIn(goal))),
  'click-widget': async (player) => {
    const [wanted] = quotedIn(player.goal);
    const word = wanted === 'text' ? 'input' : wanted;
    await player.click((await player.look()).one(word).number);
  },
  'focus-text': async (player) => player.focus((await player.look()).one('input').number),
  'focus-text-2': async (player) => {
    const [position] = match(/(\d+)\w\w input/, player.goal);
    const fields = (await player.look()).all('input');
    await player.focus(itemAt(fields, Number(position) - 1).number);
  },
};

function clickNamed(word: string | undefined, nameIn: (goal: string) => string | undefined): Solvers[string] {
  return async (player: Player) => player.click((await player.look()).one(word, nameIn(player.goal)).number);
}
