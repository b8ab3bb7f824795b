import type { Player } from '../Player.ts';
import { itemsIn, match, type Solvers, submit } from './goals.ts';

/** Checkboxes, radio buttons and lists. */
export const choices: Solvers = {
  'click-option': async (player) => {
    const [label] = match(/Select (.+) and click/, player.goal);
    const sight = await player.look();
    await player.check(sight.one('radio', label).number);
    await submit(player, sight);
  },
  'click-checkboxes': checkNamed,
  'click-checkboxes-large': checkNamed,
  'click-checkboxes-transfer': checkNamed,
  'choose-list': async (player) => {
    const [label = ''] = match(/Select (.+) from the list/, player.goal);
    await selectAll(player, [label]);
  },
  'click-scroll-list': async (player) => {
    const [list = ''] = match(/Select (.+) from the scroll list/, player.goal);
    await selectAll(player, itemsIn(list));
  },
};

async function selectAll(player: Player, labels: string[]): Promise<void> {
  const sight = await player.look();
  await player.select(sight.one('select').number, labels);
  await submit(player, sight);
}

async function checkNamed(player: Player): Promise<void> {
  const [list = ''] = match(/Select (.+) and click/, player.goal);
  const sight = await player.look();
  if (list !== 'nothing')
    for (const label of itemsIn(list)) await player.check(sight.one('checkbox', label).number);
  await submit(player, sight);
}
