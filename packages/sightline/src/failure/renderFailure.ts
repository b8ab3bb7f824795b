import { diffPages, isEmptyDiff } from '../diff/diffPages.ts';
import { renderChangeReport } from '../render/changes/renderChangeReport.ts';
import { elementState } from '../render/element/elementState.ts';
import { quote, stripInvisible } from '../render/escape.ts';
import { estimateTokens, truncateToTokens } from '../render/estimateTokens.ts';
import type { PageNode } from '../snapshot/Page.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import { isRemoved } from '../visibility/Visibility.ts';
import type { Cause } from './Cause.ts';
import { addressText } from './causes/otherPage.ts';
import type { FailedPage } from './FailedPage.ts';
import type { Failure } from './Failure.ts';
import { obstacleOf, placedLabel } from './renderExplained.ts';
import { suggestLocator } from './suggestLocator.ts';

/** Elements that are listed. */
const MAX_ELEMENTS = 6;
/** Tokens of what is written beside the page. */
const PART_TOKENS = { cause: 220, nearest: 260, change: 130, notes: 120 } as const;

export interface RenderFailureOptions {
  maxTokens: number;
  /** The page as it was seen last before. */
  before: Snapshot;
}

/** The explanation as Markdown: the cause first, then the step, what is nearest, what changed, and the page. */
export async function renderFailure(
  failed: FailedPage,
  cause: Cause,
  { maxTokens, before }: RenderFailureOptions,
): Promise<string> {
  const parts = [
    `**Cause** (${cause.kind}): ${truncateTo(cause.text, PART_TOKENS.cause)}`,
    stepText(failed.failure),
    await nearestText(cause, failed),
    section('Changed since the last look', changeText(failed, before), PART_TOKENS.change),
    section('Also', notesOf(failed).join('\n'), PART_TOKENS.notes),
  ].filter((part) => part !== '');
  const kept: string[] = [];
  let left = maxTokens - PAGE_RESERVE;
  for (const part of parts) {
    const cost = estimateTokens(part) + 2;
    if (kept.length > 0 && cost > left) continue;
    kept.push(part);
    left -= cost;
  }
  return [...kept, pageText(failed, left + PAGE_RESERVE)].join('\n\n');
}

/** Tokens that the page gets at least. */
const PAGE_RESERVE = 120;

const truncateTo = (text: string, tokens: number): string =>
  estimateTokens(text) <= tokens ? text : cutLines(text, tokens);

/** Whole lines from the start; of the first a part, where it alone is too long. */
function cutLines(text: string, tokens: number): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (const line of lines) {
    if (estimateTokens([...kept, line].join('\n')) > tokens) break;
    kept.push(line);
  }
  return kept.length > 0 ? [...kept, '…'].join('\n') : truncateToTokens(text, tokens);
}

const section = (title: string, text: string, tokens: number): string =>
  text === '' ? '' : `${title}:\n${truncateTo(text, tokens)}`;

/** ``Failed: `click` on `getByText('Pay')` (pay.spec.ts:12)``. */
export function stepText(failure: Failure): string {
  const call = failure.call || failure.headline;
  const not = failure.isNot ? 'not.' : '';
  const what = failure.locator === undefined ? '' : ` on \`${shorten(failure.locator, 200)}\``;
  const time = failure.timeoutMs === undefined ? '' : `, ${failure.timeoutMs} ms`;
  const place = failure.location === undefined ? '' : ` (${failure.location})`;
  return `Failed: \`${not}${shorten(call, 160)}\`${what}${time}${place}`;
}

async function nearestText({ elements = [], text }: Cause, failed: FailedPage): Promise<string> {
  const lines: string[] = [];
  for (const node of elements.slice(0, MAX_ELEMENTS)) {
    const line = await elementLine(node, failed);
    const locator = /`(.*)`$/.exec(line)?.[1];
    const isStated = elements.length === 1 && (locator === undefined || text.includes(locator));
    if (!isStated) lines.push(line);
  }
  if (elements.length > MAX_ELEMENTS) lines.push(`- (${elements.length - MAX_ELEMENTS} more)`);
  return section('Elements', lines.join('\n'), PART_TOKENS.nearest);
}

async function elementLine(node: PageNode, failed: FailedPage): Promise<string> {
  const obstacle = obstacleOf(node, failed.context);
  const locator = await suggestLocator(node, failed);
  const state = obstacle ? ` (${obstacle.kind === 'hidden' ? 'not shown' : obstacle.kind})` : '';
  return `- ${placedLabel(node, failed.context)}${state}${locator ? `: \`${locator}\`` : ''}`;
}

/** What differs from the page as a look or a matcher of the test saw it last; '' where it saw none. */
function changeText({ page, services, context }: FailedPage, before: Snapshot): string {
  if (before === page.snapshot) return '';
  const earlier = services.pageOf(before).pageState;
  const diff = diffPages(earlier, context.pageState);
  if (isEmptyDiff(diff)) return '';
  const quiet = { settled: true, transients: [], requests: { failed: [] }, consoleErrors: [] };
  return renderChangeReport(context, diff, quiet, { maxTokens: PART_TOKENS.change, quiet: true }).text;
}

/** What the page itself says is wrong: alerts, invalid fields, requests and scripts that failed. */
function notesOf({ context, observed, failure }: FailedPage): string[] {
  const { visibility } = context.pageState;
  const { nodes } = visibility.page;
  const visible = nodes.filter((node) => node.isElement && !isRemoved(visibility, node));
  const textOf = (node: PageNode): string =>
    shorten(
      nodes
        .slice(node.index, node.end)
        .flatMap((one) => (one.isText ? one.text : []))
        .join(' '),
      120,
    );
  const alerts = visible.filter(({ role }) => role === 'alert' || role === 'alertdialog').map(textOf);
  const invalid = visible.filter(
    (node) => elementState(node).invalid !== undefined && visibility.interactive[node.index] === 1,
  );
  return [
    ...alerts
      .filter((text) => text !== '')
      .slice(0, 2)
      .map((text) => `- alert ${quote(text)}`),
    ...(failure.isExpect || failure.call.startsWith('waitFor')
      ? invalid.slice(0, 3).map((node) => `- invalid: ${placedLabel(node, context)}`)
      : []),
    ...(observed.closedDialogs ?? [])
      .slice(-2)
      .map((one) => `- dialog that was answered or dismissed: ${shorten(one, 100)}`),
    ...(observed.failedRequests ?? []).slice(-3).map((one) => `- request failed: ${shorten(one, 120)}`),
    ...(observed.pageErrors ?? []).slice(-2).map((one) => `- error in the page: ${shorten(one, 160)}`),
  ];
}

/** The page in what is left of the tokens, in a fence that its text cannot close. */
function pageText({ page, context }: FailedPage, tokens: number): string {
  const { url, title } = context.pageState.page;
  const head = `Page: ${quote(shorten(stripInvisible(title), 80))} ${addressText(url)}`;
  const { text } = page.firstLook({ maxTokens: Math.max(40, tokens - estimateTokens(head) - 12) });
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${head}\n${fence}text\n${text}\n${fence}`;
}
