/** The text of the page as the browser gives it, frames included: independent of what Sightline captures. */
import type { Session } from '../../../../sightline/src/internal.ts';
export async function visibleText(session: Session): Promise<string> {
  const texts = await Promise.all(
    session.page
      .frames()
      .map((frame) => frame.evaluate(() => document.body?.innerText ?? '').catch(() => '')),
  );
  return texts.join('\n');
}
