import type { Player } from '../Player.ts';
import { itemAt, ordinalIn, type Solvers, submit } from './goals.ts';

/** Text that is selected by the mouse. */
export const texts: Solvers = {
  'highlight-text': (player) => highlight(player, 1),
  'highlight-text-2': (player) => highlight(player, ordinalIn(player.goal)),
};

async function highlight(player: Player, position: number): Promise<void> {
  const sight = await player.look();
  const linesWithControls = new Set(sight.controls.map(({ line }) => line));
  const from = sight.lineOf(player.goal) + 1;
  const paragraphs = sight.lines.filter(
    (line, i) => i >= from && !linesWithControls.has(i) && /^ \w/.test(line) && !/Last reward/.test(line),
  );
  const start = itemAt(paragraphs, position - 1)
    .trim()
    .split(' ')
    .slice(0, 3)
    .join(' ');
  await player.click(await player.find(start), { clickCount: 3 });
  await submit(player, sight);
}
