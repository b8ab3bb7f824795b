import type { PageNode } from '../snapshot/Page.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import { FIELD_TAGS } from '../snapshot/tags.ts';
import {
  decide,
  isRemoved,
  type Visibility,
  type VisibilityDraft,
  type VisibilityRule,
} from './Visibility.ts';

/**
 * Removes the text of a `label` whose control is shown: it is the name of that control. Keeps text that the name does
 * not contain, and interactive elements inside the label.
 */
export const labels: VisibilityRule = { name: 'labels', run };

function run(visibility: VisibilityDraft): void {
  const { nodes } = visibility.page;
  const labelElements = nodes.filter((node) => node.tag === 'label' && !isRemoved(visibility, node));
  for (const label of labelElements) {
    const control = controlOf(label, visibility);
    if (control) removeLabelText(label, control, visibility);
  }
}

/** Shown with their names; other elements are shown with their content. */

function controlOf(label: PageNode, { page, interactive }: Visibility): PageNode | undefined {
  const forId = label.attributes.for;
  if (forId !== undefined) {
    const control = label.document.byHtmlId(forId, label);
    return control && FIELD_TAGS.has(control.tag) && interactive[control.index] === 1 ? control : undefined;
  }
  for (let i = label.index + 1; i < label.end; i++) {
    const node = page.nodes[i] as PageNode;
    if (FIELD_TAGS.has(node.tag)) return interactive[i] === 1 ? node : undefined;
  }
  return undefined;
}

function removeLabelText(label: PageNode, control: PageNode, visibility: VisibilityDraft): void {
  const { page, interactive } = visibility;
  const name = collapseSpaces(control.name);
  for (let i = label.index + 1; i < label.end; i++) {
    const node = page.nodes[i] as PageNode;
    if (interactive[i] === 1) {
      i = node.end - 1;
    } else if (node.isText && name.includes(collapseSpaces(node.text))) {
      decide(visibility, node, {
        rule: 'labels',
        kind: 'remove',
        reason: 'label',
        by: control,
      });
    }
  }
}
