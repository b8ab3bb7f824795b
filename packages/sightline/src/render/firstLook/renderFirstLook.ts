import { addToGroup, countBy } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { LABELLED_FIELD_ROLES, TABLE_ROLES } from '../../snapshot/roles.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { searchTerms } from '../../structure/enteredTexts.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';
import { regionHeader } from '../element/location.ts';
import { isImage } from '../element/replacementText.ts';
import { type FitOptions, linesCost } from '../lines/fitLines.ts';
import { groupUngroupedLines, packControls } from '../lines/layoutLines.ts';
import { renderLines } from '../lines/renderLines.ts';
import { unfoldAsked } from '../lines/unfoldAsked.ts';
import { writeLines } from '../lines/writeLines.ts';
import type { RenderContext, RenderedText, ViewLine } from '../RenderContext.ts';
import { collapsedParts, knownParts } from './collapsedParts.ts';
import { findTableField } from './findTableField.ts';
import { toolLines } from './Toolbars.ts';

/** Upper bound of a first look in o200k tokens, if no other is given. */
export const FIRST_LOOK_TOKENS = 450;

/** More than that where items were asked for: they spare the call that unfolds them. */
const ASKED_TOKENS = 200;

/** Characters of a line of prose that are shown where not all fits. */
const PROSE_LENGTH = 160;

export interface FirstLookOptions {
  /** Upper bound in o200k tokens. */
  maxTokens?: number;
  /** Regions that the reader knows: a line each. */
  known?: ReadonlySet<LandmarkRegion>;
  /** Blocks of links that the reader knows: a line each. */
  knownLinks?: ReadonlySet<PageNode>;
  /** Texts that were entered on the page before: like items that say them are shown, as those that the address searches for. */
  asked?: readonly string[];
}

/**
 * What a page shows, for who has just come to it, without its title and address: all of a page that fits into
 * `maxTokens`. Of a larger one what it is about: navigation, banner, footer and side lists are a line each, prose is
 * shortened, tooltips and pictures are left out, and of a part that is cut its further headings stay.
 */
export function renderFirstLook(
  context: RenderContext,
  { maxTokens: givenTokens, known = new Set(), knownLinks = new Set(), asked = [] }: FirstLookOptions = {},
): RenderedText {
  const { pageState } = context;
  const folds = unfoldAsked(pageState, [...asked, ...searchTerms(pageState.page.url)]);
  const maxTokens = givenTokens ?? FIRST_LOOK_TOKENS + (folds ? ASKED_TOKENS : 0);
  const lookContext: RenderContext = {
    ...context,
    style: 'compact',
    isNew: () => false,
    unchanged: new Set(),
    interactiveOnly: false,
    full: false,
    maxTokens,
    ...(folds && { folds }),
  };
  const frame = { indent: ' ', head: '' };
  const seen = knownParts(lookContext, known, knownLinks);
  const isTools = toolLines(pageState);
  const layOut = (lines: ViewLine[]): ViewLine[] =>
    joinKnown(packControls(groupUngroupedLines(lines, lookContext), lookContext, isTools), seen, pageState);
  const whole = layOut(renderLines(lookContext, { regions: true, collapsed: seen }));
  if (linesCost(whole) <= maxTokens) return writeLines(whole, lookContext, frame);
  const collapsed = renderLines(
    { ...lookContext, withoutTooltips: true },
    { regions: true, collapsed: collapsedParts(lookContext, known, knownLinks) },
  );
  const lines = layOut(collapsed.filter((line) => !isDecoration(line)).map(shortenProse));
  return {
    ...writeLines(lines, lookContext, {
      ...frame,
      ...priorities(lookContext, lines, isTools),
      isBrief: true,
    }),
    complete: false,
  };
}

/** Fields that make a form what a page is about. */
const MIN_FIELDS = 3;

/**
 * Of what is cut, the field that searches the largest table comes first; headings, the first rows of the largest table and the buttons that submit a form stay; what a form explains to its fields (words that nothing can be
 * done with, and no row of a table) comes once its controls fit, what filters the columns of a table once its rows do, and a long
 * row of tools with nothing but icons once all else does.
 */
