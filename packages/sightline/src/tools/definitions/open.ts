import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { shortUrl } from '../../session/pageText.ts';
import type { NavigateOptions, Navigation, Session } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { type UrlRuleOptions, UrlRules } from '../../snapshot/urls/UrlRules.ts';
import {
  type BrowserInput,
  browserFields,
  browserValueNames,
  readBrowserFields,
  splitBrowserFields,
} from '../browserFields.ts';
import { defineTool, type OpenSessionOptions, type ToolContext } from '../defineTool.ts';
import { renderArrival } from '../renderArrival.ts';
import { withKeptScripts } from '../scripts/KeptScripts.ts';
import { dialogAnswer } from './dialogs.ts';
import { arrivalFields, loadFields, maxResultsField, timingFlags } from './sharedFields.ts';

export const headedField = {
  headed: z.boolean().default(false).describe('Show the browser window, when this opens the browser'),
};

export const open = defineTool({
  name: 'open',
  title: 'Open a page',
  description: 'Load a URL in the current tab. Answers a first look.',
  input: z.object({
    url: z.string().min(1).describe('URL or host name; on the command line a file too'),
    query: z.string().min(1).max(2_000).optional().describe('Words to find there, instead of the look'),
    maxResults: maxResultsField,
    ...arrivalFields,
    maxTokens: z.int().min(1).optional().describe('Most tokens of the look; default 450'),
    full: z.boolean().default(false).describe('All of the page, instead of a first look'),
    ...loadFields,
    ...headedField,
    ...browserFields,
    state: z.string().min(1).optional().describe('Name of a saved login to begin with'),
    dialogs: dialogAnswer.optional().describe('How dialogs are answered from now on'),
    downloads: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Folder for downloads, when this opens the browser; default: a temporary one, removed by close',
      ),
    allow: z
      .array(z.string().min(1))
      .optional()
      .describe(
        'Only these hosts, when this opens the browser: *.example.com, ...; also schemes: file:, data:, ...',
      ),
    block: z.array(z.string().min(1)).optional().describe('Never these hosts, when this opens the browser'),
    allowEvaluate: z
      .boolean()
      .optional()
      .describe('JavaScript may be run in pages (evaluate, scripts), when this opens the browser'),
    cdpUrl: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Attach to the browser whose debugging port is at this http or ws address, in a new tab; auto: to yours, where it allows that',
      ),
    grid: z
      .string()
      .min(1)
      .optional()
      .describe('Ask the Selenium Grid 4 at this http address for the browser, and give it back at the end'),
    extension: z
      .boolean()
      .optional()
      .describe('Open it in your own browser, beside a tab that you share through the extension'),
  }),
  readOnly: false,
  effects: { idempotent: true },
  structuredFields: ['url', 'status'],
  brief: {
    description: 'Open a URL. Answers a first look at it.',
    fields: ['url', 'query'],
  },
  cli: {
    command: 'open',
    positionals: ['url'],
    flags: { ...timingFlags, cdpUrl: 'cdp', userDataDir: 'profile' },
    short: { maxResults: 'n' },
    aliases: { maxResults: ['limit'] },
    valueNames: {
      ...browserValueNames,
      query: 'WORDS',
      timeoutMs: 'MS',
      waitUntil: 'EVENT',
      settleMs: 'MS',
      dialogs: 'ANSWER',
      downloads: 'FOLDER',
      state: 'NAME',
      cdpUrl: 'ADDRESS',
      grid: 'URL',
      allow: 'PATTERN',
      block: 'PATTERN',
    },
    cliOnly: [
      'maxResults',
      'full',
      ...Object.keys(browserFields),
      'timeoutMs',
      'waitUntil',
      'settleMs',
      'headed',
      'dialogs',
      'downloads',
      'allow',
      'block',
      'allowEvaluate',
      'cdpUrl',
      'grid',
      'extension',
    ],
    runsIn: 'start',
    notes:
      'The browser stays open between commands, in a background process that ends\n' +
      'after 30 minutes without use (SIGHTLINE_IDLE_MS), or by `sightline close`. A browser\n' +
      'that was attached to (--cdp http://127.0.0.1:9222) stays open, with all its tabs. What sets\n' +
      'the browser up (--profile, --proxy, --locale, ..., --state) counts when this opens it; --state\n' +
      'takes a name or a file of `sightline state save`, and also changes the login of an open browser.',
  },
  async handler(context, { url, query, maxResults, maxTokens, full, quiet, ...options }) {
    const { session, navigation } = await openIn(context, url, options);
    context.progress('reading the page');
    const arrival = await renderArrival(session, navigation, {
      query,
      maxResults,
      maxTokens,
      full,
      quiet,
    });
    return quiet ? arrival : withKeptScripts(arrival, context, navigation.url);
  },
});

