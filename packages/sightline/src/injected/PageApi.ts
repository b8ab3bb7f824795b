import type { Affine } from '../snapshot/geometry.ts';
import type { DocumentUpdate } from '../snapshot/readDocument.ts';
import type { SecretFingerprint, SeededFingerprints } from '../snapshot/secrets/secretFingerprints.ts';
import type { DomQuery, DomQueryResult } from '../snapshot/selectors/DomQuery.ts';
import type { DocumentSettleLimits, DocumentSettleResult } from './settle/documentSettleTypes.ts';

/**
 * The calls that Node makes into the page script, with `callPageScript`. Arguments and results are JSON. Elements
 * are named by their ids. This file must not use DOM types: Node code imports it.
 */
export interface PageApi {
  /** Updates style and layout, and answers what the page script knows to have changed since the last capture. */
  readChanges(): DocumentChanges;
  /**
   * Captures the document. `baseCapture` is the number of the capture that the caller still has: where it is the
   * last one, the result may hold only what differs from it. 0: none. Throws after `budgetMs` milliseconds of reading.
   */
  capture(baseCapture: number, budgetMs: number): JsonText<DocumentCapture>;
  /** Source of the function that finds event handlers, to be run in the page's own world. */
  handlerFinderSource(): string;
  /** Ids of the elements that it found there; undefined where the document has changed meanwhile. */
  idsOfHandlers(found: FoundHandlers): number[] | undefined;
  /** Registers elements with listeners that have no row; returns how many are shapes of a drawing not known yet. */
  addListeners(ids: readonly number[]): number;
  /** What custom elements say of themselves by their internals, in place of what was set before. */
  setInternals(values: InternalsById): void;
  /** Which scroll buttons and markers the browser draws, and where, in place of what was set before. */
  setScrollControls(values: ScrollControlsById): void;
  /** How many elements the captured roots hold. */
  elementCount(): number;
  /** How many of their texts and comments contain a `<`. */
  bracketCount(): number;
  /** Elements that match a CSS selector now, with at most `limit` ids. */
  find(selector: string, limit: number): DocumentMatches;
  /** A selector of Playwright's as it may be evaluated in this document, see `guardSelector`; or what is wrong with it. */
  guardSelector(selector: string): { selector: string; error?: undefined } | { error: string };
  /** Elements that Playwright found for `selector >> sightline=collect/TOKEN`. */
  takeCollected(token: string): DocumentMatches;
  /** Attributes as HTML has them, without secrets; for each id a list in the order of the names, null for none. */
  attributes(ids: readonly number[], names: readonly string[]): (string | null)[][];
  /** The elements that have an attribute, with its values; `total` alone where they are more than `limit`. */
  attributeColumn(name: string, limit: number): { ids: number[]; values: string[]; total: number };
  /** What shows whether a text repeats a secret, without the secret. */
  secretFingerprints(seed: number): SecretFingerprint[];
  /** Whether a link leads to an address that opens something, of which a part is shown nowhere. */
  linksToSecret(): boolean;
  queryDom(request: DomQuery): JsonText<DomQueryResult>;
  /** Selectors for each id; an empty object for an element that is gone. */
  locators(ids: readonly number[]): LocatorResponse;
  findClickPoint(id: number): Promise<PointerTarget>;
  /** Whether the element is shown and enabled; the result has no point. */
  readiness(id: number): PointerTarget;
  /** Whether a point in the viewport of the frame element `id` can be reached from this document. */
  hitTestThroughFrames(id: number, point: Point): PointerTarget;
  /**
   * For `milliseconds`, or until `stopPressGuard`, a press of the mouse reaches nothing but these elements, what is in them,
   * and their labels; without any, nothing. Not in a document where no callbacks run. With `drop` nothing is held back.
   */
  startPressGuard(ids: readonly number[], milliseconds: number, kind: PressKind): void;
  /**
   * What the press hit; undefined where this document was not guarded, or a target had the mouse over it and no press. After
   * `hover`: what the mouse is over, or has been over. After `drop`: where the button was let go of. After a tap the click is waited for.
   */
  stopPressGuard(kind: PressKind): Promise<PressOutcome | undefined>;
  /** Resolves after this time in the page: what its own timers had due before has been done. */
  waitForTimers(milliseconds: number): Promise<void>;
  /** Scrolls every scroller around the element. `alignmentIndex` 0, 1, 2: to the middle, the end, the start. */
  scrollIntoView(id: number, alignmentIndex: number): void;
  /** What the field holds is a secret from now on, whatever it looks like. */
  keepSecret(id: number): void;
  /** Focuses the element, with `atEnd` the caret behind its content. Returns the id of what has the focus then, 0 for nothing. */
  focus(id: number, atEnd: boolean): number;
  /** How many keys this document has got since it was asked first; undefined where the element would not get the next. */
  keysTaken(id: number): number | undefined;
  /** Replaces what a text field holds, whoever has the focus of the page meanwhile. False where it takes none. */
  replaceText(id: number, text: string): boolean;
  /** Undefined when the element is gone. */
  fieldState(id: number, expectedValue: string): FieldState | undefined;
  /** Offers a text to an editor as a paste, where its caret is; whether it took it. */
  pasteText(id: number, text: string): boolean;
  /** What an editor gives away as its selection; undefined where it gives nothing. */
  copyText(id: number, expected: string): CopiedText | undefined;
  /** Where words stand in the text of an element, after scrolling there; undefined where they do not. Of a field, selects them. */
  findText(id: number, words: string): TextPlace | undefined;
  /** Selects words in the text of an element without the mouse. */
  selectText(id: number, words: string): void;
  /** Takes away what is selected in the page; fields keep what is selected in them. */
  clearSelection(): void;
  /** Whether these words are what is selected. */
  isTextSelected(id: number, words: string): boolean;
  /** Whether anything is selected of a text that repeats a secret. */
  selectsSecret(): boolean;
  /** Undefined when the element is gone; id 0 is the page. */
  scrollBy(id: number, x: number, y: number, unit: 'px' | 'pages'): ScrollByResult | undefined;
  /** The texts, with the secrets that this document holds redacted. */
  redactSecrets(texts: readonly string[]): string[];
  /** Begins to note where secrets are painted. False, and nothing is noted, where this is not the document of that key. */
  startSecretAreas(documentKey: string, request: SecretAreasRequest): boolean;
  /** What was noted since; undefined where that may not be all. */
  stopSecretAreas(): SecretAreasResponse | undefined;
  /** Starts to observe an action. In a new document, what it has started by itself counts too. */
  startSettle(isNewDocument: boolean): void;
  waitUntilSettled(limits: DocumentSettleLimits): Promise<DocumentSettleResult>;
  /** Stops observing; returns the messages that were shown and disappeared. */
  stopSettle(): TransientMessage[];
  /** Writes texts as `data-element-id` attributes, by element id; returns how many elements have theirs now. */
  writeMarks(texts: Readonly<Record<number, string>>): number;
  /** Removes them; returns how many there were. */
  eraseMarks(): number;
  /** Draws numbered boxes over the page, in place of those drawn before. */
  showHighlights(highlights: readonly Highlight[]): void;
  clearHighlights(): void;
  /** Removes highlights and marks, and observes nothing until the next capture. Returns whether it is shown as it would be printed. */
  dispose(): boolean;
}

