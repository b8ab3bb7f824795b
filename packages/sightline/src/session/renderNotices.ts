import type { DownloadEvent, TabEvent } from '../browser/tabs/TabEvent.ts';
import { type CallFormatter, formatToolCall } from '../render/CallFormatter.ts';
import { countBy } from '../snapshot/groupBy.ts';
import { quoteText, shortUrl } from './pageText.ts';

/** Different lines in one result. */
const MAX_LINES = 8;

/**
 * What pages did on their own, a line each, for people and models. Repeated events are one line with a count; beyond eight
 * lines the rest is counted. `formatCall` writes the call that accepts a dialog; default: as a tool.
 */
export function renderNotices(
  events: readonly TabEvent[],
  formatCall: CallFormatter = formatToolCall,
): string[] {
  const counts = countBy(events, (event) => renderNotice(event, formatCall));
  const lines = [...counts].map(([line, count]) => (count > 1 ? `${line} (x ${count})` : line));
  if (lines.length <= MAX_LINES) return lines;
  const rest = [...counts.values()].slice(MAX_LINES).reduce((sum, count) => sum + count, 0);
  return [...lines.slice(0, MAX_LINES), `${rest} more ${rest === 1 ? 'event was' : 'events were'} not shown`];
}

/** `tab 1: alert "Saved" was dismissed`: the page's words without control characters, at most 200 of them. */
export function renderNotice(event: TabEvent, formatCall: CallFormatter = formatToolCall): string {
  const tab = `tab ${event.tab}`;
  switch (event.kind) {
    case 'dialog':
      return `${tab}: ${event.type} ${quoteText(event.message)} was ${event.answer}${acceptHint(event, formatCall)}`;
    case 'download':
      return `${tab}: the download of ${quoteText(event.name)} from ${shortUrl(event.url)} ${downloadOutcomeText(event)}`;
    case 'refused':
      return `${tab}: opening ${shortUrl(event.url)} in another tab was refused, too many are open`;
    case 'flooded':
      return `${tab}: was closed, its page logged or asked for more than the browser could pass on: ${shortUrl(event.url)}`;
    case 'lost':
      return `${tab} cannot be reached any more: ${shortUrl(event.url)}`;
    case 'opened':
    case 'closed':
    case 'crashed':
      return `${tab} ${event.kind}: ${shortUrl(event.url)}`;
  }
}

/** None for an alert: accepting it changes nothing. */
function acceptHint({ type, answer }: TabEvent & { kind: 'dialog' }, formatCall: CallFormatter): string {
  if (answer === 'accepted' || type === 'alert') return '';
  return `; to accept it: ${formatCall({ tool: 'answer_dialogs', answer: 'accept' })}, then the same again`;
}

function downloadOutcomeText({ outcome, path }: DownloadEvent): string {
  if (outcome === 'saved')
    return path === undefined
      ? 'has ended: it is where that browser keeps its downloads'
      : `was saved as ${path}`;
  return { begun: 'has begun', failed: 'failed', refused: 'was refused: there were too many' }[outcome];
}
