import { attribute, is, localName } from './dom.ts';

/** What stands for a secret value. It tells that there is one, and nothing else of it. */
export const FILLED = '[filled]';

const SECRET_AUTOCOMPLETE = /(?:^|\s)(?:one-time-code|current-password|new-password|cc-[a-z-]+)(?:\s|$)/i;
const SECRET_WORDS =
  /pass[\s_-]?(?:word|wd|code|phrase)|(?<![a-z])(?:pwd|cvv2?|cvc2?|csc|ssn|otp|totp|pin)(?![a-z])|card[\s_-]?(?:number|num|no)(?![a-z])|(?:one[\s_-]?time|security|verification)[\s_-]?code|social[\s_-]?security/i;
const NAMING = ['name', 'id', 'autocomplete', 'aria-label', 'placeholder'];

/** Decides which values never leave the page. Remembers fields that were a password field once. */
export class Secrets {
  readonly #ever = new WeakSet<Element>();

  /**
   * Watches for fields that stop being password fields (a show-password toggle) between two captures.
   * A toggle inside a shadow root is seen only where a capture met the field before it.
   */
  watch(root: Document): void {
    new MutationObserver((records) => {
      for (const { target, oldValue } of records) {
        if (oldValue?.toLowerCase() === 'password') this.#ever.add(target as Element);
      }
    }).observe(root, { subtree: true, attributeFilter: ['type'], attributeOldValue: true });
  }

  /** True for a control whose value must not be told: see the list in `docs/design.md`. */
  isSecret(control: Element): boolean {
    if (this.#ever.has(control)) return true;
    const name = localName(control);
    if (name !== 'input' && name !== 'select' && name !== 'textarea') return false;
    if (name === 'input' && this.#isSecretType(control)) return true;
    return SECRET_AUTOCOMPLETE.test(attribute(control, 'autocomplete') ?? '') || namesSecret(control);
  }

  /** What a text that its author gave a control may tell: nothing, if it repeats a secret value. */
  withoutValue(control: Element, text: string): string {
    if (text === '' || !this.isSecret(control)) return text;
    const value = String((control as HTMLInputElement).value ?? '');
    return value !== '' && text.includes(value) ? '' : text;
  }

  #isSecretType(input: Element): boolean {
    const type = (attribute(input, 'type') ?? '').toLowerCase();
    if (type !== 'password') return type === 'hidden';
    this.#ever.add(input);
    return true;
  }
}

function namesSecret(control: Element): boolean {
  if (is(control, '[type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image]'))
    return false;
  for (const key of NAMING) {
    const value = attribute(control, key);
    if (value && SECRET_WORDS.test(splitWords(value))) return true;
  }
  return false;
}

/** `cardNumber` and `userSSN` as words, so that `hotpot` is not an OTP. */
function splitWords(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2');
}
