import type { PageNode } from '../model/Page.ts';
import { decide, describe, isRemoved, type Pruning, type Rule } from './Pruning.ts';

/**
 * The text of a `label` whose control is shown is told once, as the name of that control. Spares: a
 * label whose words the control's name does not hold, and targets inside the label.
 */
export const labels: Rule = { name: 'labels', run };

function run(pruning: Pruning): void {
  const { nodes } = pruning.page;
  const all = nodes.filter((node) => node.tag === 'label' && !isRemoved(pruning, node));
  if (all.length === 0) return;
  const byId = new Map<string, PageNode>();
  for (const node of nodes) {
    if (node.attributes.id) byId.set(`${node.document.key}/${node.attributes.id}`, node);
  }
  for (const label of all) {
    const control = controlOf(label, byId, pruning);
    if (control) foldInto(label, control, pruning);
  }
}

/** Told with their name; anything else is told with its own content. */
const FIELDS = new Set(['input', 'select', 'textarea']);

function controlOf(
  label: PageNode,
  byId: Map<string, PageNode>,
  { page, usable }: Pruning,
): PageNode | undefined {
  const target = label.attributes.for;
  if (target !== undefined) {
    const control = byId.get(`${label.document.key}/${target}`);
    return control && FIELDS.has(control.tag) && usable[control.index] === 1 ? control : undefined;
  }
  for (let i = label.index + 1; i < label.end; i++) {
    const node = page.nodes[i] as PageNode;
    if (FIELDS.has(node.tag)) return usable[i] === 1 ? node : undefined;
  }
  return undefined;
}

function foldInto(label: PageNode, control: PageNode, pruning: Pruning): void {
  const { page, usable } = pruning;
  const name = squeeze(control.name);
  for (let i = label.index + 1; i < label.end; i++) {
    const node = page.nodes[i] as PageNode;
    if (usable[i] === 1) {
      i = node.end - 1;
    } else if (node.isText && name.includes(squeeze(node.text))) {
      decide(pruning, node, {
        rule: 'labels',
        decision: 'remove',
        why: `told as the name of ${describe(control)}`,
        by: control,
      });
    }
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
