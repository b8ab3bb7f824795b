/**
 * What CSS selectors match now, as identities of the capture's main document, shadow roots included. The
 * page itself is not touched: the page script is asked in its own world.
 * @param {import('playwright-core').Page} page @param {string[]} selectors
 * @returns {Promise<{ ids: number[], total: number, error?: string }[]>}
 */
export async function identify(page, selectors) {
  const session = await page.context().newCDPSession(page);
  try {
    const contexts = [];
    session.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context));
    await session.send('Runtime.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    for (const { auxData, uniqueId } of contexts) {
      if (auxData?.frameId !== frameTree.frame.id) continue;
      const found = await ask(session, uniqueId, selectors);
      if (found) return found;
    }
    throw new Error('the page script is not there: look at the page first');
  } finally {
    await session.detach();
  }
}

/** Undefined in a world that is not the page script's. */
async function ask(session, uniqueContextId, selectors) {
  const expression = `globalThis.__sightline && ${JSON.stringify(selectors)}.map((selector) => {
    const found = __sightline.find(selector, 50);
    return typeof found === 'string' ? JSON.parse(found) : found;
  })`;
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    uniqueContextId,
    returnByValue: true,
  });
  return result.value;
}
