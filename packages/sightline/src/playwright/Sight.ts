import type { Page } from '@playwright/test';
import type { PlaywrightPageLike, Session } from '../session/Session.ts';

/** The calls of a session that a test has for its page. */
const SIGHT_CALLS = [
  'look',
  'firstLook',
  'headings',
  'region',
  'query',
  'details',
  'searchText',
  'table',
  'explain',
  'queryDom',
  'getText',
  'getValue',
  'isVisible',
  'isSecret',
  'waitFor',
  'locator',
  'screenshot',
  'screenshotElement',
  'highlight',
  'clearHighlights',
  'inspect',
  'run',
  'redactSecrets',
  'click',
  'fill',
  'fillFields',
  'type',
  'selectOption',
  'selectText',
  'check',
  'uncheck',
  'hover',
  'focus',
  'press',
  'scroll',
  'scrollTo',
  'drag',
  'uploadFile',
] as const satisfies readonly (keyof Session)[];

type SightCalls = Pick<Session, (typeof SIGHT_CALLS)[number]>;

/**
 * A session over the page of a test, which begins with the first call: until then nothing is read and nothing is sent.
 * Each call is that of `Session`, and throws what that throws.
 */
export interface Sight extends SightCalls {
  /** The page. */
  readonly page: PlaywrightPageLike;
  /** The session itself, for what is not here. Throws `unsupported_page` for a page that is not Chromium's. */
  session(): Promise<Session>;
}

/** The session of one page: made at the first call. */
class LazySession {
  readonly page: PlaywrightPageLike;
  /** Undefined until it has begun. */
  begun: Session | undefined;
  #opening: Promise<Session> | undefined;

  constructor(page: PlaywrightPageLike) {
    this.page = page;
  }

  readonly session = (): Promise<Session> => {
    this.#opening ??= this.#open();
    return this.#opening;
  };

  async #open(): Promise<Session> {
    const { Session } = await import('../session/Session.ts');
    this.begun = await Session.fromPlaywright(this.page);
    return this.begun;
  }

  async close(): Promise<void> {
    const session = await this.#opening?.catch(() => undefined);
    await session?.close();
  }
}

/** Known to every copy of this package. Names a field of Playwright's page object, not of the web page. */
const SIGHT = Symbol.for('sightline.sight');

interface HeldSight {
  sight: Sight;
  lazy: LazySession;
}

type PageWithSight = PlaywrightPageLike & { [SIGHT]?: HeldSight | undefined };

/** The sight of a page: the same for every call until it is closed. */
export function sightOf(page: PlaywrightPageLike): Sight {
  const holder = page as PageWithSight;
  if (!holder[SIGHT]) {
    const lazy = new LazySession(page);
    Object.defineProperty(page, SIGHT, { value: { sight: createSight(lazy), lazy }, configurable: true });
  }
  return (holder[SIGHT] as HeldSight).sight;
}

/** Whether a page was read, and held no secret then: without asking it, since it may not answer. */
export async function holdsNoSecret(page: PlaywrightPageLike): Promise<boolean> {
  const session = (page as PageWithSight)[SIGHT]?.lazy.begun;
  if (!session) return false;
  const { contextOf } = await import('../session/PageQueries.ts');
  return contextOf(session).source.holdsNoSecret(page as Page);
}

/** Ends the session of a page, where there is one: nothing of it is left in the page. */
export async function closeSight(page: PlaywrightPageLike): Promise<void> {
  const holder = page as PageWithSight;
  const { lazy } = holder[SIGHT] ?? {};
  delete holder[SIGHT];
  await lazy?.close();
}

function createSight({ page, session }: LazySession): Sight {
  const calls = SIGHT_CALLS.map((name) => [
    name,
    async (...args: never[]) => {
      const opened = await session();
      return (opened[name] as (...input: never[]) => unknown).apply(opened, args);
    },
  ]);
  return { page, session, ...(Object.fromEntries(calls) as SightCalls) };
}
