import type { Application } from '../Application.ts';
import { apiDescription } from './apiDescription.ts';
import { board } from './board.ts';
import { calendar } from './calendar.ts';
import { components } from './components.ts';
import { dataGrid } from './dataGrid.ts';
import { editors } from './editors.ts';
import { flows } from './flows.ts';
import { kanban } from './kanban.ts';
import { mail } from './mail.ts';
import { map } from './map.ts';
import { modelDemo } from './modelDemo.ts';
import { notebooks } from './notebooks.ts';
import { pages } from './pages.ts';
import { pickers } from './pickers.ts';
import { spreadsheet } from './spreadsheet.ts';
import { tickets } from './tickets.ts';
import { wiki } from './wiki.ts';

/** Builds that need no server and no installation but that of the benchmarks' pages. */
export const builds: readonly Application[] = [
  apiDescription,
  calendar,
  components,
  dataGrid,
  editors,
  map,
  pickers,
];

/** In the order in which they are played. */
export const applications: readonly Application[] = [
  ...builds,
  spreadsheet,
  kanban,
  wiki,
  mail,
  flows,
  tickets,
  notebooks,
  pages,
  modelDemo,
  board,
];