/** Attributes (`role`, `aria-checked`) by the id of the element that has internals which say the same. */
export type InternalsById = Record<number, Record<string, string>>;

/** By the id of the box that scrolls: the element of each, the name of the pseudo-element, its box from the corner of that box. */
export type ScrollControlsById = Record<number, { of: number; pseudo: string; box: HighlightBox }[]>;

/** What hides on a picture besides the secrets that a document holds itself, and for how long it is noted. */
export interface SecretAreasRequest {
  /** Ids of the frame elements whose documents are asked themselves; all others are areas as a whole. */
  safeFrames: readonly number[];
  milliseconds: number;
  /** Secrets that other documents of the page hold. */
  others: SeededFingerprints;
  /** Coordinates are those of the page, not of the viewport: for the main document. */
  inPage: boolean;
}

/** CSS pixels. */
export type AreaEdges = [left: number, top: number, right: number, bottom: number];

/** Where secrets were painted in a document, at any time since it was asked to note it. */
export interface SecretAreasResponse {
  areas: AreaEdges[];
  frames: FramePlacement[];
  /** As it is now. */
  view: PictureView;
  /** The areas or the frames at the end are not those at the beginning. */
  moved: boolean;
  /** What a picture shows of the page is not. */
  scrolled: boolean;
  /** The browser itself showed a secret, in a bubble over the page that no element holds. */
  beyond: boolean;
}

