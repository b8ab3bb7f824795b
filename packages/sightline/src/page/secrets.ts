import { secretsOf } from '../model/publicUrl.ts';
import { attribute, has, is, localName, ofDocument, queryAll, queryIn } from './dom.ts';
import { Echoes } from './Echoes.ts';
import { isDisguised, Surroundings } from './Surroundings.ts';
import { type Saying, sayingOf } from './secretWords.ts';

/**
 * What a field's value may be told of. `open`: all. `untold`: not the value, which elsewhere in the page may be
 * content like any other (a hidden input, the month in which a card ends). `secret`: nothing, wherever it stands.
 */
type Grade = 'open' | 'untold' | 'secret';

const SECRET_AUTOCOMPLETE =
  /(?:^|\s)(?:one-time-code|current-password|new-password|cc-number|cc-csc)(?:\s|$)/i;
const UNTOLD_AUTOCOMPLETE = /(?:^|\s)cc-[a-z-]+(?:\s|$)/i;
/** The author says what the field takes, and it is no secret: a postal code, whatever its label calls it. */
const OPEN_AUTOCOMPLETE =
  /(?:^|\s)(?:username|email|(?:given-|additional-|family-|nick)?name|organization(?:-title)?|street-address|address-[a-z\d-]+|country(?:-name)?|postal-code|bday[a-z-]*|tel[a-z-]*|impp|url|language|sex)(?:\s|$)/i;
const UNTYPED =
  '[type=checkbox],[type=radio],[type=button],[type=submit],[type=reset],[type=image],[type=file],[type=range],[type=color]';
const NAMING = ['name', 'id', 'autocomplete', 'aria-label', 'placeholder', 'title', 'data-testid'];
const PASSWORDS = 'input[type=password]';
const TYPED = `input:not(${UNTYPED},[type=hidden]),textarea`;
/** All that may hold a secret. */
const FIELDS = 'input,textarea,select,[contenteditable]';

/** Values that are remembered after their field has gone or was emptied, at most. */
const REMEMBERED = 100;
/** A shorter value says nothing by standing elsewhere too. */
const SHORTEST = 4;

/** Decides which values never leave the page, and knows those that it holds. The rules: `docs/design.md`. */
export class Secrets {
  /** Fields that were a password field once. */
  readonly #ever = new WeakSet<Element>();
  /** Values that were committed to secret fields; the fields may be gone by now. */
  readonly #remembered = new Set<string>();
  readonly #roots = new Set<Document | ShadowRoot>();
  readonly #observer = new MutationObserver((records) => this.#read(records));
  #root: Element | null = null;
  #judged = new WeakMap<Element, Grade>();
  #surroundings = new Surroundings();
  #echoes: Echoes | undefined;
  #withEmpty = false;

  /**
   * Begins to judge the page as it is now: all that was found out of it is asked again. `withEmpty`: also fields
   * that hold nothing yet are judged by what stands around them.
   */
  begin({ withEmpty = false } = {}): void {
    this.#judged = new WeakMap();
    this.#surroundings = new Surroundings();
    this.#echoes = undefined;
    this.#withEmpty = withEmpty;
    if (this.#root !== ofDocument('documentElement')) this.#restart();
  }

  /** Watches shadow roots too, from now on. */
  watch(roots: Iterable<ShadowRoot>): void {
    for (const root of roots) this.#watch(root);
  }

  /** True for a control or an editing host whose value must not be told. */
  isSecret(field: Element): boolean {
    return this.#gradeOf(field) !== 'open';
  }

  /** What a text that its author gave a control may tell: nothing, if it repeats a secret value. */
  withoutValue(control: Element, text: string): string {
    if (text === '' || !this.isSecret(control)) return text;
    const value = String((control as HTMLInputElement).value ?? '');
    return value !== '' && text.includes(value) ? '' : text;
  }

  /** Where the values of secret fields stand outside of them. Found once after `begin`. */
  get echoes(): Echoes {
    this.#echoes ??= new Echoes(this.#values());
    return this.#echoes;
  }

  /** A document that was opened anew has lost what listened on it. */
  #restart(): void {
    this.#root = ofDocument('documentElement') as Element | null;
    this.#observer.disconnect();
    this.#roots.clear();
    this.#watch(document);
  }

  /**
   * Notices fields that stop being password fields (a show-password toggle), secret fields that are taken out of
   * the page (a toggle that swaps two), and what is committed to them (an echo may outlive it).
   */
  #watch(root: Document | ShadowRoot): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    const options = { subtree: true, childList: true, attributeFilter: ['type'], attributeOldValue: true };
    this.#observer.observe(root, options);
    for (const type of ['change', 'focusout']) root.addEventListener(type, this.#onCommit, true);
    for (const field of queryAll(root, PASSWORDS)) this.#ever.add(field);
  }

