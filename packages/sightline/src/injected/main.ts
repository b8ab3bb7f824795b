import type { DomQuery } from '../snapshot/DomQuery.ts';
import { readFieldState } from './actionability/FieldState.ts';
import {
  findClickPoint,
  type Point,
  readiness,
  SCROLL_ALIGNMENTS,
  scrollElementIntoView,
  withoutPoint,
} from './actionability/findClickPoint.ts';
import { focusElement } from './actionability/focusElement.ts';
import { hitTestThroughFrames } from './actionability/hitTestThroughFrames.ts';
import { scrollBy } from './actionability/scrollBy.ts';
import { capture } from './capture/capture.ts';
import { escapeNonAscii } from './capture/escapeNonAscii.ts';
import { isSvgShape } from './capture/openSvgChild.ts';
import { SnapshotDelta } from './capture/SnapshotDelta.ts';
import { countAngleBrackets, countElements, findLikelyHosts } from './dom/closedShadowHosts.ts';
import { type ConnectionState, ElementRegistry } from './dom/ElementRegistry.ts';
import { findHandlers, resolveHandlers } from './dom/findHandlers.ts';
import { ElementMarks } from './overlay/ElementMarks.ts';
import { HighlightOverlay } from './overlay/HighlightOverlay.ts';
import { findElements } from './query/findElements.ts';
import { isSafeToTraverse } from './query/isSafeToTraverse.ts';
import { LocatorFinder, type LocatorResponse } from './query/LocatorFinder.ts';
import { queryDom } from './query/queryDom.ts';
import { ScreenshotMask } from './secrets/ScreenshotMask.ts';
import { SecretFields } from './secrets/SecretFields.ts';
import { ChangeDetector } from './settle/ChangeDetector.ts';
import { DocumentSettleObserver } from './settle/DocumentSettleObserver.ts';
import { GeneratedText } from './styles/GeneratedText.ts';
import { HidingStyles } from './styles/HidingStyles.ts';

/** What the script leaves in its isolated world, under `globalThis.__sightline`. */
export interface PageApi {
  /** Random key of this document. */
  readonly key: string;
  /** Settles style and layout; true where nothing changed since the last capture that the page itself can tell. */
  isUnchanged(): boolean;
  /** See `capture`; `from` is the number of the capture that the caller holds, default 0: none. */
  capture(baseSequence?: number): string;
  /** The element of an id, if it is still in the document. */
  element(id: number): Element | null;
  /** Tells a removed element from a number that was never given. */
  connectionState(id: number): ConnectionState;
  idOf(element: Element): number;
  /** Source of the function that finds handlers, to be run in the page's own world. */
  readonly findHandlers: string;
  /** Ids, parted by commas, of the elements that it found there; undefined where the page changed meanwhile. */
  idsOfHandlers(found: string): string | undefined;
  /** ASCII JSON of what matches a CSS selector now: `Found`, with at most `limit` ids. */
  find(selector: string, limit: number): string;
  /** See `queryDom`. */
  queryDom(request: DomQuery): string;
  /** ASCII JSON of an `Aim`. */
  findClickPoint(id: number): Promise<string>;
  /** ASCII JSON of an `Aim` without a point: whether it is shown and enabled. */
  readiness(id: number): string;
  /** ASCII JSON of an `Aim`: whether a point in the viewport of a frame can be reached from here. */
  hitTestThroughFrames(id: number, point: Point): string;
  /** Scrolls all around it so that it lies in the middle, at the end or at the start. */
  scrollIntoView(id: number, alignmentIndex: number): void;
  /** Puts the focus there, `atEnd`: behind all that it holds. Answers the id of what has it then, itself where it took it. */
  focus(id: number, atEnd: boolean): number;
  /** ASCII JSON of a `FieldState`, or '' when the element is gone. */
  fieldState(id: number, expectedValue: string): string;
  /** ASCII JSON of what a scroll came to, or '' when the element is gone; id 0 is the page. */
  scrollBy(id: number, x: number, y: number, unit: 'px' | 'pages'): string;
  /** How many elements the captured roots hold. */
  elementCount(): number;
  /** How many of their texts and comments hold a `<`. */
  bracketCount(): number;
  /** Elements that look as if they had a closed shadow root. */
  likelyHosts(): Element[];
  /** Hands in closed shadow roots; answers how many of them are new. */
  addClosedRoots(...roots: unknown[]): number;
  /** Hands in elements that listen and were told by no row; answers how many shapes of drawings are new among them. */
  addListeners(ids: number[]): string;
  /** The closed shadow root that was handed in for a host. */
  closedRootOf(host: Element): ShadowRoot | undefined;
  /** The texts without what they repeat of the secrets that this document holds. */
  redactSecrets(texts: string[]): string[];
  readonly screenshotMask: ScreenshotMask;
  /** Follows the document until an action has settled. */
  readonly settleObserver: DocumentSettleObserver;
  /** ASCII JSON: an `Answer` with the locators of each id; none for what has gone. */
  locators(ids: number[]): string;
  readonly marks: ElementMarks;
  /** Numbered boxes over the page. */
  readonly highlights: HighlightOverlay;
  /** Watches, paints and marks nothing any more, until somebody captures again. */
  dispose(): void;
}

