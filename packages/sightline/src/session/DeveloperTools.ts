import { NETWORK_CONDITIONS, type NetworkConditions, Routes } from '../browser/network/Routes.ts';
import { type FieldNames, readOptions } from '../snapshot/readOptions.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { type AbortOptions, untilAborted } from '../snapshot/untilAborted.ts';
import type { ActionResult } from './actions/ActionResult.ts';
import { redactAddress } from './developer/DeveloperContext.ts';
import { EVALUATE_FIELDS, type EvaluateOptions, evaluateInPage } from './developer/evaluateInPage.ts';
import { type ExtractOptions, type ExtractSchemaInput, extractValues } from './developer/extractValues.ts';
import { measurePage } from './developer/measurePage.ts';
import type { NetworkOptions } from './developer/NetworkOptions.ts';
import { callPageTool, PAGE_TOOL_FIELDS, type PageToolOptions } from './developer/pageTools/callPageTool.ts';
import { findPageTool, readPageTools } from './developer/pageTools/readPageTools.ts';
import { renderPageTool, renderPageTools } from './developer/pageTools/renderPageTools.ts';
import { withPageTools, withToolsFor } from './developer/pageTools/withPageTools.ts';
import { PDF_FIELDS, type PdfOptions, printPage } from './developer/printPage.ts';
import { type ConsoleOptions, readConsole } from './developer/readConsole.ts';
import { readNetwork } from './developer/readNetwork.ts';
import { type RouteOptions, routeRequests } from './developer/routeRequests.ts';
import { readLookOptions } from './optionFields.ts';
import { PageQueries } from './PageQueries.ts';
import type { LookOptions, LookResult, SessionResult } from './SessionResult.ts';

const CONSOLE_FIELDS: FieldNames<ConsoleOptions> = {
  level: ['error', 'warning', 'info', 'debug'],
  text: true,
  all: true,
  maxTokens: 'number',
  maxResults: 'number',
  signal: true,
};

const NETWORK_FIELDS: FieldNames<NetworkOptions> = {
  number: 'number',
  text: true,
  method: true,
  type: true,
  status: true,
  all: true,
  maxTokens: 'number',
  maxResults: 'number',
  har: true,
  signal: true,
};

const EXTRACT_FIELDS: FieldNames<ExtractOptions> = {
  within: true,
  maxTokens: 'number',
  readText: true,
  signal: true,
};

const ROUTE_FIELDS: FieldNames<RouteOptions> = {
  block: true,
  status: 'number',
  body: true,
  file: true,
  har: true,
  contentType: true,
  remove: true,
  cwd: true,
  roots: true,
};

/** What who builds a page, or on one, asks of it: its console, its requests, its values. */
export abstract class DeveloperTools extends PageQueries {
  #routes: Routes | undefined;

  override async look(given: LookOptions = {}): Promise<LookResult> {
    const options = readLookOptions(given);
    const look = await super.look(options);
    const isText = options.view !== 'html' && options.view !== 'json';
    return isText ? withPageTools(look, this.context, options.maxTokens) : look;
  }

  override async firstLook(
    options: Pick<LookOptions, 'maxTokens' | 'timeoutMs' | 'signal'> = {},
  ): Promise<SessionResult> {
    return withPageTools(await super.firstLook(options), this.context, options.maxTokens);
  }

  override async query(given: Parameters<PageQueries['query']>[0]): Promise<SessionResult> {
    return withToolsFor(given.text, await super.query(given), this.context);
  }

  /**
   * What the page wrote to its console, and errors that nothing caught: since the last look or action, where there are any,
   * else since it was opened; counted, and the last of them. Secrets are masked. Throws `unsupported_page` for a saved one.
   */
  async console(given: ConsoleOptions = {}): Promise<SessionResult> {
    const { signal, ...options } = readOptions('console', given, CONSOLE_FIELDS);
    return untilAborted(() => readConsole(options, this.context), signal);
  }

  /**
   * Values of the page by a schema: a JSON schema, or one of zod, which then checks them too. Tables, lists and cards are read for
   * arrays of objects, labelled values for single ones; numbers, dates and booleans as these, with the text that they were read
   * from; no model is asked but by `readText`. Throws `invalid_argument` for a schema that contradicts itself, `not_found` where a required value is
   * not on the page, `not_accepted` where the schema of zod refuses what is.
   */
  async extract(schema: ExtractSchemaInput, given: ExtractOptions = {}): Promise<SessionResult> {
    const options = readOptions('extract', given, EXTRACT_FIELDS);
    return untilAborted(() => extractValues(schema, options, this.context), options.signal);
  }

