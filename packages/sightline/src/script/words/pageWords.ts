import { elementLabel } from '../../render/explainNode.ts';
import type { CapturedPage } from '../../session/captured/CapturedPage.ts';
import { shortUrl } from '../../session/pageText.ts';
import type { NavigateOptions, Navigation, Session } from '../../session/Session.ts';
import type { SessionResult } from '../../session/SessionResult.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { regexTest } from '../locators/matchPattern.ts';
import { describeNode, describePlace } from './describeNode.ts';
import { DEFAULT_LOOK_TOKENS } from './readWords.ts';
import { NEXT_PAGE, turnPages } from './turnPages.ts';
import { urlTest } from './urlTest.ts';
import type { WordContext, Words } from './WordContext.ts';
import type { WordParams } from './wordSchemas.ts';

/** What a question found. */
interface QueryMatch {
  index: number;
  hidden: boolean;
  way?: string;
}

/** Elements that are named where a question finds none. */
const MAX_NEAREST = 3;

/** What can be used at once, then what holds another answer, then what is hidden: each best first. */
function usableFirst(found: readonly QueryMatch[], page: Pick<CapturedPage, 'node'>): QueryMatch[] {
  const shown = found.filter(({ hidden }) => !hidden).map(({ index }) => page.node(index));
  const rankOf = ({ index, hidden }: QueryMatch): number => {
    if (hidden) return 2;
    const node = page.node(index);
    return shown.some((other) => other !== node && node.contains(other)) ? 1 : 0;
  };
  return [...found].sort((a, b) => rankOf(a) - rankOf(b));
}

/** A shorter wait costs less than a line about it. Milliseconds. */
const LONG_WAIT_MS = 1_000;

/** Most rows of a table. */
const MAX_ROWS = 5_000;

/** What `page.look()` gives: a first look, a region, or a view. */
async function lookAtPage(
  session: Session,
  { region, view, maxTokens, full }: WordParams<'look'>,
): Promise<SessionResult> {
  const options = { ...(maxTokens && { maxTokens }), ...(full && { full }) };
  if (region !== undefined) return session.region(region, options);
  if (view || full) return session.look({ ...options, ...(view && { view }) });
  return session.firstLook({ maxTokens: maxTokens ?? DEFAULT_LOOK_TOKENS });
}

