import { addToGroup } from '../../snapshot/groupBy.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import {
  attribute,
  CDATA_NODE,
  documentProperty,
  ELEMENT_NODE,
  firstChild,
  hasAnyAttr,
  isCustomTag,
  localName,
  namespaceUri,
  nextSibling,
  nodeType,
  openShadowRoot,
  TEXT_NODE,
  XHTML_NAMESPACE,
} from '../dom/dom.ts';
import { finishBox } from '../layout/blockBoxes.ts';
import { emitBackgroundColor } from '../layout/emitBackgroundColor.ts';
import { hideEmptyTarget } from '../layout/hideUnpainted.ts';
import { compareWithLastItem, emitItemOrder } from '../layout/itemOrder.ts';
import { readLayout } from '../layout/readLayout.ts';
import { wordsOfUse } from '../layout/svgText.ts';
import type { VisitedElement } from '../layout/VisitedElement.ts';
import { NameAccumulator } from '../names/NameAccumulator.ts';
import { nameBeforeContent } from '../names/nameBeforeContent.ts';
import { computeRole, type RoleContext } from '../roles/computeRole.ts';
import type { GeneratedContent } from '../styles/GeneratedText.ts';
import { AttributeFlag, emitExpanded, hasStateClass, readLiveProperties } from './AttributeReader.ts';
import type { CaptureContext } from './CaptureContext.ts';
import { hidesContent, rendersFallback, summaryOf } from './hiddenChildren.ts';
import { linearMath } from './linearMath.ts';
import { listMarker } from './listMarkers.ts';
import { openSvgChild } from './openSvgChild.ts';
import { readStates } from './readStates.ts';
import { TagBit, type TagInfo } from './TagTable.ts';
import { addGeneratedTextRow, addTextRow, addWrittenTextRow, readWhiteSpace } from './textRows.ts';
import { WalkFrame } from './WalkFrame.ts';
import { ExitAction, Inherit, TextEdge } from './walkBits.ts';

/** A `select` of another namespace has no options, an `input` no value. */
const HTML_ONLY = TagBit.HasLiveState | TagBit.Control | TagBit.HasValue;

/** Roles inside which a header or footer is not the page's. */
const SECTION_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);
const TABLE_KINDS = new Map([
  ['table', 1],
  ['grid', 2],
  ['treegrid', 2],
]);

/** A reading is painted above its characters, not in line with them. */
const APART: GeneratedContent = { before: ' ', after: ' ' };

/** Whether the content of a canvas says what it shows, for assistive technology, rather than that a browser cannot show it. */
const describesCanvas = (canvas: Element): boolean =>
  firstChild(canvas) !== null && Element.prototype.querySelector.call(canvas, '[role], table') !== null;

/**
 * One pass over the flat tree, in preorder, with a stack of its own: nothing recurses on depth. The
 * page's scripts do not run meanwhile, so the tree does not change.
 */
