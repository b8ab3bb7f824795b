import { area } from '../snapshot/geometry.ts';
import { addToGroup } from '../snapshot/groupBy.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { HOVERABLE_ROLES } from '../snapshot/roles.ts';
import { isRemoved, type Visibility, type VisibilityReason } from '../visibility/Visibility.ts';

/** A control that shows, and that would bring out what does not. */
export interface RevealPath {
  control: PageNode;
  /** As words that follow the control: `controls it`. */
  description: string;
}

/** Attributes in which a control names by id what it opens: ARIA 1.2, HTML, Bootstrap's toggles. */
const REFERENCE_ATTRIBUTES = [
  'aria-controls',
  'aria-owns',
  'popovertarget',
  'commandfor',
  'data-bs-target',
  'data-target',
];
/** Of an item that shows what is in it to whoever hovers over it, perhaps. */
export const HOVER_DESCRIPTION = 'may show it when hovered over';

/** Nodes; a larger subtree is a part of the page rather than an item. */
const MAX_ITEM_NODES = 200;
/** Styles that `:hover` and pages change for what the mouse is over. */
const HOVER_REASONS: ReadonlySet<VisibilityReason> = new Set([
  'display-none',
  'visibility-hidden',
  'opacity',
  'clip-path',
  'not-painted',
  'clipped',
  'no-area',
  'nothing-shows',
]);
/** In the head of a section, or an entry of a menu; more are a toolbar. */
const MAX_CONTROLS_BESIDE = 3;
/** Controls that open controls that open it: followed this far. */
const MAX_STEPS = 5;

/**
 * Finds the way to what is hidden: the summary of a closed `details`, the control that names it
 * (`aria-controls`, `popovertarget`...), the tab of its panel, or the collapsed control before it; else the
 * item that it is hidden in: rows, cards and menus show theirs to whoever hovers over them.
 */
export class RevealPaths {
  readonly #visibility: Visibility;
  /** Controls by the element they name, `document/id`. */
  readonly #openers = new Map<string, PageNode[]>();

  constructor(visibility: Visibility) {
    this.#visibility = visibility;
    for (const node of visibility.page.nodes) if (node.isElement) this.#indexReferences(node);
  }

  /** What reveals a removed node; undefined where nothing on the page refers to it. */
  find(node: PageNode): RevealPath | undefined {
    return this.#findOpener(node, MAX_STEPS) ?? this.#findHoverable(node);
  }

  /**
   * The nearest box that shows around a hidden node, where hovering over it may show the node: in a row, a card or another
   * small part of the page. Undefined for what a control opens, and for what is hidden by more than its style.
   */
  findHoverBox(node: PageNode): PageNode | undefined {
    const { rule, reason, by } = this.#visibility.decisions[node.index] ?? {};
    if (rule !== 'invisible' || !reason || !HOVER_REASONS.has(reason)) return undefined;
    const box = node.parent?.closest(
      (one) => !this.#isHidden(one) && one.box !== undefined && area(one.box) > 0,
    );
    if (!box || !isSmallPart(box)) return undefined;
    const item = box.closest((one) => HOVERABLE_ROLES.has(one.role));
    const isOwnStyle = by === node && item !== undefined && isSmallPart(item) && !isCollapsed(item);
    return isOwnStyle || !this.#findOpener(node, MAX_STEPS) ? box : undefined;
  }

