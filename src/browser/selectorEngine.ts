import { selectors as ownSelectors, type Selectors } from 'playwright-core';

/** Name of the selector engine: `sightline=<document key>/<id>`. */
export const ENGINE = 'sightline';

/** Runs inside the utility world, beside the page script's registry. Plain text: it must not be transformed. */
const engine = `({
  query(root, selector) {
    const api = globalThis.__sightline;
    const slash = selector.indexOf('/');
    if (!api || selector.slice(0, slash) !== api.key) return null;
    return api.element(Number(selector.slice(slash + 1)));
  },
  queryAll(root, selector) {
    const element = this.query(root, selector);
    return element ? [element] : [];
  },
})`;

/**
 * Makes numbers locators. `selectors` is that of the Playwright copy that the page belongs to; default
 * our own. Registering twice is harmless.
 */
export async function registerEngine(selectors: Selectors = ownSelectors): Promise<void> {
  try {
    await selectors.register(ENGINE, { content: engine }, { contentScript: true });
  } catch (error) {
    if (!/already registered|has been registered/i.test(String(error))) throw error;
  }
}
