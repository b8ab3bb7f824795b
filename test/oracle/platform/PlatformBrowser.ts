import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../../packages/sightline/src/session/Session.ts';
import { type Handler, startServer, type TestServer } from '../../support/startServer.ts';
import { checkReading, paintedOrder } from './checkReading.ts';
import { BUTTONS, type ClickCase, OTHER_BUTTONS, TARGETS } from './clickCases.ts';
import { type ClickedPage, compareClicks, SENDS_CLICKS } from './compareClicks.ts';
import type { DocumentCase } from './documentCases.ts';
import { judgeWords } from './judgeWords.ts';
import { holdsAll, holdsElement, holdsWord, isInOrder, type Peer, type PeerVerdict } from './peers.ts';
import { isReachedByMouse, listen } from './personClicks.ts';
import type { ReadingCase } from './readingCases.ts';
import type { WordCase } from './wordCases.ts';

/** One case that was tried. `kind` of what is wrong: `ghost` shown and not seen, `miss` seen and not shown. */
export interface Verdict {
  name: string;
  wrong?: 'ghost' | 'miss' | 'declared' | 'claimed' | 'refused' | 'order';
  detail?: string;
  /** A reason that is known. */
  known?: string | undefined;
}

/** In what surroundings a case is shown. */
export interface Surroundings {
  name: string;
  /** Attributes of the root. */
  root?: string;
  context?: BrowserContextOptions;
  inFrame?: boolean;
  pageScale?: number;
}

export const PLAIN: Surroundings = { name: 'plain' };

const VIEWPORT = { width: 1280, height: 900 };

/** A browser in which the cases are shown, and two origins that serve them. */
export class PlatformBrowser {
  readonly #launched: LaunchedBrowser;
  readonly #server: TestServer;
  readonly #other: TestServer;
  readonly #reached: string[];
  #html = '';

  private constructor(launched: LaunchedBrowser, server: TestServer, other: TestServer, routes: Routes) {
    this.#launched = launched;
    this.#server = server;
    this.#other = other;
    this.#reached = routes.reached;
    routes.page = () => this.#html;
  }

