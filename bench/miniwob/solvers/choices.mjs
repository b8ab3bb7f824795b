import { submit } from './fields.mjs';
import { itemsIn } from './goals.mjs';

/** Checkboxes, radio buttons and lists. */
export const choices = {
  'click-option': async (player) => {
    const [, label] = /Select (.+) and click/.exec(player.goal);
    const sight = await player.look();
    await player.check(sight.one('radio', label).number);
    await submit(player, sight);
  },
  'click-checkboxes': checkNamed,
  'click-checkboxes-large': checkNamed,
  'click-checkboxes-transfer': checkNamed,
  'click-checkboxes-soft': async (player) => {
    const [, list] = /similar to (.+) and click/.exec(player.goal);
    const sight = await player.look();
    const boxes = sight.all('checkbox');
    const wanted = new Set();
    for (const word of itemsIn(list)) {
      const found = await player.query({ text: word, role: 'checkbox', maxResults: 1 });
      if (found[0] !== undefined) wanted.add(found[0]);
    }
    for (const { number } of boxes) if (wanted.has(number)) await player.check(number);
    await submit(player, sight);
  },
  'choose-list': async (player) => {
    const [, label] = /Select (.+) from the list/.exec(player.goal);
    const sight = await player.look();
    await player.select(sight.one('select').number, label);
    await submit(player, sight);
  },
  'click-scroll-list': async (player) => {
    const [, list] = /Select (.+) from the scroll list/.exec(player.goal);
    const sight = await player.look();
    await player.select(sight.one('select').number, itemsIn(list));
    await submit(player, sight);
  },
};

async function checkNamed(player) {
  const [, list] = /Select (.+) and click/.exec(player.goal);
  const sight = await player.look();
  if (list !== 'nothing')
    for (const label of itemsIn(list)) await player.check(sight.one('checkbox', label).number);
  await submit(player, sight);
}
