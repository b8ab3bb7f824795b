import type { FilterStep, LocatorSpec, LocatorStep, TextPattern } from '../locators/LocatorSpec.ts';
import { writeLocator } from '../locators/writeLocator.ts';
import { withShortJson } from './elementDescriptions.ts';
import type { Ask } from './types.ts';
import { nameKind, refuseUnknownWords } from './unknownWords.ts';

type Text = string | RegExp;
type Options = Record<string, unknown>;

interface FilterOptions {
  hasText?: Text;
  hasNotText?: Text;
  has?: Locator;
  hasNot?: Locator;
  visible?: boolean;
}

/** Elements of the page, described: nothing is looked up before a word that asks for it. The words are Playwright's. */
export class LocatorBase {
  protected readonly ask: Ask;
  /** Empty for the page itself. */
  protected readonly steps: LocatorSpec;

  constructor(ask: Ask, steps: LocatorSpec) {
    this.ask = ask;
    this.steps = steps;
    // What is printed of it is `toString`, and for the one who writes scripts these two are not there.
    for (const name of ['ask', 'steps']) Object.defineProperty(this, name, { enumerable: false });
  }

  protected with(...steps: LocatorStep[]): Locator {
    return new Locator(this.ask, [...this.steps, ...steps]);
  }

  getByRole(role: string, given: Options | Text = {}): Locator {
    const options = typeof given === 'string' || given instanceof RegExp ? { name: given } : given;
    const { name } = options as { name?: Text };
    return this.with({ by: 'role', role, ...options, ...(name !== undefined && { name: toPattern(name) }) });
  }

  getByText(text: Text, options: Options = {}): Locator {
    return this.with({ by: 'text', text: toPattern(text), ...options });
  }

  getByLabel(text: Text, options: Options = {}): Locator {
    return this.with({ by: 'label', text: toPattern(text), ...options });
  }

  getByPlaceholder(text: Text, options: Options = {}): Locator {
    return this.with({ by: 'placeholder', text: toPattern(text), ...options });
  }

  getByTitle(text: Text, options: Options = {}): Locator {
    return this.with({ by: 'title', text: toPattern(text), ...options });
  }

  getByAltText(text: Text, options: Options = {}): Locator {
    return this.with({ by: 'altText', text: toPattern(text), ...options });
  }

  getByTestId(text: Text): Locator {
    return this.with({ by: 'testId', text: toPattern(text) });
  }

  locator(selector: string | Locator, options?: FilterOptions): Locator {
    const steps = typeof selector === 'string' ? [{ by: 'css' as const, selector }] : stepsOf(selector);
    const found = this.with(...steps);
    return options ? found.filter(options) : found;
  }

  frameLocator(selector: string): Locator {
    return this.with({ by: 'frame', selector });
  }
}

export class Locator extends LocatorBase {
  filter(options: FilterOptions = {}): Locator {
    const { hasText, hasNotText, has, hasNot, ...rest } = options;
    const step: FilterStep = {
      by: 'filter',
      ...rest,
      ...(hasText !== undefined && { hasText: toPattern(hasText) }),
      ...(hasNotText !== undefined && { hasNotText: toPattern(hasNotText) }),
      ...(has && { has: stepsOf(has) }),
      ...(hasNot && { hasNot: stepsOf(hasNot) }),
    };
    return this.with(step);
  }

  or(other: Locator): Locator {
    return this.with({ by: 'or', locator: stepsOf(other) });
  }

  and(other: Locator): Locator {
    return this.with({ by: 'and', locator: stepsOf(other) });
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  nth(index: number): Locator {
    return this.with({ by: 'nth', index });
  }

  contentFrame(): Locator {
    return this.with({ by: 'frame' });
  }

  owner(): Locator {
    return new Locator(this.ask, this.steps.slice(0, -1));
  }

  page(): unknown {
    return (globalThis as unknown as { page: unknown }).page;
  }

  async all(): Promise<Locator[]> {
    const count = await this.count();
    return Array.from({ length: count }, (_, i) => this.nth(i));
  }

  count(): Promise<number> {
    return this.#do('count');
  }

  click(options?: Options): Promise<void> {
    return this.#do('click', options);
  }

  dblclick(options?: Options): Promise<void> {
    return this.#do('click', { ...options, clickCount: 2 });
  }

  tap(options?: Options): Promise<void> {
    return this.#do('click', options);
  }

  fill(value: string | number, options?: Options): Promise<void> {
    return this.#do('fill', { value: toText(value, 'fill'), ...options });
  }

  clear(options?: Options): Promise<void> {
    return this.#do('fill', { value: '', ...options });
  }

  pressSequentially(text: string, options?: Options): Promise<void> {
    return this.#do('pressSequentially', { text: toText(text, 'pressSequentially'), ...options });
  }

  type(text: string, options?: Options): Promise<void> {
    return this.pressSequentially(text, options);
  }

  press(key: string, options?: Options): Promise<void> {
    return this.#do('press', { key, ...options });
  }

  check(options?: Options): Promise<void> {
    return this.setChecked(true, options);
  }

  uncheck(options?: Options): Promise<void> {
    return this.setChecked(false, options);
  }

  setChecked(checked: boolean, options?: Options): Promise<void> {
    return this.#do('setChecked', { checked, ...options });
  }

  selectOption(values: unknown, options?: Options): Promise<string[]> {
    const list = (Array.isArray(values) ? values : [values]).map(toOption);
    return this.#do('selectOption', { values: list, ...options });
  }

  hover(options?: Options): Promise<void> {
    return this.#do('hover', options);
  }

  focus(options?: Options): Promise<void> {
    return this.#do('focus', options);
  }

  /** Words in its text, where they first stand; without words all of it. What is typed then replaces them. */
  selectText(words?: string | Options, options?: Options): Promise<void> {
    return this.#do(
      'selectText',
      typeof words === 'object' ? words : { ...(words !== undefined && { words }), ...options },
    );
  }