function priorities(
  { pageState }: RenderContext,
  lines: readonly ViewLine[],
  isTools: (line: ViewLine) => boolean,
): FitOptions {
  const { visibility } = pageState;
  const { page } = visibility;
  const isField = (node: PageNode): boolean =>
    LABELLED_FIELD_ROLES.has(node.role) && isShownInteractive(visibility, node);
  const isForm = ({ tag, role, index, end }: PageNode): boolean =>
    (tag === 'form' || role === 'form') && page.nodes.slice(index, end).filter(isField).length >= MIN_FIELDS;
  const forms = new Set(page.nodes.filter(isForm));
  const isInForm = (node: PageNode | undefined): boolean =>
    node?.closest((one) => forms.has(one)) !== undefined;
  const rowAround = (node: PageNode | undefined): PageNode | undefined =>
    node?.closest(({ role }) => role === 'row');
  const columnTools = findColumnTools(pageState);
  const records = firstRecords(lines, pageState);
  const isSubmit = (part: string | PageNode): boolean =>
    typeof part === 'object' && part.attributes.type === 'submit' && isInForm(part);
  const tableField = findTableField(pageState);
  return {
    isFirst: ({ node, parts }) =>
      tableField !== undefined && (node === tableField || parts.includes(tableField)),
    isKept: (line) => line.kind === 'heading' || records.has(line) || line.parts.some(isSubmit),
    ...(records.size > 0 && { keptShare: RECORDS_SHARE }),
    isLast: ({ isRest, ...line }) => {
      const { kind, node, parts } = line;
      return (
        isRest ||
        columnTools.has(rowAround(node)) ||
        isTools(line) ||
        (kind === 'content' &&
          parts.every((part) => typeof part === 'string') &&
          isInForm(node) &&
          !rowAround(node))
      );
    },
  };
}

/** Rows without words in a table with heads, in which others have words: fields and buttons by which these are filtered. */
function findColumnTools({ page, counts, visibility }: PageState): ReadonlySet<PageNode | undefined> {
  const rowsOf = new Map<PageNode | undefined, PageNode[]>();
  const headed = new Set<PageNode | undefined>();
  for (const node of page.nodes) {
    if (node.role !== 'row' && node.role !== 'columnheader') continue;
    const table = node.closest(({ role }) => TABLE_ROLES.has(role));
    if (node.role === 'columnheader') headed.add(table);
    else if (!isRemoved(visibility, node)) addToGroup(rowsOf, table, node);
  }
  const tools = [...rowsOf].flatMap(([table, rows]) => {
    const wordless = headed.has(table) ? rows.filter((row) => counts.textLength(row) === 0) : [];
    return 2 * wordless.length < rows.length ? wordless : [];
  });
  return new Set(tools);
}

/** Fewer rows are no list; shorter ones (characters in the mean) are the weeks of a calendar. */
const MIN_RECORDS = 4;
const MIN_RECORD_LENGTH = 20;
/** Lines of them that stay of a page that is cut, with those of the heads. */
const KEPT_RECORDS = 3;
/** Most of a region's tokens that are held back for these, and for headings. */
const RECORDS_SHARE = 0.45;

/** The first lines of the table with the most words. */
function firstRecords(lines: readonly ViewLine[], { page, counts }: PageState): ReadonlySet<ViewLine> {
  const rows = page.nodes.filter((node) => node.role === 'row' && counts.textLength(node) > 0);
  const rowCounts = countBy(rows, (row) => row.closest(({ role }) => TABLE_ROLES.has(role)));
  const [largest] = [...rowCounts]
    .filter(([table, count]) => count >= MIN_RECORDS && counts.textLength(table) >= MIN_RECORD_LENGTH * count)
    .sort(([a], [b]) => counts.textLength(b) - counts.textLength(a));
  const inside = lines.filter(({ node }) => node && largest?.[0].contains(node));
  return new Set(inside.slice(0, KEPT_RECORDS));
}

/** Several regions that are as before are one line at the end: `(as before: BANNER, NAV: "Primary")`. */
function joinKnown(
  lines: ViewLine[],
  known: ReadonlyMap<PageNode, unknown>,
  { regions }: PageState,
): ViewLine[] {
  const isKnown = ({ kind, node }: ViewLine): boolean =>
    kind === 'region' && node !== undefined && known.has(node);
  const nodes = new Set(lines.filter(isKnown).map(({ node }) => node));
  if (nodes.size < 2) return lines;
  const names = regions.filter(({ node }) => nodes.has(node)).map(regionHeader);
  const note: ViewLine = {
    kind: 'note',
    depth: 0,
    parts: [`(as before: ${names.join(', ')})`],
    region: undefined,
    node: undefined,
    controlsOnly: false,
  };
  return [...lines.filter((line) => !isKnown(line)), note];
}

/** A picture that nothing can be done with. */
const isDecoration = ({ kind, node, parts: [picture, ...others] }: ViewLine): boolean =>
  kind === 'content' &&
  node !== undefined &&
  isImage(node) &&
  typeof picture === 'string' &&
  others.length === 0;

function shortenProse(line: ViewLine): ViewLine {
  const [text, ...others] = line.parts;
  if (line.kind !== 'content' || line.parts.some((part) => typeof part !== 'string')) return line;
  return { ...line, parts: [shorten([text, ...others].join(''), PROSE_LENGTH)] };
}