export class FlatTreeWalk {
  readonly #context: CaptureContext;
  readonly #frames: WalkFrame[] = [new WalkFrame()];
  #depth = 0;
  readonly #names: NameAccumulator;
  readonly #roleContext: RoleContext = {
    hasRoleAttribute: false,
    parentRole: '',
    inSection: false,
    inArticle: false,
    tableKind: 0,
  };
  readonly #visited: VisitedElement = {
    element: null as unknown as Element,
    tag: '',
    tagBits: 0,
    row: 0,
    attributeFlags: 0,
    firstChildNode: null,
    inheritedBits: 0,
    flags: 0,
    style: null,
    opacity: 1,
    isInline: false,
    isInlineBox: false,
  };

  constructor(context: CaptureContext) {
    this.#context = context;
    this.#names = new NameAccumulator(context.snapshot);
  }

  run(root: Element): void {
    const rootParent = this.#frames[0] as WalkFrame;
    rootParent.row = -1;
    this.#visitNode(root, rootParent);
    while (this.#depth > 0) {
      const frame = this.#frames[this.#depth] as WalkFrame;
      const node = frame.currentChild;
      if (node === null) {
        this.#leaveFrame(frame);
        continue;
      }
      frame.currentChild = frame.assignedNodes
        ? (frame.assignedNodes[++frame.assignedIndex] ?? null)
        : nextSibling(node);
      this.#visitNode(node, frame);
    }
  }

  #visitNode(node: Node, parent: WalkFrame): void {
    const type = nodeType(node);
    if (type === ELEMENT_NODE) {
      if ((parent.inheritedBits & Inherit.Svg) !== 0) this.#openSvgElement(node as Element, parent);
      else this.#openElement(node as Element, parent);
    } else if (type === TEXT_NODE || type === CDATA_NODE) {
      this.#names.addText(addTextRow(node as Text, parent, this.#context), parent);
    }
  }

  #openElement(element: Element, parent: WalkFrame): void {
    const context = this.#context;
    const tag = localName(element);
    const knownTag = context.tags.get(tag);
    const isForeign =
      context.isForeign(element) ||
      ((knownTag.bits & HTML_ONLY) !== 0 && namespaceUri(element) !== XHTML_NAMESPACE);
    const info = isForeign ? context.tags.getForeign(tag) : knownTag;
    if ((info.bits & TagBit.Skip) !== 0) return;
    parent.visitedElements++;
    const visited = this.#beginElement(element, tag, info, parent);
    const role = this.#readRole(visited, info, parent);
    readLayout(visited, parent, context);
    if (tag === 'li' && visited.style) {
      const { listNumbers, generatedText } = context;
      const own = generatedText.get(element)?.marker;
      const marker = listMarker(element, visited.style, listNumbers, generatedText.counterStyles, own);
      if (marker !== '') context.emit('.marker', marker);
    }
    const isInteractive = readStates(visited, role, context);
    let exitActions = nameBeforeContent(visited, role, isInteractive, parent.enclosingLabel, context);
    if (isExcludedFromNames(visited, parent, context)) exitActions |= ExitAction.ExcludedFromNames;
    context.snapshot.rows.flags[visited.row] = visited.flags;
    if ((visited.flags & Flag.DisplayNone) === 0) parent.followsInline = visited.isInline && tag !== 'br';
    this.#pushFrame(visited, role, exitActions, parent);
  }

  #beginElement(element: Element, tag: string, info: TagInfo, parent: WalkFrame): VisitedElement {
    const { snapshot, registry, secrets, attributeReader, emit } = this.#context;
    const visited = this.#visited;
    const tagBits = info.bits;
    visited.element = element;
    visited.tag = tag;
    visited.tagBits = tagBits;
    visited.flags = 0;
    visited.attributeFlags = 0;
    visited.style = null;
    const isLeaf = (tagBits & TagBit.Leaf) !== 0 && !(tag === 'canvas' && describesCanvas(element));
    visited.firstChildNode = isLeaf ? null : firstChild(element);
    visited.row = snapshot.addRow(parent.row, info.stringIndex, registry.idOf(element), element);
    if (hasAnyAttr(element)) {
      const isSecret = (tagBits & TagBit.HasValue) !== 0 && secrets.isSecret(element);
      const secretValue = isSecret ? String((element as HTMLInputElement).value ?? '') : null;
      const withClass =
        visited.firstChildNode === null ||
        (tagBits & TagBit.Control) !== 0 ||
        tag === 'a' ||
        tag === 'svg' ||
        (tag === 'li' && hasStateClass(element));
      visited.attributeFlags = attributeReader.read(element, emit, withClass, secretValue);
      if (
        (visited.attributeFlags & AttributeFlag.Editable) !== 0 &&
        namespaceUri(element) !== XHTML_NAMESPACE
      )
        visited.attributeFlags &= ~AttributeFlag.Editable;
    }
    if ((visited.attributeFlags & AttributeFlag.Invoker) !== 0) emitExpanded(element, emit);
    const internals = isCustomTag(tag) ? registry.internalsOf(element) : undefined;
    if (internals) visited.attributeFlags |= attributeReader.readInternals(element, internals, emit);
    if ((tagBits & TagBit.HasLiveState) !== 0) readLiveProperties(element, tag, emit, secrets);
    if ((visited.attributeFlags & AttributeFlag.Editable) !== 0 && secrets.isSecret(element)) {
      if (visited.firstChildNode !== null) emit('.value', REDACTED_PLACEHOLDER);
      visited.firstChildNode = null;
    }
    return visited;
  }

  #readRole({ element, tag, attributeFlags, row }: VisitedElement, info: TagInfo, parent: WalkFrame): string {
    const explicit = (attributeFlags & AttributeFlag.Role) !== 0;
    if (tag === 'body' && documentProperty('designMode') === 'on')
      this.#visited.attributeFlags |= AttributeFlag.Editable;
    const editableRole = (this.#visited.attributeFlags & AttributeFlag.Editable) !== 0 ? 'textbox' : '';
    if (!explicit && info.role === '' && editableRole === '') return '';
    let role = info.role;
    if (explicit || role === undefined) {
      const roleContext = this.#roleContext;
      roleContext.hasRoleAttribute = explicit;
      roleContext.internalsRole = isCustomTag(tag)
        ? this.#context.registry.internalsOf(element)?.role
        : undefined;
      roleContext.parentRole = parent.role;
      roleContext.inSection = (parent.inheritedBits & Inherit.InSection) !== 0;
      roleContext.inArticle = (parent.inheritedBits & Inherit.InArticle) !== 0;
      roleContext.tableKind = parent.tableKind;
      role = computeRole(element, tag, roleContext);
    }
    if (role === '' || (role === 'paragraph' && !explicit)) role = editableRole || role;
    if (role === '') return '';
    this.#context.snapshot.rows.role[row] = this.#context.snapshot.strings.add(role);
    return role;
  }

  #pushFrame(visited: VisitedElement, role: string, exitActions: number, parent: WalkFrame): void {
    if (visited.isInlineBox && parent.textEdge !== TextEdge.Space) this.#names.embeddedControls++;
    const frame = this.#nextFrame(parent);
    const { element, tag } = visited;
    frame.row = visited.row;
    frame.element = element;
    frame.style = visited.style;
    frame.opacity = visited.opacity;
    frame.tagBits = visited.tagBits;
    frame.inheritedBits = this.#inheritedBitsFor(visited, role);
    frame.exitActions = exitActions;
    frame.role = role;
    if (role !== '' || tag === 'table')
      frame.tableKind = tag === 'table' && role === '' ? 3 : (TABLE_KINDS.get(role) ?? parent.tableKind);
    if (tag === 'label') this.#openLabel(frame, element);
    frame.followsInline = visited.isInline;
    frame.isBlock = !visited.isInline;
    frame.isInlineBox = visited.isInlineBox;
    frame.isBreak = tag === 'br';
    if (!visited.isInline || visited.isInlineBox) frame.textEdge = TextEdge.Space;
    if (frame.style) frame.whiteSpace = 0;
    if ((frame.inheritedBits & Inherit.Pre) !== 0) readWhiteSpace(frame);
    frame.currentChild = visited.firstChildNode;
    const isReading = tag === 'rt' && visited.isInlineBox && parent.followsInline;
    const generatedContent = this.#context.generatedText.get(element) ?? (isReading ? APART : undefined);
    if (generatedContent && (visited.flags & Flag.DisplayNone) === 0)
      this.#addGeneratedBefore(generatedContent, frame);
    if (visited.firstChildNode !== null || (visited.tagBits & TagBit.Leaf) === 0)
      this.#beginChildren(frame, element, tag);
  }

  #addGeneratedBefore({ before, after }: GeneratedContent, frame: WalkFrame): void {
    if (before !== '') this.#names.addText(addGeneratedTextRow(before, frame, this.#context), frame);
    frame.generatedAfter = after;
  }

  #openLabel(frame: WalkFrame, label: Element): void {
    frame.enclosingLabel = label;
    const target = attribute(label, 'for');
    if (target === null) return;
    addToGroup(this.#context.snapshot.labelsByFor, target, label);
  }

  #inheritedBitsFor(visited: VisitedElement, role: string): number {
    let { inheritedBits } = visited;
    const { tag, tagBits } = visited;
    if ((tagBits & TagBit.Section) !== 0 || SECTION_ROLES.has(role)) {
      inheritedBits |= Inherit.InSection;
      if (tag !== 'main' && role !== 'main') inheritedBits |= Inherit.InArticle;
    }
    if (tag === 'select' || tag === 'canvas') inheritedBits |= Inherit.NoLayout;
    if (tag === 'svg') inheritedBits |= Inherit.Svg;
    if (tag === 'pre') inheritedBits |= Inherit.Pre;
    if (tag === 'details' && hidesContent(visited.element)) inheritedBits |= Inherit.ChildrenHidden;
    if (tag === 'object' && !rendersFallback(visited.element)) inheritedBits |= Inherit.ChildrenHidden;
    return inheritedBits;
  }

  #beginChildren(frame: WalkFrame, element: Element, tag: string): void {
    if (tag === 'slot') {
      const assigned = (element as HTMLSlotElement).assignedNodes();
      if (assigned.length > 0) {
        frame.assignedNodes = assigned;
        frame.currentChild = assigned[0] as Node;
      }
      return;
    }
    if (tag === 'math') this.#writeFormula(frame, element);
    if (tag === 'details' && (frame.inheritedBits & Inherit.ChildrenHidden) !== 0)
      frame.renderedChild = summaryOf(element);
    const openRoot = openShadowRoot(element);
    const shadowRoot = openRoot ?? this.#context.registry.closedRootOf(element);
    if (shadowRoot) this.#pushShadowRoot(frame, shadowRoot, openRoot ? '#shadow-open' : '#shadow-closed');
  }

  /** In one line, which stands for what it holds. */
  #writeFormula(frame: WalkFrame, math: Element): void {
    const formula = linearMath(math);
    if (formula === undefined) {
      frame.inheritedBits |= Inherit.Math;
      return;
    }
    frame.currentChild = null;
    if (formula !== '') this.#names.addText(addWrittenTextRow(formula, frame, this.#context), frame);
  }

  /** The host's own children come up again where a slot of the shadow root holds them. */
  #pushShadowRoot(host: WalkFrame, shadowRoot: ShadowRoot, tag: '#shadow-open' | '#shadow-closed'): void {
    const { snapshot } = this.#context;
    host.currentChild = null;
    this.#context.generatedText.readRoot(shadowRoot);
    this.#context.hidingStyles.readRoot(shadowRoot);
    this.#context.pointerRules.readRoot(shadowRoot);
    snapshot.shadowRoots.push(shadowRoot);
    const frame = this.#nextFrame(host);
    frame.row = snapshot.addRow(host.row, snapshot.strings.add(tag), 0, null);
    snapshot.addFlags(frame.row, (snapshot.rows.flags[host.row] as number) & Flag.VisibilityHidden);
    frame.element = host.element;
    frame.style = host.style;
    frame.inheritedBits = host.inheritedBits;
    frame.role = host.role;
    frame.followsInline = host.followsInline;
    frame.isBlock = host.isBlock;
    frame.currentChild = firstChild(shadowRoot);
  }

  #openSvgElement(element: Element, parent: WalkFrame): void {
    const svgRow = openSvgChild(element, parent, this.#context, this.#visited);
    if (svgRow === 'skip' && localName(element) === 'use') this.#addUsedWords(element, parent);
    if (svgRow === 'skip') return;
    if (svgRow === 'html') {
      const { inheritedBits } = parent;
      parent.inheritedBits = inheritedBits & ~(Inherit.Svg | Inherit.SvgText);
      this.#openElement(element, parent);
      parent.inheritedBits = inheritedBits;
      return;
    }
    const tag = localName(element);
    const frame = this.#nextFrame(parent);
    frame.row = svgRow;
    frame.element = element;
    frame.inheritedBits = parent.inheritedBits | (tag === 'text' ? Inherit.SvgText : 0);
    if (svgRow !== parent.row && this.#context.snapshot.hasFlag(svgRow, Flag.DisplayNone))
      frame.inheritedBits |= Inherit.NoLayout;
    frame.followsInline = tag === 'tspan';
    frame.currentChild = firstChild(element);
  }

  #addUsedWords(use: Element, frame: WalkFrame): void {
    const words = wordsOfUse(use).trim();
    if (words !== '') this.#names.addText(addWrittenTextRow(words, frame, this.#context), frame);
  }

  /** A fresh level above `parent`. */
  #nextFrame(parent: WalkFrame): WalkFrame {
    const depth = ++this.#depth;
    let frame = this.#frames[depth];
    if (!frame) {
      frame = new WalkFrame();
      this.#frames.push(frame);
    }
    frame.reset(parent, this.#names);
    return frame;
  }

  #leaveFrame(frame: WalkFrame): void {
    if (frame.generatedAfter !== '')
      this.#names.addText(addGeneratedTextRow(frame.generatedAfter, frame, this.#context), frame);
    this.#depth--;
    const parent = this.#frames[this.#depth] as WalkFrame;
    // Words of a line are laid out in the box around it.
    if (!frame.isBlock && !frame.isInlineBox) parent.textLength += frame.textLength;
    finishBox(frame, parent, this.#context);
    compareWithLastItem(frame, parent, this.#context);
    emitItemOrder(frame, this.#context);
    hideEmptyTarget(frame, this.#names, this.#context.snapshot);
    emitBackgroundColor(frame, this.#names.nameParts, this.#context.snapshot);
    this.#names.leaveFrame(frame, parent);
    frame.element = null;
    frame.style = null;
  }
}

/** What does not contribute to names from content: hidden here, or hidden from the accessibility tree. */
function isExcludedFromNames(
  { attributeFlags, flags }: VisitedElement,
  parent: WalkFrame,
  context: CaptureContext,
): boolean {
  if ((attributeFlags & AttributeFlag.AriaHidden) !== 0 || (flags & Flag.DisplayNone) !== 0) return true;
  return (
    (flags & Flag.VisibilityHidden) !== 0 && !context.snapshot.hasFlag(parent.row, Flag.VisibilityHidden)
  );
}
