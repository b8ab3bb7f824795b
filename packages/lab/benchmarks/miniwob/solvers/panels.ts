import type { Player } from '../Player.ts';
import { match, quoteIn, type Solvers, submit } from './goals.ts';

/** Tabs and collapsed sections. */
export const panels: Solvers = {
  'click-tab': async (player) => {
    const [name] = match(/(Tab #\d)/, player.goal);
    await player.click((await player.look()).one('a', name).number);
  },
  'click-tab-2': (player) => clickInSomePanel(player, true),
  'click-tab-2-easy': (player) => clickInSomePanel(player, true),
  'click-tab-2-medium': (player) => clickInSomePanel(player, true),
  'click-tab-2-hard': (player) => clickInSomePanel(player, true),
  'click-collapsible': openAndSubmit,
  'click-collapsible-nodelay': openAndSubmit,
  'click-collapsible-2': (player) => clickInSomePanel(player, false),
  'click-collapsible-2-nodelay': (player) => clickInSomePanel(player, false),
};

/** Opens one panel after the other until the link is there. `firstIsOpen`: the first need not be clicked. */
async function clickInSomePanel(player: Player, firstIsOpen: boolean): Promise<unknown> {
  const link = quoteIn(player.goal);
  let sight = await player.look();
  for (const [i, { number }] of sight.all('tab').entries()) {
    if (i > 0 || !firstIsOpen) {
      await player.click(number);
      sight = await player.look();
    }
    const [found] = sight.all('span', link);
    if (found) return player.click(found.number);
  }
  throw new Error(`no panel has the link ${link}`);
}

async function openAndSubmit(player: Player): Promise<void> {
  await player.click((await player.look()).one('tab').number);
  await submit(player, await player.look());
}
