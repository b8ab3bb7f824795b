import type { Tool } from './defineTool.ts';
import {
  check,
  click,
  drag,
  fill,
  focus,
  hover,
  press,
  scroll,
  selectOption,
  selectText,
  typeText,
  uploadFile,
} from './definitions/actions.ts';
import { close } from './definitions/close.ts';
import { consoleTool } from './definitions/console.ts';
import { dialogs } from './definitions/dialogs.ts';
import { doctor } from './definitions/doctor.ts';
import { doSteps } from './definitions/doSteps.ts';
import { evaluate } from './definitions/evaluate.ts';
import { explain } from './definitions/explain.ts';
import { extract } from './definitions/extract.ts';
import { getElement } from './definitions/getElement.ts';
import { back, forward, reload } from './definitions/history.ts';
import { look } from './definitions/look.ts';
import { network } from './definitions/network.ts';
import { open } from './definitions/open.ts';
import { getPageSummary, getRegion, listHeadings } from './definitions/overview.ts';
import { getElementDetails, getFullDom, readTable, searchText } from './definitions/pageContent.ts';
import { callPageTool, pageTools } from './definitions/pageTools.ts';
import { pdf } from './definitions/pdf.ts';
import { performanceTool } from './definitions/performance.ts';
import { queryDom } from './definitions/queryDom.ts';
import { queryElements } from './definitions/queryElements.ts';
import { resize } from './definitions/resize.ts';
import { route } from './definitions/route.ts';
import { runScript } from './definitions/runScript.ts';
import { screenshot } from './definitions/screenshot.ts';
import { scripts } from './definitions/scripts.ts';
import { tabs } from './definitions/tabs.ts';
import { waitFor } from './definitions/waitFor.ts';

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
  doSteps,
  runScript,
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
  selectText,
  uploadFile,
  getElement,
  screenshot,
  back,
  forward,
  reload,
  waitFor,
  tabs,
  resize,
  dialogs,
  scripts,
  close,
  doctor,
];

/** What who builds pages asks for, beside all else: commands, and tools of the MCP profile `developer` alone. */
export const developerTools: readonly Tool[] = [
  extract,
  consoleTool,
  network,
  route,
  performanceTool,
  evaluate,
  pdf,
  pageTools,
  callPageTool,
];
