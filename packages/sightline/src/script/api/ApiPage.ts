import type { BoxState } from '../box/boxMessages.ts';
import { withShortJson } from './elementDescriptions.ts';
import { Frame, type FrameFacts } from './Frame.ts';
import { Keyboard, Mouse } from './input.ts';
import { isSelector } from './isSelector.ts';
import { Locator, LocatorBase, stepsOf, toSource } from './Locator.ts';
import type { Ask } from './types.ts';
import { nameKind } from './unknownWords.ts';

type Options = Record<string, unknown>;
type DialogHandler = (dialog: ScriptDialog) => unknown;

/** A dialog that a handler of `page.on('dialog')` is called with. */
export interface ScriptDialog {
  type(): string;
  message(): string;
  defaultValue(): string;
  accept(text?: string): Promise<void>;
  dismiss(): Promise<void>;
}

/** What is known of a page that was opened. */
interface PageResponse {
  url(): string;
  /** Of HTTP; 0 where there was none. */
  status(): number;
  ok(): boolean;
}

const toResponse = ({ url, status = 0 }: { url: string; status?: number }): PageResponse => ({
  url: () => url,
  status: () => status,
  ok: () => status === 0 || (status >= 200 && status < 300),
});

/** The page of the active tab. Playwright's words, and Sightline's: `look`, `query`, `get`, `table`, `changes`, `why`. */
export class ApiPage extends LocatorBase {
  readonly keyboard: Keyboard;
  readonly mouse: Mouse;
  readonly #state: BoxState;
  #dialogHandlers: { handler: DialogHandler; once: boolean }[] = [];

  constructor(ask: Ask, state: BoxState) {
    super(ask, []);
    this.#state = state;
    this.keyboard = new Keyboard(ask);
    this.mouse = new Mouse(ask);
  }

  goto(url: string, options?: Options): Promise<PageResponse> {
    return this.ask('goto', { url, ...options }, toResponse);
  }

  reload(options?: Options): Promise<PageResponse> {
    return this.ask('reload', options, toResponse);
  }

  goBack(options?: Options): Promise<PageResponse> {
    return this.ask('goBack', options, toResponse);
  }

  goForward(options?: Options): Promise<PageResponse> {
    return this.ask('goForward', options, toResponse);
  }

  url(): string {
    return this.#state.url;
  }

  title(): Promise<string> {
    return this.ask('title');
  }

  setDefaultTimeout(timeout: number): void {
    this.ask('setDefaultTimeout', { timeout });
  }

  setDefaultNavigationTimeout(timeout: number): void {
    this.ask('setDefaultTimeout', { timeout, navigation: true });
  }

  waitForTimeout(timeout: number): Promise<void> {
    return this.ask('waitForTimeout', { timeout });
  }

  waitForLoadState(state?: string, options?: Options): Promise<void> {
    return this.ask('waitForLoadState', { ...(state !== undefined && { state }), ...options });
  }

  waitForURL(url: string | RegExp, options?: Options): Promise<void> {
    const pattern = url instanceof RegExp ? { regex: url.source, flags: url.flags } : url;
    return this.ask('waitForURL', { url: pattern, ...options });
  }

  async waitForSelector(selector: string, options?: Options): Promise<Locator> {
    const found = this.locator(selector).first();
    await found.waitFor(options);
    return found;
  }

  tabs(): Promise<unknown[]> {
    return this.ask('tabs');
  }

  /** That of the page first. */
  frames(): Promise<Frame[]> {
    const toFrames = (facts: FrameFacts[]): Frame[] => [
      new Frame(this.ask, { url: this.url(), name: '' }),
      ...facts.map((one) => new Frame(this.ask, one)),
    ];
    return refusingListWords(this.ask('frames', undefined, toFrames), 'page.frames()');
  }

  mainFrame(): this {
    return this;
  }

  /** What is looked for in the frame of a name, or of an address. */
  frame(which: string | { name?: string; url?: string | RegExp }): LocatorBase {
    const { name, url } = typeof which === 'string' ? { name: which } : which;
    if (url !== undefined)
      return this.with({
        by: 'frame',
        url: url instanceof RegExp ? { regex: url.source, flags: url.flags } : url,
      });
    const quoted = JSON.stringify(name);
    return this.frameLocator(`iframe[name=${quoted}], iframe[id=${quoted}], frame[name=${quoted}]`);
  }

  switchTab(number: number): Promise<void> {
    return this.ask('switchTab', { number });
  }

  newTab(url?: string): Promise<void> {
    return this.ask('newTab', url === undefined ? {} : { url });
  }

  closeTab(number?: number): Promise<void> {
    return this.ask('closeTab', number === undefined ? {} : { number });
  }

  /** The locator of a number of an answer, or of words: `button "Save" in row "Ann"`. */
  get(target: number | string): Locator {
    const words = String(target).trim();
    const ref = Number(words.replace(/^\[(\d+)\]$/, '$1'));
    if (Number.isInteger(ref) && ref >= 1) return this.with({ by: 'ref', ref });
    if (typeof target !== 'string' || words === '')
      throw new TypeError('page.get takes the number of an element, or words for it.');
    return this.with({ by: 'words', words });
  }

  /** Of what `page.click(selector)` and its likes are given: words are taken too. */
  named(target: string): Locator {
    return typeof target !== 'string' || isSelector(target) ? this.locator(target) : this.get(target);
  }

  look(options?: Options | string | number): Promise<string> {
    const isPart = typeof options === 'string' || typeof options === 'number';
    return this.ask('look', isPart ? { region: String(options) } : options);
  }

  ariaSnapshot(): Promise<string> {
    return this.look();
  }

  query(question: string | Options): Promise<unknown[]> {
    const options = typeof question === 'string' ? { text: question } : question;
    return this.ask('query', options, withShortJson);
  }

