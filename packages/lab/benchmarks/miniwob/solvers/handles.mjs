import { submit } from './fields.mjs';
import { ordinalIn, quotedIn } from './goals.mjs';

/** Sliders, spinners, scrollers, and what is dragged. */
export const handles = {
  'use-slider': async (player) => {
    const [, wanted] = /Select (-?\d+) with/.exec(player.goal);
    const sight = await player.look();
    await slide(player, sight.one('span').number, 0, Number(wanted));
    await submit(player, sight);
  },
  'use-slider-2': async (player) => {
    const wanted = /\[(.*)\]/.exec(player.goal)[1].split(',').map(Number);
    const sight = await player.look();
    for (const [i, { number }] of sight.all('span').entries()) await slide(player, number, i, wanted[i]);
    await submit(player, sight);
  },
  'use-spinner': async (player) => {
    const [, wanted] = /Select (-?\d+) with/.exec(player.goal);
    const sight = await player.look();
    const { number } = sight.one('spinbutton');
    const key = Number(wanted) < 0 ? 'ArrowDown' : 'ArrowUp';
    for (let i = 0; i < Math.abs(Number(wanted)); i++) await player.press(key, number);
    await submit(player, sight);
  },
  'form-sequence': async (player) => {
    const [, wanted] = /Select (-?\d+) with/.exec(player.goal);
    const sight = await player.look();
    await slide(player, sight.one('span').number, 0, Number(wanted));
    await player.check(sight.all('checkbox')[ordinalIn(player.goal) - 1].number);
    await submit(player, sight);
  },
  'form-sequence-2': async (player) => {
    const [radio, text] = player.goal.split(' and ');
    const sight = await player.look();
    await player.check(sight.all('radio')[ordinalIn(radio) - 1].number);
    await player.fill(sight.all('input')[ordinalIn(text) - 1].number, quotedIn(text)[0]);
    await submit(player, sight);
  },
  'scroll-text-2': async (player) => {
    const direction = player.goal.includes('top') ? 'up' : 'down';
    const sight = await player.look();
    await player.scroll({ number: sight.one('textarea').number, direction, pixels: 10_000 });
    await submit(player, sight);
  },
  'resize-textarea': async (player) => {
    const [, side, way] = /the (height|width) is (\w+)/.exec(player.goal);
    const cursor = side === 'height' ? 's-resize' : 'e-resize';
    const by = /larger|greater|bigger/.test(way) ? 25 : -15;
    const sight = await player.look();
    const handle = sight.controls.find((one) => one.attributes.cursor === cursor);
    await player.drag(handle.number, side === 'height' ? { x: 0, y: by } : { x: by, y: 0 });
    await submit(player, await player.look());
  },
  'drag-box': async (player) => {
    const sight = await player.look();
    await player.drag(sight.one('div', 's').number, sight.one('div', 'L').number);
    await submit(player, await player.look());
  },
  'drag-items': (player) =>
    dragItem(player, (goal, at, count) => {
      if (/by one/.test(goal)) return at + (/ up /.test(goal) ? -1 : 1);
      if (/top/.test(goal)) return 0;
      return /bottom/.test(goal) ? count - 1 : ordinalIn(goal) - 1;
    }),
  'drag-items-grid': (player) => dragItem(player, placeInGrid),
  'drag-sort-numbers': async (player) => {
    for (let i = 0; i < 10; i++) {
      const sight = await player.look();
      const items = itemsOf(sight);
      const shown = items.map(({ label }) => Number(label));
      const sorted = [...shown].sort((a, b) => a - b);
      const at = sorted.findIndex((value, place) => shown[place] !== value);
      if (at < 0) return submit(player, sight);
      await dragTo(player, items, shown.indexOf(sorted[at]), at);
    }
    throw new Error('it never was in order');
  },
};

/** The items that can be dragged, in order. */
const itemsOf = (sight) => sight.all('li');

async function dragItem(player, placeFor) {
  const items = itemsOf(await player.look());
  const [, name] = /Drag ([\w-]+)/.exec(player.goal);
  const at = items.findIndex(({ label }) => label === name);
  await dragTo(player, items, at, placeFor(player.goal, at, items.length));
}

/** Onto the item that stands where it shall stand, and a little beyond: the list asks which half the mouse is over. */
async function dragTo(player, items, at, to) {
  const [source, target] = [items[at].number, items[to].number];
  const [from, goal] = [await player.details(source), await player.details(target)].map(({ bbox }) => bbox);
  const [x, y] = [goal.x - from.x, goal.y - from.y];
  const isColumn = from.width > BESIDE;
  const way = Math.sign(to - at);
  const beyond = isColumn ? { x: 0, y: way * 4 } : { x: way * 6, y: 0 };
  await player.drag(source, { x: x + beyond.x, y: y + beyond.y });
}

/** Items wider than this, in pixels, stand one below the other. */
const BESIDE = 60;

function placeInGrid(goal, at) {
  if (/by one/.test(goal))
    return at + { up: -3, down: 3, left: -1, right: 1 }[/(up|down|left|right) by/.exec(goal)[1]];
  const row = /top/.test(goal) ? 0 : /bottom/.test(goal) ? 2 : 1;
  const column = /left/.test(goal) ? 0 : /right/.test(goal) ? 2 : 1;
  return row * 3 + column;
}

/** Moves a slider by keys until the number below it is the one wanted. */
async function slide(player, number, which, wanted) {
  for (let steps = 0; steps < 60; steps++) {
    const sight = await player.look();
    const { line } = sight.all('span')[which];
    const value = Number(/-?\d+/.exec(sight.lines[line + 1])[0]);
    if (value === wanted) return;
    await player.press(value < wanted ? 'ArrowRight' : 'ArrowLeft', number);
  }
  throw new Error(`the slider never came to ${wanted}`);
}
