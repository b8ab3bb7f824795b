import { z } from 'zod';
import type { Session } from '../session/Session.ts';
import { defineTool, type Tool } from '../tools/defineTool.ts';
import { inputSchema } from '../tools/fieldsOf.ts';
import { tools } from '../tools/index.ts';
import { navigationAnswer } from '../tools/navigationAnswer.ts';
import type { ToolDefinition } from './Model.ts';
import type { QueryMode } from './settings.ts';

/** A tool as it stands on the menu of a model: which of its fields the model is told of. */
export interface Offer {
  tool: Tool;
  fields: readonly string[];
  definition: ToolDefinition;
}

export type Menu = ReadonlyMap<string, Offer>;

type Fields = Readonly<Record<string, readonly string[]>>;

const ACT: Fields = {
  click: ['index'],
  fill: ['index', 'text'],
  select_option: ['index', 'options'],
  check: ['index', 'state'],
  press: ['keys', 'index'],
  scroll: ['direction', 'to'],
  hover: ['index'],
  open: ['url'],
  back: [],
};

/** What is rarer: models with little room do without. */
const ACT_MORE: Fields = {
  type_text: ['index', 'text', 'append'],
  drag: ['index', 'to'],
  wait_for: ['text', 'gone'],
  tabs: ['number'],
};

const QUERY = ['text', 'role', 'within_landmark', 'near_heading', 'keyword_weights'];

/** Fields of the tools that ask something of the page, by mode. */
const ASK: Readonly<Record<QueryMode, Fields>> = {
  off: {},
  hybrid: {
    query_elements: [...QUERY, 'state', 'near', 'max_results'],
    get_region: ['landmark', 'heading', 'content', 'from'],
    get_element_details: ['index'],
    read_table: ['table', 'from'],
    search_text: ['text'],
    get_page_summary: [],
    list_headings: [],
    get_full_dom: [],
  },
  query: {
    get_page_summary: [],
    query_elements: QUERY,
    get_region: ['landmark', 'heading', 'content', 'from'],
    get_element_details: ['index'],
    search_text: ['text'],
  },
};

export interface MenuSettings {
  /** `none`: of the page nothing is asked and nothing done. */
  queryMode: QueryMode | 'none';
  /** The view folds: there is a call for what is folded. */
  folds: boolean;
  /** With `look`, for loops whose messages do not show the page. Default false. */
  looks?: boolean;
  /** Beside them. */
  own?: readonly Tool[];
}

/** The tools of a mode. Models are told what they need of each: the rest keeps its default. */
export function menuOf({ queryMode, folds, looks = false, own = [] }: MenuSettings): Menu {
  const mine = own.map((tool) => offer(tool, Object.keys(tool.input.shape)));
  const known = queryMode === 'none' ? [] : offersOf(queryMode, folds);
  const seeing = looks ? [offer(toolOf('look'), ['view'])] : [];
  return new Map([...seeing, ...known, ...mine].map((one) => [one.tool.name, one]));
}

function offersOf(queryMode: QueryMode, folds: boolean): Offer[] {
  const region: Fields =
    folds && queryMode === 'off' ? { get_region: ['landmark', 'heading', 'content'] } : {};
  const more = queryMode === 'query' ? {} : ACT_MORE;
  const wanted = { ...ASK[queryMode], ...region, ...ACT, ...more };
  return Object.entries(wanted).map(([name, fields]) => offer(toolOf(name), fields));
}

/** In fewer words than for people: they are paid for in every call, and prompt and errors say the rest. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  query_elements: 'Search the page for elements. Answers their numbers, best first.',
  get_page_summary: 'Regions and headings of the page.',
  list_headings: 'All headings of the page.',
  get_region: 'Show one region of the page.',
  get_element_details: 'All about one element: value, options, state, what is around it.',
  read_table: 'A table or list as rows.',
  search_text: 'Find words in the visible text.',
  get_full_dom: 'The whole page. Costs the most: only when queries do not find it.',
  click: 'Click an element.',
  fill: 'Set a field (date as 2026-11-22, time as 09:30).',
  select_option: 'Choose options by label, in a select, listbox, combobox or menu button.',
  check: 'Set a checkbox, switch, radio or toggle.',
  press: 'Press a key or chord (Enter, Control+A) on an element, or on what has the focus.',
  scroll: 'Scroll the page; or bring element "to" into view.',
  hover: 'Move the mouse over an element (menus, tooltips).',
  type_text: 'Type key by key, where fill does not do.',
  drag: 'Drag an element onto another one.',
  wait_for: 'Wait until words are shown, or gone.',
  tabs: 'List the tabs, or switch to one.',
  back: 'Go to the page before.',
};

function offer(tool: Tool, fields: readonly string[]): Offer {
  const schema = inputSchema(tool) as { properties?: Record<string, unknown>; required?: string[] };
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([key]) => fields.includes(key)),
  );
  const required = schema.required?.filter((key) => fields.includes(key)) ?? [];
  const definition = {
    name: tool.name,
    description: DESCRIPTIONS[tool.name] ?? tool.description,
    schema: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
  };
  return { tool, fields, definition };
}

function toolOf(name: string): Tool {
  if (name === 'open') return openAddress;
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool is called ${name}`);
  return tool;
}

/** As `open`, for web addresses only: a model that names a path must not read this machine. */
const openAddress = defineTool({
  name: 'open',
  title: 'Open a page',
  description: 'Load a URL.',
  input: z.object({ url: z.string().min(1).describe('URL or host name') }),
  readOnly: false,
  cli: { command: 'open', positionals: ['url'] },
  async handler(context, { url }) {
    const session: Session = context.session();
    return navigationAnswer(await session.navigate(url, { signal: context.signal }));
  },
});
