import { documentProperty, rootNode } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';
import { fieldValue, type SecretFields } from './SecretFields.ts';
import { placesOfSecrets, shownTexts } from './shownText.ts';

/** Whether anything is selected of a text that repeats a secret: a part of it could be copied or dragged to where it is shown. */
export function selectsSecret(registry: ElementRegistry, secrets: SecretFields): boolean {
  secrets.refresh();
  const { redactor } = secrets;
  const roots = registry.allRoots();
  if (roots.some((root) => selectsInField(focusedIn(root), secrets))) return true;
  const selected = roots.flatMap(selectedRanges);
  if (redactor.isEmpty || selected.length === 0) return false;
  return roots.some((root) => {
    for (const { nodes = [] } of placesOfSecrets(shownTexts(root), redactor))
      if (nodes.some((node) => selected.some((range) => holdsPart(range, node)))) return true;
    return false;
  });
}

const focusedIn = (root: TreeRoot): Element | null =>
  root instanceof ShadowRoot ? root.activeElement : documentProperty('activeElement');

/** The words of a field are a selection of its own. Those of a password field are never dragged, nor are others that are drawn as dots. */
function selectsInField(field: Element | null, secrets: SecretFields): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  if (field.type === 'password' || field.selectionStart === field.selectionEnd) return false;
  return secrets.isSecret(field) || secrets.redactor.occursIn(fieldValue(field));
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
