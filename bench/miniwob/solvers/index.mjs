import { choices } from './choices.mjs';
import { clicks } from './clicks.mjs';
import { fields } from './fields.mjs';
import { panels } from './panels.mjs';

/**
 * How each task is played, by its name. A solver is handed a `Player` and nothing else.
 * @type {Record<string, (player: import('../Player.mjs').Player) => Promise<unknown>>}
 */
export const solvers = { ...clicks, ...fields, ...choices, ...panels };
