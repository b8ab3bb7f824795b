import { hexOf } from './colors.mjs';
import { submit } from './fields.mjs';

/** Shapes and letters drawn as SVG: their words, colours and sizes are told. */
export const shapes = {
  'click-shape': async (player) => {
    const wish = readWish(/Click on an? (.+)/.exec(player.goal)[1]);
    for (const shape of await shapesIn(player)) if (fits(shape, wish)) return player.click(shape.number);
    throw new Error(`nothing is ${JSON.stringify(wish)}`);
  },
  'count-shape': async (player) => {
    const wish = readWish(/How many (.+)s are there/.exec(player.goal)[1]);
    const count = (await shapesIn(player)).filter((shape) => fits(shape, wish)).length;
    await player.click((await player.look()).one('button', String(count)).number);
  },
  'grid-coordinate': async (player) => {
    const [, wanted] = /coordinate (\(.*\))/.exec(player.goal);
    const points = (await player.look()).all('circle');
    await player.click(points.find(({ attributes }) => attributes.id === wanted).number);
  },
  'drag-circle': (player) => dragShape(player),
  'drag-single-shape': (player) => dragShape(player),
  'identify-shape': async (player) => {
    const sight = await player.look();
    const [shape] = await shapesIn(player);
    const words = {
      rect: 'Rectangle',
      circle: 'Circle',
      polygon: 'Triangle',
      text: /\d/.test(shape.label) ? 'Number' : 'Letter',
    };
    await player.click(sight.one('button', words[shape.word]).number);
  },
};

/** Pixels. */
const FAR = 18;
const WAYS = {
  up: { x: 0, y: -FAR },
  down: { x: 0, y: FAR },
  left: { x: -FAR, y: 0 },
  right: { x: FAR, y: 0 },
};

async function dragShape(player) {
  const [, way] = /Drag the \w+ (\w+)/.exec(player.goal);
  const sight = await player.look();
  const shape = sight.controls.find(({ word }) => word !== 'button');
  await player.drag(shape.number, WAYS[way]);
  await submit(player, sight);
}

const WORDS = new Set(['rect', 'circle', 'polygon', 'text']);

/** @returns {Promise<{ number: number, word: string, label: string, color: string, size: number }[]>} */
async function shapesIn(player) {
  const drawn = (await player.look()).controls.filter(({ word }) => WORDS.has(word));
  const told = [];
  for (const { number, word, label } of drawn) {
    const { color = '#000000', bbox } = await player.details(number);
    told.push({ number, word, label, color, size: bbox.height });
  }
  return told;
}

/** `small magenta letter`, `large item`, `yellow 5`. */
function readWish(text) {
  const words = text.split(' ');
  return {
    size: words.find((word) => word === 'small' || word === 'large'),
    color: words.map(hexOf).find(Boolean),
    what: words.at(-1),
  };
}

/** Pixels between the small and the large ones, of letters and of shapes. */
const BETWEEN = 15;

function fits({ word, label, color, size }, wish) {
  if (wish.size && (size > BETWEEN ? 'large' : 'small') !== wish.size) return false;
  if (wish.color && color !== wish.color) return false;
  const kinds = {
    item: true,
    shape: word !== 'text',
    letter: /^[a-z]$/i.test(label),
    digit: /^\d$/.test(label),
    rectangle: word === 'rect',
    circle: word === 'circle',
    triangle: word === 'polygon',
  };
  return kinds[wish.what] ?? label === wish.what;
}
