import { z } from 'zod';
import type { Session } from '../../session/Session.ts';
import { defineTool, type Tool } from '../../tools/defineTool.ts';
import { fillField, typeIntoField } from '../../tools/definitions/actions.ts';
import { arrivalFields } from '../../tools/definitions/sharedFields.ts';
import { tools } from '../../tools/index.ts';
import { elementForModels, inputSchema } from '../../tools/inputFields.ts';
import { renderArrival } from '../../tools/renderArrival.ts';
import type { QueryMode } from '../AgentSettings.ts';
import type { ToolDefinition } from '../models/Model.ts';

/** A tool offered to a model, with the fields it is shown. */
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

/** Rarer actions; not offered in mode `query`. */
const RARE_ACTION_FIELDS: ToolFields = {
  type_text: ['index', 'text', 'append'],
  drag: ['index', 'to'],
  wait_for: ['text', 'gone'],
  tabs: ['number'],
  run_script: ['script'],
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

/** `from` and `full` are in the calls that a view names for what it leaves out. */
const REGION_FIELDS = ['landmark', 'heading', 'content', 'from', 'full'];

/** Fields of the query tools, by mode. */
const QUERY_TOOL_FIELDS: Readonly<Record<QueryMode, ToolFields>> = {
  off: {},
  hybrid: {
    query_elements: [...QUERY_FIELDS, 'name', 'attributes', 'state'],
    get_region: REGION_FIELDS,
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
    get_region: REGION_FIELDS,
    get_element_details: ['index'],
    search_text: ['text'],
  },
};

export interface ToolMenuOptions {
  /** `none`: no tools for the page. */
  queryMode: QueryMode | 'none';
  /** The view folds, so a tool to unfold is offered. */
  folds: boolean;
  /** Offer `look`, for loops whose messages do not show the page. Default false. */
  withLook?: boolean;
  /** Offered in addition. */
  extraTools?: readonly Tool[];
}

/** The tools of a mode, with the fields a model needs; other fields keep their defaults. */
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
  const region: ToolFields = folds && queryMode === 'off' ? { get_region: REGION_FIELDS } : {};
  const more = queryMode === 'query' ? {} : RARE_ACTION_FIELDS;
  const toolFields = { ...QUERY_TOOL_FIELDS[queryMode], ...region, ...ACTION_FIELDS, ...more };
  return Object.entries(toolFields).map(([name, fields]) => toEntry(findTool(name), fields));
}

function toEntry(tool: Tool, fields: readonly string[]): ToolMenuEntry {
  const schema = inputSchema(tool) as { properties?: Record<string, unknown>; required?: string[] };
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
      fields.includes(key) ? [[key, elementForModels(field as object)]] : [],
    ),
  );
  const required = schema.required?.filter((key) => fields.includes(key)) ?? [];
  const definition = {
    name: tool.name,
    // Shorter than for people: every call pays for it, and prompt and errors say the rest.
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
  if (name === 'fill') return fillField;
  if (name === 'type_text') return typeIntoField;
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool is called ${name}`);
  return tool;
}

/** `open` for web addresses only: a model must not read local files. */
const openUrl = defineTool({
  name: 'open',
  title: 'Open a page',
  description: 'Load a URL.',
  input: z.object({ url: z.string().min(1).describe('URL or host name'), ...arrivalFields }),
  readOnly: false,
  cli: { command: 'open', positionals: ['url'] },
  async handler(context, { url, ...options }) {
    const session: Session = context.session();
    return renderArrival(session, await session.navigate(url, { signal: context.signal }), options);
  },
});
