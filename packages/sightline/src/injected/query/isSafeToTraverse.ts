import { allRoots, queryAll } from '../dom/dom.ts';

/** What Playwright's role engine walks by. */
const TRAVERSAL_PROPERTIES = [
  'parentElement',
  'parentNode',
  'assignedSlot',
  'shadowRoot',
  'firstChild',
  'nextSibling',
  'children',
  'childNodes',
  'ownerDocument',
  'getRootNode',
  'nodeName',
  'nodeType',
];

/**
 * Whether no form has a control that stands for one of the properties by which Playwright goes from element to
 * element. With `<input name="parentElement">` it would go up and down between the two, and the page never answer again.
 */
export function isSafeToTraverse(): boolean {
  const clobbering = TRAVERSAL_PROPERTIES.map((name) => `[name=${name}],[id=${name}]`).join();
  return allRoots().every((root) => queryAll(root, clobbering).length === 0);
}