  #findOpener(node: PageNode, stepsLeft: number): RevealPath | undefined {
    for (let target: PageNode | undefined = node; target && stepsLeft > 0; target = target.parent) {
      for (const candidate of this.#candidates(target)) {
        if (node !== candidate.control && this.#isInteractive(candidate.control)) return candidate;
        const further = this.#isInside(candidate.control, target)
          ? undefined
          : this.#findOpener(candidate.control, stepsLeft - 1);
        if (further) return { control: further.control, description: 'opens the way to it' };
      }
      if (!this.#isHidden(target.parent)) return undefined;
    }
    return undefined;
  }

  /** Whether it does cannot be known without doing it. */
  #findHoverable(node: PageNode): RevealPath | undefined {
    if (this.#visibility.decisions[node.index]?.rule !== 'invisible') return undefined;
    const item = node.parent?.closest((one) => HOVERABLE_ROLES.has(one.role) && !this.#isHidden(one));
    if (!item?.box || item.end - item.index > MAX_ITEM_NODES) return undefined;
    return {
      control: item,
      description: isCollapsed(item) ? 'is collapsed' : HOVER_DESCRIPTION,
    };
  }

  #indexReferences(node: PageNode): void {
    const { attributes, document } = node;
    for (const name of REFERENCE_ATTRIBUTES) {
      const value = attributes[name];
      if (!value) continue;
      for (const id of value.split(/\s+/))
        addToGroup(this.#openers, `${document.key}/${id.replace(/^#/, '')}`, node);
    }
    const { href } = attributes;
    if (
      href?.startsWith('#') &&
      (attributes['data-toggle'] ?? attributes['data-bs-toggle'] ?? attributes.role)
    )
      addToGroup(this.#openers, `${document.key}/${href.slice(1)}`, node);
  }

  *#candidates(node: PageNode): Generator<RevealPath> {
    const { id } = node.attributes;
    if (id) {
      for (const control of this.#openers.get(`${node.document.key}/${id}`) ?? [])
        yield { control, description: 'controls it' };
      const tab = tabOf(node);
      if (tab) yield { control: tab, description: 'is the tab of it' };
    }
    if (node.parent?.tag === 'details' && node.parent.attributes.open === undefined) {
      const summary = node.parent.children.find((child) => child.tag === 'summary');
      if (summary && summary !== node) yield { control: summary, description: 'opens it' };
    }
    if (this.#isHidden(node) && !this.#isHidden(node.parent)) {
      const collapsed = this.#collapsedBefore(node);
      if (collapsed) yield { control: collapsed, description: 'stands before it, and is collapsed' };
    }
  }

  /**
   * The only collapsed control of the element that shows before it, one of few controls there. Not one that names what it
   * controls, nor of a dialog that it does not say it opens.
   */
  #collapsedBefore(node: PageNode): PageNode | undefined {
    const siblings = node.parent?.children ?? [];
    const before = siblings
      .slice(0, siblings.indexOf(node))
      .findLast((one) => one.isElement && one.box !== undefined && !this.#isHidden(one));
    if (!before) return undefined;
    const controls = this.#visibility.page.subtree(before).filter((one) => this.#isInteractive(one));
    const [only, ...more] = controls.filter(isCollapsed);
    if (!only || more.length > 0 || controls.length > MAX_CONTROLS_BESIDE || this.#controlsOther(only))
      return undefined;
    const opensOther = opensPopup(only) && ITEM_ROLES.has(node.role);
    const isOtherDialog = /dialog$/.test(node.role) && only.attributes['aria-haspopup'] !== 'dialog';
    return opensOther || isOtherDialog ? undefined : only;
  }

  #controlsOther(control: PageNode): boolean {
    const { attributes, document } = control;
    return REFERENCE_ATTRIBUTES.some((name) =>
      attributes[name]
        ?.split(/\s+/)
        .some((id) => document.byHtmlId(id.replace(/^#/, ''), control) !== undefined),
    );
  }

  #isInteractive({ index }: PageNode): boolean {
    return this.#visibility.interactive[index] === 1;
  }

  #isHidden(node: PageNode | undefined): boolean {
    return node !== undefined && isRemoved(this.#visibility, node);
  }

  #isInside(control: PageNode, ancestor: PageNode): boolean {
    return ancestor.contains(control);
  }
}

/** Whether an element is small enough to be hovered over for what shows in it then. */
export const isSmallPart = ({ tag, index, end }: PageNode): boolean =>
  tag !== 'body' && tag !== 'html' && end - index <= MAX_ITEM_NODES;

/** The tab that labels a panel. */
function tabOf(panel: PageNode): PageNode | undefined {
  const tab = panel.attributes.role === 'tabpanel' && panel.attributes['aria-labelledby'];
  return tab ? panel.document.byHtmlId(tab, panel) : undefined;
}

/** Items of a list or table that are hidden were filtered out; no popup holds them alone. */
const ITEM_ROLES: ReadonlySet<string> = new Set([
  'row',
  'rowgroup',
  'listitem',
  'article',
  'cell',
  'gridcell',
]);

const opensPopup = ({ attributes }: PageNode): boolean =>
  (attributes['aria-haspopup'] ?? 'false') !== 'false';

function isCollapsed({ attributes }: PageNode): boolean {
  if (attributes['aria-expanded'] !== undefined) return attributes['aria-expanded'] === 'false';
  return attributes['aria-haspopup'] !== undefined && attributes['aria-haspopup'] !== 'false';
}
