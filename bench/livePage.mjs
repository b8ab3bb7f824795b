/**
 * The Playwright page behind a session, so that every contender is measured in the same tab: through the
 * number of a button, since a number is a locator and a locator knows its page.
 * @param {import('../dist/index.js').Session} session @param {string} origin of the bench's server
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function livePage(session, origin) {
  await session.navigate(`${origin}/made/button.html`);
  await session.look();
  return (await session.locator(1)).page();
}
