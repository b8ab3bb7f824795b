import { buttonName, labelOf, rangeValue, svgTitle } from './alternatives.ts';
import {
  attribute,
  CDATA,
  ELEMENT,
  firstChild,
  isShown,
  localName,
  nextSibling,
  rootOf,
  shadowOf,
  TEXT,
  typeOf,
} from './dom.ts';
import type { GeneratedText } from './GeneratedText.ts';
import { inputType } from './roles.ts';
import type { Secrets } from './secrets.ts';
import { dataOf, squeeze } from './text.ts';

/**
 * Accessible names by accname 1.2, read from the live DOM: for the cases in which the rows of the
 * element itself do not say its name (references, labels, captions, embedded controls). Never tells a
 * secret, never recurses on the depth of the DOM: a reference is followed once, and content is walked.
 */

/** Elements read for one name, at most; what follows is left out. */
const ELEMENT_LIMIT = 2_000;
/** Elements read for all names of one capture: controls nested in each other each hold all that is below. */
const TOTAL_LIMIT = 60_000;
/** Characters of a list of references that are read. */
const REFERENCES = 5_000;

interface ContentOptions {
  /** The control that a label is read for: its own value is no part of its name. */
  without?: Element;
  /** The root itself is hidden and was asked for: what it holds counts although it is hidden. */
  hidden?: boolean;
  /** Within a reference already: no further one is followed. */
  followed?: boolean;
  /** The root is an item of a tree: the group of items below it is no part of its name. */
  branches?: boolean;
}

export class Names {
  readonly #secrets: Secrets;
  readonly #generated: GeneratedText;
  #left = TOTAL_LIMIT;

  constructor(secrets: Secrets, generated: GeneratedText) {
    this.#secrets = secrets;
    this.#generated = generated;
  }

  /** Step 2B: the referenced elements' alternatives, in order. '' where none exists or says anything. */
  fromReferences(element: Element): string {
    return squeeze(
      referenced(element, attribute(element, 'aria-labelledby') ?? '')
        .map((target) => this.#ofReferenced(target))
        .filter((text) => text !== '')
        .join(' '),
    );
  }

  /** Step 2D for labelable controls: the labels' content, without the control itself. */
  fromLabels(labels: Iterable<Element>, control: Element): string {
    return squeeze(
      Array.from(labels, (label) =>
        isShown(label) ? (labelOf(label) ?? this.#content(label, { without: control })) : '',
      )
        .filter((text) => text !== '')
        .join(' '),
    );
  }

  /** Step 2F: the name from content of an element whose rows alone do not say it. */
  fromContent(element: Element): string {
    const branches = attribute(element, 'role') === 'treeitem';
    return squeeze(this.#content(element, { hidden: !isShown(element), branches }));
  }

  #ofReferenced(target: Element): string {
    const own = labelOf(target) ?? this.#nativeOf(target, localName(target));
    if (own) return this.#secrets.withoutValue(target, own);
    const content = this.#content(target, { hidden: !isShown(target), followed: true });
    if (content.trim() !== '') return content;
    return this.#secrets.withoutValue(target, attribute(target, 'title') ?? '');
  }

  /** The text of the flat tree below `root`, with block boundaries as spaces. */
  #content(root: Element, options: ContentOptions): string {
    if (this.#isSecretHost(root)) return '';
    const parts: string[] = [];
    const stack: Pending[] = [];
    this.#pushContent(root, stack);
    let left = ELEMENT_LIMIT;
    for (let next = stack.pop(); next !== undefined && left > 0 && this.#left > 0; next = stack.pop()) {
      if (typeof next === 'string') parts.push(next);
      else if (Array.isArray(next)) pushTitle(next, parts);
      else if (typeOf(next) === TEXT || typeOf(next) === CDATA) parts.push(dataOf(next as Text));
      else if (typeOf(next) === ELEMENT) {
        left--;
        this.#left--;
        this.#visit(next as Element, options, parts, stack);
      }
    }
    return parts.join('');
  }

  #visit(
    element: Element,
    { without, hidden = false, followed = false, branches = false }: ContentOptions,
    parts: string[],
    stack: Pending[],
  ): void {
    const tag = localName(element);
    if (tag === 'br') parts.push(' ');
    if (element === without || UNREAD.has(tag)) return;
    if (branches && attribute(element, 'role') === 'group') return;
    if (attribute(element, 'aria-hidden') === 'true' || (!hidden && !isShownIn(element))) return;
    const own = this.#alternativeOf(element, tag, followed);
    if (own === '') return;
    const apart = tag === 'img' || tag === 'svg' || standsApart(element);
    if (apart) parts.push(' ');
    if (own !== undefined) parts.push(own, apart ? ' ' : '');
    else {
      if (apart) stack.push(' ');
      const title = attribute(element, 'title');
      if (title) stack.push([title, parts.length]);
      this.#pushContent(element, stack);
    }
  }

  /** An editing host whose text is a secret. */
  #isSecretHost(element: Element): boolean {
    return attribute(element, 'contenteditable') !== null && this.#secrets.isSecret(element);
  }

