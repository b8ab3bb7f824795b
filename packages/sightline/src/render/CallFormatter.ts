import { UNGROUPED } from '../diff/PageBaseline.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import { escapeInline, quote } from './escape.ts';

/** A call that a view recommends. */
export interface SuggestedCall {
  tool:
    | 'look'
    | 'get_page_summary'
    | 'list_headings'
    | 'get_region'
    | 'read_table'
    | 'query_elements'
    | 'explain'
    | 'answer_dialogs'
    | 'select_option'
    | 'check'
    | 'upload_file';
  /** The text of a query, for `query_elements`. */
  text?: string;
  /** Most elements in the answer. */
  maxResults?: number;
  /** How to answer dialogs, for `answer_dialogs`. */
  answer?: 'accept';
  /** Number of the table or element. */
  number?: number;
  /** Address of the region, for `get_region`. May hold words of the page. */
  landmark?: string;
  /** Words of a heading, for `get_region`. */
  heading?: string;
  /** The content of the region, if not the default. */
  content?: 'text' | 'full';
  /** First line of a region, first row of a table. */
  from?: number;
  /** Unfolded. */
  full?: boolean;
  /** All rows of a table, those that load as it is scrolled too. */
  all?: boolean;
  /** Upper bound of the answer, in tokens. */
  maxTokens?: number;
}

/** Writes a call in the syntax of whoever reads the view. */
export type CallFormatter = (call: SuggestedCall) => string;

/** How the arguments of a call are written. */
interface CallSyntax {
  /** Free text. */
  words(text: string): string;
  address(landmark: string): string;
  option(name: string, value?: string | number): string;
}

function formatArguments(call: SuggestedCall, { words, address, option }: CallSyntax): string[] {
  const { answer, text, number, landmark, heading, content, from, maxResults, full, all, maxTokens } = call;
  const args = [
    answer,
    text !== undefined && words(text),
    number !== undefined && `${number}`,
    landmark !== undefined && address(landmark),
    heading !== undefined && option('heading', words(heading)),
    content !== undefined && option('content', content),
    from !== undefined && option('from', from),
    maxResults !== undefined && option('max_results', maxResults),
    full && option('full'),
    all && option('all'),
    maxTokens !== undefined && option('max_tokens', maxTokens),
  ];
  return args.filter((one) => typeof one === 'string' && one !== '') as string[];
}

const TOOL_SYNTAX: CallSyntax = {
  words: quote,
  address: (landmark) => toSingleLine(landmark),
  option: (name, value) => (value === undefined ? name : `${name}=${value}`),
};

/** For models with tools: `get_region NAV:Primary full`. */
export const formatToolCall: CallFormatter = (call) =>
  [call.tool, ...formatArguments(call, TOOL_SYNTAX)].join(' ');

/** The same for models without `get_page_summary` and `list_headings`: `look` replaces them. */
export const formatFewToolsCall: CallFormatter = (call) => {
  if (call.tool === 'get_page_summary') return 'look view=summary';
  return formatToolCall(call.tool === 'list_headings' ? { ...call, tool: 'look' } : call);
};

const CLI_COMMANDS: Readonly<Record<SuggestedCall['tool'], string>> = {
  look: 'look',
  get_page_summary: 'summary',
  list_headings: 'headings',
  get_region: 'region',
  read_table: 'table',
  query_elements: 'query',
  explain: 'why',
  answer_dialogs: 'dialogs',
  select_option: 'select',
  check: 'check',
  upload_file: 'upload',
};

const SHELL_SYNTAX: CallSyntax = {
  words: (text) => quoteShellWord(toSingleLine(text)),
  address: (landmark) => quoteShellWord(toSingleLine(landmark)),
  option: (name, value) => `--${name.replace('_', '-')}${value === undefined ? '' : ` ${value}`}`,
};

/** For people and scripts at a shell: `sightline region 'NAV:Main menu' --full`. */
export const formatCliCall: CallFormatter = (call) =>
  ['sightline', CLI_COMMANDS[call.tool], ...formatArguments(call, SHELL_SYNTAX)].join(' ');

// Names of regions are page text; `findRegion` accepts them escaped.
const toSingleLine = (address: string): string =>
  address === UNGROUPED ? 'ungrouped' : collapseSpaces(escapeInline(address));

/** Quotes page text as one word for a POSIX shell. */
function quoteShellWord(text: string): string {
  return /^[\w%+,./:@][\w%+,./:@#-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
