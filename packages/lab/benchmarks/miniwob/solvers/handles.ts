import type { Player } from '../Player.ts';
import type { Control } from '../Sight.ts';
import { itemAt, match, ordinalIn, quoteIn, type Solvers, submit } from './goals.ts';

/** Sliders, spinners, scrollers, and what is dragged. */
export const handles: Solvers = {
  'use-slider': async (player) => {
    const sight = await player.look();
    await slide(player, sight.one('span').number, 0, selectedNumber(player.goal));
    await submit(player, sight);
  },
  'use-slider-2': async (player) => {
    const values = itemAt(match(/\[(.*)\]/, player.goal), 0)
      .split(',')
      .map(Number);
    const sight = await player.look();
    for (const [i, { number }] of sight.all('span').entries())
      await slide(player, number, i, itemAt(values, i));
    await submit(player, sight);
  },
  'use-spinner': async (player) => {
    const value = selectedNumber(player.goal);
    const sight = await player.look();
    const { number } = sight.one('spinbutton');
    const key = value < 0 ? 'ArrowDown' : 'ArrowUp';
    for (let i = 0; i < Math.abs(value); i++) await player.press(key, number);
    await submit(player, sight);
  },
  'form-sequence': async (player) => {
    const sight = await player.look();
    await slide(player, sight.one('span').number, 0, selectedNumber(player.goal));
    await player.check(itemAt(sight.all('checkbox'), ordinalIn(player.goal) - 1).number);
    await submit(player, sight);
  },
  'form-sequence-2': async (player) => {
    const [radio = '', text = ''] = player.goal.split(' and ');
    const sight = await player.look();
    await player.check(itemAt(sight.all('radio'), ordinalIn(radio) - 1).number);
    await player.fill(itemAt(sight.all('input'), ordinalIn(text) - 1).number, quoteIn(text));
    await submit(player, sight);
  },
  'scroll-text-2': async (player) => {
    const direction = player.goal.includes('top') ? 'up' : 'down';
    const sight = await player.look();
    await player.scroll({ target: sight.one('textarea').number, direction, pixels: 10_000 });
    await submit(player, sight);
  },
  'resize-textarea': async (player) => {
    const [side, change = ''] = match(/the (height|width) is (\w+)/, player.goal);
    const cursor = side === 'height' ? 's-resize' : 'e-resize';
    const by = /larger|greater|bigger/.test(change) ? 25 : -15;
    const handle = (await player.look()).which(({ attributes }) => attributes.cursor === cursor);
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
  'drag-items-grid': (player) => dragItem(player, cellInGrid),
  'drag-sort-numbers': async (player) => {
    for (let i = 0; i < 10; i++) {
      const sight = await player.look();
      const items = sight.all('li');
      const shown = items.map(({ label }) => Number(label));
      const sorted = [...shown].sort((a, b) => a - b);
      const at = sorted.findIndex((value, place) => shown[place] !== value);
      if (at < 0) return submit(player, sight);
      await dragTo(player, items, shown.indexOf(itemAt(sorted, at)), at);
    }
    throw new Error('the numbers never were in order');
  },
};

const selectedNumber = (goal: string): number => Number(match(/Select (-?\d+) with/, goal)[0]);

async function dragItem(
  player: Player,
  placeFor: (goal: string, at: number, count: number) => number,
): Promise<void> {
  const items = (await player.look()).all('li');
  const [name] = match(/Drag ([\w-]+)/, player.goal);
  const at = items.findIndex(({ label }) => label === name);
  await dragTo(player, items, at, placeFor(player.goal, at, items.length));
}

/** Onto the item at the new place, and a little beyond: the list asks which half the mouse is over. */
async function dragTo(player: Player, items: readonly Control[], at: number, to: number): Promise<void> {
  const source = itemAt(items, at).number;
  const from = (await player.details(source)).bbox;
  const goal = (await player.details(itemAt(items, to).number)).bbox;
  const direction = Math.sign(to - at);
  const beyond = from.width > COLUMN_WIDTH ? { x: 0, y: direction * 4 } : { x: direction * 6, y: 0 };
  await player.drag(source, { x: goal.x - from.x + beyond.x, y: goal.y - from.y + beyond.y });
}

/** Items wider than this, in pixels, are in one column. */
const COLUMN_WIDTH = 60;

function cellInGrid(goal: string, at: number): number {
  const [direction] = /(up|down|left|right)(?= by one)/.exec(goal) ?? [];
  if (direction) return at + ({ up: -3, down: 3, left: -1, right: 1 }[direction] ?? 0);
  const row = /top/.test(goal) ? 0 : /bottom/.test(goal) ? 2 : 1;
  const column = /left/.test(goal) ? 0 : /right/.test(goal) ? 2 : 1;
  return row * 3 + column;
}

/** Moves a slider by keys until the number below it is the one wanted. */
async function slide(player: Player, number: number, which: number, wanted: number): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    const sight = await player.look();
    const { line } = itemAt(sight.all('span'), which);
    const value = Number(/-?\d+/.exec(itemAt(sight.lines, line + 1))?.[0]);
    if (value === wanted) return;
    await player.press(value < wanted ? 'ArrowRight' : 'ArrowLeft', number);
  }
  throw new Error(`the slider never came to ${wanted}`);
}
