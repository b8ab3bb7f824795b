import {
  attribute,
  CDATA_NODE,
  ELEMENT_NODE,
  firstChild,
  isVisible,
  localName,
  nextSibling,
  nodeType,
  openShadowRoot,
  rootNode,
  TEXT_NODE,
  textData,
} from '../dom/dom.ts';
import { isIconBesideWords } from '../dom/iconLigature.ts';
import { normalizeSpace } from '../dom/text.ts';
import { inputType } from '../roles/computeRole.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import type { GeneratedText } from '../styles/GeneratedText.ts';
import { ariaLabelOf, buttonName, rangeValue, svgTitle } from './nativeAlternatives.ts';

/**
 * Accessible names by accname 1.2, read from the live DOM: for the cases in which the rows of the
 * element itself do not contain its name (references, labels, captions, embedded controls). Returns no
 * secret, and does not recurse on the depth of the DOM: a reference is followed once, and content is walked.
 */

/** Elements read for one name, at most; what follows is left out. */
const MAX_ELEMENTS_PER_NAME = 2_000;
/** Elements read for all names of one capture: controls nested in each other each hold all that is below. */
const MAX_ELEMENTS_PER_CAPTURE = 60_000;
/** Characters of a list of references that are read. */
const MAX_REFERENCE_LENGTH = 5_000;

interface ContentOptions {
  /** The control that a label is read for: its own value is no part of its name. */
  excluded?: Element;
  /** The root itself is hidden and was asked for: what it holds counts although it is hidden. */
  includeHidden?: boolean;
  /** Within a reference already: no further one is followed. */
  isReferenced?: boolean;
  /** The root is an item of a tree: the group of items below it is no part of its name. */
  skipGroups?: boolean;
}

export class AccessibleNames {
  readonly #secrets: SecretFields;
  readonly #generatedText: GeneratedText;
  #remainingElements = MAX_ELEMENTS_PER_CAPTURE;

  constructor(secrets: SecretFields, generatedText: GeneratedText) {
    this.#secrets = secrets;
    this.#generatedText = generatedText;
  }

