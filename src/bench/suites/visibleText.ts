import type { Session } from '../../session/Session.ts';

/** The text of the page as the browser tells it, frames included: Sightline is not asked about itself. */
export async function visibleText(session: Session): Promise<string> {
  const texts = await Promise.all(
    session.page
      .frames()
      .map((frame) => frame.evaluate(() => document.body?.innerText ?? '').catch(() => '')),
  );
  return texts.join('\n');
}
