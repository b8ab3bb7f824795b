import type { PageBaseline } from '../../packages/sightline/src/diff/PageBaseline.ts';
import type { SuggestedCall } from '../../packages/sightline/src/render/CallFormatter.ts';
import { renderFirstLook } from '../../packages/sightline/src/render/firstLook/renderFirstLook.ts';
import { buildRenderContext, PageStateCache } from '../../packages/sightline/src/render/PageStateCache.ts';
import { parseRenderedLine } from '../../packages/sightline/src/render/parseRenderedLine.ts';
import type {
  RenderContext,
  RenderedLine,
  RenderedText,
  ViewOptions,
} from '../../packages/sightline/src/render/RenderContext.ts';
import { renderFlat, renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { type RegionOptions, renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { RefRegistry } from '../../packages/sightline/src/session/refs/RefRegistry.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import type { LandmarkRegion } from '../../packages/sightline/src/structure/landmarks.ts';
import type { PageState } from '../../packages/sightline/src/structure/PageState.ts';
import { isShownInteractive } from '../../packages/sightline/src/visibility/Visibility.ts';
import type { Random } from './Random.ts';

/** A view that is asked for. */
export interface ViewRequest extends ViewOptions, RegionOptions {
  view: 'outline' | 'flat' | 'region' | 'first look';
  /** Address of the region. */
  region?: string;
}

/**
 * Conservation: of the elements that a person can use, a view writes each with its number or counts it in a line that
 * stands in its place and names the call that brings it. Reads the views as their readers do: text, and calls.
 */
export class Conservation {
  readonly #snapshot: Snapshot;
  readonly #previous: PageBaseline | undefined;
  readonly #cache = new PageStateCache();
  readonly #refs = new RefRegistry();
  /** Answers that were read before: many views lead to the same. */
  readonly #readings = new Map<string, Reading>();

  /** `previous`: the page at the last look, if there was one. */
  constructor(snapshot: Snapshot, previous?: Snapshot) {
    this.#snapshot = snapshot;
    this.#previous = previous && new PageStateCache().get(previous, {}).baseline();
  }

  pageState(options: ViewOptions): PageState {
    return this.#cache.get(this.#snapshot, options).pageState;
  }

  /** What is lost, counted wrongly or brought by no call; nothing, if all is well. */
  check(request: ViewRequest): string[] {
    const first = this.#read(request);
    const wrong = [...first.wrong];
    const brought = new Set(first.brought);
    const pending = [...first.calls];
    const made = new Set<string>();
    const mostCalls = Math.max(5, Math.min(MOST_CALLS, MOST_NODES / first.pageSize));
    for (let call = pending.shift(); call && made.size < mostCalls; call = pending.shift()) {
      const key = JSON.stringify(call);
      if (made.has(key)) continue;
      made.add(key);
      const next = this.#read(requestOf(call, request));
      wrong.push(...next.wrong.map((what) => `after ${key}: ${what}`));
      for (const node of next.brought) brought.add(node);
      pending.push(...next.calls);
    }
    const missing = first.usable.filter((node) => !brought.has(node));
    if (missing.length > 0 && made.size < mostCalls)
      wrong.push(`no call brings ${missing.length}: ${describe(missing)}`);
    return wrong.slice(0, 3).map((what) => `${JSON.stringify(request)}: ${what}`);
  }

  #read(request: ViewRequest): Reading {
    const key = JSON.stringify(request);
    const known = this.#readings.get(key) ?? this.#readAnew(request);
    this.#readings.set(key, known);
    return known;
  }

  #readAnew(request: ViewRequest): Reading {
    const cached = this.#cache.get(this.#snapshot, request);
    const registry = this.#refs.createRefAssigner(cached.pageState);
    const numbers = new Map<number, PageNode>();
    const calls: SuggestedCall[] = [];
    const refOf = (node: PageNode): number => {
      const number = registry(node);
      numbers.set(number, node);
      return number;
    };
    const formatCall = (call: SuggestedCall): string => `call ${calls.push(call) - 1}`;
    const context = buildRenderContext(cached, request, refOf, this.#previous, formatCall);
    const rendered = render(context, request);
    return new Reading(request, context, rendered, { numbers, calls });
  }
}

/** Calls that are followed from one view, and nodes that are rendered for it in all. */
const MOST_CALLS = 400;
const MOST_NODES = 200_000;

function render(context: RenderContext, request: ViewRequest): RenderedText {
  if (request.view === 'outline') return renderOutline(context);
  if (request.view === 'flat') return renderFlat(context);
  if (request.view === 'first look') return renderFirstLook(context, request);
  return renderRegion(context, request.region ?? 'PAGE', request);
}

function requestOf({ tool, landmark, ...call }: SuggestedCall, before: ViewRequest): ViewRequest {
  const { style, maxTokens = Number.POSITIVE_INFINITY, viewportExpansion } = before;
  const shared = { ...(style && { style }), ...(viewportExpansion !== undefined && { viewportExpansion }) };
  const options = { ...shared, maxTokens: call.maxTokens ?? maxTokens, full: call.full ?? false };
  if (tool !== 'get_region') return { ...options, view: before.view === 'flat' ? 'flat' : 'outline' };
  const { heading, content, from } = call;
  const region = {
    ...(heading !== undefined && { heading }),
    ...(content && { content }),
    ...(from && { from }),
  };
  return { ...options, ...region, view: 'region', region: landmark ?? 'PAGE' };
}

/** A line that counts what it does not write. */
interface Note {
  kind: 'fold' | 'cut' | 'unchanged' | 'collapsed';
  /** Cut, with the call at another region. */
  isCounted?: boolean;
  /** Items of a fold, else elements. */
  count: number;
  line: RenderedLine;
  /** Place in the text. */
  at: number;
}

interface Given {
  numbers: ReadonlyMap<number, PageNode>;
  calls: readonly SuggestedCall[];
}

/** One answer, read line by line. */
class Reading {
  readonly wrong: string[] = [];
  /** The elements that the view is about. */
  readonly usable: PageNode[];
  /** Those that are written, or stand in an unchanged part. */
  readonly brought = new Set<PageNode>();
  /** Calls that its lines name. */
  readonly calls: SuggestedCall[] = [];
  readonly pageSize: number;
  readonly #state: PageState;
  readonly #request: ViewRequest;
  readonly #isSecondLook: boolean;
  /** Line of each written element. */
  readonly #lineOf = new Map<PageNode, number>();
  readonly #regionsWithLines = new Set<LandmarkRegion | undefined>();
  readonly #notes: Note[] = [];

  constructor(request: ViewRequest, context: RenderContext, rendered: RenderedText, given: Given) {
    this.#request = request;
    this.#state = context.pageState;
    this.pageSize = this.#state.page.nodes.length;
    this.#isSecondLook = context.unchanged.size > 0;
    this.usable = this.#usable();
    const texts = rendered.text.split('\n');
    const { lines = [] } = rendered;
    if (lines.length !== texts.length) this.wrong.push(`${texts.length} lines, ${lines.length} sources`);
    for (const [at, text] of texts.entries()) this.#readLine(text, at, lines[at] as RenderedLine, given);
    for (const node of this.#lineOf.keys()) this.brought.add(node);
    this.#settle();
  }

  #usable(): PageNode[] {
    const { visibility, regions, regionAt } = this.#state;
    const all = visibility.page.nodes.filter((node) => isShownInteractive(visibility, node));
    const { view, region = 'PAGE', from = 1 } = this.#request;
    if (view !== 'region' || from > 1 || this.#request.heading !== undefined)
      return from > 1 ? [] : this.#inSection(all);
    if (region === 'ungrouped' || region === '(ungrouped)')
      return all.filter(({ index }) => !regionAt[index]);
    const found = regions.find(({ address }) => address === region);
    return found ? all.filter((node) => found.node.contains(node) || found.node === node) : all;
  }

  /** What a heading's section holds cannot be shown without its rules: only its head is held to it. */
  #inSection(all: PageNode[]): PageNode[] {
    return this.#request.heading === undefined ? all : [];
  }

  #readLine(text: string, at: number, line: RenderedLine, { numbers, calls }: Given): void {
    for (const { ref } of parseRenderedLine(text)) {
      const node = numbers.get(ref);
      if (!node) this.wrong.push(`a number of nothing: ${text}`);
      else if (this.#lineOf.has(node)) this.wrong.push(`[${ref}] is written twice`);
      else this.#lineOf.set(node, at);
    }
    this.#regionsWithLines.add(line?.region);
    const note = noteOf(text);
    const isCounted = note?.kind === 'collapsed' && this.#isCounted(text, line, note.count);
    if (note) this.#notes.push({ ...note, ...(isCounted && { kind: 'cut', isCounted }), line, at });
    const call = /(?<!\\)\(.*: call (\d+)\)$/.exec(text)?.[1];
    if (call !== undefined) this.calls.push(calls[Number(call)] as SuggestedCall);
    else if (note?.kind === 'fold' || note?.kind === 'cut') this.wrong.push(`no call: ${text}`);
  }

  /**
   * A region that is cut before its first line, in a first look: its own elements are counted, and the call is that of another
   * region. Where it holds no region it reads as one that is collapsed, and is held to that.
   */
  #isCounted(text: string, { region }: RenderedLine, count: number): boolean {
    if (this.#request.view !== 'first look' || !/\(\d+ elements?\)$/.test(text)) return false;
    const inside = this.usable.filter((node) =>
      region ? region.node.contains(node) || region.node === node : false,
    );
    return inside.length !== count;
  }

  /** Holds what is written and what is counted against what there is. */
  #settle(): void {
    const accounted = new Set<PageNode>(this.#lineOf.keys());
    for (const note of this.#notes) if (note.kind !== 'cut') this.#settleNote(note, accounted);
    const rest = this.usable.filter((node) => !accounted.has(node));
    const cuts = this.#notes.filter(({ kind }) => kind === 'cut');
    if (this.usable.length === 0) return;
    // An unchanged section that was cut counts with the region of its heading, whatever regions it holds.
    const isOneGroup = this.#request.view === 'region' || this.#request.view === 'flat';
    const isWhole = isOneGroup || this.#isSecondLook;
    if (cuts.some(({ isCounted }) => isCounted) && this.calls.length === 0)
      this.wrong.push('no call for regions that are counted');
    const counted = new Set(cuts.filter(({ isCounted }) => isCounted).map(({ line }) => line.region));
    for (const node of rest) if (counted.has(this.#ownerOf(node))) this.brought.add(node);
    if (isWhole) this.#expect('all', rest, cuts);
    else this.#settleRegions(rest, cuts);
  }

  #settleRegions(rest: PageNode[], cuts: Note[]): void {
    const groups = new Map<LandmarkRegion | undefined, PageNode[]>();
    for (const node of rest) {
      const owner = this.#ownerOf(node);
      groups.set(owner, [...(groups.get(owner) ?? []), node]);
    }
    const others: PageNode[] = [];
    const used = new Set<Note>();
    for (const [region, nodes] of groups) {
      const own = cuts.filter(({ line }) => line.region === region && line.node !== undefined);
      const header = cuts.filter(({ line }) => line.region === region);
      const notes = own.length > 0 ? own : header.filter((note) => !isPageNote(note, cuts));
      for (const note of notes) used.add(note);
      if (notes.length === 0) others.push(...nodes);
      else this.#expect(region?.address ?? '(ungrouped)', nodes, notes);
    }
    this.#expect(
      'parts without a line',
      others,
      cuts.filter((note) => !used.has(note)),
    );
  }

  #expect(where: string, nodes: PageNode[], notes: Note[]): void {
    const counted = notes.reduce((sum, { count }) => sum + count, 0);
    if (counted !== nodes.length)
      this.wrong.push(`${where}: ${nodes.length} left out, ${counted} counted: ${describe(nodes)}`);
  }

  #settleNote(note: Note, accounted: Set<PageNode>): void {
    const { visibility, folds, headings } = this.#state;
    const { node, region } = note.line;
    const fold = note.kind === 'fold' && node ? folds.get(node.index) : undefined;
    const heading = headings.find((one) => one.node === node);
    const span =
      fold ??
      (heading && note.kind === 'unchanged' ? { from: heading.node.index, to: heading.end } : undefined);
    const place = region?.node === node || note.kind === 'collapsed' ? node : undefined;
    const [from, to] = span ? [span.from, span.to] : place ? [place.index, place.end] : [-1, -1];
    const inside = this.usable.filter(({ index }) =>
      from < 0 ? !this.#topRegion(index) : from <= index && index < to,
    );
    if (note.kind === 'fold' && note.count !== fold?.count)
      this.wrong.push(`${fold?.count} folded, ${note.count} counted`);
    if (note.kind !== 'fold' && this.usable.length > 0 && note.count !== inside.length)
      this.wrong.push(
        `${inside.length} in ${note.kind} ${region?.address ?? node?.name}, ${note.count} counted`,
      );
    for (const one of inside) {
      if (note.kind !== 'collapsed' && this.#lineOf.has(one))
        this.wrong.push(`written and ${note.kind}: ${describe([one])}`);
      accounted.add(one);
      if (note.kind !== 'fold') this.brought.add(one);
    }
    if (fold) this.#holdsItsPlace(note, fold, visibility.page.nodes[fold.from]?.parent);
  }

  /** Behind the items that are shown, before what follows in the same box. */
  #holdsItsPlace(note: Note, fold: { from: number; to: number }, parent: PageNode | undefined): void {
    for (const [node, at] of this.#lineOf) {
      if (!parent?.contains(node)) continue;
      if (node.index < fold.from ? at > note.at : node.index >= fold.to && at < note.at)
        this.wrong.push(`the line of a fold stands elsewhere than its items: ${describe([node])}`);
    }
  }

  /** The region whose lines would hold the element: for what is folded, that of the fold. */
  #ownerOf(node: PageNode): LandmarkRegion | undefined {
    const { folds, regionAt, visibility } = this.#state;
    let outermost: PageNode | undefined;
    if (!this.#request.full)
      for (const { from, to } of folds.values())
        if (from <= node.index && node.index < to && (!outermost || from < outermost.index))
          outermost = visibility.page.nodes[from];
    return regionAt[outermost?.parent?.index ?? node.index];
  }

  #topRegion(index: number): LandmarkRegion | undefined {
    let region = this.#state.regionAt[index];
    while (region?.parent) region = region.parent;
    return region?.node.document.owner ? undefined : region;
  }
}

