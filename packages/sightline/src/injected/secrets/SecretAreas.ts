import { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { documentProperty, queryAll } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { RootObserver, type TreeRoot } from '../dom/RootObserver.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import { scrollOrigin } from '../layout/scrollExtent.ts';
import type {
  AreaEdges,
  FramePlacement,
  PictureView,
  SecretAreasRequest,
  SecretAreasResponse,
} from '../PageApi.ts';
import { saysSecretInBubble } from './browserTexts.ts';
import { DrawnTexts } from './DrawnTexts.ts';
import { findSecretAreas, placeFrames } from './findSecretAreas.ts';
import { EVERYWHERE } from './paintedAreas.ts';
import type { SecretFields } from './SecretFields.ts';

/** Passes from one frame to the next, at most. */
const MAX_PASSES_PER_FRAME = 50;
/** Areas beyond this many are those of the whole document. */
const MAX_AREAS = 5_000;

/**
 * Notes where secrets are painted for as long as a screenshot is taken; Node paints over its pixels. Nothing of it can be
 * seen by the page: a style on what repeats a secret would reveal to a page that lists guesses which of them is one, of
 * another site too. What moves meanwhile is noted at each frame, before and after its callbacks, and at each change of the
 * DOM; where no callback runs, at the beginning and the end.
 */
export class SecretAreas {
  readonly #secrets: SecretFields;
  readonly #registry: ElementRegistry;
  readonly #observer = new RootObserver(() => this.#note());
  #others = new SecretRedactor(new Set());
  #drawn = new DrawnTexts();
  #request: SecretAreasRequest | undefined;
  readonly #areas = new Map<string, AreaEdges>();
  readonly #frames = new Map<string, FramePlacement>();
  #first: NotedState | undefined;
  #isUncertain = false;
  #isBeyond = false;
  #passes = 0;
  #frameRequest = 0;
  #timer = 0;

  constructor(secrets: SecretFields, registry: ElementRegistry) {
    this.#secrets = secrets;
    this.#registry = registry;
  }

  /** Ends by itself after `milliseconds`, in case the connection is lost. */
  start(request: SecretAreasRequest): void {
    this.#end();
    this.#request = request;
    this.#others = new SecretRedactor(new Set(), request.others);
    this.#drawn = new DrawnTexts();
    this.#areas.clear();
    this.#frames.clear();
    this.#isUncertain = false;
    this.#isBeyond = false;
    this.#passes = 0;
    this.#first = this.#note();
    if (!runsCallbacks()) return;
    this.#timer = window.setTimeout(() => this.#end(), request.milliseconds);
    this.#frameRequest = requestAnimationFrame(this.#onFrame);
  }

  /** What was noted; undefined where that may not be all. */
  stop(): SecretAreasResponse | undefined {
    if (!this.#request) return undefined;
    this.#passes = 0;
    const first = this.#first;
    const last = this.#note();
    this.#end();
    if (this.#isUncertain || !first || !last) return undefined;
    return {
      areas: [...this.#areas.values()],
      frames: [...this.#frames.values()],
      view: readView(),
      moved: first.places !== last.places,
      scrolled: first.view !== last.view,
      beyond: this.#isBeyond,
    };
  }

  #end(): void {
    this.#request = undefined;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frameRequest);
    for (const root of this.#observer.roots) root.removeEventListener('input', this.#onInput, true);
    this.#observer.disconnect();
  }

  readonly #onFrame = (): void => {
    if (!this.#request) return;
    this.#passes = 0;
    this.#note();
    // What the callbacks after this one scroll is not reported to observers.
    window.setTimeout(this.#onInput);
    this.#frameRequest = requestAnimationFrame(this.#onFrame);
  };

  readonly #onInput = (): void => {
    if (this.#request) this.#note();
  };

  /** Adds what is painted now. */
  #note(): NotedState | undefined {
    const request = this.#request;
    if (!request) return undefined;
    if (++this.#passes > MAX_PASSES_PER_FRAME) {
      this.#isUncertain = true;
      return undefined;
    }
    const frameElements = this.#framesOf(request);
    const unplaced = this.#find(new Set(frameElements.keys()));
    // Read afterwards: the layout that finding forces may move the scroll offset, as a picture of the whole page does.
    const [x, y] = request.inPage ? [window.scrollX, window.scrollY] : [0, 0];
    const found = unplaced.map((edges) => moveAndRound(edges, x, y));
    const areas = found.length > MAX_AREAS ? [EVERYWHERE] : found;
    if (this.#mayShow(areas) && isInTransition(this.#observer.roots)) this.#isUncertain = true;
    const frames = placeFrames(frameElements, x, y);
    for (const edges of areas) this.#areas.set(edges.join(), edges);
    for (const placement of frames) this.#frames.set(JSON.stringify(placement), placement);
    if (this.#areas.size > MAX_AREAS) this.#areas.set('', EVERYWHERE);
    const view = request.inPage ? JSON.stringify(readView()) : '';
    return { places: JSON.stringify([areas, frames]), view };
  }

  /** A secret, now or before. */
  #mayShow(areas: readonly AreaEdges[]): boolean {
    return areas.length > 0 || !this.#secrets.redactor.isEmpty || !this.#others.isEmpty;
  }

  #framesOf({ safeFrames }: SecretAreasRequest): Map<Element, number> {
    const found = this.#registry.elements(safeFrames);
    const elements = safeFrames.map((id, i) => [found[i] ?? null, id] as const);
    return new Map(elements.filter((entry): entry is readonly [Element, number] => entry[0] !== null));
  }

  #find(safeFrames: ReadonlySet<Element>): AreaEdges[] {
    // Every root that exists now, not only those of the last capture.
    const roots = this.#registry.allRoots();
    this.#secrets.refresh({ withEmpty: true });
    for (const root of roots)
      if (this.#observer.observe(root) && runsCallbacks())
        root.addEventListener('input', this.#onInput, true);
    this.#isBeyond ||= roots.some((root) => saysSecretInBubble(root, [this.#secrets.redactor, this.#others]));
    return findSecretAreas(roots, {
      secrets: this.#secrets,
      others: this.#others,
      safeFrames,
      drawn: this.#drawn,
    });
  }
}

/** What is painted at one time, as texts that can be compared. */
interface NotedState {
  places: string;
  view: string;
}

function moveAndRound([left, top, right, bottom]: AreaEdges, x: number, y: number): AreaEdges {
  return [Math.floor(left + x), Math.floor(top + y), Math.ceil(right + x), Math.ceil(bottom + y)];
}

function readView(): PictureView {
  const { scale = 1, pageLeft = window.scrollX, pageTop = window.scrollY } = window.visualViewport ?? {};
  const [body, root] = [documentProperty('body'), documentProperty('documentElement')];
  const widths = [body, root].flatMap((element) =>
    element ? [element.scrollWidth, (element as HTMLElement).offsetWidth, element.clientWidth] : [],
  );
  const { scrollX, scrollY, devicePixelRatio } = window;
  const pageWidth = Math.max(0, ...widths);
  const { left, top } = scrollOrigin();
  const page = { pageX: -left, pageY: -top, pageWidth };
  return { x: pageLeft, y: pageTop, density: devicePixelRatio * scale, ...page, scrollX, scrollY };
}

/** A view transition, of the page or of one element, paints pictures of what was there before. */
const isInTransition = (roots: Iterable<TreeRoot>): boolean =>
  CSS.supports('selector(:active-view-transition)') &&
  [...roots].some((root) => queryAll(root, ':active-view-transition').length > 0);
