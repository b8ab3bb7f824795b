import type { SeededFingerprints } from '../snapshot/secrets/secretFingerprints.ts';
import { copyText, pasteText } from './actionability/clipboard.ts';
import { readFieldState } from './actionability/FieldState.ts';
import {
  findClickPoint,
  readiness,
  SCROLL_ALIGNMENTS,
  scrollElementIntoView,
  withoutPoint,
} from './actionability/findClickPoint.ts';
import { focusElement } from './actionability/focusElement.ts';
import { hitTestThroughFrames } from './actionability/hitTestThroughFrames.ts';
import { KeysTaken } from './actionability/KeysTaken.ts';
import { PressGuard } from './actionability/PressGuard.ts';
import { replaceText } from './actionability/replaceText.ts';
import { scrollBy } from './actionability/scrollBy.ts';
import { clearSelection, findText, isTextSelected, selectText } from './actionability/textSelection.ts';
import { capture } from './capture/capture.ts';
import { escapeNonAscii } from './capture/escapeNonAscii.ts';
import { isSvgShape } from './capture/openSvgChild.ts';
import { SnapshotDelta } from './capture/SnapshotDelta.ts';
import { countAngleBrackets, countElements, findLikelyHosts } from './dom/closedShadowHosts.ts';
import { matchesSelector } from './dom/dom.ts';
import { ElementRegistry } from './dom/ElementRegistry.ts';
import { findHandlers, resolveHandlers } from './dom/findHandlers.ts';
import { ElementMarks } from './overlay/ElementMarks.ts';
import { HighlightOverlay } from './overlay/HighlightOverlay.ts';
import { type DocumentMatches, JsonText, type PageApi, type PageNodeApi } from './PageApi.ts';
import { isSafeToTraverse, LocatorFinder } from './query/LocatorFinder.ts';
import { queryDom } from './query/queryDom.ts';
import { readAttributeColumn, readAttributes } from './query/readAttributes.ts';
import { SelectorEngine } from './query/SelectorEngine.ts';
import { selectElements } from './query/selectElements.ts';
import { guardSelector } from './secrets/guardSelector.ts';
import { linksToSecret } from './secrets/linksToSecret.ts';
import { SecretAreas } from './secrets/SecretAreas.ts';
import { SecretFields } from './secrets/SecretFields.ts';
import { selectsSecret } from './secrets/selectsSecret.ts';
import { ChangeDetector } from './settle/ChangeDetector.ts';
import { DocumentSettleObserver } from './settle/DocumentSettleObserver.ts';
import { GeneratedText } from './styles/GeneratedText.ts';
import { HidingStyles } from './styles/HidingStyles.ts';
import { PointerRules } from './styles/PointerRules.ts';

/**
 * What the script leaves in its isolated world, under `globalThis.__sightline`: `call` for the methods of `PageApi`,
 * and what is used in the page itself, as by the selector engine.
 */
interface PageScript extends PageNodeApi {
  /** Random key of this document. */
  readonly key: string;
  readonly api: PageApi;
  /** JSON of what a method returns; undefined where it returns nothing. */
  /** Secrets that were typed, here or elsewhere in the session, in place of those set before. */
  setTypedSecrets(secrets: SeededFingerprints): void;
  call(method: keyof PageApi, args: unknown[]): string | undefined | Promise<string | undefined>;
  /** The element of an id, if it is still in the document. */
  element(id: number): Element | null;
  /** The same of many. */
  elements(ids: readonly number[]): (Element | null)[];
  /** The same; null for a custom element that is not defined yet. */
  definedElements(ids: readonly number[]): (Element | null)[];
  /** What a query of the selector engine finds below `root`. */
  queryAll(root: Node, query: string): Element[];
  idOf(element: Element): number;
  closedRootOf(host: Element): ShadowRoot | undefined;
  /** Elements that look as if they had a closed shadow root that is not registered. */
  likelyHosts(): Element[];
}

