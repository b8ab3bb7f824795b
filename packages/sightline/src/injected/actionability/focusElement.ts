import { documentProperty, isWithin } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';

/**
 * Focuses an element, with `atEnd` the caret behind its content. Returns its own id where it took the focus, or
 * where what has it lies in it or is the editing host around it; else the id of what has the focus, 0 for nothing.
 */
export function focusElement(id: number, atEnd: boolean, registry: ElementRegistry): number {
  const element = registry.element(id) as HTMLElement | null;
  if (!element) return 0;
  const { focus } = element instanceof SVGElement ? SVGElement.prototype : HTMLElement.prototype;
  focus.call(element);
  const focused = registry.focusedElement();
  const isFocused = hasFocus(element, focused);
  if (isFocused && atEnd) moveCaretToEnd(element);
  if (isFocused) return id;
  return focused === null || focused === documentProperty('body') ? 0 : registry.idOf(focused);
}

/** Whether what has the focus of the document lies in the element, or is the editing host around it. */
export const hasFocus = (element: HTMLElement, focused: Element | null): focused is Element =>
  focused !== null && (isWithin(focused, element) || isWithinEditingHost(element, focused));

const isWithinEditingHost = (element: HTMLElement, host: Element): boolean =>
  element.isContentEditable && isWithin(element, host);

/** Fields of some types have no selection that a script could set, but each takes a move of the caret. */
function moveCaretToEnd(element: HTMLElement): void {
  const selection = getSelection();
  if (element.isContentEditable) selection?.selectAllChildren(element);
  selection?.modify('move', 'forward', 'documentboundary');
}