function install(): PageApi {
  const registry = new ElementRegistry();
  const secrets = new SecretFields();
  const changeDetector = new ChangeDetector();
  const generatedText = new GeneratedText();
  const delta = new SnapshotDelta();
  const hidingStyles = new HidingStyles();
  const screenshotMask = new ScreenshotMask(secrets, registry, changeDetector);
  const highlights = new HighlightOverlay(changeDetector);
  const marks = new ElementMarks(registry, changeDetector);
  const settleObserver = new DocumentSettleObserver(registry, secrets);
  secrets.refresh();
  return {
    key: registry.key,
    isUnchanged: () => changeDetector.isUnchanged(registry),
    capture: (baseSequence = 0) =>
      capture({ registry, secrets, changeDetector, generatedText, delta, hidingStyles }, baseSequence),
    element: (id) => registry.element(id),
    connectionState: (id) => registry.connectionState(id),
    idOf: (element) => registry.idOf(element),
    findHandlers: findHandlers.toString(),
    idsOfHandlers: (found) =>
      resolveHandlers(found)
        ?.map((element) => registry.idOf(element))
        .join(),
    find: (selector, limit) =>
      escapeNonAscii(JSON.stringify(findElements(selector, limit, registry, secrets))),
    queryDom: (request) => queryDom(request, registry, secrets),
    findClickPoint: async (id) => JSON.stringify(await findClickPoint(id, registry)),
    readiness: (id) => JSON.stringify(withoutPoint(readiness(registry.element(id)), id)),
    hitTestThroughFrames: (id, point) => JSON.stringify(hitTestThroughFrames(id, point, registry)),
    scrollIntoView: (id, alignmentIndex) => {
      const element = registry.element(id);
      if (element)
        scrollElementIntoView(
          element,
          SCROLL_ALIGNMENTS[alignmentIndex % SCROLL_ALIGNMENTS.length] ?? 'center',
        );
    },
    focus: (id, atEnd) => focusElement(id, atEnd, registry),
    fieldState: (id, expectedValue) =>
      escapeNonAscii(JSON.stringify(readFieldState(id, expectedValue, registry, secrets)) ?? ''),
    scrollBy: (id, x, y, unit) => escapeNonAscii(JSON.stringify(scrollBy(id, x, y, unit, registry)) ?? ''),
    elementCount: () => countElements(changeDetector.roots),
    bracketCount: () => countAngleBrackets(changeDetector.roots),
    likelyHosts: () => findLikelyHosts(changeDetector.roots, registry),
    addListeners: (ids) => {
      const added = ids
        .map((id) => registry.element(id))
        .filter((one) => isSvgShape(one) && registry.addListeningShape(one));
      if (added.length > 0) changeDetector.invalidate();
      return String(added.length);
    },
    addClosedRoots: (...roots) => {
      const added = roots.filter((root) => root instanceof ShadowRoot && registry.addClosedRoot(root));
      if (added.length > 0) changeDetector.invalidate();
      return added.length;
    },
    closedRootOf: (host) => registry.closedRootOf(host),
    redactSecrets: (texts) => {
      secrets.refresh();
      return texts.map((text) => secrets.redactor.redact(text));
    },
    locators: (ids) => {
      const finder = new LocatorFinder();
      const elements = ids.map((id) => registry.element(id));
      const found = elements.map((element) => (element ? finder.locatorsFor(element) : {}));
      return escapeNonAscii(
        JSON.stringify({ found, isTraversable: isSafeToTraverse() } satisfies LocatorResponse),
      );
    },
    marks,
    screenshotMask,
    settleObserver,
    highlights,
    dispose: () => {
      screenshotMask.remove();
      highlights.clear();
      marks.erase();
      settleObserver.stop();
      changeDetector.disconnect();
    },
  };
}

declare global {
  var __sightline: PageApi | undefined;
}

// Not `??=`: an element of the page whose id is `__sightline` is a property of the window too.
if (!Object.hasOwn(globalThis, '__sightline'))
  Object.defineProperty(globalThis, '__sightline', { value: install(), configurable: true });
