import { choices } from './choices.mjs';
import { clicks } from './clicks.mjs';
import { colors } from './colors.mjs';
import { dates } from './dates.mjs';
import { fields } from './fields.mjs';
import { finds } from './finds.mjs';
import { forms } from './forms.mjs';
import { handles } from './handles.mjs';
import { mail } from './mail.mjs';
import { menus } from './menus.mjs';
import { panels } from './panels.mjs';
import { shapes } from './shapes.mjs';
import { social } from './social.mjs';
import { texts } from './texts.mjs';

/**
 * How each task is played, by its name. A solver is handed a `Player` and nothing else.
 * @type {Record<string, (player: import('../Player.mjs').Player) => Promise<unknown>>}
 */
export const solvers = {
  ...choices,
  ...clicks,
  ...colors,
  ...dates,
  ...fields,
  ...finds,
  ...forms,
  ...handles,
  ...mail,
  ...menus,
  ...panels,
  ...shapes,
  ...social,
  ...texts,
};
