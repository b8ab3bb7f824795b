import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { attribute, createWalker, localName, matchesSelector } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { isCheckedState, readCheckedState } from '../dom/readCheckedState.ts';
import type { FieldState } from '../PageApi.ts';
import { inputType } from '../roles/computeRole.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { compareValues, isSameText } from './compareTexts.ts';
import { readElementLook } from './elementLook.ts';
import { isTypingProxy } from './typingProxy.ts';

/** Reads one live element; undefined when it is gone. Values are compared here, so that no secret leaves the page. */
export function readFieldState(
  id: number,
  expectedValue: string,
  registry: ElementRegistry,
  secrets: SecretFields,
): FieldState | undefined {
  const element = registry.element(id);
  if (!element) return undefined;
  // What is typed is judged before it is there.
  secrets.refresh({ withEmpty: true });
  const value = fieldContent(element);
  const isSecret = secrets.isSecret(element);
  const { redactor } = secrets;
  return {
    value: isSecret && value !== '' ? REDACTED_PLACEHOLDER : redactor.redact(value),
    isSecret,
    isSecretElsewhere: secrets.isSecretElsewhere(element),
    editable: editabilityOf(element),
    kind: kindOf(element),
    checked: checkedOf(element),
    chosen: selectedLabels(element).map((label) => redactor.redact(label)),
    validationMessage: isSecret ? '' : redactor.redact(validationMessageOf(element)),
    match: compareValues(value, expectedValue),
    isExact: isSameText(value, expectedValue),
    isProxy: isTypingProxy(element),
    text: isSecret
      ? value && REDACTED_PLACEHOLDER
      : redactor.redact(textContentOf(element, secrets)).slice(0, MAX_TEXT_LENGTH),
    look: mapValues(readElementLook(element), (text) => redactor.redact(text)),
  };
}

const mapValues = (
  texts: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)]));

/** Longest text, UTF-16 units. */
const MAX_TEXT_LENGTH = 100_000;

/** Without what it says of a secret together with others. */
function textContentOf(element: Element, secrets: SecretFields): string {
  const walker = createWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  while (walker.nextNode()) text += secrets.spelled.textOf(walker.currentNode);
  return text;
}

function fieldContent(element: Element): string {
  if (isEditingHost(element)) return (element as HTMLElement).innerText.replace(/\n$/, '');
  const tag = localName(element);
  return tag === 'input' || tag === 'textarea' || tag === 'select' ? (element as HTMLInputElement).value : '';
}

const isEditingHost = (element: Element): boolean => (element as HTMLElement).isContentEditable === true;

const NON_TEXT_KINDS = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'hidden']);

function kindOf(element: Element): string {
  const tag = localName(element);
  if (tag === 'input') return inputType(element);
  if (tag === 'textarea' || tag === 'select') return tag;
  return isEditingHost(element) || isTypingProxy(element) ? 'editable' : '';
}

function editabilityOf(element: Element): FieldState['editable'] {
  const kind = kindOf(element);
  if (kind === '' || kind === 'select' || NON_TEXT_KINDS.has(kind)) return 'no';
  const isReadOnly = matchesSelector(element, ':read-only') || attribute(element, 'aria-readonly') === 'true';
  if (kind === 'editable') return attribute(element, 'aria-readonly') === 'true' ? 'readonly' : 'yes';
  return isReadOnly && !PICKER_KINDS.has(kind) ? 'readonly' : 'yes';
}

/** Never `:read-write` by HTML's rules, since nothing is typed in them. */
const PICKER_KINDS = new Set(['color', 'range']);

function checkedOf(element: Element): FieldState['checked'] {
  const kind = kindOf(element);
  if (kind === 'checkbox' || kind === 'radio') return readCheckedState(element as HTMLInputElement);
  for (const name of ['aria-checked', 'aria-pressed', 'aria-selected']) {
    const ariaValue = attribute(element, name);
    if (isCheckedState(ariaValue)) return ariaValue;
  }
  return '';
}

function validationMessageOf(element: Element): string {
  const { validationMessage } = element as HTMLInputElement;
  return typeof validationMessage === 'string' ? validationMessage : '';
}

function selectedLabels(element: Element): string[] {
  if (localName(element) !== 'select') return [];
  return Array.from((element as HTMLSelectElement).selectedOptions, ({ label }) => label.trim());
}
