import type { TabEvent } from '../browser/TabEvent.ts';
import { quote } from '../view/escape.ts';

/** One line that tells a user what a page did on its own. The page's words stand in quotes. */
export function noticeOf(event: TabEvent): string {
  switch (event.kind) {
    case 'dialog':
      return `tab ${event.tab} showed ${event.type} ${quote(event.message)}, which was ${event.answer}`;
    case 'download':
      return `tab ${event.tab} offered a download, ${quote(event.name)}, which was refused`;
    case 'refused':
      return `tab ${event.tab} tried to open one tab too many (${quote(event.url)})`;
    default:
      return `tab ${event.tab} ${event.kind === 'opened' ? 'was opened by the page' : event.kind}: ${quote(event.url)}`;
  }
}
