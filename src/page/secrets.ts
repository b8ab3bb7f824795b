import { secretsOf } from '../model/publicUrl.ts';
import { attribute, has, is, localName, ofDocument, parentOf, rootOf, TEXT } from './dom.ts';
import { Echoes } from './Echoes.ts';
import { asksForDigits, type Saying, sayingOf } from './secretWords.ts';
import { valueOf } from './styles.ts';
import { squeeze } from './text.ts';

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
/** Kinds of which a label that speaks of a password says another thing: "Email for your new password". */
const PLAIN_KIND = '[type=email],[type=url],[type=search],[type=date],[type=time],[type=datetime-local]';
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
  #echoes: Echoes | undefined;
  #withEmpty = false;

  /**
   * Begins to judge the page as it is now: all that was found out of it is asked again. `withEmpty`: also fields
   * that hold nothing yet are judged by what stands around them.
   */
  begin({ withEmpty = false } = {}): void {
    this.#judged = new WeakMap();
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
    if (saying === 'nothing' && holds) saying = sayingAround(field);
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

/** What is painted as dots, what its label says, what stands beside it, and the boxes of a code. */
function sayingAround(field: Element): Saying {
  if (isDisguised(field) || isDigitOfCode(field)) return 'secret';
  if (is(field, PLAIN_KIND)) return 'nothing';
  const label = labelTextOf(field);
  if (label !== '') return sayingOf(label);
  return isNamed(field) ? 'nothing' : sayingOf(wordsBeside(field));
}

/** Painted as dots without being a password field: sites do so to keep password managers away. */
function isDisguised(field: Element): boolean {
  const security = valueOf(getComputedStyle(field), '-webkit-text-security');
  return security !== '' && security !== 'none';
}

const LABEL_CAP = 200;

function labelTextOf(field: Element): string {
  const labels = Array.from((field as HTMLInputElement).labels ?? [], (label) => label.textContent ?? '');
  const ids = (attribute(field, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  const root = rootOf(field) as Document | ShadowRoot;
  for (const id of ids) labels.push(queryAll(root, `[id="${CSS.escape(id)}"]`)[0]?.textContent ?? '');
  return squeeze(labels.join(' ').slice(0, LABEL_CAP));
}

function isNamed(field: Element): boolean {
  return ['aria-label', 'placeholder', 'title'].some((key) => (attribute(field, key) ?? '').trim() !== '');
}

/** Levels above a field, nodes within them, and characters, that count as "beside". */
const LEVELS = 3;
const NODES = 40;
const BESIDE_CAP = 80;

/** The few words of the closest element around that holds no other field; without links, which lead elsewhere. */
function wordsBeside(field: Element): string {
  let words = '';
  let around = parentOf(field);
  for (let level = 0; around instanceof Element && level < LEVELS; level++, around = parentOf(around)) {
    if (inElement.call(around, 'input:not([type=hidden]),textarea,select').length > 1) break;
    const text = shortTextOf(around);
    if (text === undefined) break;
    words = text;
    if (sayingOf(words) !== 'nothing') break;
  }
  return words;
}

/** Undefined where there is more than a few words. */
function shortTextOf(element: Element): string | undefined {
  const walker = createWalker.call(
    document,
    element,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && is(node, 'a,script,style,select,textarea,[contenteditable]')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  const parts: string[] = [];
  let nodes = 0;
  while (walker.nextNode()) {
    if (++nodes > NODES) return undefined;
    const node = walker.currentNode;
    if (node.nodeType === TEXT) parts.push((node as Text).data);
    else parts.push(attribute(node as Element, 'aria-label') ?? '');
  }
  const text = squeeze(parts.join(' '));
  return text.length > BESIDE_CAP ? undefined : text;
}

const ONE_CHARACTER = 'input[maxlength="1"]';
/** Digits of a code: fewer are the parts of something else, more a puzzle. */
const CODE_LENGTH = { least: 4, most: 8 };

/** One of the boxes for the digits of a code: a few fields of one character side by side that ask for digits. */
function isDigitOfCode(field: Element): boolean {
  if (!is(field, ONE_CHARACTER)) return false;
  let around = parentOf(field);
  for (let level = 0; around instanceof Element && level < LEVELS; level++, around = parentOf(around)) {
    const { length } = inElement.call(around, ONE_CHARACTER);
    if (length < CODE_LENGTH.least) continue;
    if (length > CODE_LENGTH.most) return false;
    if (is(field, '[inputmode=numeric],[inputmode=decimal],[type=tel],[type=number],[pattern]')) return true;
    return asksForDigits(`${attribute(field, 'aria-label') ?? ''} ${shortTextOf(around) ?? ''}`);
  }
  return false;
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
  const found = inElement.call(node, selector);
  return is(node, selector) ? [node, ...found] : found;
}

// A form's controls and a document's images shadow properties by their names.
const { createTreeWalker: createWalker, querySelectorAll: inDocument } = Document.prototype;
const inElement = Element.prototype.querySelectorAll;
const inFragment = DocumentFragment.prototype.querySelectorAll;

export function queryAll(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return root === document ? inDocument.call(root, selector) : inFragment.call(root, selector);
}
