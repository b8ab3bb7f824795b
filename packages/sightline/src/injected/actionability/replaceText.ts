import { localName } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';

/**
 * Replaces what a text field holds, as typing does, within one task of its document: keys and inserted text go to what has the
 * focus of the page, which a frame of another site may take at any time. False where the field does not take the focus of its
 * document, or no text.
 */
export function replaceText(id: number, text: string, registry: ElementRegistry): boolean {
  const field = registry.element(id);
  const prototype = field && PROTOTYPES[localName(field)];
  if (!prototype) return false;
  HTMLElement.prototype.focus.call(field as HTMLElement);
  if (registry.focusedElement() !== field) return false;
  prototype.select.call(field as HTMLInputElement & HTMLTextAreaElement);
  const [command, value] = text === '' ? ['delete', undefined] : ['insertText', text];
  return Document.prototype.execCommand.call(document, command as string, false, value);
}

const PROTOTYPES: Readonly<Record<string, HTMLInputElement | HTMLTextAreaElement>> = {
  input: HTMLInputElement.prototype,
  textarea: HTMLTextAreaElement.prototype,
};