  /**
   * The requests of the page, the same way: counted and listed, one in full (`number`), or into a file (`har`). Cookies,
   * credentials and what is named like a secret are masked, as is what repeats a secret of the page. Throws `not_found`,
   * `invalid_argument`, `unsupported_page` for a saved page.
   */
  async network(given: NetworkOptions = {}): Promise<SessionResult> {
    const { signal, ...options } = readOptions('network', given, NETWORK_FIELDS);
    return untilAborted(() => readNetwork(options, this.context), signal);
  }

  /**
   * Runs JavaScript in the page, an expression or a function, and reports its answer (JSON, without secrets as far as it repeats
   * them) and what changed. Throws `invalid_argument` where the session was opened without `allowEvaluate`, `task_failed` where it
   * throws, `timeout`.
   */
  async evaluate(expression: string, given: EvaluateOptions = {}): Promise<ActionResult> {
    const options = readOptions('evaluate', given, EVALUATE_FIELDS);
    return evaluateInPage(expression, options, { context: this.context, runner: this.actionRunner });
  }

  /**
   * Writes the page into a file as a PDF, as the browser prints it. One that holds secrets, or is somebody else's, is written as its
   * picture, with the secrets painted over. Throws what `screenshot` throws, `invalid_argument` for a file that cannot be written.
   */
  async pdf(given: PdfOptions): Promise<SessionResult> {
    const options = readOptions('pdf', given, PDF_FIELDS);
    const print = () => printPage(options, this.context, (shot) => this.screenshot(shot));
    return untilAborted(print, options.signal);
  }

  /**
   * How the page has loaded and reacts: web vitals, long tasks, requests, heap and DOM, in eight lines. Throws `timeout`,
   * `unsupported_page` for a saved page.
   */
  async performance({ signal }: AbortOptions = {}): Promise<SessionResult> {
    return untilAborted(() => measurePage(this.context), signal);
  }

  /**
   * The tools that the page registers for agents (WebMCP), or one with the schema of its input. What they say of themselves is
   * text of the page. Throws `not_found` with the names there are.
   */
  async pageTools(name?: string, given: Omit<PageToolOptions, 'timeoutMs'> = {}): Promise<SessionResult> {
    const { signal, maxTokens = 600 } = readOptions('pageTools', given, PAGE_TOOL_FIELDS);
    return untilAborted(async () => {
      const tools =
        name === undefined ? await readPageTools(this.context) : [await findPageTool(name, this.context)];
      const [tool] = tools;
      const isOne = name !== undefined && tool;
      const text = isOne ? renderPageTool(tool, maxTokens) : renderPageTools(tools, maxTokens);
      const data = tools.map(({ offered: { readOnly }, ...rest }) => ({ ...rest, readOnly }));
      return { text, data: { tools: data } };
    }, signal);
  }

  /**
   * Calls one of them, with an input that its schema takes, and reports its answer and what changed. Throws `not_found`,
   * `invalid_argument`, `not_accepted` where the tool fails, `timeout` where it does not answer.
   */
  async callPageTool(
    name: string,
    input: Readonly<Record<string, unknown>> = {},
    given: PageToolOptions = {},
  ): Promise<ActionResult> {
    const options = readOptions('callPageTool', given, PAGE_TOOL_FIELDS);
    return callPageTool(name, input, options, { context: this.context, runner: this.actionRunner });
  }

  /**
   * Blocks requests, or answers them in place of their server or from a HAR file, from now on; reports the rules there are. Without
   * `allowEvaluate`, only data is answered (what is fetched, pictures, media, fonts): the rest is code. Throws `unsupported_page` in a browser of
   * somebody else, `invalid_argument`, `not_found` for a file.
   */
  async route(url?: string, given: RouteOptions = {}): Promise<SessionResult> {
    return routeRequests(url, readOptions('route', given, ROUTE_FIELDS), this.#ownRoutes());
  }

  /** Makes the network of every tab slow, or takes it away. Throws `unsupported_page` in a browser of somebody else. */
  async emulateNetwork(conditions: NetworkConditions): Promise<void> {
    if (!NETWORK_CONDITIONS.includes(conditions))
      throw new SightlineError('invalid_argument', `There is no network ${JSON.stringify(conditions)}.`, {
        hint: `There are: ${NETWORK_CONDITIONS.join(', ')}.`,
      });
    await this.#ownRoutes().emulate(conditions);
  }

  #ownRoutes(): Routes {
    const { source, allowsEvaluate } = this.context;
    const { browserContext } = source;
    if (source.isShared)
      throw new SightlineError(
        'unsupported_page',
        'This browser is somebody else\u2019s: its requests are left alone.',
        {
          hint: 'Open the page in a browser that the session starts.',
        },
      );
    this.#routes ??= new Routes(browserContext, {
      mayMockCode: allowsEvaluate,
      redact: (url, page) => redactAddress(url, page, source),
    });
    return this.#routes;
  }
}