function install(): PageScript {
  const registry = new ElementRegistry();
  const changeDetector = new ChangeDetector();
  const selectorEngine = new SelectorEngine(registry);
  const secrets = new SecretFields(() => registry.allRoots());
  const api = createApi(registry, changeDetector, selectorEngine, secrets);
  const idOf = (element: Element): number => registry.idOf(element);
  return {
    key: registry.key,
    api,
    call: (method, args) => {
      const result = (api[method] as (...args: unknown[]) => unknown)(...args);
      return result instanceof Promise ? result.then(toAsciiJson) : toAsciiJson(result);
    },
    setTypedSecrets: (typed) => {
      secrets.setTypedSecrets(typed);
      changeDetector.invalidate();
    },
    element: (id) => registry.element(id),
    elements: (ids) => registry.elements(ids),
    definedElements: (ids) =>
      registry
        .elements(ids)
        .map((element) => (element && matchesSelector(element, ':defined') ? element : null)),
    queryAll: (root, query) => selectorEngine.queryAll(root, query),
    idOf,
    idsOf: (...nodes) =>
      nodes.map((node) => (node instanceof Element && node.ownerDocument === document ? idOf(node) : 0)),
    closedRootOf: (host) => registry.closedRootOf(host),
    likelyHosts: () => findLikelyHosts(changeDetector.roots, registry),
    addClosedRoots: (...roots) => {
      const added = roots.filter((root) => root instanceof ShadowRoot && registry.addClosedRoot(root));
      if (added.length > 0) changeDetector.invalidate();
      return added.length;
    },
  };
}

function toAsciiJson(result: unknown): string | undefined {
  if (result instanceof JsonText) return result.text;
  const json = JSON.stringify(result) as string | undefined;
  return json && escapeNonAscii(json);
}

/** Where a selector finds more shapes of drawings, it means no single one, and they are not captured. */
const MAX_SELECTED_SHAPES = 1000;