/** The note at the end, for all parts of which no line is left. */
const isPageNote = (note: Note, cuts: Note[]): boolean =>
  note === cuts.at(-1) &&
  note.line.kind === 'note' &&
  note.line.region === undefined &&
  note.line.node === undefined;

function noteOf(text: string): Pick<Note, 'kind' | 'count'> | undefined {
  const fold = /^ *\((\d+) more (?:items|rows) like these: /.exec(text);
  if (fold) return { kind: 'fold', count: Number(fold[1]) };
  const unchanged = /(?<!\\)\(unchanged, ([\w, ]+)\)$/.exec(text);
  if (unchanged) return { kind: 'unchanged', count: sumOf(unchanged[1] as string) };
  const cut = /(?<!\\)\((?:cut: )?(\d+) (?:more (element|line)s?|(element|line)s?: call \d+)/.exec(text);
  if (cut) return { kind: 'cut', count: (cut[2] ?? cut[3]) === 'element' ? Number(cut[1]) : 0 };
  const collapsed =
    /(?<!\\)\(((?:\d+ (?:link|button|field|element)s?(?:, )?)+|text)(?:: ".*"…)?(?:, (?:current|field) \[.*)?\)$/.exec(
      text,
    );
  return collapsed && !/\): ?$/.test(text)
    ? { kind: 'collapsed', count: sumOf(collapsed[1] as string) }
    : undefined;
}

const sumOf = (text: string): number =>
  [...text.matchAll(/\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0);

const describe = (nodes: readonly PageNode[]): string =>
  nodes
    .slice(0, 4)
    .map(({ tag, name, index }) => `<${tag} ${JSON.stringify(name.slice(0, 30))} #${index}>`)
    .join(' ');

/** Every view of a page, with and without a budget; the same for the same seed. */
export function viewRequests(conservation: Conservation, random: Random): ViewRequest[] {
  const budget = 150 + random.below(500);
  const small = 50 + random.below(100);
  const { regions } = conservation.pageState({});
  const requests: ViewRequest[] = [
    { view: 'first look' },
    { view: 'first look', maxTokens: budget },
    { view: 'outline', viewportExpansion: random.of(0, 400) },
  ];
  for (const style of ['compact', 'markup'] as const) {
    for (const view of ['outline', 'flat'] as const) {
      requests.push({ view, style }, { view, style, full: true }, { view, style, interactiveOnly: true });
      requests.push({ view, style, maxTokens: budget }, { view, style, maxTokens: small });
    }
    const addresses = ['PAGE', '(ungrouped)', ...(regions.length > 0 ? [random.oneOf(regions).address] : [])];
    for (const region of addresses) {
      const request: ViewRequest = { view: 'region', region, style };
      requests.push(request, { ...request, full: true, maxTokens: budget });
      requests.push({ ...request, content: 'interactive' }, { ...request, maxTokens: small });
    }
  }
  return requests;
}