  /** Step 2B: the referenced elements' alternatives, in order. '' where none exists or says anything. */
  fromReferences(element: Element): string {
    return normalizeSpace(
      labellingElements(element)
        .map((target) => this.#nameOfReferenced(target))
        .filter((text) => text !== '')
        .join(' '),
    );
  }

  /**
   * Step 2D for labelable controls: the labels' content, without the control itself. A control that is hidden with its labels is
   * called by them: a reader learns what a collapsed part holds.
   */
  fromLabels(labels: Iterable<Element>, control: Element): string {
    const all = Array.from(labels);
    const visible = all.filter(isVisibleOrContents);
    const includeHidden = visible.length === 0 && !isVisible(control);
    return normalizeSpace(
      (includeHidden ? all : visible)
        .map((label) => ariaLabelOf(label) ?? this.#labelText(label, control, includeHidden))
        .filter((text) => text !== '')
        .join(' '),
    );
  }

  #labelText(label: Element, control: Element, includeHidden: boolean): string {
    const content = this.#contentOf(label, { excluded: control, includeHidden });
    return content.trim() === '' ? (attribute(label, 'title') ?? '') : content;
  }

  /** Step 2F: the name from content of an element whose rows alone do not say it. */
  fromContent(element: Element): string {
    const skipGroups = attribute(element, 'role') === 'treeitem';
    return normalizeSpace(this.#contentOf(element, { includeHidden: !isVisible(element), skipGroups }));
  }

  #nameOfReferenced(target: Element): string {
    const alternative = ariaLabelOf(target) ?? this.#nativeAlternativeOf(target, localName(target));
    if (alternative) return this.#secrets.redactOwnValue(target, alternative);
    const content = this.#contentOf(target, { includeHidden: !isVisible(target), isReferenced: true });
    if (content.trim() !== '') return content;
    return this.#secrets.redactOwnValue(target, attribute(target, 'title') ?? '');
  }

  /** The text of the flat tree below `root`, with block boundaries as spaces. */
  #contentOf(root: Element, options: ContentOptions): string {
    if (this.#isSecretEditingHost(root)) return '';
    const parts: string[] = [];
    const stack: PendingPart[] = [];
    this.#pushContent(root, stack);
    let remaining = MAX_ELEMENTS_PER_NAME;
    for (
      let next = stack.pop();
      next !== undefined && remaining > 0 && this.#remainingElements > 0;
      next = stack.pop()
    ) {
      if (typeof next === 'string') parts.push(next);
      else if (Array.isArray(next)) pushTitle(next, parts);
      else if (nodeType(next) === TEXT_NODE || nodeType(next) === CDATA_NODE)
        parts.push(isIconBesideWords(next as Text) ? '' : textData(next as Text));
      else if (nodeType(next) === ELEMENT_NODE) {
        remaining--;
        this.#remainingElements--;
        this.#visitElement(next as Element, options, parts, stack);
      }
    }
    // A short secret is a whole word of its part, and may be none of the name, where another follows without a blank.
    const { redactor } = this.#secrets;
    return (parts.length > 1 ? parts.map((part) => redactor.redact(part)) : parts).join('');
  }

  #visitElement(
    element: Element,
    { excluded, includeHidden = false, isReferenced = false, skipGroups = false }: ContentOptions,
    parts: string[],
    stack: PendingPart[],
  ): void {
    const tag = localName(element);
    if (tag === 'br') parts.push(' ');
    if (element === excluded || IGNORED_TAGS.has(tag)) return;
    if (skipGroups && attribute(element, 'role') === 'group') return;
    if (attribute(element, 'aria-hidden') === 'true' || (!includeHidden && !isVisibleOrContents(element)))
      return;
    const alternative = this.#alternativeOf(element, tag, isReferenced);
    if (alternative === '') return;
    const isSeparate = tag === 'img' || tag === 'svg' || isLaidOutApart(element);
    if (isSeparate) parts.push(' ');
    if (alternative !== undefined) parts.push(alternative, isSeparate ? ' ' : '');
    else {
      if (isSeparate) stack.push(' ');
      const title = attribute(element, 'title');
      if (title) stack.push([title, parts.length]);
      this.#pushContent(element, stack);
    }
  }

  /** An editing host whose text is a secret. */
  #isSecretEditingHost(element: Element): boolean {
    return attribute(element, 'contenteditable') !== null && this.#secrets.isSecret(element);
  }

  #pushContent(element: Element, stack: PendingPart[]): void {
    const generatedContent = this.#generatedText.get(element);
    if (generatedContent?.after) stack.push(generatedContent.after);
    pushChildren(element, stack);
    if (generatedContent?.before) stack.push(generatedContent.before);
  }

  /** What stands for a descendant: its value, label, reference or native alternative. */
  #alternativeOf(element: Element, tag: string, isReferenced: boolean): string | undefined {
    const value = this.#embeddedValueOf(element, tag);
    if (value !== undefined) return value;
    const text = isReferenced ? '' : this.fromReferences(element);
    if (text !== '') return ` ${text} `;
    return ariaLabelOf(element) ?? this.#nativeAlternativeOf(element, tag);
  }

  #nativeAlternativeOf(element: Element, tag: string): string | undefined {
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
        return this.#embeddedValueOf(element, tag) ?? buttonName(element as HTMLInputElement) ?? '';
      default:
        return undefined;
    }
  }

  /** Step 2C: a control inside a label or content contributes its value. */
  #embeddedValueOf(element: Element, tag: string): string | undefined {
    if (!(element instanceof HTMLElement)) return rangeValue(element);
    if (tag === 'input') return this.#embeddedInputValueOf(element as HTMLInputElement);
    if (tag === 'textarea')
      return this.#secrets.isSecret(element) ? '' : (element as HTMLTextAreaElement).value;
    if (tag === 'select') {
      const options = (element as HTMLSelectElement).selectedOptions;
      return this.#secrets.isSecret(element) ? '' : Array.from(options, (option) => option.label).join(' ');
    }
    if (tag === 'progress' || tag === 'meter') return String((element as HTMLMeterElement).value);
    return this.#isSecretEditingHost(element) ? '' : rangeValue(element);
  }

  #embeddedInputValueOf(input: HTMLInputElement): string | undefined {
    switch (inputType(input)) {
      case 'checkbox':
      case 'radio':
      case 'hidden':
      case 'file':
        return this.#secrets.redactOwnValue(input, ariaLabelOf(input) ?? '');
      case 'button':
      case 'submit':
      case 'reset':
      case 'image':
        return ariaLabelOf(input) ?? buttonName(input);
      default:
        return this.#secrets.isSecret(input) ? '' : input.value;
    }
  }
}