function createApi(
  registry: ElementRegistry,
  changeDetector: ChangeDetector,
  selectorEngine: SelectorEngine,
  secrets: SecretFields,
): PageApi {
  const generatedText = new GeneratedText();
  const delta = new SnapshotDelta();
  const hidingStyles = new HidingStyles();
  const pointerRules = new PointerRules();
  const secretAreas = new SecretAreas(secrets, registry);
  const highlights = new HighlightOverlay(changeDetector);
  const marks = new ElementMarks(registry, changeDetector);
  const settleObserver = new DocumentSettleObserver(registry, secrets);
  const pressGuard = new PressGuard(registry);
  const keysTaken = new KeysTaken(registry);
  secrets.refresh();
  const matchesOf = (elements: readonly Element[]): DocumentMatches => {
    const newShapes =
      elements.length > MAX_SELECTED_SHAPES
        ? []
        : elements.filter(isSvgShape).filter((shape) => registry.addSelectedShape(shape));
    if (newShapes.length > 0) changeDetector.invalidate();
    return {
      ids: elements.map((element) => registry.idOf(element)),
      total: elements.length,
      isIncomplete: newShapes.length > 0,
    };
  };
  return {
    readChanges: () => changeDetector.read(registry),
    capture: (baseCapture, budgetMs) => {
      selectorEngine.listen();
      return capture(
        { registry, secrets, changeDetector, generatedText, delta, hidingStyles, pointerRules },
        baseCapture,
        budgetMs,
      );
    },
    handlerFinderSource: () => findHandlers.toString(),
    idsOfHandlers: (found) => resolveHandlers(found)?.map((element) => registry.idOf(element)),
    addListeners: (ids) => {
      const added = registry
        .elements(ids)
        .filter((element) => isSvgShape(element) && registry.addListeningShape(element));
      if (added.length > 0) changeDetector.invalidate();
      return added.length;
    },
    keepSecret: (id) => {
      const field = registry.element(id);
      if (field) secrets.addField(field);
      changeDetector.invalidate();
    },
    setInternals: (values) => {
      registry.setInternals(values);
      changeDetector.invalidate();
    },
    setScrollControls: (values) => {
      registry.setScrollControls(values);
      changeDetector.invalidate();
    },
    elementCount: () => countElements(changeDetector.roots),
    bracketCount: () => countAngleBrackets(changeDetector.roots),
    find: (selector, limit) => {
      const { elements, ...rest } = selectElements(selector, registry, secrets, { limit });
      return { ...matchesOf(elements), ...rest };
    },
    guardSelector: (selector) => {
      secrets.refresh();
      return guardSelector(selector, registry.allRoots(), secrets, { isPlaywright: true });
    },
    takeCollected: (token) =>
      matchesOf(registry.elements(selectorEngine.take(token)).filter((one) => one !== null)),
    attributes: (ids, names) => {
      secrets.refresh();
      return readAttributes(registry.elements(ids), names, secrets);
    },
    attributeColumn: (name, limit) => {
      secrets.refresh();
      return readAttributeColumn(name, limit, registry, secrets);
    },
    secretFingerprints: (seed) => {
      secrets.refresh();
      return secrets.redactor.fingerprints(seed);
    },
    linksToSecret: () => linksToSecret(registry.allRoots()),
    queryDom: (request) => queryDom(request, registry, secrets),
    locators: (ids) => {
      const finder = new LocatorFinder();
      const elements = registry.elements(ids);
      const found = elements.map((element, i) =>
        element && !registry.scrollerOf(ids[i] ?? 0) ? finder.locatorsFor(element) : {},
      );
      return { found, isTraversable: isSafeToTraverse() };
    },
    findClickPoint: (id) => findClickPoint(id, registry),
    readiness: (id) => withoutPoint(readiness(registry.element(id)), id),
    hitTestThroughFrames: (id, point) => hitTestThroughFrames(id, point, registry),
    startPressGuard: (ids, milliseconds, kind) => pressGuard.start(ids, milliseconds, kind),
    stopPressGuard: (kind) => pressGuard.stop(kind),
    waitForTimers: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    scrollIntoView: (id, alignmentIndex) => {
      const element = registry.element(id);
      const alignment = SCROLL_ALIGNMENTS[alignmentIndex % SCROLL_ALIGNMENTS.length] ?? 'center';
      if (element) scrollElementIntoView(element, alignment);
    },
    // No script can give a scroll button the focus.
    focus: (id, atEnd) => (registry.scrollerOf(id) ? 0 : focusElement(id, atEnd, registry)),
    keysTaken: (id) => keysTaken.by(id),
    replaceText: (id, text) => replaceText(id, text, registry),
    fieldState: (id, expectedValue) => readFieldState(id, expectedValue, registry, secrets),
    pasteText: (id, text) => pasteText(id, text, registry),
    copyText: (id, expected) => copyText(id, expected, registry, secrets),
    findText: (id, words) => findText(id, words, registry, secrets),
    selectText: (id, words) => selectText(id, words, registry, secrets),
    clearSelection: () => clearSelection(registry),
    isTextSelected: (id, words) => isTextSelected(id, words, registry),
    selectsSecret: () => selectsSecret(registry, secrets),
    scrollBy: (id, x, y, unit) => scrollBy(id, x, y, unit, registry),
    redactSecrets: (texts) => {
      secrets.refresh();
      return texts.map((text) => secrets.redactor.redact(text));
    },
    startSecretAreas: (documentKey, request) => {
      if (documentKey !== registry.key) return false;
      secretAreas.start(request);
      return true;
    },
    stopSecretAreas: () => secretAreas.stop(),
    startSettle: (isNewDocument) => settleObserver.start(isNewDocument),
    waitUntilSettled: (limits) => settleObserver.waitUntilSettled(limits),
    stopSettle: () => settleObserver.stop(),
    writeMarks: (texts) => marks.write(texts),
    eraseMarks: () => marks.erase(),
    showHighlights: (shown) => highlights.show(shown),
    clearHighlights: () => highlights.clear(),
    dispose: () => {
      selectorEngine.dispose();
      secretAreas.stop();
      highlights.clear();
      marks.erase();
      settleObserver.stop();
      pressGuard.dispose();
      keysTaken.dispose();
      changeDetector.disconnect();
      return matchMedia('print').matches;
    },
  };
}

declare global {
  var __sightline: PageScript | undefined;
}

// Not `??=`: an element of the page whose id is `__sightline` is a property of the window too.
if (!Object.hasOwn(globalThis, '__sightline'))
  Object.defineProperty(globalThis, '__sightline', { value: install(), configurable: true });
