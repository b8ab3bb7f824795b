import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildExtension } from '../../scripts/build-extension.mjs';
import { findBrowser } from '../../src/browser/findBrowser.ts';
import { EXTENSION_ID } from '../../src/relay/extensionId.ts';
import { type Pairing, writeCode } from '../../src/relay/Pairing.ts';
import { freePort } from './freePort.ts';

/** A Chromium with the extension, and the person who uses it: Playwright's own connection plays them. */
export class ExtensionBrowser {
  readonly context: BrowserContext;
  readonly pairing: Pairing;
  readonly #folder: string;

  private constructor(context: BrowserContext, pairing: Pairing, folder: string) {
    this.context = context;
    this.pairing = pairing;
    this.#folder = folder;
  }

  static async start(pairing?: Pairing): Promise<ExtensionBrowser> {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-extension-'));
    await buildExtension(folder);
    const context = await launch(folder);
    return new ExtensionBrowser(context, pairing ?? (await createPairing()), folder);
  }

  /** The popup in a tab of its own. */
  async popup(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`chrome-extension://${EXTENSION_ID}/popup.html`);
    return page;
  }

  async pair(): Promise<void> {
    const popup = await this.popup();
    await popup.getByLabel('Pairing code').fill(writeCode(this.pairing));
    await popup.getByRole('button', { name: 'Connect' }).click();
    await popup.getByRole('button', { name: 'Forget the pairing' }).waitFor();
    await popup.close();
  }

  /** Opens a page in a tab and shares that with the client of the name, once it is connected. */
  async share(url: string, client: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(url);
    await this.shareTab(page, client);
    return page;
  }

  async shareTab(page: Page, client: string): Promise<void> {
    const popup = await this.popup();
    await popup.locator('#others > summary').click();
    const title = (await page.title()) || page.url();
    await popup
      .getByRole('button', { name: `Share with ${client}: ${title}`, exact: true })
      .first()
      .click();
    await popup.locator('#shared').getByText(title).waitFor();
    await popup.close();
  }

  /** Ends the service worker, as Chrome does when it sleeps. */
  async stopWorker(): Promise<void> {
    const page = this.context.pages()[0] ?? (await this.context.newPage());
    const cdp = await this.context.newCDPSession(page);
    const stopped = new Promise<void>((resolve) => {
      cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
      });
    });
    await cdp.send('ServiceWorker.enable');
    await cdp.send('ServiceWorker.stopAllWorkers');
    await stopped;
    await cdp.detach();
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export async function createPairing(): Promise<Pairing> {
  return {
    port: await freePort(),
    path: randomBytes(16).toString('base64url'),
    secret: randomBytes(32).toString('base64url'),
  };
}

async function launch(folder: string): Promise<BrowserContext> {
  const extension = join(folder, 'extension');
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: findBrowser({}).path,
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-quic',
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker', { timeout: 15_000 });
  return context;
}