/** One without a host is of the site that the script is in. */
function resolveUrl(url: string, session: Session): string {
  if (!/^(?:\/(?!\/)|\.\.?\/|[?#])/.test(url)) return url;
  const base = session.page.url();
  return /^https?:/.test(base) ? new URL(url, base).href : url;
}

/** Words about the page as a whole: where it is, and Sightline's own questions. */
export const pageWords = {
  goto: (context, { url, ...options }, line) =>
    navigate(
      context,
      (how) => context.session.navigate(resolveUrl(url, context.session), how),
      options,
      line,
    ),
  reload: (context, options, line) => navigate(context, (how) => context.session.reload(how), options, line),
  goBack: (context, options, line) => navigate(context, (how) => context.session.back(how), options, line),
  goForward: (context, options, line) =>
    navigate(context, (how) => context.session.forward(how), options, line),
  title: async ({ page }) => (await page.capture()).pageState.visibility.page.title,
  setDefaultTimeout: async ({ page }, { timeout, navigation }) => {
    if (!navigation) page.defaultTimeout = timeout;
  },
  waitForTimeout: async ({ page, log }, { timeout }, line) => {
    const snapshot = async () => (await page.capture().catch(() => undefined))?.snapshot;
    const isReported = log.reportsWaits && !log.needlessWait && timeout >= LONG_WAIT_MS;
    const before = log.isAtRest && isReported ? await snapshot() : undefined;
    await page.pause(timeout);
    if (before && (await snapshot()) === before) log.needlessWait = { line };
  },
  waitForLoadState: async ({ session, page, signal }, { state = 'load', timeout = 10_000 }) => {
    page.invalidate();
    if (state === 'networkidle') await session.waitFor({ idle: true, timeoutMs: timeout || 30_000, signal });
    else await session.page.waitForLoadState(state, { timeout });
  },
  waitForURL: ({ page }, { url, timeout }) => {
    const test = typeof url === 'string' ? urlTest(url) : regexTest(url);
    const words = typeof url === 'string' ? url : `/${url.regex}/${url.flags}`;
    return page.poll(
      async (captured) => test(captured.pageState.visibility.page.url),
      `the address ${words}`,
      timeout ?? 10_000,
    );
  },
  handleDialogs: async ({ dialogs }) => dialogs.start(),
  answerDialog: async ({ dialogs }, answer) => dialogs.answer(answer),
  tabs: ({ session }) => session.tabs(),
  frames: async ({ page, context }) => {
    const captured = await page.capture();
    const renderContext = captured.renderContext();
    return captured.pageState.page.documents.flatMap(({ owner, url }) => {
      if (!owner) return [];
      const { name = '', id = '' } = owner.attributes;
      return [{ number: context.targets.show(owner, renderContext), url: redactUrl(url), name: name || id }];
    });
  },
  switchTab: async (context, { number }, line) => {
    await context.session.switchTab(number);
    await arrive(context, `switched to tab ${number}`, line);
  },
  newTab: async (context, { url }, line) => {
    const { session } = context;
    await session.openTab();
    if (url === undefined) return arrive(context, 'opened a tab', line);
    try {
      await navigate(context, (how) => session.navigate(url, how), {}, line);
    } catch (error) {
      if (error instanceof SightlineError && error.code === 'blocked_url')
        await session.closeTab().finally(() => context.page.enterTab());
      throw error;
    }
  },
  closeTab: async (context, { number }, line) => {
    await context.session.closeTab(number);
    await arrive(context, 'closed a tab', line);
  },

  look: async (context, options) => {
    context.page.invalidate();
    const { text, data } = await lookAtPage(context.session, options);
    context.log.addLook({ text, complete: data.complete === true });
    return text;
  },
  query: async ({ session, page: scriptPage, log }, query) => {
    const { data } = await session.query(query as Parameters<typeof session.query>[0]);
    const page = await scriptPage.capture();
    const renderContext = page.renderContext();
    // Text that no control holds, as the single question lists it.
    const { elements, texts = [], closest = [] } = data as Record<string, QueryMatch[] | undefined>;
    const found = [...(elements ?? []), ...texts];
    if (found.length === 0 && closest.length > 0) {
      const nearest = closest
        .slice(0, MAX_NEAREST)
        .map(({ index }) => elementLabel(page.node(index), renderContext));
      log.addGuess(`query ${JSON.stringify(query)} finds nothing; nearest: ${nearest.join(', ')}`);
    }
    return usableFirst(found, page).map(({ index, hidden, way }) => {
      const node = page.node(index);
      return {
        ...describeNode(node, renderContext),
        ...describePlace(node, renderContext),
        ...(hidden && { visible: false, way }),
      };
    });
  },
  table: async (context, { table, all = false }, line) => {
    const { session, page, log } = context;
    const target = Array.isArray(table) ? await numberOf(page, table) : table;
    const read = (options: { all?: boolean } = {}): Promise<SessionResult> =>
      waitForRows(page, () => session.table(target, { rows: MAX_ROWS, ...options }));
    const first = await read({ all });
    const { data } = first;
    if (data.unloaded && !log.firstNotes.some((note) => note.endsWith('for the rest')))
      log.firstNotes.push(
        `table: ${loadedPart(String(data.unloaded))}; page.table(${tableCall(target)}) scrolls for the rest`,
      );
    if (all) page.invalidate();
    const turned = all ? await turnPages(context, first, read, { line, maxRows: MAX_ROWS }) : undefined;
    const paged = turned?.note ?? pagedNote(data, target);
    const notes = [paged, data.foot, data.hidden].filter(Boolean).map((note) => `table: ${note}`);
    log.firstNotes.push(...notes.filter((note) => !log.firstNotes.includes(note)));
    return turned?.rows ?? data.rows;
  },
  changes: async ({ session, log }, { maxTokens }) => {
    if (!log.mark) return '';
    const options = { settle: log.settle, ...(maxTokens && { maxTokens }) };
    return (await session.changesSince(log.mark, options)).text;
  },
  why: async ({ session, page }, { locator, target }) => {
    if (target !== undefined) return (await session.explain(target)).text;
    if (!locator) throw new SightlineError('invalid_argument', 'why takes a locator, a number or words.');
    const { node, page: captured } = await page.findOne(locator, { hidden: true });
    return captured.explain(node).text;
  },
} satisfies Words;

/** Milliseconds for rows to come, and those in which nothing changes, after which none do. */
const ROWS_TIMEOUT_MS = 5_000;
const STILL_MS = 1_000;

/** A table that is loading has no rows yet, or is not there. */
async function waitForRows(
  page: WordContext['page'],
  read: () => Promise<SessionResult>,
): Promise<SessionResult> {
  const end = performance.now() + (page.defaultTimeout ?? ROWS_TIMEOUT_MS);
  let last: { snapshot: unknown; since: number } | undefined;
  for (;;) {
    const result = await read().catch((error: unknown) => error as Error);
    const hasNone = result instanceof Error ? isMissing(result) : (result.data.rows as []).length === 0;
    const { snapshot } = hasNone ? await page.capture() : {};
    const now = performance.now();
    if (snapshot !== last?.snapshot) last = { snapshot, since: now };
    if (hasNone && now < end && now - (last?.since ?? 0) < STILL_MS) await page.pause(100);
    else if (result instanceof Error) throw result;
    else return result;
  }
}

const isMissing = (error: Error): boolean => error instanceof SightlineError && error.code === 'not_found';

/** `rows 1 to 10 of 60` of what the command says, which has a call of its own for the rest. */
const loadedPart = (unloaded: string): string =>
  unloaded.replace(/(?:: scroll for [^,]*)?, or .*$/, '').replace(/^these are /, '');

/** `rows 1 to 10 of 57; page.table({ all: true }) turns its pages`. */
function pagedNote(
  { paged }: SessionResult['data'],
  target: string | number | undefined,
): string | undefined {
  const note = paged === undefined ? undefined : String(paged);
  return note?.replace(NEXT_PAGE, `; page.table(${tableCall(target)}) turns its pages`);
}

const tableCall = (target: string | number | undefined): string =>
  `${target === undefined ? '' : `${JSON.stringify(target)}, `}{ all: true }`;

async function numberOf(
  page: WordContext['page'],
  locator: Parameters<WordContext['page']['findOne']>[0],
): Promise<number> {
  const { node, page: captured } = await page.findOne(locator);
  return captured.renderContext().refOf(node);
}

type Load = Pick<NavigateOptions, 'timeoutMs' | 'waitUntil' | 'signal'>;

async function navigate(
  context: WordContext,
  load: (options: Load) => Promise<Navigation>,
  {
    timeout,
    waitUntil,
  }: { timeout?: number | undefined; waitUntil?: NavigateOptions['waitUntil'] | undefined },
  line: number | undefined,
): Promise<OpenedPage> {
  const { page, log, session, signal } = context;
  const options = { signal, ...(timeout && { timeoutMs: timeout }), ...(waitUntil && { waitUntil }) };
  const navigation = await page.keepTab(() => load(options));
  const mark = await session.mark().catch(() => undefined);
  log.addNavigation(navigation, mark, `opened ${shortUrl(navigation.url)}`, line);
  return {
    url: redactUrl(navigation.url),
    ...(navigation.status !== undefined && { status: navigation.status }),
  };
}

/** What a script learns of a page that it opened. */
interface OpenedPage {
  url: string;
  status?: number;
}

/** At the page of another tab: what changes there is compared with how it was found. */
async function arrive(
  { page, log, session }: WordContext,
  text: string,
  line: number | undefined,
): Promise<void> {
  page.enterTab();
  log.addStep(text, line);
  log.hasLeft = true;
  log.mark = await session.mark().catch(() => undefined);
}