interface OpenOptions
  extends NavigateOptions,
    UrlRuleOptions,
    BrowserInput,
    Pick<OpenSessionOptions, 'downloads' | 'cdpUrl' | 'grid' | 'allowEvaluate' | 'state'> {
  headed: boolean;
  dialogs?: 'dismiss' | 'accept';
  extension?: boolean;
}

/** Loads a page in the open session, in a new one where none is open or its browser has gone. */
export async function openPage(context: ToolContext, url: string, options: OpenOptions): Promise<Navigation> {
  return (await openIn(context, url, options)).navigation;
}

/** The same, with the session. */
async function openIn(
  context: ToolContext,
  url: string,
  { dialogs, ...given }: OpenOptions,
): Promise<{ session: Session; navigation: Navigation }> {
  const { cwd, files, signal } = context;
  // A scheme counts for this page, whatever the session was opened with.
  const { schemes } = new UrlRules(given);
  const resolveOptions = { ...(schemes.length > 0 && { schemes }), ...(files === undefined && { cwd }) };
  await validateAddress(url, resolveOptions);
  const { request, options } = splitRequest(given, cwd);
  return withOpenSession(context, request, async (session) => {
    if (dialogs) session.answerDialogs(dialogs);
    context.progress(`opening ${shortUrl(url)}`);
    return { session, navigation: await session.navigate(url, { ...options, ...resolveOptions, signal }) };
  });
}

/** What the session is opened with, and what the page is loaded with. */
function splitRequest(
  given: Omit<OpenOptions, 'dialogs'>,
  cwd: string,
): { request: OpenSessionOptions; options: NavigateOptions } {
  const { headed, downloads, cdpUrl, grid, extension, allow, block, allowEvaluate, state, ...rest } = given;
  const [browserInput, options] = splitBrowserFields(rest);
  const browser = readBrowserFields(browserInput, cwd);
  const request = {
    headed,
    ...(cdpUrl !== undefined && { cdpUrl }),
    ...(grid !== undefined && { grid }),
    ...(browser && { browser }),
    ...(state !== undefined && { state }),
    ...(extension && { extension: 'new' as const }),
    ...(allow && { allow }),
    ...(block && { block }),
    ...(allowEvaluate && { allowEvaluate }),
    ...(downloads && { downloads: realPathOf(resolve(cwd, downloads)) }),
  };
  return { request, options };
}

/** Where the browser of the open session has gone, in a new one. */
async function withOpenSession<T>(
  context: ToolContext,
  request: OpenSessionOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const showWaiting = (): void => context.progress(waitingText(request));
  if (!hasSession(context)) showWaiting();
  try {
    return await work(await context.openSession(request));
  } catch (error) {
    if (!(error instanceof SightlineError && error.code === 'browser_closed')) throw error;
    showWaiting();
    return work(await context.openSession({ ...request, restart: true }));
  }
}

function hasSession(context: ToolContext): boolean {
  try {
    return context.session() !== undefined;
  } catch {
    return false;
  }
}

/** Before a browser is started for it. Which schemes are opened depends on what the session was begun with, too. */
async function validateAddress(
  url: string,
  resolveOptions: { schemes?: readonly string[]; cwd?: string },
): Promise<void> {
  const { resolveAddress } = await import('../../browser/navigation/resolveAddress.ts');
  try {
    resolveAddress(url, resolveOptions);
  } catch (error) {
    if (!(error instanceof SightlineError && error.code === 'blocked_url')) throw error;
  }
}

/** Of a link that a person named, where it leads. */
function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function waitingText({ cdpUrl, grid, extension }: OpenSessionOptions): string {
  if (extension) return 'waiting for a tab: click the Sightline button in your browser, and share one';
  return cdpUrl || grid ? 'connecting to the browser' : 'starting the browser';
}