/** A title that counts if the parts from there on say nothing (accname 1.2, step 2I). */
type PendingTitle = [title: string, from: number];

/** What is still to be read, the last first. */
type PendingPart = Node | string | PendingTitle;

function pushTitle([title, from]: PendingTitle, parts: string[]): void {
  if (parts.slice(from).every((part) => part.trim() === '')) parts.push(title);
}

/** Never part of a name. */
const IGNORED_TAGS = new Set(['script', 'style', 'template', 'noscript', 'datalist', 'head', 'title']);

/** By ids, or as a script has set them, which may reach out of a shadow root (ARIA 1.3, `ariaLabelledByElements`). */
function labellingElements(element: Element): readonly Element[] {
  const ids = attribute(element, 'aria-labelledby') ?? '';
  if (ids.trim() !== '') return referencedElements(element, ids);
  return Reflect.get(Element.prototype, 'ariaLabelledByElements', element) ?? [];
}

function referencedElements(element: Element, ids: string): Element[] {
  const root = rootNode(element) as Document | ShadowRoot;
  if (!('getElementById' in root)) return [];
  const find = Document.prototype.getElementById;
  return ids
    .slice(0, MAX_REFERENCE_LENGTH)
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
function isVisibleOrContents(element: Element): boolean {
  return isVisible(element) || getComputedStyle(element).display === 'contents';
}

/** Laid out apart from its neighbours, so that words on both sides are separate words. */
function isLaidOutApart(element: Element): boolean {
  const { display } = getComputedStyle(element);
  return display !== 'inline' && display !== 'contents' && display !== 'none';
}

function pushChildren(element: Element, stack: PendingPart[]): void {
  const children = flatChildren(element);
  for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as Node);
}

function flatChildren(element: Element): Node[] {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const children: Node[] = [];
  for (let child = firstChild(openShadowRoot(element) ?? element); child; child = nextSibling(child))
    children.push(child);
  return children;
}

/** The element, and the hosts that let it stand for them by the reference target of their shadow roots. */
function withReferringHosts(element: Element): Element[] {
  const found = [element];
  for (let root = rootNode(element); root instanceof ShadowRoot; root = rootNode(root.host)) {
    const { referenceTarget } = root as ShadowRoot & { referenceTarget?: string | null };
    const inner = found.at(-1) as Element;
    if (!referenceTarget || attribute(inner, 'id') !== referenceTarget) break;
    found.push(root.host);
  }
  return found;
}

/** The labels whose control an element is: those met on the walk under its id, and one it stands in. */
export function labelsOfControl(
  control: Element,
  labelsByFor: ReadonlyMap<string, Element[]>,
  enclosingLabel: Element | null,
): Element[] {
  const found: Element[] = [];
  for (const named of withReferringHosts(control)) {
    const id = attribute(named, 'id');
    for (const label of (id !== null && labelsByFor.get(id)) || [])
      if ((label as HTMLLabelElement).control === named) found.push(label);
  }
  const wrappingLabel = enclosingLabel as HTMLLabelElement | null;
  if (wrappingLabel?.control === control && !found.includes(wrappingLabel)) found.push(wrappingLabel);
  return found;
}
