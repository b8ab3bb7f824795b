import type { PageDiff } from '../../diff/PageDiff.ts';
import { area } from '../../snapshot/geometry.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { quote, shownName, stripInvisible } from '../escape.ts';
import { truncateToTokens } from '../estimateTokens.ts';
import type { RenderContext } from '../RenderContext.ts';
import type { ReportSection } from './fitSections.ts';

/** How the page settled after an action. Its texts hold no secrets. */
export interface SettleSummary {
  settled: boolean;
  /** Why it did not settle, as words that follow "because". */
  reason?: string;
  /** Texts that appeared and disappeared again. */
  transients: readonly { text: string; role: string }[];
  requests: { failed: readonly { method: string; url: string; status?: number; error?: string }[] };
  consoleErrors: readonly string[];
}

/** What is named of each: a thing that is dragged shows another hour at every step. */
const MAX_ENTRIES = 5;

export const headSection = (head: string): ReportSection => ({ head, entries: [], separator: '' });
export const quoteText = (text: string): string => quote(shorten(stripInvisible(text), 120));
/** A URL in at most 50 tokens. That of a `data:` page may hold spaces. */
export const urlText = (url: string): string =>
  quote(truncateToTokens(stripInvisible(url), 50))
    .slice(1, -1)
    .replaceAll(' ', '%20');

export const NOTHING_CHANGED = 'nothing changed that can be seen';
const IN_CANVAS = 'nothing changed outside of the canvas, which a screenshot shows';
/** Of a picture that one works in (a map, a drawing), in square CSS pixels. */
const MIN_CANVAS_AREA = 20_000;

export function nothingChangedText({ settled }: SettleSummary, { pageState }: RenderContext): string {
  const { visibility } = pageState;
  const isCanvas = (node: PageNode): boolean =>
    node.tag === 'canvas' &&
    node.box !== undefined &&
    area(node.box) >= MIN_CANVAS_AREA &&
    !isRemoved(visibility, node);
  if (!settled) return 'nothing changed so far that can be seen';
  return visibility.page.nodes.some(isCanvas) ? IN_CANVAS : NOTHING_CHANGED;
}

/** What appeared only for a moment, which requests failed, and whether the page still changes. */
export function settleSections({
  settled,
  reason,
  transients,
  requests,
  consoleErrors,
}: SettleSummary): ReportSection[] {
  const list = (head: string, entries: string[]): ReportSection[] =>
    entries.length > 0
      ? [
          {
            head,
            entries: entries.map((entry) => [entry]),
            separator: '; ',
            maxEntries: MAX_ENTRIES,
            isUnrecoverable: true,
          },
        ]
      : [];
  return [
    ...list(
      'came and went: ',
      transients.map(({ text, role }) => {
        const words = text && quote(shorten(stripInvisible(text), transients.length > 1 ? 60 : 120));
        return [words, role && `(${role})`].filter(Boolean).join(' ');
      }),
    ),
    ...list(
      'requests failed: ',
      requests.failed.map(
        ({ method, url, status, error }) => `${shownName(method)} ${urlText(url)} ${status ?? error}`,
      ),
    ),
    ...list('console errors: ', consoleErrors.map(quoteText)),
    ...(settled ? [] : [headSection(`not settled: ${reason ?? 'the page goes on'}`)]),
  ];
}

/** The transient texts that were not there before and are not there now, in another place. */
export function vanishedTransients(
  { pageState }: RenderContext,
  { gone, scrolledAway, texts, changed }: PageDiff,
  { transients }: SettleSummary,
): SettleSummary['transients'] {
  if (transients.length === 0) return transients;
  const { visibility } = pageState;
  const currentText = visibility.page.nodes
    .filter((node) => node.isText && !isRemoved(visibility, node))
    .map(({ text }) => text)
    .join(' ');
  const previousText = [
    ...[...gone, ...scrolledAway].map(({ text }) => text),
    ...texts.map(({ was }) => was),
    ...changed.flatMap(({ changes }) => changes.map(({ was }) => was)),
  ].join('\n');
  const normalized = currentText.replace(/\s+/g, ' ');
  const isStillPresent = (text: string): boolean => normalized.includes(text) || previousText.includes(text);
  const before = previousText.replace(/\s+/g, ' ');
  const vanished = transients.filter(
    ({ text }) =>
      text === '' ||
      !(isStillPresent(text) || isPartlyPresent(text, normalized) || isPartlyPresent(text, before)),
  );
  return vanished.filter(
    ({ text, role }) => role !== '' || !vanished.some((one) => isPartOf(text, one.text)),
  );
}

/** Whether words are among those of a longer text: an entry of a list that came and went. */
const isPartOf = (text: string, longer: string): boolean =>
  text !== longer && ` ${longer} `.includes(` ${text} `);

/** True if the text begins like one that is there now, or was: a whole view that was rendered twice, or closed. */
function isPartlyPresent(text: string, presentText: string): boolean {
  const parts = text.split(' ');
  return parts.length >= MIN_SHARED_WORDS && presentText.includes(parts.slice(0, MIN_SHARED_WORDS).join(' '));
}

/** Equal words in a row that are no coincidence. */
const MIN_SHARED_WORDS = 4;
