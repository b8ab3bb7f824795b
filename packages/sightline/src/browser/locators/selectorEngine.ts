import type { BrowserContext, Selectors } from 'playwright-core';
import { loadPlaywright } from '../launch/loadPlaywright.ts';

/**
 * Name of the selector engine: `sightline=<document key>/<id>`; with `<id>,<id>...` it finds several, and
 * `sightline=<document key>` the root of the document itself. `sightline=collect/<token>` finds what it is asked from, and
 * keeps it for `takeCollected`.
 */
export const SELECTOR_ENGINE = 'sightline';

/**
 * Plain text: it must not be transformed. In Playwright's utility world it runs beside the page script. In the page's own
 * world, for `evaluateAll` and its likes, it asks the page script by an event, which answers by another: see
 * `SelectorEngine` in injected/.
 */
export const ENGINE_SOURCE = `({
  query(root, selector) {
    return this.queryAll(root, selector)[0] ?? null;
  },
  queryAll(root, selector) {
    const script = globalThis.__sightline;
    if (typeof script?.queryAll === 'function') return script.queryAll(root, selector);
    const found = [];
    const [key, ids = '0'] = selector.split('/');
    const touches = ids.split(',').map((id) => new Touch({ identifier: Number(id), target: root }));
    const take = (event) => {
      for (const { target } of event.touches) found.push(target);
    };
    document.addEventListener('sightline:' + key + ':found', take);
    document.dispatchEvent(new TouchEvent('sightline:' + key + ':query', { touches }));
    document.removeEventListener('sightline:' + key + ':found', take);
    return found;
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
