import { addToGroup } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { type ComparedText, toCompared } from './matchPattern.ts';

/** An element with the texts of what labels it. */
export interface LabelledElement {
  node: PageNode;
  labels: readonly ComparedText[];
}

const LABELABLE_TAGS = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

/** What labels the elements of a page: `aria-labelledby`, else `aria-label`, else `label` elements. */
export class ElementLabels {
  readonly #elements: readonly PageNode[];
  readonly #textOf: (label: PageNode) => string;
  readonly #labelsByControl = new Map<PageNode, PageNode[]>();

  /** `elements`: in document order; `textOf`: the text of one of them. */
  constructor(elements: readonly PageNode[], textOf: (label: PageNode) => string) {
    this.#elements = elements;
    this.#textOf = textOf;
    for (const label of elements) {
      const control = label.tag === 'label' ? controlOf(label) : undefined;
      if (control) addToGroup(this.#labelsByControl, control, label);
    }
  }

  /** Every element that has any, in document order. */
  all(): LabelledElement[] {
    return this.#elements
      .map((node) => ({ node, labels: this.#textsOf(node).map(toCompared) }))
      .filter(({ labels }) => labels.length > 0);
  }

  #textsOf(node: PageNode): string[] {
    const { attributes, document } = node;
    const ids = attributes['aria-labelledby']?.split(/\s+/).filter((id) => id !== '') ?? [];
    const references = ids.map((id) => document.byHtmlId(id, node)).filter((one) => one !== undefined);
    if (references.length > 0) return references.map(this.#textOf);
    const label = attributes['aria-label'];
    if (label !== undefined && label.trim() !== '') return [label];
    return (this.#labelsByControl.get(node) ?? []).map(this.#textOf);
  }
}

/** As `HTMLLabelElement.control`. */
function controlOf(label: PageNode): PageNode | undefined {
  const target = label.attributes.for;
  const control = target === undefined ? firstLabelable(label) : label.document.byHtmlId(target, label);
  return control && isLabelable(control) ? control : undefined;
}

function firstLabelable(label: PageNode): PageNode | undefined {
  const left = [...label.children].reverse();
  let node = left.pop();
  while (node && !isLabelable(node)) {
    for (let i = node.children.length - 1; i >= 0; i--) left.push(node.children[i] as PageNode);
    node = left.pop();
  }
  return node;
}

const isLabelable = ({ tag, attributes }: PageNode): boolean =>
  LABELABLE_TAGS.has(tag) && attributes.type !== 'hidden';