  /**
   * Of each row what stands in its columns; `controls`, the numbers in it, can be read and is not printed. `all` scrolls
   * through a list that loads its rows as it is scrolled, and turns the pages of a table.
   */
  async table(table?: number | string | Locator | Options, given?: Options): Promise<unknown[]> {
    const isOptions = typeof table === 'object' && !(table instanceof Locator);
    const target = isOptions || table === undefined ? {} : { table: toTarget(table) };
    const rows: object[] = await this.ask('table', { ...target, ...(isOptions ? table : given) });
    for (const row of rows)
      if ('controls' in row) Object.defineProperty(row, 'controls', { enumerable: false });
    return rows;
  }

  changes(options?: Options): Promise<string> {
    return this.ask('changes', options);
  }

  why(target: number | string | Locator): Promise<string> {
    if (target instanceof Locator) return target.why();
    return this.ask('why', { target: String(target) });
  }

  scroll(direction = 'down', options?: Options): Promise<void> {
    const end = { bottom: 'down', top: 'up' }[direction];
    return this.ask('scroll', end ? { direction: end, pixels: TO_THE_END } : { direction, ...options });
  }

  /** A form by its labels; or, as Playwright has it, a field by a selector. */
  fill(fields: Options | string, value?: string, options?: Options): Promise<void> {
    if (typeof fields === 'string' && value !== undefined) return this.named(fields).fill(value, options);
    const given = typeof fields === 'string' ? fields : toFields(fields);
    return this.ask('fillFields', { fields: given });
  }

  /** A function, or an expression as text, run in the page: where the person who opened the session allows it. */
  evaluate(source: unknown, arg?: unknown): Promise<unknown> {
    return this.ask('evaluate', { source: toSource(source), arg });
  }

  $eval(selector: string, source: unknown, arg?: unknown): Promise<unknown> {
    return this.locator(selector).evaluate(source, arg);
  }

  $$eval(selector: string, source: unknown, arg?: unknown): Promise<unknown> {
    return this.locator(selector).evaluateAll(source, arg);
  }

  on(event: string, handler: DialogHandler): void {
    this.#listen(event, handler, false);
  }

  once(event: string, handler: DialogHandler): void {
    this.#listen(event, handler, true);
  }

  off(_event: string, handler: DialogHandler): void {
    this.#dialogHandlers = this.#dialogHandlers.filter((one) => one.handler !== handler);
  }

  override toString(): string {
    return 'page';
  }

  #listen(event: string, handler: DialogHandler, once: boolean): void {
    if (event !== 'dialog') throw new TypeError(`page.on takes 'dialog', not ${JSON.stringify(event)}.`);
    this.#dialogHandlers.push({ handler, once });
    this.ask('handleDialogs', {});
  }

  /** What the box calls for each dialog: the handlers that the script has given answer it. */
  async dispatchDialog(json: string): Promise<void> {
    const { id, type, message, defaultValue } = JSON.parse(json) as Record<string, string>;
    let isAnswered = false;
    const answer = async (accept: boolean, text?: string): Promise<void> => {
      if (isAnswered) return;
      isAnswered = true;
      await this.ask('answerDialog', { id, accept, ...(text !== undefined && { text: String(text) }) });
    };
    const dialog: ScriptDialog = {
      type: () => String(type),
      message: () => String(message),
      defaultValue: () => String(defaultValue),
      accept: (text) => answer(true, text),
      dismiss: () => answer(false),
    };
    const handlers = this.#dialogHandlers;
    this.#dialogHandlers = handlers.filter(({ once }) => !once);
    try {
      for (const { handler } of handlers) await handler(dialog);
    } finally {
      await answer(false);
    }
  }
}

/** In Playwright it is a list at once: here it is asked for. */
function refusingListWords<T extends object>(promise: T, call: string): T {
  for (const name of ['find', 'filter', 'map', 'forEach', 'some', 'at', Symbol.iterator, '0', '1'])
    Object.defineProperty(promise, name, {
      get() {
        throw new TypeError(`${call} is asked for: (await ${call}).`);
      },
    });
  return promise;
}

/** Pixels: most pages are shorter. */
const TO_THE_END = 1_000_000;

const toTarget = (target: number | string | Locator): unknown =>
  target instanceof Locator ? stepsOf(target) : target;

const toFields = (fields: Options): Options =>
  Object.fromEntries(
    Object.entries(fields).map(([label, value]) => [
      label,
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
    ]),
  );

/** With one text alone they are those of the keyboard. */
const KEY_WORDS: Readonly<Record<string, (keyboard: Keyboard, text: string) => unknown>> = {
  press: (keyboard, key) => keyboard.press(key),
  type: (keyboard, text) => keyboard.type(text),
};

/** `page.click(selector)` and its likes, as Playwright had them first. */
const SELECTOR_WORDS = [
  'click',
  'dblclick',
  'hover',
  'focus',
  'check',
  'uncheck',
  'setChecked',
  'press',
  'type',
  'selectOption',
  'setInputFiles',
  'textContent',
  'innerText',
  'inputValue',
  'getAttribute',
  'isVisible',
  'isHidden',
  'isEnabled',
  'isDisabled',
  'isChecked',
] as const;

for (const word of SELECTOR_WORDS)
  Object.defineProperty(ApiPage.prototype, word, {
    value(this: ApiPage, selector: string, ...rest: unknown[]) {
      const keys = rest.length === 0 && KEY_WORDS[word];
      if (keys) return keys(this.keyboard, selector);
      const locator = this.named(selector ?? 'body') as unknown as Record<
        string,
        (...values: unknown[]) => unknown
      >;
      return locator[word]?.(...rest);
    },
  });

nameKind(ApiPage, 'page');
