import { compose, IDENTITY, place } from '../model/Affine.ts';
import { DOM_LIMITS, type DomElement, type DomFound } from '../model/DomQuery.ts';
import { mapStrings } from '../model/mapStrings.ts';
import { identity, type PageDocument, type PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { type DomAsked, domHint } from './domHint.ts';
import { domText } from './domText.ts';
import { clean } from './escape.ts';
import type { Scene } from './View.ts';

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

export interface DomAnswer {
  /** What a model reads. */
  text: string;
  data: { summary: string; data: DomResponse };
}

/** Rules that speak of what a person sees; the others of how it is told. */
const HIDING: ReadonlySet<string> = new Set(['invisible', 'behindModal', 'occluded']);

/** Joins what the documents of a page answer, the main one first, into one response within the bounds of seed 004. */
export function tellDom(
  found: readonly (DomFound & { document: string; url: string })[],
  scene: Scene,
  asked: DomAsked,
): DomAnswer {
  const { page } = scene.structure.pruning;
  const teller = new MatchTeller(scene);
  const all = found.flatMap((one) => one.matches.map((match) => ({ ...one, match })));
  const total = found.reduce((sum, one) => sum + one.total, 0);
  const first = all.slice(0, DOM_LIMITS.elements);
  const matches = withRoom(first.map(({ match, document, url }) => teller.tell(match, document, url)));
  const unread = page.nodes.filter((node) => node.has(Flag.Unreadable)).length;
  const data: DomResponse = {
    url: clean(page.url),
    pageTitle: clean(page.title),
    selector: asked.selector,
    totalMatchCount: total,
    returnedMatchCount: matches.length,
    maxElementsReturned: DOM_LIMITS.elements,
    maxDepthQueried: DOM_LIMITS.depth,
    maxTextLength: DOM_LIMITS.text,
    pierceShadow: asked.pierce,
    ...((found.length > 1 || unread > 0) && { frames: { searched: found.length - 1, notSearched: unread } }),
    matches,
  };
  const hint = domHint(data, asked);
  if (hint) data.hint = hint;
  const summary = `DOM query "${asked.selector}": ${total} match(es)`;
  return { text: domText(data), data: { summary, data } };
}

const hasArea = ({ width, height }: DomElement['bboxPixels']): boolean => width > 0 && height > 0;

/** Bytes: what is told beside the matches. */
const REST = 20_000;

/** As many as fit into an answer, the later ones without their children where that is what it takes. */
function withRoom(matches: readonly DomMatch[]): DomMatch[] {
  let room = DOM_LIMITS.payload - REST;
  const told: DomMatch[] = [];
  for (const match of matches) {
    const { children = [], ...flat } = match;
    const one =
      sizeOf(match) <= room
        ? match
        : { ...flat, childrenOmitted: children.length + (flat.childrenOmitted ?? 0) };
    room -= sizeOf(one);
    if (room < 0) break;
    told.push(one);
  }
  return told;
}

const encoder = new TextEncoder();
const sizeOf = (match: DomMatch): number => encoder.encode(JSON.stringify(match)).length + 1;

/** Adds what the captured page knows of an element: its number, why it is hidden, where its frame lies. */
class MatchTeller {
  readonly #scene: Scene;
  readonly #nodes = new Map<string, PageNode>();
  readonly #documents: ReadonlyMap<string, PageDocument>;
  readonly #main: PageDocument;

  constructor(scene: Scene) {
    this.#scene = scene;
    const { nodes, documents } = scene.structure.pruning.page;
    for (const node of nodes) if (node.isElement) this.#nodes.set(identity(node), node);
    this.#documents = new Map(documents.map((document) => [document.key, document]));
    this.#main = documents[0] as PageDocument;
  }

  tell(element: DomElement, document: string, url: string): DomMatch {
    const told = this.#tell(element, document, true);
    return document === this.#main.key ? told : { ...told, frame: clean(url) };
  }

  #tell({ id, children, bboxPixels, ...element }: DomElement, document: string, isMatch: boolean): DomMatch {
    const node = this.#nodes.get(`${document}/${id}`);
    const hidden = this.#whyHidden(node);
    return {
      ...(node && (isMatch || this.#isUsable(node)) && { number: this.#scene.numberOf(node) }),
      ...mapStrings(element, clean),
      visible:
        element.visible &&
        hidden === undefined &&
        (node !== undefined || hasArea(bboxPixels)) &&
        this.#documents.has(document),
      ...(hidden !== undefined && { hidden: clean(hidden) }),
      bboxPixels: this.#inMainViewport(bboxPixels, document),
      ...(children && { children: children.map((child) => this.#tell(child, document, false)) }),
    };
  }

  #isUsable(node: PageNode): boolean {
    const { pruning } = this.#scene.structure;
    return pruning.usable[node.index] === 1 && !isRemoved(pruning, node);
  }

  #whyHidden(node: PageNode | undefined): string | undefined {
    const verdict = node && this.#scene.structure.pruning.verdicts[node.index];
    return verdict?.decision === 'remove' && HIDING.has(verdict.rule) ? verdict.why : undefined;
  }

  /** A frame tells boxes in its own viewport. */
  #inMainViewport(box: DomElement['bboxPixels'], key: string): DomElement['bboxPixels'] {
    const document = this.#documents.get(key);
    if (!document || document === this.#main) return box;
    const toDocument = { ...IDENTITY, e: document.scroll.x, f: document.scroll.y };
    const toPage = compose(document.placement, toDocument);
    const { x, y, width, height } = place(box, toPage);
    const { scroll } = this.#main;
    return {
      x: Math.round(x - scroll.x),
      y: Math.round(y - scroll.y),
      width: Math.round(width),
      height: Math.round(height),
    };
  }
}
