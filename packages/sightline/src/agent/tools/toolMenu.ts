import { z } from 'zod';
import type { Session } from '../../session/Session.ts';
import { defineTool, type Tool } from '../../tools/defineTool.ts';
import { tools } from '../../tools/index.ts';
import { inputSchema, withoutStableIds } from '../../tools/inputFields.ts';
import { renderNavigation } from '../../tools/renderNavigation.ts';
import type { QueryMode } from '../AgentSettings.ts';
import type { ToolDefinition } from '../models/Model.ts';

/** A tool as it stands on the menu of a model: which of its fields the model is told of. */
export interface ToolMenuEntry {
  tool: Tool;
  fields: readonly string[];
  definition: ToolDefinition;
}

export type ToolMenu = ReadonlyMap<string, ToolMenuEntry>;

type ToolFields = Readonly<Record<string, readonly string[]>>;

const ACTION_FIELDS: ToolFields = {
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
const RARE_ACTION_FIELDS: ToolFields = {
  type_text: ['index', 'text', 'append'],
  drag: ['index', 'to'],
  wait_for: ['text', 'gone'],
  tabs: ['number'],
};

const QUERY_FIELDS = [
  'text',
  'role',
  'within_landmark',
  'near_heading',
  'keyword_weights',
  'near',
  'max_results',
];

/** Fields of the tools that ask something of the page, by mode. */
const QUERY_TOOL_FIELDS: Readonly<Record<QueryMode, ToolFields>> = {
  off: {},
  hybrid: {
    query_elements: [...QUERY_FIELDS, 'state'],
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
    query_elements: QUERY_FIELDS,
    get_region: ['landmark', 'heading', 'content', 'from'],
    get_element_details: ['index'],
    search_text: ['text'],
  },
};

export interface ToolMenuOptions {
  /** `none`: of the page nothing is asked and nothing done. */
  queryMode: QueryMode | 'none';
  /** The view folds: there is a call for what is folded. */
  folds: boolean;
  /** With `look`, for loops whose messages do not show the page. Default false. */
  withLook?: boolean;
  /** Beside them. */
  extraTools?: readonly Tool[];
}

/** The tools of a mode. Models are told what they need of each: the rest keeps its default. */
export function buildToolMenu({
  queryMode,
  folds,
  withLook = false,
  extraTools = [],
}: ToolMenuOptions): ToolMenu {
  const extraEntries = extraTools.map((tool) => toEntry(tool, Object.keys(tool.input.shape)));
  const modeEntries = queryMode === 'none' ? [] : entriesOf(queryMode, folds);
  const lookEntries = withLook ? [toEntry(findTool('look'), ['view'])] : [];
  return new Map([...lookEntries, ...modeEntries, ...extraEntries].map((entry) => [entry.tool.name, entry]));
}

function entriesOf(queryMode: QueryMode, folds: boolean): ToolMenuEntry[] {
  const region: ToolFields =
    folds && queryMode === 'off' ? { get_region: ['landmark', 'heading', 'content'] } : {};
  const more = queryMode === 'query' ? {} : RARE_ACTION_FIELDS;
  const toolFields = { ...QUERY_TOOL_FIELDS[queryMode], ...region, ...ACTION_FIELDS, ...more };
  return Object.entries(toolFields).map(([name, fields]) => toEntry(findTool(name), fields));
}

function toEntry(tool: Tool, fields: readonly string[]): ToolMenuEntry {
  const schema = inputSchema(tool) as { properties?: Record<string, unknown>; required?: string[] };
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
      fields.includes(key) ? [[key, withoutStableIds(field as object)]] : [],
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

function findTool(name: string): Tool {
  if (name === 'open') return openUrl;
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool is called ${name}`);
  return tool;
}

/** As `open`, for web addresses only: a model that names a path must not read this machine. */
const openUrl = defineTool({
  name: 'open',
  title: 'Open a page',
  description: 'Load a URL.',
  input: z.object({ url: z.string().min(1).describe('URL or host name') }),
  readOnly: false,
  cli: { command: 'open', positionals: ['url'] },
  async handler(context, { url }) {
    const session: Session = context.session();
    return renderNavigation(await session.navigate(url, { signal: context.signal }));
  },
});
