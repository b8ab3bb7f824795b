import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../../packages/sightline/src/session/Session.ts';
import { startServer, type TestServer } from '../../support/startServer.ts';
import { checkReading } from './checkReading.ts';
import { BUTTONS, type ClickCase, OTHER_BUTTONS, TARGETS } from './clickCases.ts';
import type { DocumentCase } from './documentCases.ts';
import { judgeWords } from './judgeWords.ts';
import type { ReadingCase } from './readingCases.ts';
import type { WordCase } from './wordCases.ts';

/** One case that was tried. `kind` of what is wrong: `ghost` told and not seen, `miss` seen and not told. */
export interface Verdict {
  name: string;
  wrong?: 'ghost' | 'miss' | 'declared' | 'claimed' | 'refused' | 'order';
  detail?: string;
  /** A reason that is known. */
  known?: string | undefined;
}

/** In what surroundings the words of a family are shown. */
export interface Surroundings {
  name: string;
  root?: string;
  context?: BrowserContextOptions;
  inFrame?: boolean;
  pageScale?: number;
}

const VIEWPORT = { width: 1280, height: 900 };

/** A browser in which the cases are shown, and two origins that serve them. */
export class PlatformBrowser {
  readonly #launched: LaunchedBrowser;
  readonly #server: TestServer;
  readonly #other: TestServer;
  #html = '';

  private constructor(launched: LaunchedBrowser, server: TestServer, other: TestServer, routes: Routes) {
    this.#launched = launched;
    this.#server = server;
    this.#other = other;
    routes.page = () => this.#html;
  }