  static async open(): Promise<PlatformBrowser> {
    const routes: Routes = { page: () => '', reached: [] };
    const reached: Handler = ({ url = '' }, response) => {
      routes.reached.push(decodeURIComponent(url.split('?')[1] ?? ''));
      response.end();
    };
    const other = await startServer({
      '/reached': reached,
      '/other': "<!doctype html><body style='color:#fff'>framed",
      '/buttons': `<!doctype html>${OTHER_BUTTONS}${SENDS_CLICKS}`,
    });
    const launched = await launchBrowser({ args: ['--enable-experimental-web-platform-features'] });
    const server = await startServer({
      '/reached': reached,
      '/': (_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(routes.page()),
    });
    return new PlatformBrowser(launched, server, other, routes);
  }

  async close(): Promise<void> {
    await this.#launched.close();
    await Promise.all([this.#server.close(), this.#other.close()]);
  }

  /** All words of a family on one page: what the look shows against what the pixels show. */
  async judgeFamily(family: string, cases: readonly WordCase[], around: Surroundings): Promise<Verdict[]> {
    const { words, html } = familyPage(cases);
    const text = await this.#look(html, around);
    // Scaled, it is the same page, of which the window holds less.
    const surroundings = around.pageScale ? PLAIN : around;
    const painted = await this.#judge(html, words, false, surroundings);
    // Right to left, or in vertical lines, some are beyond the left or the lower edge of the window.
    const away = words.filter((word) => !painted.has(word) && holdsWord(text, word));
    if (away.length > 0)
      for (const word of await this.#judge(html, away, true, surroundings)) painted.add(word);
    return cases.map(({ visible, wrong, html: piece }, i) => {
      const word = words[i] as string;
      const isVisible = painted.has(word);
      const shown = holdsWord(text, word);
      const name = `${family}, ${around.name}: ${piece.slice(0, 90)}`;
      if (around === PLAIN && visible !== undefined && isVisible !== visible)
        return { name, wrong: 'declared', detail: `the pixels say ${isVisible}` };
      if (shown === isVisible) return { name };
      return { name, wrong: shown ? 'ghost' : 'miss', known: reasonIn(around, wrong) };
    });
  }

  /** In other surroundings than its own a document may show other words: there the pixels alone say which. */
  async judgeDocument(one: DocumentCase, around = PLAIN): Promise<Verdict[]> {
    const { html, visible, invisible = [], context, wrong } = one;
    const words = [...visible, ...invisible];
    const text = await this.#look(html, around, context);
    const painted = around.pageScale
      ? new Set(visible)
      : await this.#judge(html, words, true, around, context);
    return words.map((word) => {
      const name = nameIn(around, `${one.name}: ${word}`);
      const isVisible = painted.has(word);
      if (around === PLAIN && isVisible !== visible.includes(word))
        return { name, wrong: 'declared', detail: `the pixels say ${isVisible}` };
      const shown = new RegExp(`\\b${word}\\b`).test(text);
      if (shown === isVisible) return { name };
      return { name, wrong: shown ? 'ghost' : 'miss', known: wrong };
    });
  }

  /** What the look says, in the order in which it says it. */
  async judgeReading(one: ReadingCase, around = PLAIN): Promise<Verdict> {
    const { html, reads = [], tree = [], judged, context } = one;
    const { shows = [], hides = [] } = one.elsewhere?.[around.name] ?? one;
    const known = one.wrong;
    const name = nameIn(around, one.name);
    const { page, close } = await this.#open(html, around, context);
    try {
      const frame = (around.inFrame ? page.frames()[1] : undefined) ?? page.mainFrame();
      if (one.press) await frame.click(one.press);
      const inTree = judged || tree.length > 0 ? [] : shows;
      const declared = around === PLAIN && (await checkReading(page, reads, inTree, tree));
      if (declared) return { name, wrong: 'declared', detail: declared };
      const session = await Session.fromPlaywright(page);
      const { text } = await session.look({ full: true, maxTokens: 100_000 });
      await session.close();
      const shown = withoutFrame(text, around).replace(/\s+/g, ' ');
      const order = around === PLAIN ? reads : await paintedOrder(frame, reads);
      if (!isInOrder(shown, order)) return { name, wrong: 'order', detail: shown, known };
      const missing = shows.find((snippet) => !shown.includes(snippet));
      if (missing) return { name, wrong: 'miss', detail: `${missing}: ${shown}`, known };
      const ghost = hides.find((snippet) => shown.includes(snippet));
      return ghost ? { name, wrong: 'ghost', detail: `${ghost}: ${shown}`, known } : { name };
    } finally {
      await close();
    }
  }

  /** Clicks by name; each button shows whether it was the one. */
  async judgeClicks(
    { name, html = BUTTONS, context, prepare, targets = TARGETS }: ClickCase,
    around = PLAIN,
  ): Promise<Verdict[]> {
    const clicked: string[] = [];
    const reportClicks = async (page: Page): Promise<void> => {
      await page.exposeBinding('clicked', (_, label: string) => void clicked.push(label));
      // A link leads a frame to another document, in which the next click is reported too.
      await page.addInitScript(listen);
    };
    const { page, session: cdp, close } = await this.#open(html, around, context, reportClicks);
    try {
      await page.evaluate(() => window.scrollTo(0, 0));
      await prepare?.(cdp, page);
      const session = await Session.fromPlaywright(page);
      // Laid out otherwise than declared; its coordinates are those of the mouse.
      const mayBeOutOfReach = around !== PLAIN && !around.pageScale && !prepare;
      const verdicts: Verdict[] = [];
      for (const target of targets) {
        clicked.length = 0;
        const error = await session.click(target).then(
          () => undefined,
          (thrown: Error) => thrown.message,
        );
        const got = [...new Set(clicked)].join(', ');
        const isRefused = error !== undefined;
        const isRight = isRefused
          ? mayBeOutOfReach && !(await isReachedByMouse(page, target, clicked))
          : got === (context?.isMobile ? `${target} by touch` : target);
        verdicts.push({
          name: nameIn(around, `${name}: ${target}`),
          ...(!isRight && {
            wrong: isRefused ? ('refused' as const) : ('claimed' as const),
            detail: error ?? `"${got}" got it`,
          }),
        });
      }
      await session.close();
      return verdicts;
    } finally {
      await close();
    }
  }

  /** The words of a family, as pixels show them, by the look and by each peer. */
  async compareFamily(
    family: string,
    cases: readonly WordCase[],
    peers: readonly Peer[],
  ): Promise<PeerVerdict[]> {
    const { words, html } = familyPage(cases);
    const painted = await this.#judge(html, words, false, PLAIN);
    const ours = await this.#look(html, PLAIN);
    const theirs = await this.#askPeers(html, peers);
    return cases.map(({ html: piece, wrong }, i) => {
      const word = words[i] as string;
      const isRight = (text: string): boolean => holdsWord(text, word) === painted.has(word);
      const known = reasonIn(PLAIN, wrong);
      return { ...peerVerdict(`${family}: ${piece.slice(0, 90)}`, isRight, ours, theirs), known };
    });
  }

  /** The words of a document, as pixels show them; nothing of one with a context of its own. */
  async compareDocument(one: DocumentCase, peers: readonly Peer[]): Promise<PeerVerdict[]> {
    const { name, html, visible, invisible = [], context, wrong: known } = one;
    if (context) return [];
    const words = [...visible, ...invisible];
    const painted = await this.#judge(html, words, true, PLAIN);
    const ours = await this.#look(html, PLAIN);
    const theirs = await this.#askPeers(html, peers);
    return words.map((word) => {
      const isRight = (text: string): boolean => holdsWord(text, word) === painted.has(word);
      return { ...peerVerdict(`${name}: ${word}`, isRight, ours, theirs), known };
    });
  }

  /** Order, list numbers, generated words, roles, names and states of a case; nothing of one that an eye judged in our notation. */
  async compareReading(one: ReadingCase, peers: readonly Peer[]): Promise<PeerVerdict[]> {
    const {
      name,
      html,
      reads = [],
      shows = [],
      hides = [],
      tree = [],
      judged,
      context,
      press,
      wrong: known,
    } = one;
    if (context || press || judged) return [];
    const ours = await this.#look(html, PLAIN);
    const isHeld = (text: string): boolean =>
      tree.length > 0 ? tree.every((element) => holdsElement(text, element)) : holdsAll(text, shows);
    const isRight = (text: string): boolean =>
      isInOrder(text, reads) &&
      !hides.some((snippet) => tree.length === 0 && text.includes(snippet)) &&
      (text === ours ? holdsAll(text, shows) : isHeld(text));
    return [{ ...peerVerdict(name, isRight, ours, await this.#askPeers(html, peers)), known }];
  }

  /** Whose clicks reach what they name; of `agent-browser`, which has a screen of its own, on a plain one only. */
  compareClicks(one: ClickCase, peers: readonly Peer[]): Promise<PeerVerdict[]> {
    const { name, html = BUTTONS, context, prepare, targets = TARGETS } = one;
    const open = async (): Promise<ClickedPage> => {
      const { page, session, close } = await this.#open(html + SENDS_CLICKS, PLAIN, context);
      await page.evaluate(() => window.scrollTo(0, 0));
      await prepare?.(session, page);
      return { page, url: `${this.#server.origin}/`, takeReached: () => this.#reached.splice(0), close };
    };
    const able = context || prepare ? peers.filter(({ ownsScreen }) => !ownsScreen) : peers;
    return compareClicks(name, targets, open, able);
  }

  /** What each peer says of the page; nothing where it says nothing. */
  async #askPeers(html: string, peers: readonly Peer[]): Promise<Map<string, string>> {
    const { page, close } = await this.#open(html, PLAIN);
    const said = new Map<string, string>();
    try {
      for (const { name, read } of peers) {
        const text = await read(page, `${this.#server.origin}/`).catch(() => undefined);
        if (text !== undefined) said.set(name, text);
      }
      return said;
    } finally {
      await close();
    }
  }

  async #look(html: string, around: Surroundings, context?: BrowserContextOptions): Promise<string> {
    const { page, close } = await this.#open(html, around, context);
    try {
      const session = await Session.fromPlaywright(page);
      const { text } = await session.look({ full: true, maxTokens: 100_000 });
      await session.close();
      return text;
    } finally {
      await close();
    }
  }

  async #judge(
    html: string,
    words: string[],
    scrolls: boolean,
    around: Surroundings,
    context?: BrowserContextOptions,
  ): Promise<Set<string>> {
    const { page, close } = await this.#open(html, around, context);
    try {
      return await judgeWords(page, words, scrolls);
    } finally {
      await close();
    }
  }

  async #open(
    html: string,
    around: Surroundings,
    options?: BrowserContextOptions,
    prepare?: (page: Page) => Promise<void>,
  ): Promise<OpenPage> {
    const context = await this.#launched.browser.newContext({
      viewport: VIEWPORT,
      ...options,
      ...around.context,
    });
    const page = await context.newPage();
    const at = (path: string): string => this.#other.origin.replace('127.0.0.1', 'localhost') + path;
    const placed = html.replace(
      /src=(['"])(\/\w+)\1/g,
      (_, quote, path) => `src=${quote}${at(path)}${quote}`,
    );
    this.#html = `<!doctype html><meta charset=utf-8>${surround(placed, around)}`;
    await page.addInitScript(noteTransitions);
    await prepare?.(page);
    await page.goto(`${this.#server.origin}/`);
    await (around.inFrame ? page.frames()[1] : page.mainFrame())?.evaluate(
      `Promise.allSettled([...(window.transitions ?? []),
        ...document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished)])`,
    );
    const session = await context.newCDPSession(page);
    const { pageScale: pageScaleFactor } = around;
    if (pageScaleFactor) await session.send('Emulation.setPageScaleFactor', { pageScaleFactor });
    return { page, session, close: () => context.close() };
  }
}

/** In the page: while a view changes, the picture is that of the view before. */
function noteTransitions(): void {
  const start = Document.prototype.startViewTransition;
  const transitions: Promise<unknown>[] = [];
  Object.assign(window, { transitions });
  Document.prototype.startViewTransition = function (...given) {
    const transition = start.apply(this, given);
    transitions.push(transition.finished.catch(() => undefined));
    return transition;
  };
}

/** A page of all cases of a family, each with a word of its own in the place of `§`. */
function familyPage(cases: readonly WordCase[]): { words: string[]; html: string } {
  const words = cases.map((_, i) => `w${i}x`);
  const sections = cases.map(
    ({ html }, i) => `<section>${html.replaceAll('§', words[i] as string)}</section>`,
  );
  const head =
    '<html lang=en><meta name=color-scheme content="light dark"><meta name=viewport content="width=device-width"><style>section{display:inline-block;margin:6px;inline-size:200px;min-block-size:34px;vertical-align:top}</style>';
  return { words, html: head + sections.join('\n') };
}

function peerVerdict(
  name: string,
  isRight: (text: string) => boolean,
  ours: string,
  theirs: ReadonlyMap<string, string>,
): PeerVerdict {
  const rights = Array.from(theirs, ([peer, text]) => [peer, isRight(text)] as const);
  return { name, ours: isRight(ours), theirs: Object.fromEntries(rights) };
}

/** The attributes of a second `html` tag go to the root. */
function surround(html: string, { root, inFrame }: Surroundings): string {
  const whole = root ? `<html ${root}>${html}` : html;
  if (!inFrame) return whole;
  const escaped = whole.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<meta name=color-scheme content="light dark"><body style="margin:0"><iframe style="border:0;width:99vw;height:98vh" srcdoc="${escaped}"></iframe>`;
}

/** With the numbers that a case has by itself: the frame around it has the first one. */
const withoutFrame = (text: string, { inFrame }: Surroundings): string =>
  inFrame ? text.replace(/\[(\d+)\]/g, (_, number) => `[${number - 1}]`) : text;

const reasonIn = ({ name }: Surroundings, wrong: WordCase['wrong']): string | undefined =>
  typeof wrong === 'object' ? wrong[name] : wrong;

const nameIn = (around: Surroundings, name: string): string =>
  around === PLAIN ? name : `${around.name}: ${name}`;

interface Routes {
  page: () => string;
  /** What clicks reached. */
  reached: string[];
}

interface OpenPage {
  page: Page;
  session: CDPSession;
  close: () => Promise<void>;
}
