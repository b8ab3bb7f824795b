import { maskText } from '../../browser/network/maskSecrets.ts';
import { sizeText } from '../../browser/network/readExchange.ts';
import { type PagePerformance, readPerformance } from '../../browser/network/readPerformance.ts';
import { pageTimeoutError } from '../../browser/pageErrors.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import { escapeInline } from '../../render/escape.ts';
import { truncate } from '../../snapshot/shorten.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import { redactTexts } from './DeveloperContext.ts';
import { mayShowLengths } from './readMaskedExchange.ts';

const TIMEOUT_MS = 10_000;

/** How the page has loaded and reacts, in eight lines. */
export async function measurePage(context: SessionContext): Promise<SessionResult> {
  const reading = context.connection().then(readPerformance);
  const measured = await withTimeout<PagePerformance | undefined>(reading, TIMEOUT_MS, undefined);
  if (!measured) throw pageTimeoutError(TIMEOUT_MS);
  const { largestPaint: largest } = measured;
  const largestPaint = largest && { ...largest, url: maskText(largest.url) };
  const { count, bytes } = measured.resources;
  const resources = mayShowLengths(context) ? { count, bytes } : { count };
  const shown = {
    ...measured,
    ...(largestPaint && (await redactTexts({ largestPaint }, context))),
    resources,
  };
  return { text: renderPerformance(shown), data: { ...shown } };
}

/** The bounds of web vitals: good up to the first, poor above the second. */
const LARGEST_PAINT = [2_500, 4_000] as const;
const LAYOUT_SHIFT = [0.1, 0.25] as const;
const INTERACTION = [200, 500] as const;

/** Without the bytes of a page that may hold a secret: they say how long it is. */
type ShownPerformance = Omit<PagePerformance, 'resources'> & { resources: { count: number; bytes?: number } };

function renderPerformance({
  firstByte,
  domReady,
  loaded,
  firstPaint,
  largestPaint,
  layoutShift,
  interaction,
  longTasks,
  resources,
  heap,
  dom,
}: ShownPerformance): string {
  const largest = largestPaint
    ? `${ms(largestPaint.at)}, ${rating(largestPaint.at, LARGEST_PAINT)}${sourceText(largestPaint)}`
    : 'none yet';
  const slowest =
    interaction === undefined ? 'none yet' : `${ms(interaction)}, ${rating(interaction, INTERACTION)}`;
  const { count, longest, blocking } = longTasks;
  return [
    `LCP: ${largest}`,
    `CLS: ${layoutShift.toFixed(3)}, ${rating(layoutShift, LAYOUT_SHIFT)}`,
    `INP: ${slowest}`,
    `first byte: ${ms(firstByte)}, first paint: ${ms(firstPaint)}, document ready: ${ms(domReady)}, loaded: ${ms(loaded)}`,
    `long tasks: ${count === 0 ? 'none' : `${count}, the longest ${ms(longest)}, blocking ${ms(blocking)}`}`,
    `requests: ${resources.count}${resources.bytes === undefined ? '' : `, ${sizeText(resources.bytes)}`}`,
    `heap: ${megabytes(heap.used)} of ${megabytes(heap.total)} MB`,
    `DOM: ${dom.nodes} nodes, ${dom.listeners} listeners`,
  ].join('\n');
}

const ms = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? 'not yet' : `${Math.round(milliseconds)} ms`;

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

function rating(value: number, [good, poor]: readonly [number, number]): string {
  if (value <= good) return 'good';
  return value <= poor ? 'to be improved' : 'poor';
}

function sourceText({ tag, url }: { tag: string; url: string }): string {
  const parts = [tag && `<${escapeInline(tag)}>`, url && escapeInline(truncate(url, 120))].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(' ')})` : '';
}