/** Where the document of a frame lies in that around it. */
export interface FramePlacement {
  /** Id of the frame element. */
  id: number;
  /** Its bounding box. */
  box: AreaEdges;
  /** From the viewport of the frame's document; meaningless where not `isFlat`. */
  transform: Affine;
  isFlat: boolean;
  /** How far beside it filters may paint what it shows, CSS pixels; undefined for anywhere. */
  spread?: number;
}

/** What a picture of a document shows, CSS pixels of the page. */
export interface PictureView {
  /** Of one of the viewport: its top left corner, and how many of its pixels are one of the page. */
  x: number;
  y: number;
  density: number;
  /** Of one of the whole page: its top left corner and its width. */
  pageX: number;
  pageY: number;
  pageWidth: number;
  /** How far the page is scrolled. */
  scrollX: number;
  scrollY: number;
}

/** Calls with live nodes, which are no JSON: `callWithNodes`. What is no element of this document has id 0. */
export interface PageNodeApi {
  idsOf(...nodes: unknown[]): number[];
  /** Registers closed shadow roots; returns how many of them are new. */
  addClosedRoots(...roots: unknown[]): number;
}

/** JSON text of a `T`, written by the method itself: what is large is not encoded twice. */
export class JsonText<T> {
  readonly text: string;
  /** Only in the type. */
  declare readonly value: T;

  constructor(text: string) {
    this.text = text;
  }
}

/** Handlers that were found in the world of the page's own scripts. Elements count root by root, in the order of `allRoots`. */
export interface FoundHandlers {
  elementCount: number;
  /** How many nodes have listeners of their own. */
  listeningCount: number;
  /** Positions of elements with handlers, and the tag of each. */
  positions: number[];
  tags: string[];
  /** jQuery's delegated handlers: the position that listens (-1, -2... for the first root, the second...), and its selector. */
  delegated: [position: number, selector: string][];
}

/** What `findHandlers` receives: tables are objects without a prototype. */
export interface HandlerQuery {
  /** Types of events that count. */
  types: Record<string, 1>;
  /** The same as React's props name them after `on`, in lower case. */
  reactTypes: Record<string, 1>;
  /** Lower case letters, by their upper case. */
  lower: Record<string, string>;
  /** Find listeners too. */
  listeners: boolean;
  /** A node that listens to so many types listens for what is in it. */
  maxTypes: number;
}

/** The error of a capture that would hold too much. */
export const TOO_MANY_ROWS = 'The document shows too much to be captured.';
/** The error of a capture that would take too long; how many elements and texts were read stands behind it. */
export const OUT_OF_TIME = 'The document cannot be captured in time: ';

/** What a document knows to have changed since it was captured; of one that was not, all of it has. */
export interface DocumentChanges {
  /** Nothing has. */
  unchanged: boolean;
  hasNewElements: boolean;
  elementCount: number;
  /** No script runs in it, and no callback. */
  scriptless?: true;
}

/** One capture of a document. */
export interface DocumentCapture extends DocumentUpdate {
  /** Milliseconds of each stage. */
  timing: Record<string, number>;
  /** Whether the document knows secrets that other documents of the page may repeat. */
  holdsSecrets: boolean;
  /** How many changes of the DOM were observed so far. */
  mutations: number;
  /** No script runs in it, and no callback. */
  scriptless?: true;
  /** It is shown as it would be printed. */
  printing?: true;
}

/** What matches a CSS selector in the document as it is now. */
export interface DocumentMatches {
  /** Ids of the first matches, in document order, root by root. */
  ids: number[];
  total: number;
  /** Some are shapes of drawings that no capture holds yet: the next one does. */
  isIncomplete?: boolean;
  /** What is wrong with the selector. */
  error?: string;
}

/**
 * Selectors in Playwright's syntax, each of which finds this one element in the document now: one that finds another
 * or several is left out. None for elements in closed shadow roots, which Playwright's selectors do not reach.
 */
export interface FoundLocators {
  /** By the attribute that `writeMarks` wrote. */
  marked?: string;
  testId?: string;
  id?: string;
  css?: string;
  /** Not in shadow roots: XPath does not enter them. */
  xpath?: string;
  /** By a part of its own text. */
  text?: string;
}

