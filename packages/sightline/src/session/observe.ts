import type { HtmlMode } from '../render/html/HtmlTree.ts';
import type { CapturedPage } from './captured/CapturedPage.ts';
import type { PageSource } from './pages/PageSource.ts';
import type { ScreenshotService } from './ScreenshotService.ts';
import type { CapturedScreenshot, LookOptions, LookResult } from './SessionResult.ts';

/** One state of a page in every form. */
export interface Observation {
  url: string;
  title: string;
  /** ISO 8601, UTC. */
  capturedAt: string;
  /** As `look` shows it, nothing folded. */
  text: string;
  /** As the json view has them, each with its number (`index`) and its stable id (`elementId`). */
  elements: Record<string, unknown>[];
  html: string;
  /** PNG; none of a saved page. */
  picture?: Omit<CapturedScreenshot, 'snapshot'>;
  /** Answers questions about this state, whatever the live page does: `page.details(12)`, `page.node('elem-08vcinp')`. */
  page: CapturedPage;
}

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