  static async open(): Promise<PlatformBrowser> {
    const routes: Routes = { page: () => '' };
    const other = await startServer({
      '/other': "<!doctype html><body style='color:#fff'>framed",
      '/buttons': `<!doctype html>${OTHER_BUTTONS}`,
    });
    const launched = await launchBrowser({ args: ['--enable-experimental-web-platform-features'] });
    const server = await startServer({
      '/': (_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(routes.page()),
    });
    return new PlatformBrowser(launched, server, other, routes);
  }

  async close(): Promise<void> {
    await this.#launched.close();
    await Promise.all([this.#server.close(), this.#other.close()]);
  }

  /** All words of a family on one page: what the look tells against what the pixels show. */
  async judgeFamily(family: string, cases: readonly WordCase[], around: Surroundings): Promise<Verdict[]> {
    const words = cases.map((_, i) => `w${i}x`);
    const sections = cases.map(
      ({ html }, i) => `<section>${html.replaceAll('§', words[i] as string)}</section>`,
    );
    const body = `<style>section{display:inline-block;margin:6px;inline-size:200px;min-block-size:34px;vertical-align:top}</style>${sections.join('\n')}`;
    const root = `<html lang=en ${around.root ?? ''}><meta name=color-scheme content="light dark"><meta name=viewport content="width=device-width">`;
    const html = around.inFrame
      ? `<body style="margin:0"><iframe style="border:0;width:1270px;height:890px" srcdoc="${(root + body).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`
      : root + body;
    const text = await this.#look(html, around.context, around.pageScale);
    const painted = around.pageScale ? undefined : await this.#judge(html, words, around.context, false);
    const isBase = around.name === 'plain';
    return cases.map(({ seen, wrong, html: piece }, i) => {
      const word = words[i] as string;
      const isSeen = painted?.has(word) ?? seen ?? false;
      const told = new RegExp(`\\b${word}\\b`, 'i').test(text);
      const name = `${family}, ${around.name}: ${piece.slice(0, 90)}`;
      if (isBase && seen !== undefined && isSeen !== seen)
        return { name, wrong: 'declared', detail: `the pixels say ${isSeen}` };
      if (told === isSeen) return { name };
      return { name, wrong: told ? 'ghost' : 'miss', known: wrong };
    });
  }

  async judgeDocument({ name, html, seen, unseen = [], context }: DocumentCase): Promise<Verdict[]> {
    const text = await this.#look(html, context);
    const painted = await this.#judge(html, [...seen, ...unseen], context, true);
    return [...seen, ...unseen].map((word) => {
      const isSeen = painted.has(word);
      if (isSeen !== seen.includes(word))
        return { name: `${name}: ${word}`, wrong: 'declared', detail: `the pixels say ${isSeen}` };
      const told = new RegExp(`\\b${word}\\b`).test(text);
      if (told === isSeen) return { name: `${name}: ${word}` };
      return { name: `${name}: ${word}`, wrong: told ? 'ghost' : 'miss' };
    });
  }

  /** What the look says, in the order in which it says it. */
  async judgeReading(one: ReadingCase): Promise<Verdict> {
    const { name, html, reads = [], tells = [], hides = [], judged, context, wrong: known } = one;
    const { page, close } = await this.#open(html, context);
    try {
      if (one.press) await page.click(one.press);
      const declared = await checkReading(page, reads, judged ? [] : tells);
      if (declared) return { name, wrong: 'declared', detail: declared };
      const session = await Session.fromPlaywright(page);
      const { text } = await session.look({ full: true, maxTokens: 100_000 });
      await session.close();
      const told = text.replace(/\s+/g, ' ');
      const places = reads.map((word) => told.search(new RegExp(`\\b${word}\\b`)));
      if (places.some((place, i) => place < 0 || place < (places[i - 1] ?? 0)))
        return { name, wrong: 'order', detail: told, known };
      const missing = tells.find((snippet) => !told.includes(snippet));
      if (missing) return { name, wrong: 'miss', detail: `${missing}: ${told}`, known };
      const ghost = hides.find((snippet) => told.includes(snippet));
      return ghost ? { name, wrong: 'ghost', detail: `${ghost}: ${told}`, known } : { name };
    } finally {
      await close();
    }
  }

  /** Clicks by name; each button tells whether it was the one. */
  async judgeClicks({
    name,
    html = BUTTONS,
    context,
    prepare,
    targets = TARGETS,
  }: ClickCase): Promise<Verdict[]> {
    const { page, session: cdp, close } = await this.#open(html, context);
    try {
      await page.evaluate(() => window.scrollTo(0, 0));
      await prepare?.(cdp, page);
      const session = await Session.fromPlaywright(page);
      const heard: string[] = [];
      await page.exposeBinding('heard', (_, label: string) => void heard.push(label));
      for (const frame of page.frames()) await frame.evaluate(listen);
      const verdicts: Verdict[] = [];
      for (const target of targets) {
        heard.length = 0;
        const error = await session.click(target).then(
          () => undefined,
          (thrown: Error) => thrown.message,
        );
        const got = [...new Set(heard)].join(', ');
        const isRight = error === undefined && got === (context?.isMobile ? `${target} by touch` : target);
        verdicts.push({
          name: `${name}: ${target}`,
          ...(!isRight && {
            wrong: error === undefined ? ('claimed' as const) : ('refused' as const),
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

  async #look(html: string, context?: BrowserContextOptions, pageScale?: number): Promise<string> {
    const { page, session: cdp, close } = await this.#open(html, context);
    try {
      if (pageScale) await cdp.send('Emulation.setPageScaleFactor', { pageScaleFactor: pageScale });
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
    context: BrowserContextOptions | undefined,
    scrolls: boolean,
  ): Promise<Set<string>> {
    const { page, close } = await this.#open(html, context);
    try {
      return await judgeWords(page, words, scrolls);
    } finally {
      await close();
    }
  }

  async #open(html: string, options?: BrowserContextOptions): Promise<OpenPage> {
    const context = await this.#launched.browser.newContext({ viewport: VIEWPORT, ...options });
    const page = await context.newPage();
    const at = (path: string): string => this.#other.origin.replace('127.0.0.1', 'localhost') + path;
    const placed = html.replace(
      /src=(['"])(\/\w+)\1/g,
      (_, quote, path) => `src=${quote}${at(path)}${quote}`,
    );
    this.#html = `<!doctype html><meta charset=utf-8>${placed}`;
    await page.goto(`${this.#server.origin}/`);
    return { page, session: await context.newCDPSession(page), close: () => context.close() };
  }
}

interface Routes {
  page: () => string;
}

interface OpenPage {
  page: Page;
  session: CDPSession;
  close: () => Promise<void>;
}

/** In the page: tells the name of what a click of a person's hand reaches. */
function listen(): void {
  const { heard } = window as unknown as { heard: (label: string) => void };
  const onClick = (event: Event): void => {
    const { target } = event;
    if (!event.isTrusted || !(target instanceof Element)) return;
    const name = target.getAttribute('aria-label') ?? target.getAttribute('alt') ?? target.localName;
    heard((event as PointerEvent).pointerType === 'touch' ? `${name} by touch` : name);
  };
  addEventListener('click', onClick, true);
}