  #pushContent(element: Element, stack: Pending[]): void {
    const own = this.#generated.of(element);
    if (own?.after) stack.push(own.after);
    pushChildren(element, stack);
    if (own?.before) stack.push(own.before);
  }

  /** What stands for a descendant: its value, label, reference or native alternative. */
  #alternativeOf(element: Element, tag: string, followed: boolean): string | undefined {
    const value = this.#valueOf(element, tag);
    if (value !== undefined) return value;
    const text = followed ? '' : this.fromReferences(element);
    if (text !== '') return ` ${text} `;
    return labelOf(element) ?? this.#nativeOf(element, tag);
  }

  #nativeOf(element: Element, tag: string): string | undefined {
    switch (tag) {
      case 'img':
      case 'area':
        return attribute(element, 'alt') ?? attribute(element, 'title') ?? '';
      case 'svg':
        return svgTitle(element) ?? attribute(element, 'title') ?? undefined;
      case 'iframe':
      case 'frame':
        return attribute(element, 'title') ?? '';
      case 'input':
      case 'select':
      case 'textarea':
        return this.#valueOf(element, tag) ?? buttonName(element as HTMLInputElement) ?? '';
      default:
        return undefined;
    }
  }

  /** Step 2C: a control inside a label or content is told by its value. */
  #valueOf(element: Element, tag: string): string | undefined {
    if (!(element instanceof HTMLElement)) return rangeValue(element);
    if (tag === 'input') return this.#valueOfInput(element as HTMLInputElement);
    if (tag === 'textarea')
      return this.#secrets.isSecret(element) ? '' : (element as HTMLTextAreaElement).value;
    if (tag === 'select') {
      const options = (element as HTMLSelectElement).selectedOptions;
      return this.#secrets.isSecret(element) ? '' : Array.from(options, (option) => option.label).join(' ');
    }
    if (tag === 'progress' || tag === 'meter') return String((element as HTMLMeterElement).value);
    return this.#isSecretHost(element) ? '' : rangeValue(element);
  }

  #valueOfInput(input: HTMLInputElement): string | undefined {
    switch (inputType(input)) {
      case 'checkbox':
      case 'radio':
      case 'hidden':
      case 'file':
        return this.#secrets.withoutValue(input, labelOf(input) ?? '');
      case 'button':
      case 'submit':
      case 'reset':
      case 'image':
        return labelOf(input) ?? buttonName(input);
      default:
        return this.#secrets.isSecret(input) ? '' : input.value;
    }
  }
}

/** A title that counts if the parts from there on say nothing (accname 1.2, step 2I). */
type Titled = [title: string, from: number];

/** What is still to be read, the last first. */
type Pending = Node | string | Titled;

function pushTitle([title, from]: Titled, parts: string[]): void {
  if (parts.slice(from).every((part) => part.trim() === '')) parts.push(title);
}

/** Never part of a name. */
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'datalist', 'head', 'title']);

function referenced(element: Element, ids: string): Element[] {
  const root = rootOf(element) as Document | ShadowRoot;
  if (!('getElementById' in root)) return [];
  const find = Document.prototype.getElementById;
  return ids
    .slice(0, REFERENCES)
    .split(/\s+/)
    .map((id) =>
      id === ''
        ? null
        : root === document
          ? find.call(document, id)
          : (root as ShadowRoot).getElementById(id),
    )
    .filter((target) => target !== null);
}

/** A slot has no box and is never "shown" itself; what is assigned to it may be. */
function isShownIn(element: Element): boolean {
  return isShown(element) || getComputedStyle(element).display === 'contents';
}

/** Laid out apart from its neighbours, so that words on both sides are separate words. */
function standsApart(element: Element): boolean {
  const { display } = getComputedStyle(element);
  return display !== 'inline' && display !== 'contents' && display !== 'none';
}

function pushChildren(element: Element, stack: Pending[]): void {
  const children = flatChildren(element);
  for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as Node);
}

function flatChildren(element: Element): Node[] {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const children: Node[] = [];
  for (let child = firstChild(shadowOf(element) ?? element); child; child = nextSibling(child))
    children.push(child);
  return children;
}

/** The labels whose control an element is: those met on the walk under its id, and one it stands in. */
export function labelsOf(
  control: Element,
  byFor: ReadonlyMap<string, Element[]>,
  around: Element | null,
): Element[] {
  const found: Element[] = [];
  const id = attribute(control, 'id');
  for (const label of (id !== null && byFor.get(id)) || []) {
    if ((label as HTMLLabelElement).control === control) found.push(label);
  }
  const wraps = around as HTMLLabelElement | null;
  if (wraps?.control === control && !found.includes(wraps)) found.push(wraps);
  return found;
}
