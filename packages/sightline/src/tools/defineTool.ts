import type { z } from 'zod';
import type { CallStyle, Session, SessionResult } from '../session/Session.ts';
import type { SightlineError } from '../snapshot/SightlineError.ts';
import type { UrlRuleOptions } from '../snapshot/urls/UrlRules.ts';
import type { BrowserSettings } from './browserFields.ts';

/** What the host of a tool provides: a command line, an MCP server, an agent. */
export interface ToolContext {
  /** How the host's users make calls: see `SessionOptions`. */
  readonly calls: CallStyle;
  /** Relative paths are resolved against this folder. */
  readonly cwd: string;
  /** Of Sightline. */
  readonly version?: string;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /**
   * The one folder in which files are read and written. Set by hosts whose caller is a model: no path then leaves it,
   * and no local file is opened as a page. Without it a person names the paths.
   */
  readonly files?: string;
  /** The variables of the user that tools may read: `SIGHTLINE_*`, keys of models, and those that a command names. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the command was given on standard input, where it reads that. */
  readonly stdin?: string;
  /** Shows a person what is in progress: `opening https://example.com`. */
  progress(stage: string): void;
  /** Shows a person one line that stays: `3. click [4]`. */
  print?(line: string): void;
  /** The open session. @throws SightlineError `no_session` */
  session(): Session;
  /** The open session, or a new one when there is none. */
  openSession(options?: OpenSessionOptions): Promise<Session>;
  /** Ends this session, or those of `options`. Returns the names of those that were open. */
  closeSessions(options: CloseSessionsOptions): Promise<string[]>;
  /** Set where the host lives on after the result: in a session of the command line. */
  readonly background?: BackgroundWork;
  /** Notices for the user since the last call: what pages did on their own. */
  takeNotices(): string[];
}

/** Which sessions are ended: without an option, the one of the call. */
export interface CloseSessionsOptions {
  /** All that were opened in this folder (in a Git repository: in the repository). */
  all?: boolean;
  /** All of this user. */
  everywhere?: boolean;
}

/** Work beside the commands of a session. */
export interface BackgroundWork {
  /** A resource by its name: opened once, closed with the session. */
  keepOpen<Kept extends Closable>(name: string, open: () => Promise<Kept>): Promise<Kept>;
}

export interface Closable {
  close(): Promise<void>;
}

export interface OpenSessionOptions extends UrlRuleOptions {
  /** With a window. Default false. */
  headed?: boolean;
  /** Attach to the browser at this address, in a tab of its own, instead of starting one. */
  cdpUrl?: string;
  /** Ask the Selenium Grid at this address for a browser, instead of starting one. */
  grid?: string;
  /** Work in the browser that the user shares tabs of: in those, or in a tab of its own beside them. */
  extension?: 'shared' | 'new';
  /** Milliseconds to wait for a shared tab. Default 60,000. */
  timeoutMs?: number;
  /** Folder for downloads of a browser that is started; absolute. */
  downloads?: string;
  /** Scripts may run functions in pages. Default false. */
  allowEvaluate?: boolean;
  /** How a browser that is started is set up; of one that is attached to, the headers alone. */
  browser?: BrowserSettings;
  /** A saved login to begin with: a file, or a name as the host takes it. */
  state?: string;
  /** End what is left of a session whose browser has gone, and start another. Default false. */
  restart?: boolean;
}

/** The result of a tool. */
export interface ToolResult extends SessionResult {
  /** Shown beside the result, one line each. */
  notices?: string[];
  /** Set when the result means failure (`doctor`): the host reports it as an error too. */
  failure?: SightlineError;
}

/** Where a command of the CLI runs: in the session's process (started first or not), in a process of its own, or in whichever is there. */
export type RunLocation = 'session' | 'start' | 'here' | 'anywhere';

/** How the command line shows a tool. */
export interface ToolCommand {
  command: string;
  /** Input fields given by position, in order; one that `flags` names too can be given either way. */
  positionals?: string[];
  /** Flag names that differ from the field's name in kebab-case. */
  flags?: Record<string, string>;
  /** Fields that a flag means where its own field was given by position: `{ to: 'at' }`. */
  secondFlags?: Record<string, string>;
  /** One letter that stands for a flag: `{ output: 'o' }`. */
  short?: Record<string, string>;
  /** Other flags for a field, which are taken and not shown: `{ max_results: ['limit'] }`. */
  aliases?: Record<string, string[]>;
  /** Names of values in the help: `{ save: 'FILE' }`. */
  valueNames?: Record<string, string>;
  /** Fields that only the command line offers. Models are not shown them. */
  cliOnly?: string[];
  /** Default `session`. `named`: the user named a session with `--session`. */
  runsIn?:
    | RunLocation
    | ((input: Record<string, unknown>, from: { cwd: string; hasSessionFlag: boolean }) => RunLocation);
  /** It calls models: it gets the variables that hold their keys. Default false. */
  needsModelKeys?: boolean;
  /** Shown below the flags in the help. */
  notes?: string;
  /** Lines that the help alone prints after these. */
  helpLines?: readonly string[];
}

/** A short definition, for hosts that pay for definitions in every request. */
export interface ToolBrief {
  description: string;
  /** The input fields that are described; the others are accepted too. */
  fields: readonly string[];
  /** Further ones, described where definitions may cost a little more. */
  moreFields?: readonly string[];
}

/** What a host may show its user before a tool is run. All default to false. */
export interface ToolEffects {
  /** It may have effects that cannot be undone: buy, send, delete. */
  destructive?: boolean;
  /** Running it twice has the effect of running it once. */
  idempotent?: boolean;
  /** It affects nothing outside of this machine. */
  local?: boolean;
  /** It writes a file, where it changes nothing else. */
  writesFile?: boolean;
}

/** The data of a tool's results, for programs. */
export interface ToolOutput {
  /** What there is at least; a result may have more. */
  schema: z.ZodObject;
  /** The list of which entries are left out where the data is too long, by its keys from the outside inwards. */
  list?: readonly string[];
  /** The key beside the list that says how many entries it has. */
  count?: string;
}

/** A field by another name; `values`: what the values of that name stand for. */
export type FieldAlias = string | { field: string; values: Readonly<Record<string, unknown>> };

/** One capability, from which commands, MCP tools, agent tools and the reference are generated. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  /** In snake_case, stable across versions. */
  name: string;
  title: string;
  /** What else it is called by who calls it; shown nowhere. */
  otherNames?: readonly string[];
  /** Read by models: what it does and when to use it. */
  description: string;
  input: Input;
  /** True when it changes neither the page nor which page is open. */
  readOnly: boolean;
  effects?: ToolEffects;
  brief?: ToolBrief;
  /** Other names of its fields: taken everywhere, shown nowhere (`{ heading_scope: 'heading' }`). */
  aliases?: Readonly<Record<string, FieldAlias>>;
  /** Other words for the values of its choices: `{ queryMode: { query_only: 'query' } }`. */
  valueAliases?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Its data as a schema: of tools that answer questions. */
  output?: ToolOutput;
  /** Keys of the data that programs may rely on, and that contain no text of a page: of tools that act. */
  structuredFields?: readonly string[];
  cli: ToolCommand;
  /** Throws `SightlineError`. */
  handler(context: ToolContext, input: z.output<Input>): Promise<ToolResult>;
}

/** Declares a tool; `handler` is checked against the schema of `input`. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
