import { rootNode } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';
import type { SecretFields } from './SecretFields.ts';
import { placesOfSecrets, shownTexts } from './shownText.ts';

/** Whether anything is selected of a text that repeats a secret: a part of it could be copied or dragged to where it is shown. */
export function selectsSecret(registry: ElementRegistry, secrets: SecretFields): boolean {
  secrets.refresh();
  const { redactor } = secrets;
  const roots = registry.allRoots();
  const selected = roots.flatMap(selectedRanges);
  if (redactor.isEmpty || selected.length === 0) return false;
  return roots.some((root) => {
    for (const { nodes = [] } of placesOfSecrets(shownTexts(root), redactor))
      if (nodes.some((node) => selected.some((range) => holdsPart(range, node)))) return true;
    return false;
  });
}

/** Chromium keeps a selection for each shadow tree. */
export function selectionIn(root: Node): Selection | null {
  const { getSelection: own } = root as { getSelection?: () => Selection | null };
  return root instanceof ShadowRoot && own ? own.call(root) : getSelection();
}

function selectedRanges(root: TreeRoot): Range[] {
  const selection = selectionIn(root);
  if (!selection) return [];
  const ranges = Array.from({ length: selection.rangeCount }, (_, i) => selection.getRangeAt(i));
  return ranges.filter(({ collapsed }) => !collapsed);
}

/** What is in a shadow tree is selected with its host. */
function holdsPart(range: Range, node: Node): boolean {
  for (let at: Node | undefined = node; at; ) {
    if (range.intersectsNode(at)) return true;
    const root = rootNode(at);
    at = root instanceof ShadowRoot ? root.host : undefined;
  }
  return false;
}
