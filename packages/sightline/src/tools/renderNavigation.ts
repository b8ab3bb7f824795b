import { quoteText, shortUrl } from '../session/pageText.ts';
import type { Navigation } from '../session/Session.ts';
import type { ToolResult } from './defineTool.ts';

/** One line for the page, one for each note. */
export function renderNavigation({ url, title, status, notes }: Navigation): ToolResult {
  const pageParts = [quoteText(title), shortUrl(url), status === undefined ? '' : `(status ${status})`];
  const lines = [pageParts.filter(Boolean).join(' '), ...notes.map((note) => `note: ${note}`)];
  return { text: lines.join('\n'), data: { url, title, status, notes } };
}
