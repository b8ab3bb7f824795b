import type { Navigation } from '../session/Session.ts';
import type { ToolResult } from './defineTool.ts';
import { quoteText, shortUrl } from './pageText.ts';

/** Tells what a navigation came to: one line for the page, one for each note. */
export function renderNavigation({ url, title, status, notes }: Navigation): ToolResult {
  const pageParts = [quoteText(title), shortUrl(url), status === undefined ? '' : `(status ${status})`];
  const lines = [pageParts.filter(Boolean).join(' '), ...notes.map((note) => `note: ${note}`)];
  return { text: lines.join('\n'), data: { url, title, status, notes } };
}
