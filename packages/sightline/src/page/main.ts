import type { DomRequest } from '../model/DomQuery.ts';
import { ALIGNMENTS, aim, bringIntoView, fail, type Point, readiness } from './aim.ts';
import { toAscii } from './ascii.ts';
import { capture } from './capture.ts';
import { readField } from './field.ts';
import { find } from './find.ts';
import { findHandlers, readFound } from './findHandlers.ts';
import { GeneratedText } from './GeneratedText.ts';
import { Highlights } from './Highlights.ts';
import { bracketCount, elementCount, likelyHosts } from './hosts.ts';
import { isWalkable } from './isWalkable.ts';
import { type Answer, LocatorFinder } from './locators.ts';
import { Marks } from './Marks.ts';
import { Pulse } from './Pulse.ts';
import { queryDom } from './queryDom.ts';
import { RareStyles } from './RareStyles.ts';
import { Registry, type Standing } from './Registry.ts';
import { Shield } from './Shield.ts';
import { scrollBy } from './scroll.ts';
import { Secrets } from './secrets.ts';
import { isShape } from './svg.ts';
import { Told } from './Told.ts';
import { takeFocus } from './takeFocus.ts';
import { through } from './through.ts';
import { Watch } from './Watch.ts';

/** What the script leaves in its isolated world, under `globalThis.__sightline`. */
export interface PageApi {
  /** Random key of this document. */
  readonly key: string;
  /** Settles style and layout; true where nothing changed since the last capture that the page itself can tell. */
  isStill(): boolean;
  /** See `capture`; `from` is the number of the capture that the caller holds, default 0: none. */
  capture(from?: number): string;
  /** The element of an id, if it is still in the document. */
  element(id: number): Element | null;
  /** Tells a removed element from a number that was never given. */
  standing(id: number): Standing;
  idOf(element: Element): number;
  /** Source of the function that finds handlers, to be run in the page's own world. */
  readonly findHandlers: string;
  /** Ids, parted by commas, of the elements that it found there; undefined where the page changed meanwhile. */
  idsFound(found: string): string | undefined;
  /** ASCII JSON of what matches a CSS selector now: `Found`, with at most `limit` ids. */
  find(selector: string, limit: number): string;
  /** See `queryDom`. */
  queryDom(request: DomRequest): string;
  /** ASCII JSON of an `Aim`. */
  aim(id: number): Promise<string>;
  /** ASCII JSON of an `Aim` without a point: whether it is shown and enabled. */
  readiness(id: number): string;
  /** ASCII JSON of an `Aim`: whether a point in the viewport of a frame can be reached from here. */
  through(id: number, at: Point): string;
  /** Scrolls all around it so that it lies in the middle, at the end or at the start. */
  align(id: number, turn: number): void;
  /** Puts the focus there, `atEnd`: behind all that it holds. Answers the id of what has it then, itself where it took it. */
  focus(id: number, atEnd: boolean): number;
  /** ASCII JSON of a `FieldState`, or '' when the element is gone. */
  field(id: number, wanted: string): string;
  /** ASCII JSON of what a scroll came to, or '' when the element is gone; id 0 is the page. */
  scroll(id: number, x: number, y: number, unit: 'px' | 'pages'): string;
  /** How many elements the captured roots hold. */
  elementCount(): number;
  /** How many of their texts and comments hold a `<`. */
  bracketCount(): number;
  /** Elements that look as if they had a closed shadow root. */
  likelyHosts(): Element[];
  /** Hands in closed shadow roots; answers how many of them are new. */
  keepClosedRoots(...roots: unknown[]): number;
  /** Hands in elements that listen and were told by no row; answers how many shapes of drawings are new among them. */
  notice(ids: number[]): string;
  /** The closed shadow root that was handed in for a host. */
  closedRootOf(host: Element): ShadowRoot | undefined;
  /** The texts without what they repeat of the secrets that this document holds. */
  withoutSecrets(texts: string[]): string[];
  readonly shield: Shield;
  /** Follows the document until an action has settled. */
  readonly watch: Watch;
  /** ASCII JSON: an `Answer` with the locators of each id; none for what has gone. */
  locators(ids: number[]): string;
  readonly marks: Marks;
  /** Numbered boxes over the page. */
  readonly highlights: Highlights;
  /** Watches, paints and marks nothing any more, until somebody captures again. */
  leave(): void;
}

