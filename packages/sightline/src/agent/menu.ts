import { z } from 'zod';
import type { Session } from '../session/Session.ts';
import { defineTool, type Tool } from '../tools/defineTool.ts';
import { asNumber, inputSchema } from '../tools/fieldsOf.ts';
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
  answer_dialogs: ['answer'],
};

/** What is rarer: models with little room do without. */
const ACT_MORE: Fields = {
  type_text: ['index', 'text', 'append'],
  drag: ['index', 'to'],
  wait_for: ['text', 'gone'],
  tabs: ['number'],
};

const QUERY = ['text', 'role', 'within_landmark', 'near_heading', 'keyword_weights', 'near', 'max_results'];

/** Fields of the tools that ask something of the page, by mode. */
const ASK: Readonly<Record<QueryMode, Fields>> = {
  off: {},
  hybrid: {
    query_elements: [...QUERY, 'state'],
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

function offer(tool: Tool, fields: readonly string[]): Offer {
  const schema = inputSchema(tool) as { properties?: Record<string, unknown>; required?: string[] };
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
      fields.includes(key) ? [[key, asNumber(field as object)]] : [],
    ),
  );
  const required = schema.required?.filter((key) => fields.includes(key)) ?? [];
  const definition = {
    name: tool.name,
    // In fewer words than for people: they are paid for in every call, and prompt and errors say the rest.
    description: tool.brief?.description ?? tool.description,
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
