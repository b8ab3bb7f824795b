import type { PageDiff } from '../../diff/PageDiff.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces, startOf } from '../../snapshot/shorten.ts';
import { readInnerText } from '../../visibility/readText.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import { escapeInline } from '../escape.ts';
import { estimateTokens } from '../estimateTokens.ts';
import { type FirstLookOptions, renderFirstLook } from '../firstLook/renderFirstLook.ts';
import type { RenderContext } from '../RenderContext.ts';
import { placeLine } from '../renderSummary.ts';
import { fitSections, type ReportSection } from './fitSections.ts';
import { quoteText } from './settleSections.ts';
import type { PrintedText } from './withoutPrinted.ts';

/** What is reported after an action that led to another page: what it is, its messages, and a first look. */
export function renderOtherPage(
  context: RenderContext,
  { sameRegions, sameLinks, entered }: PageDiff,
  trailing: ReportSection[],
  {
    quiet = false,
    entered: enteredBefore = [],
    printed,
  }: { quiet?: boolean; entered?: readonly string[]; printed?: PrintedText | undefined },
): string {
  const head = 'another page:';
  const room = context.maxTokens - estimateTokens(head) - 10;
  const rest = trailing.length > 0 ? fitSections(trailing, { ...context, maxTokens: room / 2 }, '').text : '';
  const asked = [...entered, ...enteredBefore];
  const left = Math.max(60, room - estimateTokens(rest));
  const page = quiet
    ? renderPlace({ ...context, maxTokens: left }, printed)
    : renderOtherPageLook(
        { ...context, maxTokens: left },
        { known: sameRegions, knownLinks: sameLinks, asked },
      );
  return [head, page, rest].filter(Boolean).join('\n');
}

/** Title, address and messages. */
function renderPlace(context: RenderContext, printed: PrintedText | undefined): string {
  // A quarter of it for each of title and address, 50 tokens at most.
  const page = placeLine({ ...context, maxTokens: Math.min(2 * context.maxTokens, 400) });
  const room = context.maxTokens - estimateTokens(page);
  return [page, ...messageLines(context, room, () => printed?.text ?? '')].join('\n');
}

function renderOtherPageLook(
  context: RenderContext,
  look: Pick<FirstLookOptions, 'known' | 'knownLinks' | 'asked'>,
): string {
  const page = placeLine(context);
  const room = context.maxTokens - estimateTokens(page);
  // Its numbers are not shown to anybody.
  const wholeLook = (): string => renderFirstLook({ ...context, refOf: () => 0 }, { maxTokens: room }).text;
  const lines = messageLines(context, room / 2, wholeLook);
  const maxTokens = room - (lines.length > 0 ? estimateTokens(lines.join('\n')) : 0);
  return [page, ...lines, renderFirstLook(context, { ...look, maxTokens }).text].join('\n');
}

/** What the page says of what was done, in `maxTokens`, where what is `shown` leaves it out: `alert: "Order 7 was sent"`. */
function messageLines(context: RenderContext, maxTokens: number, shown: () => string): string[] {
  const { visibility } = context.pageState;
  const messages = visibility.page.nodes.filter(
    (node) => MESSAGE_ROLES.has(node.role) && !isRemoved(visibility, node),
  );
  if (messages.length === 0) return [];
  const known = shown();
  const isLeftOut = (text: string): boolean =>
    text !== '' && !known.includes(escapeInline(startOf(text, 40)));
  const lines = messages
    .filter((node) => isLeftOut(firstText(node, visibility)))
    .map((node) => `${node.role}: ${quoteText(collapseSpaces(readInnerText(node, visibility)))}`);
  let room = maxTokens;
  return [...new Set(lines)].slice(0, MAX_MESSAGES).filter((line) => {
    const cost = estimateTokens(line);
    if (cost > room) return false;
    room -= cost;
    return true;
  });
}

function firstText({ index, end }: PageNode, visibility: Visibility): string {
  const texts = visibility.page.nodes
    .slice(index, end)
    .filter((one) => one.isText && !isRemoved(visibility, one));
  return texts.map(({ text }) => collapseSpaces(text)).find((text) => text !== '') ?? '';
}

const MESSAGE_ROLES: ReadonlySet<string> = new Set(['alert', 'status']);
const MAX_MESSAGES = 2;