function install(): PageApi {
  const registry = new Registry();
  const secrets = new Secrets();
  const pulse = new Pulse();
  const generated = new GeneratedText();
  const told = new Told();
  const rare = new RareStyles();
  const shield = new Shield(secrets, registry, pulse);
  const highlights = new Highlights(pulse);
  const marks = new Marks(registry, pulse);
  const watch = new Watch(registry, secrets);
  secrets.begin();
  return {
    key: registry.key,
    isStill: () => pulse.isStill(registry),
    capture: (from = 0) => capture({ registry, secrets, pulse, generated, told, rare }, from),
    element: (id) => registry.element(id),
    standing: (id) => registry.standing(id),
    idOf: (element) => registry.idOf(element),
    findHandlers: findHandlers.toString(),
    idsFound: (found) =>
      readFound(found)
        ?.map((element) => registry.idOf(element))
        .join(),
    find: (selector, limit) => toAscii(JSON.stringify(find(selector, limit, registry, secrets))),
    queryDom: (request) => queryDom(request, registry, secrets),
    aim: async (id) => JSON.stringify(await aim(id, registry)),
    readiness: (id) => JSON.stringify(fail(readiness(registry.element(id)), id)),
    through: (id, at) => JSON.stringify(through(id, at, registry)),
    align: (id, turn) => {
      const element = registry.element(id);
      if (element) bringIntoView(element, ALIGNMENTS[turn % ALIGNMENTS.length] ?? 'center');
    },
    focus: (id, atEnd) => takeFocus(id, atEnd, registry),
    field: (id, wanted) => toAscii(JSON.stringify(readField(id, wanted, registry, secrets)) ?? ''),
    scroll: (id, x, y, unit) => toAscii(JSON.stringify(scrollBy(id, x, y, unit, registry)) ?? ''),
    elementCount: () => elementCount(pulse.roots),
    bracketCount: () => bracketCount(pulse.roots),
    likelyHosts: () => likelyHosts(pulse.roots, registry),
    notice: (ids) => {
      const fresh = ids
        .map((id) => registry.element(id))
        .filter((one) => isShape(one) && registry.keepHeard(one));
      if (fresh.length > 0) pulse.startOver();
      return String(fresh.length);
    },
    keepClosedRoots: (...roots) => {
      const fresh = roots.filter((root) => root instanceof ShadowRoot && registry.keepClosedRoot(root));
      if (fresh.length > 0) pulse.startOver();
      return fresh.length;
    },
    closedRootOf: (host) => registry.closedRootOf(host),
    withoutSecrets: (texts) => {
      secrets.begin();
      return texts.map((text) => secrets.echoes.without(text));
    },
    locators: (ids) => {
      const finder = new LocatorFinder();
      const elements = ids.map((id) => registry.element(id));
      const found = elements.map((element) => (element ? finder.of(element) : {}));
      return toAscii(JSON.stringify({ found, walkable: isWalkable() } satisfies Answer));
    },
    marks,
    shield,
    watch,
    highlights,
    leave: () => {
      shield.lower();
      highlights.clear();
      marks.erase();
      watch.end();
      pulse.stop();
    },
  };
}

declare global {
  var __sightline: PageApi | undefined;
}

// Not `??=`: an element of the page whose id is `__sightline` is a property of the window too.
if (!Object.hasOwn(globalThis, '__sightline'))
  Object.defineProperty(globalThis, '__sightline', { value: install(), configurable: true });
