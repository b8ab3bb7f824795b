import { compose, IDENTITY, transformBox } from '../../snapshot/geometry.ts';
import { mapTexts } from '../../snapshot/mapTexts.ts';
import type { Page, PageDocument, PageNode } from '../../snapshot/Page.ts';
import { CHECKBOX_ROLES, LABELLED_FIELD_ROLES } from '../../snapshot/roles.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { DOM_LIMITS, type DomElement, type DomQueryResult } from '../../snapshot/selectors/DomQuery.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';
import { stripInvisible } from '../escape.ts';
import { decisionText } from '../explain/decisionText.ts';
import type { RenderContext } from '../RenderContext.ts';
import { type DomMatch, type DomResponse, renderDomResponse } from './renderDomResponse.ts';

/** What was asked, as far as the response repeats it. */
export interface DomQueryScope {
  selector: string;
  /** Whether shadow roots were searched; `isAuto`: by the conditions of `auto`. */
  pierce: boolean;
  isAuto: boolean;
  /** Number of the tab, where that is not the active one. */
  otherTab: number | undefined;
}

export interface RenderedDomQuery {
  /** Text for a model. */
  text: string;
  data: { summary: string; data: DomResponse };
}

/** Rules about what a person sees; the others are about how it is written. */
const HIDING_RULES: ReadonlySet<string> = new Set(['invisible', 'behindModal', 'occluded']);

/** Joins the results of the documents of a page, the main one first, into one response within `DOM_LIMITS`. */
export function renderDomQuery(
  results: readonly (DomQueryResult & { document: string; url: string })[],
  context: RenderContext,
  scope: DomQueryScope,
): RenderedDomQuery {
  const { page } = context.pageState.visibility;
  const builder = new DomMatchBuilder(context);
  const allMatches = results.flatMap((result) => result.matches.map((match) => ({ ...result, match })));
  const total = results.reduce((sum, result) => sum + result.total, 0);
  const first = allMatches.slice(0, DOM_LIMITS.elements);
  const matches = fitMatches(first.map(({ match, document, url }) => builder.build(match, document, url)));
  const unreadableCount = page.nodes.filter((node) => node.has(Flag.Unreadable)).length;
  const data: DomResponse = {
    url: stripInvisible(page.url),
    pageTitle: stripInvisible(page.title),
    selector: scope.selector,
    totalMatchCount: total,
    returnedMatchCount: matches.length,
    maxElementsReturned: DOM_LIMITS.elements,
    maxDepthQueried: DOM_LIMITS.depth,
    maxTextLength: DOM_LIMITS.text,
    pierceShadow: scope.pierce,
    ...((results.length > 1 || unreadableCount > 0) && {
      frames: { searched: results.length - 1, notSearched: unreadableCount },
    }),
    matches,
  };
  const hint = domQueryHint(data, scope);
  if (hint) data.hint = hint;
  const summary = `DOM query "${scope.selector}": ${total} match(es)`;
  return { text: renderDomResponse(data), data: { summary, data } };
}

/** What to know or to try next; '' for nothing. */
function domQueryHint(data: DomResponse, { selector, pierce, isAuto, otherTab }: DomQueryScope): string {
  const { totalMatchCount: total, returnedMatchCount: returned, maxElementsReturned, matches, frames } = data;
  const hints: string[] = [];
  if (total === 0) {
    hints.push(
      `No elements matched selector "${selector}". Verify the selector is correct and the page has loaded. ` +
        "Try a broader selector like 'div' or '*' to explore the DOM.",
    );
  }
  if (returned < total) {
    const reason =
      returned < Math.min(total, maxElementsReturned) ? 'as many as have room' : 'the first ones';
    hints.push(`${returned} of ${total} matches are shown, ${reason}: narrow the selector.`);
  }
  if (!pierce && isAuto)
    hints.push(
      'Shadow roots were not searched: the tab is not the active one at the address last asked for. pierce_shadow true searches them.',
    );
  if (frames?.notSearched)
    hints.push(`${frames.notSearched} frame(s) cannot be read, and were not searched.`);
  if (otherTab !== undefined && matches.some(({ number }) => number !== undefined))
    hints.push(`Switch to tab ${otherTab} before acting on these numbers.`);
  return hints.join(' ');
}

