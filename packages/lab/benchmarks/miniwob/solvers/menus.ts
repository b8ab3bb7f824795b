import type { Player } from '../Player.ts';
import { itemAt, match, quotedIn, quoteIn, type Solvers, submit } from './goals.ts';

/** Menus, trees and what is suggested while one types. */
export const menus: Solvers = {
  'click-menu': async (player) => {
    const path = player.goal
      .replace(/^Select /, '')
      .split('>')
      .map((part) => part.trim());
    for (const label of path.slice(0, -1))
      await player.hover((await player.look()).one('menuitem', label).number);
    await player.click((await player.look()).one('menuitem', path.at(-1)).number);
  },
  'navigate-tree': async (player) => {
    const name = quoteIn(player.goal);
    const opened = new Set<number>();
    for (;;) {
      const sight = await player.look();
      const found = sight.controls.find(({ label }) => label === name);
      if (found) return player.click(found.number);
      const folder = sight.all('span').find(({ number }) => !opened.has(number));
      if (!folder) throw new Error(`no folder holds ${name}`);
      opened.add(folder.number);
      await player.click(folder.number);
    }
  },
  'use-autocomplete': complete,
  'use-autocomplete-nodelay': complete,
  'click-pie': clickSlice,
  'click-pie-nodelay': clickSlice,
  'form-sequence-3': async (player) => {
    const [option] = match(/Choose (.+) from the dropdown/, player.goal);
    await player.click((await player.look()).one('div').number);
    await player.click((await player.look()).one('li', option).number);
    await player.click((await player.look()).one('button', quoteIn(player.goal)).number);
  },
};

async function complete(player: Player): Promise<void> {
  const quoted = quotedIn(player.goal);
  const [start, end = ''] = [itemAt(quoted, 0), quoted[1]];
  await player.type((await player.look()).one('input').number, start);
  const suggested = (await player.look()).which(
    ({ word, label }) => word === 'li' && label.startsWith(start) && label.endsWith(end),
  );
  await player.click(suggested.number);
  await submit(player, await player.look());
}

async function clickSlice(player: Player): Promise<void> {
  const label = quoteIn(player.goal);
  const sight = await player.look();
  await player.click(sight.one('text', '+').number);
  await player.click((await player.look()).one('text', label).number);
  if (label === sight.one('text').label)
    throw new Error('the page runs nothing for the item selected at the start: a bare mouse click fails too');
}
