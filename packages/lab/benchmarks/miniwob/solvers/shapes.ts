import type { Player } from '../Player.ts';
import { HEX } from './colors.ts';
import { itemAt, match, type Solvers, submit } from './goals.ts';

/** Shapes and letters drawn as SVG, by their words, colours and sizes. */
export const shapes: Solvers = {
  'click-shape': async (player) => {
    const request = readRequest(match(/Click on an? (.+)/, player.goal)[0]);
    const shape = (await shapesIn(player)).find((one) => fits(one, request));
    if (!shape) throw new Error(`nothing is ${JSON.stringify(request)}`);
    await player.click(shape.number);
  },
  'count-shape': async (player) => {
    const request = readRequest(match(/How many (.+)s are there/, player.goal)[0]);
    const count = (await shapesIn(player)).filter((shape) => fits(shape, request)).length;
    await player.click((await player.look()).one('button', String(count)).number);
  },
  'grid-coordinate': async (player) => {
    const [point] = match(/coordinate (\(.*\))/, player.goal);
    const sight = await player.look();
    await player.click(
      sight.which(({ word, attributes: { id } }) => word === 'circle' && id === point).number,
    );
  },
  'drag-circle': dragShape,
  'drag-single-shape': dragShape,
  'identify-shape': async (player) => {
    const sight = await player.look();
    const { word, label } = itemAt(await shapesIn(player), 0);
    const names: Record<string, string> = {
      rect: 'Rectangle',
      circle: 'Circle',
      polygon: 'Triangle',
      text: /\d/.test(label) ? 'Number' : 'Letter',
    };
    await player.click(sight.one('button', names[word]).number);
  },
};

/** Pixels. */
const FAR = 18;
const OFFSETS: Record<string, { x: number; y: number }> = {
  up: { x: 0, y: -FAR },
  down: { x: 0, y: FAR },
  left: { x: -FAR, y: 0 },
  right: { x: FAR, y: 0 },
};

async function dragShape(player: Player): Promise<void> {
  const [direction = ''] = match(/Drag the \w+ (\w+)/, player.goal);
  const sight = await player.look();
  const shape = sight.which(({ word }) => word !== 'button');
  await player.drag(shape.number, OFFSETS[direction] ?? { x: 0, y: 0 });
  await submit(player, sight);
}

interface DrawnShape {
  number: number;
  word: string;
  label: string;
  color: string;
  /** Pixels. */
  height: number;
}

const SHAPE_WORDS = new Set(['rect', 'circle', 'polygon', 'text']);

async function shapesIn(player: Player): Promise<DrawnShape[]> {
  const drawn = (await player.look()).controls.filter(({ word }) => SHAPE_WORDS.has(word));
  const found: DrawnShape[] = [];
  for (const { number, word, label } of drawn) {
    const { color = '#000000', bbox } = await player.details(number);
    found.push({ number, word, label, color, height: bbox.height });
  }
  return found;
}

interface ShapeRequest {
  size: string | undefined;
  color: string | undefined;
  kind: string;
}

/** `small magenta letter`, `large item`, `yellow 5`. */
function readRequest(text = ''): ShapeRequest {
  const words = text.split(' ');
  return {
    size: words.find((word) => word === 'small' || word === 'large'),
    color: words.map((word) => HEX[word]).find(Boolean),
    kind: words.at(-1) ?? '',
  };
}

/** Pixels between the small and the large ones, of letters and of shapes. */
const LARGE_HEIGHT = 15;

function fits({ word, label, color, height }: DrawnShape, request: ShapeRequest): boolean {
  if (request.size && (height > LARGE_HEIGHT ? 'large' : 'small') !== request.size) return false;
  if (request.color && color !== request.color) return false;
  const kinds: Record<string, boolean> = {
    item: true,
    shape: word !== 'text',
    letter: /^[a-z]$/i.test(label),
    digit: /^\d$/.test(label),
    rectangle: word === 'rect',
    circle: word === 'circle',
    triangle: word === 'polygon',
  };
  return kinds[request.kind] ?? label === request.kind;
}