  #read(records: MutationRecord[]): void {
    for (const { type, target, oldValue, addedNodes, removedNodes } of records) {
      if (type === 'attributes' && oldValue?.toLowerCase() === 'password') this.#ever.add(target as Element);
      for (const node of addedNodes) for (const field of within(node, PASSWORDS)) this.#ever.add(field);
      for (const node of removedNodes) for (const field of within(node, FIELDS)) this.#keepValueOf(field);
    }
  }

  readonly #onCommit = (event: Event): void => {
    const field = event.composedPath()[0];
    if (!(field instanceof Element) || !is(field, FIELDS)) return;
    this.#keepValueOf(field);
  };

  #keepValueOf(field: Element): void {
    const value = valueIn(field);
    this.#judged.delete(field);
    this.#surroundings = new Surroundings();
    if (value.length < SHORTEST || this.#gradeOf(field) !== 'secret') return;
    this.#remembered.delete(value);
    this.#remembered.add(value);
    const [oldest] = this.#remembered;
    if (this.#remembered.size > REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
  }

  /** Of the digits of a code, which stand in a field each, only all together are a value. */
  #values(): Set<string> {
    this.#read(this.#observer.takeRecords());
    const values = new Set([...this.#remembered, ...secretsInAddress()]);
    for (const root of this.#roots) {
      let digits = '';
      for (const field of queryAll(root, FIELDS)) {
        if (this.#gradeOf(field) !== 'secret') continue;
        const value = valueIn(field);
        values.add(value);
        digits = value.length === 1 ? digits + value : '';
        values.add(digits);
      }
    }
    for (const value of values) if (value.trim().length < SHORTEST) values.delete(value);
    for (const root of this.#roots) this.#findTwins(root, values);
    return values;
  }

  /** A field that holds what a secret one does is its twin, which a toggle shows instead: what is typed there is secret too. */
  #findTwins(root: Document | ShadowRoot, values: ReadonlySet<string>): void {
    if (values.size === 0) return;
    for (const field of queryAll(root, TYPED)) {
      if (!values.has(valueIn(field)) || this.#gradeOf(field) === 'secret') continue;
      this.#ever.add(field);
      this.#judged.set(field, 'secret');
    }
  }

  #gradeOf(field: Element): Grade {
    const known = this.#judged.get(field);
    if (known !== undefined) return known;
    // Should judging it lead back to it, it is what it would be without.
    this.#judged.set(field, 'open');
    const grade = this.#judge(field, localName(field));
    this.#judged.set(field, grade);
    return grade;
  }

  #judge(field: Element, tag: string): Grade {
    if (this.#ever.has(field)) return 'secret';
    if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') {
      return has(field, 'contenteditable') ? this.#judgeWords(field) : 'open';
    }
    if (tag === 'input') {
      const type = (attribute(field, 'type') ?? '').toLowerCase();
      if (type === 'password') this.#ever.add(field);
      if (type === 'password') return 'secret';
      if (type === 'hidden') return this.#ownSaying(field) === 'nothing' ? 'untold' : 'secret';
      if (is(field, UNTYPED)) return 'open';
    }
    const grade = this.#judgeWords(field);
    return tag === 'select' && grade === 'secret' ? 'untold' : grade;
  }

  #judgeWords(field: Element): Grade {
    const autocomplete = attribute(field, 'autocomplete') ?? '';
    if (SECRET_AUTOCOMPLETE.test(autocomplete)) return 'secret';
    if (UNTOLD_AUTOCOMPLETE.test(autocomplete)) return 'untold';
    const holds = this.#withEmpty || valueIn(field) !== '';
    if (OPEN_AUTOCOMPLETE.test(autocomplete)) return holds && isDisguised(field) ? 'secret' : 'open';
    let saying = this.#ownSaying(field);
    if (saying === 'nothing' && holds) saying = this.#surroundings.sayingOf(field);
    // What the page made and shows is for a person to read; what a person types there is not.
    if (saying === 'typed') return is(field, '[readonly],[disabled]') ? 'open' : 'secret';
    return saying === 'nothing' ? 'open' : saying;
  }

  #ownSaying(field: Element): Saying {
    let weakest: Saying = 'nothing';
    for (const key of NAMING) {
      const saying = sayingOf(attribute(field, key) ?? '');
      if (saying === 'secret') return saying;
      if (saying !== 'nothing') weakest = saying;
    }
    return weakest;
  }
}

/** A shorter one is too often a word. */
const LEAST_IN_ADDRESS = 8;

/** What the page was sent in its address, as a form that goes by GET does; the browser's error page shows that as text. */
function secretsInAddress(): string[] {
  const isError = location.protocol === 'chrome-error:';
  const addresses = isError
    ? (ofDocument('documentElement')?.textContent ?? '').split(/\s+/)
    : [location.href];
  return addresses.flatMap(secretsOf).filter(({ length }) => length >= LEAST_IN_ADDRESS);
}

/** What a field holds; of an editing host, its text. */
export function valueIn(field: Element): string {
  const tag = localName(field);
  if (tag === 'input' || tag === 'textarea') {
    const { value, defaultValue } = field as HTMLInputElement;
    return value === '' ? defaultValue : value;
  }
  return tag === 'select' ? (field as HTMLSelectElement).value : (field.textContent ?? '');
}

/** The node itself, and what it holds, where they match. */
function within(node: Node, selector: string): Iterable<Element> {
  if (!(node instanceof Element)) return [];
  const found = queryIn(node, selector);
  return is(node, selector) ? [node, ...found] : found;
}