  dragTo(target: Locator, options?: Options): Promise<void> {
    return this.#do('dragTo', { target: stepsOf(target), ...options });
  }

  setInputFiles(files: string | string[], options?: Options): Promise<void> {
    const paths = Array.isArray(files) ? files : [files];
    if (paths.some((path) => typeof path !== 'string'))
      throw new TypeError('setInputFiles takes paths of files: a script makes none.');
    return this.#do('setInputFiles', { files: paths, ...options });
  }

  scrollIntoViewIfNeeded(options?: Options): Promise<void> {
    return this.#do('scrollIntoView', options);
  }

  waitFor(options?: Options): Promise<void> {
    return this.#do('waitFor', options);
  }

  textContent(options?: Options): Promise<string | null> {
    return this.#do('textContent', options);
  }

  innerText(options?: Options): Promise<string> {
    return this.#do('innerText', options);
  }

  allInnerTexts(): Promise<string[]> {
    return this.#do('allInnerTexts');
  }

  allTextContents(): Promise<string[]> {
    return this.#do('allTextContents');
  }

  inputValue(options?: Options): Promise<string> {
    return this.#do('inputValue', options);
  }

  getAttribute(name: string, options?: Options): Promise<string | null> {
    return this.#do('getAttribute', { name, ...options });
  }

  isVisible(): Promise<boolean> {
    return this.#do('isVisible');
  }

  async isHidden(): Promise<boolean> {
    return !(await this.isVisible());
  }

  isEnabled(options?: Options): Promise<boolean> {
    return this.#do('isEnabled', options);
  }

  async isDisabled(options?: Options): Promise<boolean> {
    return !(await this.isEnabled(options));
  }

  isEditable(options?: Options): Promise<boolean> {
    return this.#do('isEditable', options);
  }

  isChecked(options?: Options): Promise<boolean> {
    return this.#do('isChecked', options);
  }

  boundingBox(options?: Options): Promise<unknown> {
    return this.#do('boundingBox', options);
  }

  /** Plain objects of all that match: number, role, name, text, value, states, attributes, box. JSON leaves out what repeats. */
  describe(...attributes: string[]): Promise<unknown[]> {
    const names = attributes.flat().flatMap((one) => one.split(/[\s,]+/).filter(Boolean));
    return this.ask('describe', { locator: this.steps, attributes: names }, withShortJson);
  }

  /** The elements with all that they hold, as text with numbers. */
  look(options?: Options): Promise<string> {
    return this.#do('lookAt', options);
  }

  ariaSnapshot(): Promise<string> {
    return this.look();
  }

  /** A function that is given the element, run in the page: see `page.evaluate`. */
  evaluate(source: unknown, arg?: unknown): Promise<unknown> {
    return this.#do('evaluate', { source: toSource(source), arg });
  }

  /** The same with all elements that match, as an array. */
  evaluateAll(source: unknown, arg?: unknown): Promise<unknown> {
    return this.#do('evaluate', { source: toSource(source), arg, all: true });
  }

  /** Why it is shown or not. */
  why(): Promise<string> {
    return this.#do('why');
  }

  override toString(): string {
    return `page.${writeLocator(this.steps)}`;
  }

  toJSON(): string {
    return this.toString();
  }

  #do<T>(word: string, params: Options = {}): Promise<T> {
    return this.ask<T>(word, { locator: this.steps, ...params });
  }
}

/** The steps of a locator that was given as a value. */
export function stepsOf(value: unknown): LocatorSpec {
  if (value instanceof Locator) return (value as unknown as { steps: LocatorSpec }).steps;
  if (typeof value === 'number') return [{ by: 'ref', ref: value }];
  throw new TypeError('A locator is wanted there: page.getByRole(...), page.get(number), ...');
}

/** Of a function or an expression that the page runs. */
export function toSource(source: unknown): string {
  if (typeof source === 'function' || typeof source === 'string') return String(source);
  throw new TypeError(`evaluate takes a function or a text, not ${typeof source}.`);
}

function toPattern(text: Text | number): TextPattern {
  if (text instanceof RegExp) return { regex: text.source, flags: text.flags };
  return toText(text, 'a locator');
}

function toText(value: unknown, word: string): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError(`${word} takes a text, not ${value === null ? 'null' : typeof value}.`);
}

/** Playwright takes a text, or one of `{ label, value, index }`. */
function toOption(option: unknown): string {
  const { label, value } = (typeof option === 'object' && option ? option : {}) as Record<string, unknown>;
  return toText(label ?? value ?? option, 'selectOption');
}

nameKind(Locator, 'locator');
refuseUnknownWords(LocatorBase);
