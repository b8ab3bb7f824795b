import { choices } from './choices.ts';
import { clicks } from './clicks.ts';
import { colors } from './colors.ts';
import { dates } from './dates.ts';
import { fields } from './fields.ts';
import { finds } from './finds.ts';
import { forms } from './forms.ts';
import type { Solvers } from './goals.ts';
import { handles } from './handles.ts';
import { mail } from './mail.ts';
import { menus } from './menus.ts';
import { panels } from './panels.ts';
import { shapes } from './shapes.ts';
import { social } from './social.ts';
import { texts } from './texts.ts';

export const solvers: Solvers = {
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