const hasArea = ({ width, height }: DomElement['bboxPixels']): boolean => width > 0 && height > 0;

/** Bytes of the response beside its matches. */
const RESPONSE_OVERHEAD = 20_000;

/** As many as fit into a response, the last of them without its children if necessary. */
function fitMatches(matches: readonly DomMatch[]): DomMatch[] {
  let room = DOM_LIMITS.payload - RESPONSE_OVERHEAD;
  const kept: DomMatch[] = [];
  for (const match of matches) {
    const { children = [], ...flat } = match;
    const fitted =
      sizeOf(match) <= room
        ? match
        : { ...flat, childrenOmitted: children.length + (flat.childrenOmitted ?? 0) };
    room -= sizeOf(fitted);
    if (room < 0) break;
    kept.push(fitted);
  }
  return kept;
}

const encoder = new TextEncoder();
const sizeOf = (match: DomMatch): number => encoder.encode(JSON.stringify(match)).length + 1;

/** Adds what the captured page knows of an element: its number, why it is hidden, where its frame is. */
class DomMatchBuilder {
  readonly #context: RenderContext;
  readonly #page: Page;
  readonly #mainDocument: PageDocument;

  constructor(context: RenderContext) {
    this.#context = context;
    this.#page = context.pageState.visibility.page;
    this.#mainDocument = this.#page.documents[0] as PageDocument;
  }

  build(element: DomElement, document: string, url: string): DomMatch {
    const built = this.#buildMatch(element, document, true);
    return document === this.#mainDocument.key ? built : { ...built, frame: stripInvisible(url) };
  }

  #buildMatch(
    { id, children, bboxPixels, ...element }: DomElement,
    document: string,
    isMatch: boolean,
  ): DomMatch {
    const node = this.#page.byIdentity(document, id);
    const hidden = this.#hiddenReason(node);
    const label = node && this.#fieldLabel(node);
    return {
      ...(node && (isMatch || this.#isInteractive(node)) && { number: this.#context.refOf(node) }),
      ...(label && { label: stripInvisible(label) }),
      ...mapTexts(element, stripInvisible),
      visible:
        element.visible &&
        hidden === undefined &&
        (node !== undefined || hasArea(bboxPixels)) &&
        this.#page.documentOf(document) !== undefined,
      ...(hidden !== undefined && { hidden: stripInvisible(hidden) }),
      bboxPixels: this.#inMainViewport(bboxPixels, document),
      ...(children && { children: children.map((child) => this.#buildMatch(child, document, false)) }),
    };
  }

  /** What a field is called; of one without a name, what names it in the outline: the head of its row. */
  #fieldLabel(node: PageNode): string | undefined {
    if (!LABELLED_FIELD_ROLES.has(node.role) && !CHECKBOX_ROLES.has(node.role)) return undefined;
    return node.name || this.#context.pageState.itemContexts.get(node)?.label;
  }

  #isInteractive(node: PageNode): boolean {
    return isShownInteractive(this.#context.pageState.visibility, node);
  }

  #hiddenReason(node: PageNode | undefined): string | undefined {
    const decision = node && this.#context.pageState.visibility.decisions[node.index];
    return decision?.kind === 'remove' && HIDING_RULES.has(decision.rule)
      ? decisionText(decision)
      : undefined;
  }

  /** From the viewport of the element's frame to that of the main document. */
  #inMainViewport(box: DomElement['bboxPixels'], key: string): DomElement['bboxPixels'] {
    const document = this.#page.documentOf(key);
    if (!document || document === this.#mainDocument) return box;
    const toDocument = { ...IDENTITY, e: document.scroll.x, f: document.scroll.y };
    const toPage = compose(document.placement, toDocument);
    const { x, y, width, height } = transformBox(box, toPage);
    const { scroll } = this.#mainDocument;
    return {
      x: Math.round(x - scroll.x),
      y: Math.round(y - scroll.y),
      width: Math.round(width),
      height: Math.round(height),
    };
  }
}
