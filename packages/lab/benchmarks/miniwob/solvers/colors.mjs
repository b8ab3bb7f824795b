import { submit } from './fields.mjs';

/** What a name of a colour means, as a model knows it. @type {Record<string, string>} */
const HEX = {
  black: '#000000',
  white: '#ffffff',
  gray: '#808080',
  grey: '#808080',
  red: '#ff0000',
  maroon: '#800000',
  lime: '#00ff00',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  yellow: '#ffff00',
  olive: '#808000',
  cyan: '#00ffff',
  aqua: '#00ffff',
  teal: '#008080',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  pink: '#ffc0cb',
  purple: '#800080',
  orange: '#ffa500',
};

/** Swatches, and a field that takes a colour. */
export const colors = {
  'click-color': async (player) => {
    const sight = await player.look();
    const asked = sight.controls.find(({ before }) => before === 'Click on the')?.attributes.color;
    const [, name] = /the (\w+) colored/.exec(player.goal) ?? [];
    const wanted = asked ?? HEX[name];
    const box = sight.controls.find(
      ({ attributes, before }) => attributes.color === wanted && before !== 'Click on the',
    );
    if (!box) throw new Error(`no box is ${wanted}`);
    await player.click(box.number);
  },
  'click-shades': async (player) => {
    const [, name] = /shades of (\w+)/.exec(player.goal);
    const sight = await player.look();
    for (const { number, attributes } of sight.controls)
      if (typeof attributes.color === 'string' && shadeOf(attributes.color) === name)
        await player.click(number);
    await submit(player, sight);
  },
  'use-colorwheel': async (player) => {
    const [, name] = /Select (\w+) with/.exec(player.goal);
    const sight = await player.look();
    await player.fill(sight.one('input').number, HEX[name].slice(1).toUpperCase());
    await player.press('Tab');
    await submit(player, await player.look());
  },
};

export const hexOf = (name) => HEX[name];

/** @param {string} color `#rrggbb` @returns {[red: number, green: number, blue: number]} */
export const partsOf = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Which of the three it has most of. @param {string} color */
function shadeOf(color) {
  const parts = partsOf(color);
  return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
}

/** The nearest of some colours to what a name means. @param {string} name @param {string[]} offered */
export function nearestTo(name, offered) {
  const wanted = partsOf(HEX[name]);
  const distance = (color) => partsOf(color).reduce((sum, part, i) => sum + (part - wanted[i]) ** 2, 0);
  return [...offered].sort((a, b) => distance(a) - distance(b))[0];
}