export interface LocatorResponse {
  /** In the order of the ids. */
  found: FoundLocators[];
  /** False where Playwright must not be asked for roles: see `isSafeToTraverse`. */
  isTraversable: boolean;
}

export interface Point {
  x: number;
  y: number;
}

/** Where to click an element, or why it cannot be clicked now. Lengths in CSS pixels. */
export interface PointerTarget {
  state: 'ready' | 'detached' | 'invisible' | 'disabled' | 'covered' | 'untouchable' | 'outside' | 'moving';
  /** Id of the element to click: the element itself, its label, or a descendant at the point. */
  id: number;
  /** From the top left corner of that element's padding box. */
  x: number;
  y: number;
  /** The point in the viewport of its document; of what is covered, one that is. */
  viewportPoint: Point;
  /** The point from the top left corner of the element's box. */
  boxOffset: Point;
  /**
   * Click the point, not the element: it has no box of its own there, or never stops moving, or Playwright's listeners would
   * not run in its document, or it has more attributes than Playwright could read in time.
   */
  byCoordinates?: boolean;
  /** The screen is touched here, and no mouse is at hand: a person taps. */
  isTouched?: boolean;
  /** It lies where Chromium's box model says: not within a frame, columns or another zoom. */
  isPlainBox?: boolean;
  /** Ids of the element that covers it and of that element's ancestors, innermost first. */
  coveredBy?: number[];
  /** Where it is not ready: something moves or loads, which may change that. */
  mayChange?: boolean;
}

/** What is sent while a guard is up: a button of the mouse or a finger, moves of the mouse only, or the end of a drag. */
export type PressKind = 'press' | 'hover' | 'drop';

/** Whether a press hit what it was meant for; `ids`: what it hit instead, and its ancestors, innermost first; none where no press came. */
export type PressOutcome = { reached: true } | { reached: false; ids: number[] };

/** What an element holds now, beyond what a capture records. */
export interface FieldState {
  /** Its value, or the text that is edited; `[filled]` for a secret field that is not empty. */
  value: string;
  isSecret: boolean;
  /** Its value is withheld wherever the page repeats it, too: unlike that of a hidden input or of the end of a card. */
  isSecretElsewhere: boolean;
  /** Whether text can be typed into it: `no` where its kind takes none. */
  editable: 'yes' | 'no' | 'readonly';
  /** Type of input, `textarea`, `select` or `editable`; '' for what is no field. */
  kind: string;
  checked: 'true' | 'false' | 'mixed' | '';
  /** Labels of the selected options. */
  chosen: string[];
  /** What is wrong with its value (HTML, constraint validation). */
  validationMessage: string;
  /** How the value compares with the expected one. */
  match: 'equal' | 'formatted' | 'different';
  /** Its value is the expected one with all lines and indentation. */
  isExact: boolean;
  /** It only takes what is typed for what is shown around it, as the input of a code editor or a terminal: its value is not the text. */
  isProxy: boolean;
  text: string;
  /** Classes, colours and pseudo-elements of it and of what is in it: the only state of some toggles. */
  look: Record<string, string>;
}

/** Words in the text of an element. */
export interface TextPlace {
  /** How often they stand there. */
  count: number;
  /** In front of the first character and behind the last one, in the viewport of the document, where both are in view. */
  start?: Point;
  end?: Point;
}

/** What an editor copies. */
export interface CopiedText {
  /** Without secrets. */
  text: string;
  /** It is the expected text, with all lines and indentation. */
  isExact: boolean;
}

/** CSS pixels. */
export interface ScrollByResult {
  /** Distance scrolled. */
  x: number;
  y: number;
  /** What is left to scroll in each direction. */
  above: number;
  below: number;
  before: number;
  after: number;
}

/** A text that was shown and disappeared. */
export interface TransientMessage {
  text: string;
  /** `status`, `alert`, `progressbar`...; '' where no such role was around it. */
  role: string;
}

/** A box with its label, in CSS pixels of the page. */
export interface Highlight {
  text: string;
  /** `rgb(0, 90, 200)`. */
  color: string;
  box: HighlightBox;
  label: HighlightBox;
}

export type HighlightBox = [x: number, y: number, width: number, height: number];
