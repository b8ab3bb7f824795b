import type { DownloadEvent, TabEvent } from '../browser/TabEvent.ts';
import { type Phrasing, phraseTool } from '../view/call.ts';
import { clean, quote } from '../view/escape.ts';

/** How many different lines are told of one stretch of time. */
const TOLD = 8;
/** Characters of a page's own words, in one line. */
const LONGEST = 200;

/**
 * What pages did on their own, a line each, for people and models. What happened again and again is told
 * once, with a count; where too much happened, the rest is counted. `phrase` writes the call that would have had a
 * question of the page accepted; default as for models.
 */
export function noticesOf(events: readonly TabEvent[], phrase: Phrasing = phraseTool): string[] {
  const counts = new Map<string, number>();
  for (const line of events.map((event) => noticeOf(event, phrase)))
    counts.set(line, (counts.get(line) ?? 0) + 1);
  const lines = [...counts].map(([line, count]) => (count > 1 ? `${line} (x ${count})` : line));
  if (lines.length <= TOLD) return lines;
  const rest = [...counts.values()].slice(TOLD).reduce((sum, count) => sum + count, 0);
  return [...lines.slice(0, TOLD), `${rest} more ${rest === 1 ? 'event was' : 'events were'} not told`];
}

/** One event as a line, the page's words cleaned and capped: `tab 1: alert "Saved" was dismissed`. */
export function noticeOf(event: TabEvent, phrase: Phrasing = phraseTool): string {
  const tab = `tab ${event.tab}`;
  switch (event.kind) {
    case 'dialog':
      return `${tab}: ${event.type} ${quote(cap(event.message))} was ${event.answer}${wayToAccept(event, phrase)}`;
    case 'download':
      return `${tab}: the download of ${quote(cap(event.name))} from ${shortUrl(event.url)} ${fateOf(event)}`;
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
function wayToAccept({ type, answer }: TabEvent & { kind: 'dialog' }, phrase: Phrasing): string {
  if (answer === 'accepted' || type === 'alert') return '';
  return `; to accept it: ${phrase({ tool: 'answer_dialogs', answer: 'accept' })}, then the same again`;
}

function fateOf({ outcome, path }: DownloadEvent): string {
  if (outcome === 'saved') return `was saved as ${path}`;
  return { begun: 'has begun', failed: 'failed', refused: 'was refused: there were too many' }[outcome];
}

const shortUrl = (url: string): string => clean(cap(url)).replace(/\s+/g, ' ');

const cap = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
