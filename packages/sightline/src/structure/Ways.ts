import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';

/** A control that shows, and that would bring out what does not. */
export interface Way {
  control: PageNode;
  /** As words that follow the control: `controls it`. */
  how: string;
}

/** Attributes in which a control names by id what it opens: ARIA 1.2, HTML, Bootstrap's toggles. */
const NAMING = ['aria-controls', 'aria-owns', 'popovertarget', 'commandfor', 'data-bs-target', 'data-target'];
/** Roles of items that may show more of themselves. */
const HOVERED = new Set(['row', 'columnheader', 'listitem', 'article', 'treeitem', 'menuitem', 'figure']);
/** Nodes; what holds more is a part of the page. */
const MAX_ITEM = 200;
/** Controls that open controls that open it: followed this far. */
const MAX_STEPS = 5;

/**
 * Finds the way to what is hidden: the summary of a closed `details`, the control that names it
 * (`aria-controls`, `popovertarget`...), the tab of its panel, or the collapsed control it stands beside; else the
 * item that it is hidden in: rows, cards and menus show theirs to whoever hovers over them.
 */
export class Ways {
  readonly #pruning: Pruning;
  /** Controls by the element they name, `document/id`. */
  readonly #openers = new Map<string, PageNode[]>();
  /** Of a panel, its tab: the panel names it. */
  readonly #tabs = new Map<string, string>();

  constructor(pruning: Pruning) {
    this.#pruning = pruning;
    for (const node of pruning.page.nodes) if (node.isElement) this.#note(node);
  }

  /** The way to a removed node; undefined where nothing on the page tells of one. */
  to(node: PageNode): Way | undefined {
    return this.#openerOf(node, MAX_STEPS) ?? this.#itemOf(node);
  }

  #openerOf(node: PageNode, steps: number): Way | undefined {
    for (let at: PageNode | undefined = node; at && steps > 0; at = at.parent) {
      for (const way of this.#at(at)) {
        if (node !== way.control && this.#shows(way.control)) return way;
        const further = this.#isBelow(way.control, at) ? undefined : this.#openerOf(way.control, steps - 1);
        if (further) return { control: further.control, how: 'opens the way to it' };
      }
      if (!this.#isHidden(at.parent)) return undefined;
    }
    return undefined;
  }

  /** Whether it does cannot be known without doing it. */
  #itemOf(node: PageNode): Way | undefined {
    if (this.#pruning.verdicts[node.index]?.rule !== 'invisible') return undefined;
    const item = node.parent?.closest((one) => HOVERED.has(one.role) && !this.#isHidden(one));
    if (!item?.box || item.end - item.index > MAX_ITEM) return undefined;
    return { control: item, how: isCollapsed(item) ? 'is collapsed' : 'may show it when hovered over' };
  }

  #note(node: PageNode): void {
    const { attributes, document } = node;
    for (const name of NAMING) {
      const value = attributes[name];
      if (!value) continue;
      for (const id of value.split(/\s+/)) this.#add(`${document.key}/${id.replace(/^#/, '')}`, node);
    }
    if (attributes.role === 'tabpanel') this.#noteTab(node);
    const { href } = attributes;
    if (
      href?.startsWith('#') &&
      (attributes['data-toggle'] ?? attributes['data-bs-toggle'] ?? attributes.role)
    )
      this.#add(`${document.key}/${href.slice(1)}`, node);
  }

  #noteTab({ attributes, document }: PageNode): void {
    const tab = attributes['aria-labelledby'];
    if (tab && attributes.id) this.#tabs.set(`${document.key}/${attributes.id}`, `${document.key}/${tab}`);
  }

  #add(key: string, node: PageNode): void {
    const known = this.#openers.get(key);
    if (known) known.push(node);
    else this.#openers.set(key, [node]);
  }

  *#at(node: PageNode): Generator<Way> {
    const { id } = node.attributes;
    if (id) {
      for (const control of this.#openers.get(`${node.document.key}/${id}`) ?? [])
        yield { control, how: 'controls it' };
      const tab = this.#tabOf(`${node.document.key}/${id}`);
      if (tab) yield { control: tab, how: 'is the tab of it' };
    }
    if (node.parent?.tag === 'details' && node.parent.attributes.open === undefined) {
      const summary = node.parent.children.find((child) => child.tag === 'summary');
      if (summary && summary !== node) yield { control: summary, how: 'opens it' };
    }
    if (this.#isHidden(node) && !this.#isHidden(node.parent)) {
      const beside = this.#collapsedBefore(node);
      if (beside) yield { control: beside, how: 'stands before it, and is collapsed' };
    }
  }

  #tabOf(panel: string): PageNode | undefined {
    const wanted = this.#tabs.get(panel);
    return wanted === undefined
      ? undefined
      : this.#pruning.page.nodes.find((node) => `${node.document.key}/${node.attributes.id}` === wanted);
  }

  /** The nearest element before it among its siblings that is, or holds, a control which says it is collapsed. */
  #collapsedBefore(node: PageNode): PageNode | undefined {
    const siblings = node.parent?.children ?? [];
    const { nodes } = this.#pruning.page;
    for (let i = siblings.indexOf(node) - 1; i >= 0; i--) {
      const sibling = siblings[i] as PageNode;
      for (let at = sibling.end - 1; at >= sibling.index; at--) {
        const one = nodes[at] as PageNode;
        if (isCollapsed(one) && this.#shows(one)) return one;
      }
      if (sibling.isElement && this.#shows(sibling) && sibling.box) return undefined;
    }
    return undefined;
  }

  #shows({ index }: PageNode): boolean {
    return this.#pruning.usable[index] === 1;
  }

  #isHidden(node: PageNode | undefined): boolean {
    return node !== undefined && isRemoved(this.#pruning, node);
  }

  #isBelow(control: PageNode, at: PageNode): boolean {
    return at.contains(control);
  }
}

function isCollapsed({ attributes }: PageNode): boolean {
  if (attributes['aria-expanded'] !== undefined) return attributes['aria-expanded'] === 'false';
  return attributes['aria-haspopup'] !== undefined && attributes['aria-haspopup'] !== 'false';
}
