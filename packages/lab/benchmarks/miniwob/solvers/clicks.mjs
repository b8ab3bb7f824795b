import { quotedIn } from './goals.mjs';

/** Buttons, links and what else is found by its label. */
export const clicks = {
  'click-test': clickNamed('button', () => 'Click Me!'),
  'click-test-2': clickNamed('button', () => 'ONE'),
  'click-test-transfer': clickNamed('button', (goal) => /button (\w+)/.exec(goal)[1]),
  'click-button': clickNamed('button', (goal) => quotedIn(goal)[0]),
  'unicode-test': clickNamed('button', (goal) => quotedIn(goal)[0]),
  'click-link': clickNamed(undefined, (goal) => quotedIn(goal)[0]),
  'click-button-sequence': (player) => clickInTurn(player, ['ONE', 'TWO']),
  'button-delay': async (player) => {
    const [, seconds] = /wait (\d+) seconds/.exec(player.goal);
    const sight = await player.look();
    // The first action of all is slower than those after it.
    await player.hover(sight.one('button', 'ONE').number);
    const begun = performance.now();
    await player.click(sight.one('button', 'ONE').number, { settleMs: 0 });
    const took = performance.now() - begun;
    // The second click takes its way too, which is about as long as that of the first.
    await player.wait(Number(seconds) * 1000 - took);
    await player.click(sight.one('button', 'TWO').number);
  },
  'ascending-numbers': async (player) => {
    const numbers = (await player.look()).all('text', /^\d+$/);
    numbers.sort((a, b) => Number(a.label) - Number(b.label));
    const places = [];
    for (const { number } of numbers) places.push((await player.details(number)).bbox);
    await player.click(numbers[0].number);
    // The first click hides the others: a shape stands in the place of each.
    const shapes = [];
    for (const { number } of (await player.look()).all('rect')) shapes.push(await player.details(number));
    for (const { x, y } of places.slice(1)) {
      const away = ({ bbox }) => Math.hypot(bbox.x - x, bbox.y - y);
      await player.click(shapes.sort((a, b) => away(a) - away(b))[0].index);
    }
  },
  'click-dialog': clickNamed('button', () => 'Close'),
  'click-dialog-2': clickNamed('button', (goal) => (quotedIn(goal)[0] === 'x' ? 'Close' : quotedIn(goal)[0])),
  'click-widget': async (player) => {
    const [wanted] = quotedIn(player.goal);
    const word = wanted === 'text' ? 'input' : wanted;
    await player.click((await player.look()).one(word).number);
  },
  'focus-text': async (player) => player.focus((await player.look()).one('input').number),
  'focus-text-2': async (player) => {
    const [, position] = /(\d+)\w\w input/.exec(player.goal);
    const fields = (await player.look()).all('input');
    await player.focus(fields[Number(position) - 1].number);
  },
};

function clickNamed(word, nameIn) {
  return async (player) => player.click((await player.look()).one(word, nameIn(player.goal)).number);
}

async function clickInTurn(player, names) {
  const sight = await player.look();
  for (const name of names) await player.click(sight.one('button', name).number);
}
