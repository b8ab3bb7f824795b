import type { Page } from 'playwright-core';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';

/** Opens files that `sightline inspect` has written, as a person would: from the disk, in a real browser. */
export class Viewer {
  readonly #browser: LaunchedBrowser;

  private constructor(browser: LaunchedBrowser) {
    this.#browser = browser;
  }

  static async open(): Promise<Viewer> {
    return new Viewer(await launchBrowser({ viewport: { width: 1280, height: 800 } }));
  }

  /** Shows the file, or an address; fails on anything that its policy refuses or that throws. */
  async show(path: string, options: ShowOptions = {}): Promise<InspectedFile> {
    const page = await this.#browser.context.newPage();
    const file = new InspectedFile(page);
    await page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' });
    if (options.width) await page.setViewportSize({ width: options.width, height: 800 });
    await page.goto(path.startsWith('http') ? path : `file://${path}`);
    await page.locator('main').waitFor();
    return file;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

export interface ShowOptions {
  dark?: boolean;
  width?: number;
}

/** An inspection that is open. */
export class InspectedFile {
  readonly page: Page;
  /** What went wrong in it: exceptions, and what the policy refused. */
  readonly complaints: string[] = [];
  /** What it asked the network for. */
  readonly requests: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('request', (request) => this.requests.push(request.url()));
    page.on('dialog', (dialog) => this.complaints.push(`dialog: ${dialog.message()}`));
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
    await this.ready();
  }

  /** What takes several slices of work is there. */
  async ready(): Promise<void> {
    await this.page.waitForFunction(() => !document.querySelector('.panel [aria-busy=true]'));
  }

  /** The rows of the list that is shown, as text. */
  async rows(): Promise<string[]> {
    await this.ready();
    return this.page.locator('.panel [role=option]').allTextContents();
  }

  /** What is highlighted on the picture, CSS pixels of the page; undefined for nothing. */
  async highlight(): Promise<{ x: number; y: number; width: number; height: number } | undefined> {
    const highlight = this.page.locator('.highlight');
    if ((await highlight.count()) === 0) return undefined;
    return highlight.evaluate((element: HTMLElement) => {
      const canvas = element.closest<HTMLElement>('.canvas');
      const scale = Number.parseFloat(canvas?.style.width ?? '0') / Number(canvas?.dataset.width);
      const of = (side: 'left' | 'top' | 'width' | 'height') =>
        Math.round(Number.parseFloat(element.style[side]) / scale);
      return { x: of('left'), y: of('top'), width: of('width'), height: of('height') };
    });
  }

  /** Moves the pointer to a place on the picture, CSS pixels of the page; answers where that is on the screen. */
  async pointAt(x: number, y: number): Promise<[number, number]> {
    const at = await this.page.locator('.canvas').evaluate(
      (canvas: HTMLElement, [x, y]) => {
        const { left, top, width } = canvas.getBoundingClientRect();
        const scale = width / Number(canvas.dataset.width);
        return [left + x * scale, top + y * scale] as [number, number];
      },
      [x, y] as const,
    );
    await this.page.mouse.move(...at);
    return at;
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
