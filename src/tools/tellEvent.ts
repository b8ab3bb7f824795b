import type { TabEvent } from '../session/Session.ts';
import { quoteText, shortUrl } from './pageWords.ts';

/** What a page did on its own, as a line: `tab 1: alert "Saved" was dismissed`. */
export function tellEvent(event: TabEvent): string {
  const tab = `tab ${event.tab}`;
  switch (event.kind) {
    case 'dialog':
      return `${tab}: ${event.type} ${quoteText(event.message)} was ${event.answer}`;
    case 'download':
      return `${tab}: the download of ${quoteText(event.name)} from ${shortUrl(event.url)} was refused`;
    case 'refused':
      return `${tab}: opening ${shortUrl(event.url)} in another tab was refused, too many are open`;
    case 'opened':
    case 'closed':
    case 'crashed':
      return `${tab} ${event.kind}: ${shortUrl(event.url)}`;
  }
}
