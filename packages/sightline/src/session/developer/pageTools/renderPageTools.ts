import { escapeInline, quoteLines, shownName } from '../../../render/escape.ts';
import { cutToTokens, estimateTokens } from '../../../render/estimateTokens.ts';
import { TokenBudget } from '../../../render/TokenBudget.ts';
import { parseJson } from '../../../snapshot/parseJson.ts';
import { collapseSpaces, shorten } from '../../../snapshot/shorten.ts';
import type { NamedTool } from './readPageTools.ts';

/** Names in the line of a look; fields of a tool in a list. */
const MAX_NAMES = 8;
const MAX_FIELDS = 8;
const MAX_LISTED = 160;

/** `page tools: search_orders, add_note, 3 more`: in one line what the page registers for agents; '' for nothing. */
export function pageToolsLine(tools: readonly NamedTool[]): string {
  if (tools.length === 0) return '';
  const names = tools.slice(0, MAX_NAMES).map(({ name }) => shownName(name));
  const more = tools.length > MAX_NAMES ? [`${tools.length - MAX_NAMES} more`] : [];
  return `page tools: ${[...names, ...more].join(', ')}`;
}

/** `page tool search_orders(customer, status?): Finds orders.`, with what the page says of it. */
export const pageToolLine = (tool: NamedTool): string => `page tool ${describeTool(tool)}`;

/** All of them, a line each, within the tokens. */
export function renderPageTools(tools: readonly NamedTool[], maxTokens: number): string {
  const head = `${tools.length || 'no'} page tool${tools.length === 1 ? '' : 's'}`;
  const lines = tools.map(describeTool);
  const kept = new TokenBudget(maxTokens - estimateTokens(head)).takeFirst(lines, estimateTokens);
  const omitted = lines.length - kept.length;
  return [head, ...kept, ...(omitted > 0 ? [`(${omitted} more)`] : [])].join('\n');
}

/** One in full, with the schema of its input. */
export function renderPageTool(tool: NamedTool, maxTokens: number): string {
  const schema = tool.schema === '' ? 'not said' : tool.schema;
  const about = tool.description.trim() === '' ? '' : `${quoteLines(tool.description)}\n`;
  const text = `${about}input: ${escapeInline(schema)}`;
  const cut = cutToTokens(text, maxTokens - 20);
  return `${describeTool({ ...tool, description: '' })}\n${cut}${cut.length < text.length ? '\n(cut: give more maxTokens)' : ''}`;
}

function describeTool({ name, description, schema, offered }: NamedTool): string {
  const { readOnly, consequential, isSubmittedByHand, isInFrame } = offered;
  const about = [
    ...(readOnly ? ['read-only'] : []),
    ...(consequential ? ['cannot be undone'] : []),
    ...(isSubmittedByHand ? ['fills in a form'] : []),
    ...(isInFrame ? ['of a frame'] : []),
  ];
  const notes = about.length > 0 ? ` [${about.join(', ')}]` : '';
  const text = escapeInline(shorten(collapseSpaces(description), MAX_LISTED));
  return `${shownName(name)}(${fieldsOf(schema)})${notes}${text === '' ? '' : `: ${text}`}`;
}

/** `customer, status?`: one that may be left out has a question mark. */
function fieldsOf(schema: string): string {
  const { properties, required } = (parseJson(schema) ?? {}) as { properties?: unknown; required?: unknown };
  if (typeof properties !== 'object' || properties === null) return '';
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const names = Object.keys(properties);
  const shown = names
    .slice(0, MAX_FIELDS)
    .map((name) => `${shownName(name)}${needed.includes(name) ? '' : '?'}`);
  return [...shown, ...(names.length > MAX_FIELDS ? [`${names.length - MAX_FIELDS} more`] : [])].join(', ');
}
