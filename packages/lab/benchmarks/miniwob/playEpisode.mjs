import { goalIn, Player } from './Player.mjs';

/**
 * @typedef {object} Episode
 * @property {number} seed @property {number} reward raw, -1 to 1; 0 where the episode was not ended
 * @property {number} steps actions @property {number} tokens o200k, of all that was read @property {number} ms
 * @property {boolean} told whether the instruction was read in the view
 * @property {string} failure why it was not won; empty where it was
 */

/** @returns {Promise<Episode>} */
export async function playEpisode(arena, task, seed, solve) {
  const instruction = await arena.start(task, seed);
  const player = new Player(arena.session);
  const begun = performance.now();
  let failure = '';
  let told = false;
  try {
    const goal = goalIn(await player.look(), instruction);
    told = goal !== undefined;
    player.goal = goal ?? instruction;
    await solve(player);
  } catch (error) {
    failure = [error.message, error.hint].filter(Boolean).join(' ');
  }
  const ms = performance.now() - begun;
  const { done, reward, reason } = await arena.outcome();
  if (reward === 1) failure = '';
  else failure ||= done ? reason || 'wrong' : 'the episode was not ended';
  const { steps, tokens } = player;
  return { seed, reward: done ? reward : 0, steps, tokens, ms, told, failure };
}
