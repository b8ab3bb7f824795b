import type { Navigation } from '../session/Session.ts';
import type { ToolAnswer } from './defineTool.ts';
import { quoteText, shortUrl } from './pageWords.ts';

/** Tells what a navigation came to: one line for the page, one for each note. */
export function navigationAnswer({ url, title, status, notes }: Navigation): ToolAnswer {
  const page = [quoteText(title), shortUrl(url), status === undefined ? '' : `(status ${status})`];
  const lines = [page.filter(Boolean).join(' '), ...notes.map((note) => `note: ${note}`)];
  return { text: lines.join('\n'), data: { url, title, status, notes } };
}
