import { DOM_LIMITS, type DomElement, type DomQueryResult } from '../../snapshot/DomQuery.ts';
import { compose, IDENTITY, transformBox } from '../../snapshot/geometry.ts';
import { mapStrings } from '../../snapshot/mapStrings.ts';
import type { Page, PageDocument, PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';
import { stripInvisible } from '../escape.ts';
import { decisionText } from '../explain/decisionText.ts';
import type { RenderContext } from '../RenderContext.ts';
import { type DomQueryScope, domQueryHint } from './domQueryHint.ts';
import { renderDomResponse } from './renderDomResponse.ts';

/** An element as `query_dom` tells it. */
export interface DomMatch extends Omit<DomElement, 'id' | 'children'> {
  /** What names it to every other call; none for what is not rendered at all, as what stands in the head. */
  number?: number;
  /** Why a person does not see it, where that is known. */
  hidden?: string;
  /** Address of the frame that it stands in; none for the main document. */
  frame?: string;
  children?: DomMatch[];
}

/** The response of seed 004, with what it does not know of: numbers, shadow roots, frames. */
export interface DomResponse {
  url: string;
  pageTitle: string;
  selector: string;
  totalMatchCount: number;
  returnedMatchCount: number;
  maxElementsReturned: number;
  maxDepthQueried: number;
  maxTextLength: number;
  /** Whether shadow roots were searched. */
  pierceShadow: boolean;
  /** Set where the page has frames. */
  frames?: { searched: number; notSearched: number };
  matches: DomMatch[];
  hint?: string;
}

export interface RenderedDomQuery {
  /** What a model reads. */
  text: string;
  data: { summary: string; data: DomResponse };
}

/** Rules that speak of what a person sees; the others of how it is told. */
const HIDING_RULES: ReadonlySet<string> = new Set(['invisible', 'behindModal', 'occluded']);

/** Joins what the documents of a page answer, the main one first, into one response within the bounds of seed 004. */
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

const hasArea = ({ width, height }: DomElement['bboxPixels']): boolean => width > 0 && height > 0;

/** Bytes: what is told beside the matches. */
const RESPONSE_OVERHEAD = 20_000;

/** As many as fit into an answer, the later ones without their children where that is what it takes. */
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

/** Adds what the captured page knows of an element: its number, why it is hidden, where its frame lies. */
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
    const node = this.#page.byRef(document, id);
    const hidden = this.#hiddenReason(node);
    return {
      ...(node && (isMatch || this.#isInteractive(node)) && { number: this.#context.refOf(node) }),
      ...mapStrings(element, stripInvisible),
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

  #isInteractive(node: PageNode): boolean {
    return isShownInteractive(this.#context.pageState.visibility, node);
  }

  #hiddenReason(node: PageNode | undefined): string | undefined {
    const decision = node && this.#context.pageState.visibility.decisions[node.index];
    return decision?.kind === 'remove' && HIDING_RULES.has(decision.rule)
      ? decisionText(decision)
      : undefined;
  }

  /** A frame tells boxes in its own viewport. */
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
