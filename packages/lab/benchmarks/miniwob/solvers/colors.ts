import { match, type Solvers, submit } from './goals.ts';

/** What the name of a colour means. */
export const HEX: Readonly<Record<string, string>> = {
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
export const colors: Solvers = {
  'click-color': async (player) => {
    const sight = await player.look();
    const sample = sight.controls.find(({ before }) => before === 'Click on the')?.attributes.color;
    const wanted = sample ?? HEX[match(/the (\w+) colored/, player.goal)[0] ?? ''];
    const box = sight.which(
      ({ attributes, before }) => attributes.color === wanted && before !== 'Click on the',
    );
    await player.click(box.number);
  },
  'click-shades': async (player) => {
    const [name] = match(/shades of (\w+)/, player.goal);
    const sight = await player.look();
    for (const { number, attributes } of sight.controls)
      if (typeof attributes.color === 'string' && shadeOf(attributes.color) === name)
        await player.click(number);
    await submit(player, sight);
  },
  'use-colorwheel': async (player) => {
    const [name = ''] = match(/Select (\w+) with/, player.goal);
    const sight = await player.look();
    await player.fill(sight.one('input').number, (HEX[name] ?? '').slice(1).toUpperCase());
    await player.press('Tab');
    await submit(player, await player.look());
  },
};

/** Which of red, green and blue a colour `#rrggbb` has most of. */
function shadeOf(color: string): string | undefined {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
}
