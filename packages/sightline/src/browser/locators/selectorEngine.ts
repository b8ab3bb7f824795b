import type { BrowserContext, Selectors } from 'playwright-core';
import { loadPlaywright } from '../launch/loadPlaywright.ts';

/**
 * Name of the selector engine: `sightline=<document key>/<id>`; with `<id>,<id>...` it finds several, and
 * `sightline=<document key>` the root of the document itself.
 */
export const SELECTOR_ENGINE = 'sightline';

/** Runs inside the utility world, beside the page script's registry. Plain text: it must not be transformed. */
const ENGINE_SOURCE = `({
  query(root, selector) {
    return this.queryAll(root, selector)[0] ?? null;
  },
  queryAll(root, selector) {
    const api = globalThis.__sightline;
    if (selector === api?.key) return [document.documentElement];
    const slash = selector.indexOf('/');
    if (!api || selector.slice(0, slash) !== api.key) return [];
    const ids = selector.slice(slash + 1).split(',');
    return ids.map((id) => api.element(Number(id))).filter((element) => element !== null);
  },
})`;

/**
 * Makes numbers locators in a context. `selectors` is that of the Playwright copy that the context belongs to;
 * default our own. Registering twice is harmless.
 */
export async function registerSelectorEngine(context: BrowserContext, selectors?: Selectors): Promise<void> {
  try {
    const playwrightSelectors = selectors ?? loadPlaywright().selectors;
    await playwrightSelectors.register(SELECTOR_ENGINE, { content: ENGINE_SOURCE }, { contentScript: true });
  } catch (error) {
    if (!isRegistered(error)) throw error;
    await registerInContext(context);
  }
}

/** As the client of Playwright knows it. */
type InternalBrowserContext = BrowserContext & {
  _channel?: { registerSelectorEngine?(params: object, options: object): Promise<void> };
};

/** Playwright (1.53 to 1.65) does not pass engines registered before to a browser that it connects to. */
async function registerInContext(context: InternalBrowserContext): Promise<void> {
  const selectorEngine = { name: SELECTOR_ENGINE, source: ENGINE_SOURCE, contentScript: true };
  await context._channel
    ?.registerSelectorEngine?.({ selectorEngine }, { timeout: 0 })
    .catch((error: unknown) => {
      if (!isRegistered(error)) throw error;
    });
}

const isRegistered = (error: unknown): boolean =>
  /already registered|has been registered|been already registered/i.test(String(error));
