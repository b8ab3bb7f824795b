import {
  check,
  click,
  drag,
  fill,
  focus,
  getElement,
  hover,
  press,
  scroll,
  selectOption,
  typeText,
  uploadFile,
} from './act.ts';
import { close } from './close.ts';
import type { Tool } from './defineTool.ts';
import { dialogs } from './dialogs.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { getElementDetails, getFullDom, readTable, searchText } from './inspectPage.ts';
import { look } from './look.ts';
import { open } from './open.ts';
import { queryElements } from './query.ts';
import { queryDom } from './queryDom.ts';
import { getPageSummary, getRegion, listHeadings } from './read.ts';
import { resize } from './resize.ts';
import { screenshot } from './screenshot.ts';
import { tabs } from './tabs.ts';
import { back, forward, reload } from './travel.ts';
import { waitForTool } from './wait.ts';

/** Every capability, in the order in which help and reference show them. */
export const tools: readonly Tool[] = [
  open,
  look,
  getPageSummary,
  listHeadings,
  queryElements,
  getRegion,
  getElementDetails,
  readTable,
  searchText,
  getFullDom,
  queryDom,
  explain,
  click,
  fill,
  typeText,
  selectOption,
  check,
  hover,
  focus,
  press,
  scroll,
  drag,
  uploadFile,
  getElement,
  screenshot,
  back,
  forward,
  reload,
  waitForTool,
  tabs,
  resize,
  dialogs,
  close,
  doctor,
];
