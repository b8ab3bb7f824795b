import { UNGROUPED } from '../diff/PageBaseline.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import { escapeInline, quote } from './escape.ts';

/** A call that a view recommends: a tool, and the arguments that matter here. */
export interface SuggestedCall {
  tool:
    | 'look'
    | 'get_page_summary'
    | 'list_headings'
    | 'get_region'
    | 'read_table'
    | 'query_elements'
    | 'explain'
    | 'answer_dialogs';
  /** The words of a question, for `query_elements`. */
  text?: string;
  /** Most elements that are answered. */
  maxResults?: number;
  /** How dialogs are to be answered, for `answer_dialogs`. */
  answer?: 'accept';
  /** Number of the table or element. */
  number?: number;
  /** Address of the region, for `get_region`. May hold words of the page. */
  landmark?: string;
  /** Words of a heading, for `get_region`. */
  heading?: string;
  /** What is told of the region, where it is not what is told by default. */
  content?: 'text' | 'full';
  /** First line of a region, first row of a table. */
  from?: number;
  /** Unfolded. */
  full?: boolean;
}

/** Writes a call as its reader would make it. */
export type CallFormatter = (call: SuggestedCall) => string;

/** How a reader writes the arguments of a call. */
interface CallSyntax {
  /** Words of somebody else's choice. */
  words(text: string): string;
  address(landmark: string): string;
  option(name: string, value?: string | number): string;
}

function formatArguments(call: SuggestedCall, { words, address, option }: CallSyntax): string[] {
  const { answer, text, number, landmark, heading, content, from, maxResults, full } = call;
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
  ];
  return args.filter((one) => typeof one === 'string' && one !== '') as string[];
}

const TOOL_SYNTAX: CallSyntax = {
  words: quote,
  address: (landmark) => toSingleLine(landmark),
  option: (name, value) => (value === undefined ? name : `${name}=${value}`),
};

/** For models, who have the tools: `get_region NAV:Primary full`. */
export const formatToolCall: CallFormatter = (call) =>
  [call.tool, ...formatArguments(call, TOOL_SYNTAX)].join(' ');

/** The same for models that have the tools of a page's parts only: what is missing, another call brings. */
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
};

const SHELL_SYNTAX: CallSyntax = {
  words: (text) => quoteShellWord(toSingleLine(text)),
  address: (landmark) => quoteShellWord(toSingleLine(landmark)),
  option: (name, value) => `--${name.replace('_', '-')}${value === undefined ? '' : ` ${value}`}`,
};

/** For people and scripts at a shell: `sightline region 'NAV:Main menu' --full`. */
export const formatCliCall: CallFormatter = (call) =>
  ['sightline', CLI_COMMANDS[call.tool], ...formatArguments(call, SHELL_SYNTAX)].join(' ');

// The name of a region is the page's own; `findRegion` reads it with its escapes.
const toSingleLine = (address: string): string =>
  address === UNGROUPED ? 'ungrouped' : collapseSpaces(escapeInline(address));

/** One word to a POSIX shell, whatever a page put into the name of its region. */
function quoteShellWord(text: string): string {
  return /^[\w%+,./:@][\w%+,./:@#-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
