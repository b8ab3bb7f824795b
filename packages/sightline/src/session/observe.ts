import type { HtmlMode } from '../render/html/HtmlTree.ts';
import type { CapturedPage } from './captured/CapturedPage.ts';
import type { PageSource } from './pages/PageSource.ts';
import type { ScreenshotService } from './ScreenshotService.ts';
import type { LookOptions, LookResult, Observation } from './SessionResult.ts';

/** The page, and the picture of it if one is asked for. */
export async function captureWithPicture(
  { picture = false, timeoutMs }: LookOptions,
  source: PageSource,
  screenshots: ScreenshotService,
): Promise<Pick<LookResult, 'snapshot' | 'picture'>> {
  if (!picture || source.saved) return { snapshot: await source.capture(timeoutMs) };
  const options = { ...(picture === true ? {} : picture), ...(timeoutMs !== undefined && { timeoutMs }) };
  const { snapshot, ...taken } = await screenshots.capture(options);
  return { snapshot, picture: taken };
}

/** See `Session.observe`. */
export function buildObservation(
  { text, snapshot, picture }: LookResult,
  page: CapturedPage,
  htmlMode: HtmlMode | undefined,
): Observation {
  const { url, title, capturedAt } = snapshot;
  const elements = page.look({ view: 'json' }).data.elements as Observation['elements'];
  const html = page.look({ view: 'html', ...(htmlMode && { htmlMode }) }).text;
  return { url, title, capturedAt, text, elements, html, ...(picture && { picture }), page };
}
