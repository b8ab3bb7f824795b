import { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import type { SeededFingerprints } from '../../snapshot/secrets/secretFingerprints.ts';
import { secretsInUrl } from '../../snapshot/urls/redactUrl.ts';
import {
  attribute,
  documentProperty,
  hasAttr,
  localName,
  matchesSelector,
  queryAll,
  queryWithin,
} from '../dom/dom.ts';
import type { TreeRoot } from '../dom/RootObserver.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import { FieldContext, hasTextSecurity } from './FieldContext.ts';
import { SpelledSecrets } from './SpelledSecrets.ts';
import { type SecretHint, secretHint } from './secretHint.ts';

/**
 * What may leave the page of a field's value. `open`: the value. `withheld`: not the field's value, though the same text
 * elsewhere may (a hidden input, the expiry month of a card). `secret`: nothing, wherever the value occurs.
 */
type Sensitivity = 'open' | 'withheld' | 'secret';

const SECRET_AUTOCOMPLETE =
  /(?:^|\s)(?:one-time-code|current-password|new-password|cc-number|cc-csc)(?:\s|$)/i;
/** Says no more than that the browser shall fill in nothing, where the value is picked from a list that the page shows. */
const NO_AUTOFILL = /(?:^|\s)new-password(?:\s|$)/i;
const PICKS_FROM_LIST = '[role=combobox],[aria-autocomplete=list],[aria-autocomplete=both]';
const PRIVATE_AUTOCOMPLETE = /(?:^|\s)cc-[a-z-]+(?:\s|$)/i;
/** The author says what the field takes, and it is no secret: a postal code, whatever its label calls it. */
const PUBLIC_AUTOCOMPLETE =
  /(?:^|\s)(?:username|email|(?:given-|additional-|family-|nick)?name|organization(?:-title)?|street-address|address-[a-z\d-]+|country(?:-name)?|postal-code|bday[a-z-]*|tel[a-z-]*|impp|url|language|sex)(?:\s|$)/i;
const NON_TEXT_INPUTS =
  '[type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=file],[type=range],[type=color]';
const NAMING_ATTRIBUTES = ['name', 'id', 'autocomplete', 'aria-label', 'placeholder', 'title', 'data-testid'];
const PASSWORD_FIELDS = 'input[type=password]';
const TEXT_FIELDS = `input:not(${NON_TEXT_INPUTS},[type=hidden]),textarea`;
/** All that may hold a secret. */
const FIELDS = 'input,textarea,select,[contenteditable]';

/** Most values that are remembered after their field is gone or emptied. */
const MAX_REMEMBERED = 100;
/** A shorter value says nothing by standing elsewhere too. */
const MIN_VALUE_LENGTH = 4;

/** Decides which values never leave the page, and knows those that it holds. The rules: `docs/decisions/secrets.md`. */
export class SecretFields {
  /** Fields that were a password field once. */
  readonly #knownSecretFields = new WeakSet<Element>();
  /** Values that were committed to secret fields; the fields may be gone by now. */
  readonly #rememberedValues = new Set<string>();
  readonly #roots = new Set<TreeRoot>();
  readonly #observer = new MutationObserver((records) => this.#onMutations(records));
  #root: Element | null = null;
  #sensitivities = new WeakMap<Element, Sensitivity>();
  #fieldContext = new FieldContext();
  #redactor: SecretRedactor | undefined;
  #spelled: { redactor: SecretRedactor; secrets: SpelledSecrets } | undefined;
  /** What was typed in this document or in others, and must not be repeated. */
  #typedSecrets: SeededFingerprints | undefined;
  #includesEmptyFields = false;
  readonly #allRoots: () => readonly TreeRoot[];

  /** `allRoots`: the document and every shadow root that is in it when it is called. */
  constructor(allRoots: () => readonly TreeRoot[]) {
    this.#allRoots = allRoots;
  }

  /**
   * Begins to judge the page as it is now: all that was found out of it is asked again. `withEmpty`: also fields
   * that hold nothing yet are judged by what stands around them.
   */
  refresh({ withEmpty: includeEmptyFields = false } = {}): void {
    this.#sensitivities = new WeakMap();
    this.#fieldContext = new FieldContext();
    this.#redactor = undefined;
    this.#includesEmptyFields = includeEmptyFields;
    if (this.#root !== documentProperty('documentElement')) this.#observeDocument();
  }

  /** From now on these are secrets too. */
  setTypedSecrets(secrets: SeededFingerprints): void {
    this.#typedSecrets = secrets;
    this.#redactor = undefined;
  }

  /** True for a control or an editing host whose value must not leave the page, withheld ones included. */
  isSecret(field: Element): boolean {
    return this.#sensitivityOf(field) !== 'open';
  }

  /** True for one whose value must not be repeated elsewhere, either. */
  isSecretElsewhere(field: Element): boolean {
    return this.#sensitivityOf(field) === 'secret';
  }

  /** An authored text of a control; '' where it repeats a secret value. */
  redactOwnValue(control: Element, text: string): string {
    if (text === '' || !this.isSecret(control)) return text;
    const value = String((control as HTMLInputElement).value ?? '');
    return value !== '' && text.includes(value) ? '' : text;
  }

  /** Finds the values of secret fields in other text. Built once after each `refresh`. */
  get redactor(): SecretRedactor {
    this.#redactor ??= new SecretRedactor(this.#collectValues(), this.#typedSecrets);
    return this.#redactor;
  }

  /** What text nodes say of secrets together, by the same redactor. */
  get spelled(): SpelledSecrets {
    const { redactor } = this;
    if (this.#spelled?.redactor !== redactor)
      this.#spelled = { redactor, secrets: new SpelledSecrets(this.#roots, redactor) };
    return this.#spelled.secrets;
  }

  /** A document that was opened anew has lost what listened on it. */
  #observeDocument(): void {
    this.#root = documentProperty('documentElement') as Element | null;
    this.#observer.disconnect();
    this.#roots.clear();
    this.#observeRoot(document);
  }

  /**
   * Notices fields that stop being password fields (a show-password toggle), secret fields that are taken out of
   * the page (a toggle that swaps two), and what is committed to them (an echo may outlive it).
   */
  #observeRoot(root: TreeRoot): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    const options = { subtree: true, childList: true, attributeFilter: ['type'], attributeOldValue: true };
    if (runsCallbacks()) {
      this.#observer.observe(root, options);
      for (const type of ['change', 'focusout']) root.addEventListener(type, this.#onCommit, true);
    }
    for (const field of queryAll(root, PASSWORD_FIELDS)) this.#knownSecretFields.add(field);
  }

  #onMutations(records: MutationRecord[]): void {
    for (const { type, target, oldValue, addedNodes, removedNodes } of records) {
      if (type === 'attributes' && oldValue?.toLowerCase() === 'password')
        this.#knownSecretFields.add(target as Element);
      for (const node of addedNodes)
        for (const field of matchesWithin(node, PASSWORD_FIELDS)) this.#knownSecretFields.add(field);
      for (const node of removedNodes)
        for (const field of matchesWithin(node, FIELDS)) this.#rememberValue(field);
    }
  }

  readonly #onCommit = (event: Event): void => {
    const field = event.composedPath()[0];
    if (!(field instanceof Element) || !matchesSelector(field, FIELDS)) return;
    this.#rememberValue(field);
  };

  #rememberValue(field: Element): void {
    const value = fieldValue(field);
    this.#sensitivities.delete(field);
    this.#fieldContext = new FieldContext();
    if (value.length < MIN_VALUE_LENGTH || this.#sensitivityOf(field) !== 'secret') return;
    this.#remember(value);
  }

  /** A field that is one for secrets, whatever it looks like. */
  addField(field: Element): void {
    this.#knownSecretFields.add(field);
    this.#sensitivities.delete(field);
    this.#redactor = undefined;
  }

  /** What a page paints as dots is secret, be it in no field. */
  addDottedText(text: string): void {
    const value = text.trim();
    if (value.length < MIN_VALUE_LENGTH || this.#rememberedValues.has(value)) return;
    this.#remember(value);
    this.#redactor = undefined;
  }

  #remember(value: string): void {
    this.#rememberedValues.delete(value);
    this.#rememberedValues.add(value);
    const [oldest] = this.#rememberedValues;
    if (this.#rememberedValues.size > MAX_REMEMBERED && oldest !== undefined)
      this.#rememberedValues.delete(oldest);
  }

  /**
   * The one-digit fields of a code are joined: only the whole code is a value. What a field or the address held when it was asked for
   * is one of later too: another text may be typed over it, while the page repeats it elsewhere.
   */
  #collectValues(): Set<string> {
    for (const root of this.#allRoots()) this.#observeRoot(root);
    this.#onMutations(this.#observer.takeRecords());
    const values = new Set([...this.#rememberedValues, ...secretsInAddresses()]);
    const momentary = new Set<string>();
    for (const root of this.#roots) {
      let digits = '';
      for (const field of queryAll(root, FIELDS)) {
        if (this.#sensitivityOf(field) !== 'secret') continue;
        const value = fieldValue(field);
        // Nobody types over hidden ones, and pages renew them all the time.
        const target = matchesSelector(field, '[type=hidden]') ? momentary : values;
        target.add(value);
        target.add(defaultValueOf(field));
        digits = value.length === 1 ? digits + value : '';
        momentary.add(digits);
      }
    }
    for (const value of values)
      if (value.trim().length < MIN_VALUE_LENGTH) values.delete(value);
      else this.#remember(value);
    for (const value of momentary) if (value.trim().length >= MIN_VALUE_LENGTH) values.add(value);
    for (const root of this.#roots) this.#markDuplicateFields(root, values);
    return values;
  }

  /** A field that holds what a secret one does is its twin, which a toggle shows instead: what is typed there is secret too. */
  #markDuplicateFields(root: TreeRoot, values: ReadonlySet<string>): void {
    if (values.size === 0) return;
    for (const field of queryAll(root, TEXT_FIELDS)) {
      if (!values.has(fieldValue(field)) || this.#sensitivityOf(field) === 'secret') continue;
      this.#knownSecretFields.add(field);
      this.#sensitivities.set(field, 'secret');
    }
  }

  #sensitivityOf(field: Element): Sensitivity {
    const cached = this.#sensitivities.get(field);
    if (cached !== undefined) return cached;
    // Breaks cycles: a field counts as open while it is being classified.
    this.#sensitivities.set(field, 'open');
    const sensitivity = this.#classify(field, localName(field));
    this.#sensitivities.set(field, sensitivity);
    return sensitivity;
  }

  #classify(field: Element, tag: string): Sensitivity {
    if (this.#knownSecretFields.has(field)) return 'secret';
    if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') {
      return hasAttr(field, 'contenteditable') ? this.#classifyByText(field) : 'open';
    }
    if (tag === 'input') {
      const type = (attribute(field, 'type') ?? '').toLowerCase();
      if (type === 'password') this.#knownSecretFields.add(field);
      if (type === 'password') return 'secret';
      if (type === 'hidden') return this.#hintOfAttributes(field) === 'nothing' ? 'withheld' : 'secret';
      if (matchesSelector(field, NON_TEXT_INPUTS)) return 'open';
    }
    const sensitivity = this.#classifyByText(field);
    return tag === 'select' && sensitivity === 'secret' ? 'withheld' : sensitivity;
  }

  #classifyByText(field: Element): Sensitivity {
    const autocomplete = attribute(field, 'autocomplete') ?? '';
    const isPicked = NO_AUTOFILL.test(autocomplete) && matchesSelector(field, PICKS_FROM_LIST);
    if (!isPicked && SECRET_AUTOCOMPLETE.test(autocomplete)) return 'secret';
    if (PRIVATE_AUTOCOMPLETE.test(autocomplete)) return 'withheld';
    const hasValue = this.#includesEmptyFields || fieldValue(field) !== '';
    if (PUBLIC_AUTOCOMPLETE.test(autocomplete)) return hasValue && hasTextSecurity(field) ? 'secret' : 'open';
    let hint = this.#hintOfAttributes(field, isPicked);
    if (hint === 'nothing' && hasValue) hint = this.#fieldContext.secretHintFor(field);
    // A code that the page generated and shows read-only stays open; one that a person types is secret.
    if (hint === 'typed') return matchesSelector(field, '[readonly],[disabled]') ? 'open' : 'secret';
    return hint === 'nothing' ? 'open' : hint;
  }

  #hintOfAttributes(field: Element, isPicked = false): SecretHint {
    let weakestHint: SecretHint = 'nothing';
    for (const key of NAMING_ATTRIBUTES) {
      if (isPicked && key === 'autocomplete') continue;
      const hint = secretHint(attribute(field, key) ?? '');
      if (hint === 'secret') return hint;
      if (hint !== 'nothing') weakestHint = hint;
    }
    return weakestHint;
  }
}

/** A shorter one is too often a word. */
const MIN_URL_SECRET_LENGTH = 8;

/** What the page was sent in its address, as a form that goes by GET does; the browser's error page shows that as text. */
function secretsInAddresses(): string[] {
  const isError = location.protocol === 'chrome-error:';
  const urls = isError
    ? (documentProperty('documentElement')?.textContent ?? '').split(/\s+/)
    : [location.href];
  return urls.flatMap(secretsInUrl).filter(({ length }) => length >= MIN_URL_SECRET_LENGTH);
}

/** What a field holds; of an editing host, its text. */
export function fieldValue(field: Element): string {
  const tag = localName(field);
  if (tag === 'input' || tag === 'textarea') {
    const { value, defaultValue } = field as HTMLInputElement;
    return value === '' ? defaultValue : value;
  }
  return tag === 'select' ? (field as HTMLSelectElement).value : (field.textContent ?? '');
}

/** What it holds when its form is reset. */
const defaultValueOf = (field: Element): string => {
  const tag = localName(field);
  return tag === 'input' || tag === 'textarea' ? (field as HTMLInputElement).defaultValue : '';
};

/** The node itself, and what it holds, where they match. */
function matchesWithin(node: Node, selector: string): Iterable<Element> {
  if (!(node instanceof Element)) return [];
  const found = queryWithin(node, selector);
  return matchesSelector(node, selector) ? [node, ...found] : found;
}
