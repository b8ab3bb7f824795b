import { submit } from './fields.mjs';
import { quotedIn } from './goals.mjs';

/** Menus, trees and what offers itself while one types. */
export const menus = {
  'click-menu': async (player) => {
    const path = player.goal
      .replace(/^Select /, '')
      .split('>')
      .map((part) => part.trim());
    for (const label of path.slice(0, -1))
      await player.hover((await player.look()).one('menuitem', label).number);
    await player.click((await player.look()).one('menuitem', path.at(-1)).number);
  },
  'click-menu-2': async (player) => {
    let sight = await player.look();
    const [, wanted] = quotedIn(player.goal);
    const [, icon] = /<img icon=ui-icon-([\w-]+)>/.exec(sight.text) ?? [];
    await player.click(sight.one('button', 'Menu').number);
    if (wanted === undefined) return clickIcon(player, icon);
    sight = await player.look();
    for (const { number } of sight.all('menuitem').filter((one) => one.attributes.haspopup)) {
      if (sight.all('menuitem', wanted).length > 0) break;
      await player.hover(number);
      sight = await player.look();
    }
    await player.click(sight.one('menuitem', wanted).number);
  },
  'navigate-tree': async (player) => {
    const [name] = quotedIn(player.goal);
    const opened = new Set();
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
    const [, option] = /Choose (.+) from the dropdown/.exec(player.goal);
    const [button] = quotedIn(player.goal);
    await player.click((await player.look()).one('div').number);
    await player.click((await player.look()).one('li', option).number);
    await player.click((await player.look()).one('button', button).number);
  },
};

/** The item whose icon it is, in the menu or in one of those that it opens. */
async function clickIcon(player, icon) {
  const menus = (await player.look()).all('menuitem').filter((one) => one.attributes.haspopup);
  for (const menu of [undefined, ...menus]) {
    if (menu) await player.hover(menu.number);
    const items = (await player.look()).all('menuitem').map(({ number }) => number);
    const found = (await player.query({ text: icon })).find((number) => items.includes(number));
    if (found !== undefined) return player.click(found);
  }
  throw new Error(`no item has the icon ${icon}`);
}

async function complete(player) {
  const [start, end = ''] = quotedIn(player.goal);
  const sight = await player.look();
  await player.type(sight.one('input').number, start);
  const offered = (await player.look()).all('li');
  const found = offered.find(({ label }) => label.startsWith(start) && label.endsWith(end));
  if (!found) throw new Error(`nothing offered fits: ${offered.map(({ label }) => label).join(', ')}`);
  await player.click(found.number);
  await submit(player, await player.look());
}

async function clickSlice(player) {
  const [label] = quotedIn(player.goal);
  const sight = await player.look();
  await player.click(sight.one('text', '+').number);
  const open = await player.look();
  const slice = open.one('text', label);
  await player.click(slice.number);
  if (label === sight.one('text').label)
    throw new Error('the page runs nothing for the item selected at the start: a bare mouse click fails too');
}
