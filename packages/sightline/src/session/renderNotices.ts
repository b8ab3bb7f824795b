import type { DownloadEvent, TabEvent } from '../browser/tabs/TabEvent.ts';
import { type CallFormatter, formatToolCall } from '../render/CallFormatter.ts';
import { quote, stripInvisible } from '../render/escape.ts';

/** How many different lines are told of one stretch of time. */
const MAX_LINES = 8;
/** Characters of a page's own words, in one line. */
const MAX_TEXT_LENGTH = 200;

/**
 * What pages did on their own, a line each, for people and models. What happened again and again is told
 * once, with a count; where too much happened, the rest is counted. `phrase` writes the call that would have had a
 * question of the page accepted; default as for models.
 */
export function renderNotices(
  events: readonly TabEvent[],
  formatCall: CallFormatter = formatToolCall,
): string[] {
  const counts = new Map<string, number>();
  for (const line of events.map((event) => renderNotice(event, formatCall)))
    counts.set(line, (counts.get(line) ?? 0) + 1);
  const lines = [...counts].map(([line, count]) => (count > 1 ? `${line} (x ${count})` : line));
  if (lines.length <= MAX_LINES) return lines;
  const rest = [...counts.values()].slice(MAX_LINES).reduce((sum, count) => sum + count, 0);
  return [...lines.slice(0, MAX_LINES), `${rest} more ${rest === 1 ? 'event was' : 'events were'} not told`];
}

/** One event as a line, the page's words cleaned and capped: `tab 1: alert "Saved" was dismissed`. */
export function renderNotice(event: TabEvent, formatCall: CallFormatter = formatToolCall): string {
  const tab = `tab ${event.tab}`;
  switch (event.kind) {
    case 'dialog':
      return `${tab}: ${event.type} ${quote(truncate(event.message))} was ${event.answer}${acceptHint(event, formatCall)}`;
    case 'download':
      return `${tab}: the download of ${quote(truncate(event.name))} from ${shortUrl(event.url)} ${downloadOutcomeText(event)}`;
    case 'refused':
      return `${tab}: opening ${shortUrl(event.url)} in another tab was refused, too many are open`;
    case 'lost':
      return `${tab} cannot be reached any more: ${shortUrl(event.url)}`;
    case 'opened':
    case 'closed':
    case 'crashed':
      return `${tab} ${event.kind}: ${shortUrl(event.url)}`;
  }
}

/** An alert asks nothing: whoever accepts it gets no further. */
function acceptHint({ type, answer }: TabEvent & { kind: 'dialog' }, formatCall: CallFormatter): string {
  if (answer === 'accepted' || type === 'alert') return '';
  return `; to accept it: ${formatCall({ tool: 'answer_dialogs', answer: 'accept' })}, then the same again`;
}

function downloadOutcomeText({ outcome, path }: DownloadEvent): string {
  if (outcome === 'saved') return `was saved as ${path}`;
  return { begun: 'has begun', failed: 'failed', refused: 'was refused: there were too many' }[outcome];
}

const shortUrl = (url: string): string => stripInvisible(truncate(url)).replace(/\s+/g, ' ');

const truncate = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
