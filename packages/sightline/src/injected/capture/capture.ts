import type { DocumentSnapshot } from '../../snapshot/Snapshot.ts';
import { redactRows } from '../../snapshot/secrets/redactRows.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';
import {
  allElements,
  documentProperty,
  isVisible,
  namespaceUri,
  SVG_NAMESPACE,
  XHTML_NAMESPACE,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import { truncate } from '../dom/text.ts';
import { BackdropColors } from '../layout/BackdropColors.ts';
import { isPageDark } from '../layout/isPageDark.ts';
import { readInk } from '../layout/readInk.ts';
import { scrollExtent } from '../layout/scrollExtent.ts';
import { AccessibleNames, labelsOfControl } from '../names/AccessibleNames.ts';
import { type DocumentCapture, JsonText } from '../PageApi.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { addPaintOrder } from '../stacking/addPaintOrder.ts';
import { hitTestAll } from '../stacking/hitTest.ts';
import { markInert } from '../stacking/markInert.ts';
import { ColorMixer } from '../styles/ColorMixer.ts';
import { StyleCache } from '../styles/StyleCache.ts';
import { AttributeReader } from './AttributeReader.ts';
import type { CaptureContext, CaptureState } from './CaptureContext.ts';
import { escapeNonAscii } from './escapeNonAscii.ts';
import { FlatTreeWalk } from './FlatTreeWalk.ts';
import { type PendingName, SnapshotBuilder } from './SnapshotBuilder.ts';
import { TagTable } from './TagTable.ts';

/**
 * Captures this document as ASCII JSON. For a reader that has the capture `baseCapture` the rows may be left out, with
 * `delta` in their place, and only new strings be given. Throws after `budgetMs`, or where there is too much.
 */
export function capture(
  state: CaptureState,
  baseCapture: number,
  budgetMs: number,
): JsonText<DocumentCapture> {
  const { registry, secrets, changeDetector, generatedText, delta, hidingStyles, pointerRules } = state;
  const timer = new LapTimer();
  generatedText.refresh();
  hidingStyles.refresh();
  pointerRules.refresh();
  secrets.refresh();
  const root = documentProperty('documentElement') as Element | null;
  const snapshot = new SnapshotBuilder(delta.stringsFor(baseCapture), performance.now() + budgetMs);
  const context = createContext(state, snapshot);
  if (root) new FlatTreeWalk(context).run(root);
  const walk = timer.lap();
  snapshot.checkTime();
  resolveNames(context);
  const names = timer.lap();
  snapshot.checkTime();
  readInk(context);
  addPaintOrder(snapshot, markInert(snapshot));
  const layers = timer.lap();
  snapshot.checkTime();
  hitTestAll(context);
  const hit = timer.lap();
  changeDetector.markCaptured(registry, snapshot.shadowRoots, snapshot.clippingElements());
  const isRedacted = redactRows(snapshot.strings.all, snapshot.rows, secrets.redactor);
  const rowsJson = delta.serialize(snapshot, isRedacted ? 0 : baseCapture);
  if (isRedacted) delta.reset();
  const isDark = isPageDark(context.backdrop.colors);
  const head = escapeNonAscii(JSON.stringify(describeDocument(registry, secrets, isDark)));
  const timing = { walk, names, layers, hit, stringify: timer.lap() };
  const holdsSecrets = !secrets.redactor.isEmpty;
  const scriptless = runsCallbacks() ? undefined : true;
  const { mutations } = changeDetector;
  const printing = matchMedia('print').matches || undefined;
  const tail = JSON.stringify({ timing, holdsSecrets, mutations, scriptless, printing }).slice(1);
  return new JsonText(`${head.slice(0, -1)},${rowsJson},${tail}`);
}

class LapTimer {
  #last = performance.now();

  lap(): number {
    const now = performance.now();
    const lap = Math.round((now - this.#last) * 100) / 100;
    this.#last = now;
    return lap;
  }
}

function createContext(state: CaptureState, snapshot: SnapshotBuilder): CaptureContext {
  const styles = new StyleCache();
  const isXml = documentProperty('contentType') !== 'text/html';
  return {
    ...state,
    snapshot,
    tags: new TagTable(snapshot.strings),
    textTagIndex: snapshot.strings.add('#text'),
    styles,
    listNumbers: new Map(),
    backdrop: new BackdropColors(new ColorMixer()),
    attributeReader: new AttributeReader(),
    scrollX: window.scrollX,
    scrollY: window.scrollY,
    focused: focusedInBody(state.registry),
    nearView: nearView(),
    fullscreen: documentProperty('fullscreenElement'),
    isForeign: isXml
      ? (element) => namespaceUri(element) !== XHTML_NAMESPACE && namespaceUri(element) !== SVG_NAMESPACE
      : () => false,
    emit: (key, value) => snapshot.addAttribute(snapshot.rows.tag.length - 1, key, value),
  };
}

/** In a document of more elements, what of a long list is further from the view than so many screens is far. */
const LARGE_DOCUMENT = 50_000;
const NEAR_SCREENS = 20;

function nearView(): CaptureContext['nearView'] {
  const isLarge = allElements(document).length > LARGE_DOCUMENT;
  const reach = isLarge ? NEAR_SCREENS * innerHeight : Number.POSITIVE_INFINITY;
  return { top: scrollY - reach, bottom: scrollY + innerHeight + reach };
}

/** What the keyboard is on: the root only where it is a text to edit, and the window in it has the focus. */
function focusedInBody(registry: ElementRegistry): Element | null {
  const focused = registry.focusedElement();
  const isRoot = focused === documentProperty('body') || focused === documentProperty('documentElement');
  const takesText =
    (focused as HTMLElement | null)?.isContentEditable === true && Document.prototype.hasFocus.call(document);
  return isRoot && !takesText ? null : focused;
}

function describeDocument(
  registry: ElementRegistry,
  secrets: SecretFields,
  isDark: boolean | undefined,
): Omit<DocumentSnapshot, 'strings' | 'rows' | 'owner'> {
  return {
    key: registry.key,
    url: secrets.redactor.redact(redactUrl(location.href)),
    origin: self.origin,
    title: truncate(secrets.redactor.redact(documentProperty('title'))),
    readyState: documentProperty('readyState'),
    contentType: documentProperty('contentType'),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: scrollExtent(),
    ...(isDark !== undefined && { isDark }),
  };
}

/** A row may wait for several names: the one that was asked for first, and says something, holds. */
function resolveNames(context: CaptureContext): void {
  const { snapshot, secrets, generatedText } = context;
  const names = new AccessibleNames(secrets, generatedText);
  const named = new Set<number>();
  for (const pending of snapshot.pendingNames) {
    if (named.has(pending.row)) continue;
    const name = resolveName(pending, names, snapshot);
    if (name === '') {
      if (pending.source === 'content') nameByTitle(pending, snapshot);
      continue;
    }
    snapshot.name(pending.row, name);
    if (pending.source !== 'content') named.add(pending.row);
  }
}

function resolveName(pending: PendingName, names: AccessibleNames, snapshot: SnapshotBuilder): string {
  const { element, source, part, enclosingLabel = null } = pending;
  switch (source) {
    case 'references':
      return names.fromReferences(element);
    case 'labels':
      return names.fromLabels(labelsOfControl(element, snapshot.labelsByFor, enclosingLabel), element);
    case 'content':
      return names.fromContent(element);
    case 'part':
      return part && isVisible(part) ? names.fromContent(part) : '';
  }
}

function nameByTitle({ row, element }: PendingName, snapshot: SnapshotBuilder): void {
  const title = element.getAttribute('title')?.trim();
  if (title) snapshot.name(row, title);
}
