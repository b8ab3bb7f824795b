import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { isWithin } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { CopiedText } from '../PageApi.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { isSameText } from './compareTexts.ts';

/**
 * Offers a text to an editor as a paste, where the caret is; whether the editor took it. Nothing is written by the browser
 * itself, and the clipboard is not used.
 */
export function pasteText(id: number, text: string, registry: ElementRegistry): boolean {
  const target = eventTarget(id, registry);
  if (!target) return false;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return !target.dispatchEvent(clipboardEvent('paste', clipboardData));
}

/** What an editor gives away as its selection, compared with a text; undefined where it gives nothing. */
export function copyText(
  id: number,
  expected: string,
  registry: ElementRegistry,
  secrets: SecretFields,
): CopiedText | undefined {
  const target = eventTarget(id, registry);
  if (!target) return undefined;
  const clipboardData = new DataTransfer();
  const isHandled = !target.dispatchEvent(clipboardEvent('copy', clipboardData));
  const text = clipboardData.getData('text/plain') || selectedText(target);
  if (!isHandled && text === '') return undefined;
  secrets.refresh();
  const shown = secrets.isSecret(target) ? REDACTED_PLACEHOLDER : secrets.redactor.redact(text);
  return { text: shown, isExact: isSameText(text, expected) };
}

/** What the browser would copy: some editors put it into their input at that moment. */
function selectedText(element: Element): string {
  if (!(element instanceof HTMLTextAreaElement)) return '';
  const { value, selectionStart, selectionEnd } = element;
  return value.slice(selectionStart, selectionEnd);
}

/** What has the focus in the element, else the element. */
function eventTarget(id: number, registry: ElementRegistry): Element | null {
  const element = registry.element(id);
  const focused = registry.focusedElement();
  return element && focused && isWithin(focused, element) ? focused : element;
}

const clipboardEvent = (type: string, clipboardData: DataTransfer): ClipboardEvent =>
  new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true });
