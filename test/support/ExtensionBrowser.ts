import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { stopWorker } from '../../packages/lab/benchmarks/stopWorker.ts';
import { formatPairingCode, type Pairing } from '../../packages/sightline/src/relay/Pairing.ts';
import { EXTENSION_ID } from '../../packages/sightline/src/relay/protocol.ts';
import { buildExtension } from '../../scripts/build-extension.mjs';
import { freePort } from './freePort.ts';
import { fullBrowser } from './fullBrowser.ts';
import { removeFolder } from './removeFolder.ts';

/** A Chromium with the extension, and the person who uses it: Puppeteer plays them. */
export class ExtensionBrowser {
  browser: Browser;
  readonly pairing: Pairing;
  readonly #folder: string;

  private constructor(browser: Browser, pairing: Pairing, folder: string) {
    this.browser = browser;
    this.pairing = pairing;
    this.#folder = folder;
  }

  static async start(pairing?: Pairing): Promise<ExtensionBrowser> {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-extension-'));
    await buildExtension(folder);
    keepDownloads(folder);
    return new ExtensionBrowser(await launch(folder), pairing ?? (await createPairing()), folder);
  }

  /** A tab in which nothing gives up early: a busy machine may take long for anything. */
  async newTab(): Promise<Page> {
    const page = await this.browser.newPage();
    page.setDefaultTimeout(120_000);
    return page;
  }

  /** The popup in a tab of its own. */
  async popup(): Promise<Page> {
    const page = await this.newTab();
    await page.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
    return page;
  }

  async pair(): Promise<void> {
    const popup = await this.popup();
    await popup.locator('#code').fill(formatPairingCode(this.pairing));
    await popup.locator('#pair button').click();
    await popup.locator('#unpair').wait();
    await popup.close();
  }

  /** Opens a page in a tab and shares that with the client of the name, once it is connected. */
  async share(url: string, client: string): Promise<Page> {
    const page = await this.newTab();
    await page.goto(url);
    await this.shareTab(page, client);
    return page;
  }

  /** `title`: what the tab is called in the popup, where it cannot be asked. */
  async shareTab(page: Page, client: string, title?: string): Promise<void> {
    await this.#shareTitled(title ?? ((await page.title()) || page.url()), client);
  }

  async revoke(title: string): Promise<void> {
    const popup = await this.popup();
    await popup.locator(`aria/Stop sharing: ${title}`).click();
    await popup.locator('#others').wait();
    await popup.close();
  }

  async #shareTitled(title: string, client: string): Promise<void> {
    const popup = await this.openOthers();
    await popup.locator(`aria/Share with ${client}: ${title}`).click();
    await popup.locator(`aria/Stop sharing: ${title}`).wait();
    await popup.close();
  }

  /** The popup with its list of tabs that are not shared: opened without a click, which would close it where it is repeated. */
  async openOthers(): Promise<Page> {
    const popup = await this.popup();
    const others = await popup.waitForSelector('#others:not([hidden])');
    await others?.evaluate((details) => details.setAttribute('open', ''));
    return popup;
  }

  /** All but one, which is empty: without any, Chrome would end. */
  async closeTabs(): Promise<void> {
    const [first, ...others] = await this.browser.pages();
    await Promise.all([first?.goto('about:blank'), ...others.map((page) => page.close())]);
  }

  /** Ends the service worker, as Chrome does when it sleeps. */
  stopWorker(): Promise<void> {
    return stopWorker(this.browser);
  }

  /** Ends the browser, and starts it again with the same profile after `meanwhile`. */
  async restart(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    await this.browser.close();
    await meanwhile();
    this.browser = await launch(this.#folder);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await removeFolder(this.#folder);
  }
}

export async function createPairing(): Promise<Pairing> {
  return {
    port: await freePort(),
    path: randomBytes(16).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
  };
}

/** What pages download goes among the temporary files, not into the folder of who runs the tests. */
function keepDownloads(folder: string): void {
  const profile = join(folder, 'profile', 'Default');
  mkdirSync(profile, { recursive: true });
  const download = { default_directory: join(folder, 'downloads'), prompt_for_download: false };
  writeFileSync(join(profile, 'Preferences'), JSON.stringify({ download }));
}

/** The service worker is nobody's business but Chrome's: one that a debugger watches does not sleep. */
function launch(folder: string): Promise<Browser> {
  const extension = join(folder, 'extension');
  return puppeteer.launch({
    executablePath: fullBrowser(),
    headless: true,
    userDataDir: join(folder, 'profile'),
    targetFilter: (target) => target.type() !== 'service_worker',
    ignoreDefaultArgs: ['--disable-extensions'],
    defaultViewport: null,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-features=DisableLoadExtensionCommandLineSwitch,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
}
