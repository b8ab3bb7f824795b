import { tmpdir } from 'node:os';
import type { ActionContext, ClickOptions, FieldState } from '../../actions/ActionContext.ts';
import { check, isCheckable } from '../../actions/check.ts';
import { fill, typeText } from '../../actions/fill.ts';
import { click, type DragOptions, drag, dragBy, focus, hover } from '../../actions/pointer.ts';
import { press } from '../../actions/press.ts';
import { type ScrollOptions, scroll, scrollTo } from '../../actions/scroll.ts';
import { selectOption } from '../../actions/selectOption.ts';
import { selectText } from '../../actions/selectText.ts';
import { typeAtFocus } from '../../actions/typeAtFocus.ts';
import { uploadFile } from '../../actions/uploadFile.ts';
import type { SettleSummary } from '../../render/changes/settleSections.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { TargetTest } from '../../search/targets/findNamedElements.ts';
import { parseFields } from '../../search/targets/parseFields.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { type FieldNames, readOptions } from '../../snapshot/readOptions.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import { readInnerText } from '../../visibility/readText.ts';
import type { Target } from '../refs/TargetResolver.ts';
import { isFillable, isSelectable, TARGET_TESTS, type TargetUse } from '../refs/targetTests.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import type { ActionOptions, ElementAction } from './ActionPlan.ts';
import type { ActionResult } from './ActionResult.ts';
import type { ActionRunner, ChangesSinceOptions } from './ActionRunner.ts';
import { fillFields } from './fillFields.ts';
import { keepingSecret } from './keepingSecret.ts';

/** The names of the options of actions, by which options with other names are refused. */
const ACTION_FIELDS: FieldNames<ActionOptions> = {
  timeoutMs: 'number',
  settleMs: 'number',
  maxTokens: 'number',
  quiet: true,
  signal: true,
};

/** What `fill` and `type` take. */
export interface TypingOptions extends ActionOptions {
  /** The text is a secret, whatever the field looks like: no answer repeats it until the session ends. Default false. */
  secret?: boolean;
}

const TYPING_FIELDS: FieldNames<TypingOptions> = { ...ACTION_FIELDS, secret: true };

const CLICK_FIELDS: FieldNames<ClickOptions & ActionOptions> = {
  ...ACTION_FIELDS,
  button: ['left', 'right', 'middle'],
  clickCount: 'number',
  modifiers: ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'],
  position: true,
};

const DRAG_FIELDS: FieldNames<DragOptions & ActionOptions> = {
  ...ACTION_FIELDS,
  sourcePosition: true,
  targetPosition: true,
};

const SCROLL_FIELDS: FieldNames<ScrollOptions & ActionOptions & { target?: Target }> = {
  ...ACTION_FIELDS,
  direction: ['down', 'up', 'left', 'right'],
  pixels: 'number',
  position: true,
  target: true,
};

/**
 * Actions on the elements of a page, by numbers, words or selectors (see `Target`). Each finds the element again where the page has
 * replaced it, or fails; waits until it can be acted on; uses trusted input; waits until the page has settled; and
 * reports what changed. Any may throw `not_shown`, `stale`, `detached`, `ambiguous`, `covered`, `disabled`, `not_found`
 * (not shown, or out of reach), `timeout`, `navigated`, `tab_closed`, `browser_closed`.
 */
export abstract class ElementActions {
  protected abstract readonly context: SessionContext;
  protected abstract readonly actionRunner: ActionRunner;
  /** What `selectText` selected last, until something is typed into a field. */
  #selected: { field: PageNode; words: string } | undefined;

  /** Clicks at a point of the element where it receives the click, or at `position` in it. Throws `invalid_argument` for one outside. */
  async click(target: Target, given: ClickOptions & ActionOptions = {}): Promise<ActionResult> {
    const options = readOptions('click', given, CLICK_FIELDS);
    const { button, clickCount, modifiers, position } = options;
    const clickOptions = { button, clickCount: clickCount || undefined, modifiers, position };
    return this.actionRunner.run([target], (context, node) => click(context, node, clickOptions), options);
  }

  /**
   * Sets the value of a field and reads it back. Dates and times as HTML writes them (`2026-11-22`, `09:30`).
   * Throws `not_accepted` with what the field holds, `not_editable`, `invalid_argument`.
   */
  async fill(target: Target, text: string, given: TypingOptions = {}): Promise<ActionResult> {
    const { secret, ...options } = readOptions('fill', given, TYPING_FIELDS);
    const act: ElementAction<[Target]> = (context, node) => fill(context, node, text);
    return this.actionRunner.run([target], secret ? keepingSecret(text, act) : act, options, {
      suits: isFillable,
    });
  }

  /**
   * Fills a form: values by the labels of its fields (text, `yes` or `no` for a checkbox, an option for a select, the label
   * of a radio button for its group), or as `First name=Ann; Terms=yes`. Each is read back. What no field or several fit is
   * left out: the result has a `failure` that names it.
   */
  async fillFields(
    values: string | Readonly<Record<string, string | number | boolean>>,
    given?: ActionOptions,
  ): Promise<ActionResult> {
    const options = readActionOptions('fillFields', given);
    const requests =
      typeof values === 'string'
        ? parseFields(values)
        : Object.entries(values).map(([field, value]) => ({ field, value: String(value) }));
    return fillFields(requests, this.context, this.actionRunner, options);
  }

  /**
   * Types key by key, after emptying the field (`clear`, default true), or over the words in it that `selectText` has selected.
   * Throws as `fill` does.
   */
  async type(
    target: Target,
    text: string,
    given: TypingOptions & { clear?: boolean } = {},
  ): Promise<ActionResult> {
    const {
      clear = true,
      secret,
      ...options
    } = readOptions('type', given, { ...TYPING_FIELDS, clear: true });
    const act: ElementAction<[Target]> = (context, node) =>
      typeText(context, node, text, { clear, selected: this.#takeSelectedWords(node) });
    return this.actionRunner.run([target], secret ? keepingSecret(text, act) : act, options, {
      suits: isFillable,
    });
  }

  /** Types key by key into what has the focus, at its caret. The result names it. */
  async typeAtFocus(text: string, given: TypingOptions = {}): Promise<ActionResult> {
    const { secret, ...options } = readOptions('typeAtFocus', given, TYPING_FIELDS);
    const act: ElementAction<[]> = (context) => typeAtFocus(context, text);
    return this.actionRunner.run([], secret ? keepingSecret(text, act) : act, options);
  }

  /** Chooses by label, else by value. Throws `not_found` with the options of the control, `not_accepted`. */
  async selectOption(
    target: Target,
    options: string | readonly string[],
    given?: ActionOptions,
  ): Promise<ActionResult> {
    const labels = typeof options === 'string' ? [options] : options;
    const act: ElementAction<[Target]> = (context, node) => selectOption(context, node, labels);
    return this.#act('selectOption', target, act, given, isSelectable);
  }

  /** A toggle that does not say its state is clicked. Throws `not_accepted` where it stays unchecked, or looks the same. */
  async check(target: Target, given?: ActionOptions): Promise<ActionResult> {
    return this.#act('check', target, (context, node) => check(context, node, true), given, isCheckable);
  }

  /** Throws `not_accepted` where it stays checked. */
  async uncheck(target: Target, given?: ActionOptions): Promise<ActionResult> {
    return this.#act('uncheck', target, (context, node) => check(context, node, false), given, isCheckable);
  }

  /** Moves the mouse over an element. */
  async hover(target: Target, given?: ActionOptions): Promise<ActionResult> {
    return this.#act('hover', target, hover, given);
  }

  /** Gives an element the keyboard focus. Throws `not_accepted` where it does not take it. */
  async focus(target: Target, given?: ActionOptions): Promise<ActionResult> {
    return this.#act('focus', target, focus, given);
  }

  /** A key or a chord (`Enter`, `Control+A`), on an element or on what has the focus. Throws `invalid_argument`. */
  async press(keys: string, target?: Target, given?: ActionOptions): Promise<ActionResult> {
    const options = readActionOptions('press', given);
    const act = (context: ActionContext, node?: PageNode) => press(context, keys, node);
    return this.actionRunner.run(optional(target), act, options);
  }

  /** Scrolls the innermost scrollable box around an element (`target`), or the page; at `position` by the wheel, as maps take it. */
  async scroll(given: ScrollOptions & ActionOptions & { target?: Target } = {}): Promise<ActionResult> {
    const options = readOptions('scroll', given, SCROLL_FIELDS);
    if (options.position && options.target === undefined) throw positionWithoutTarget();
    const act = (context: ActionContext, node?: PageNode) => scroll(context, node, options);
    return this.actionRunner.run(optional(options.target), act, options);
  }

  /** Brings an element into view. */
  async scrollTo(target: Target, given?: ActionOptions): Promise<ActionResult> {
    return this.#act('scrollTo', target, scrollTo, given);
  }

  /**
   * Drags onto another element, within the same one (`sourcePosition` and `targetPosition`, from the top left corners), or by CSS
   * pixels. Throws `not_accepted` with the drop zones where nothing moved, `invalid_argument` for a place outside.
   */
  async drag(
    target: Target,
    to: Target | { x: number; y: number },
    given: ActionOptions & DragOptions = {},
  ): Promise<ActionResult> {
    const options = readOptions('drag', given, DRAG_FIELDS);
    if (typeof to === 'object')
      return this.actionRunner.run([target], (context, node) => dragBy(context, node, to, options), options, {
        asPlace: true,
      });
    return this.actionRunner.run(
      [target, to],
      (context, node, dropTarget) => drag(context, node, dropTarget, options),
      options,
      { asPlace: true },
    );
  }

  /** Selects words in the text of an element, where they first stand in it. Throws `not_found`, `not_accepted`. */
  async selectText(target: Target, words: string, given?: ActionOptions): Promise<ActionResult> {
    const act: ElementAction<[Target]> = async (context, node) => {
      const effect = await selectText(context, node, words);
      this.#selected = { field: node, words };
      return effect;
    };
    return this.#act('selectText', target, act, given);
  }

  /** Also where they were selected in a part of the field, or around it. */
  #takeSelectedWords(node: PageNode): string | undefined {
    const { field, words } = this.#selected ?? {};
    this.#selected = undefined;
    if (!field) return undefined;
    const isWithin = (inner: PageNode, { id, document }: PageNode): boolean =>
      inner.closest((one) => one.id === id && one.document.key === document.key) !== undefined;
    return isWithin(field, node) || isWithin(node, field) ? words : undefined;
  }

  /**
   * Gives files to a file field or to the control that opens the file chooser. `roots`: folders that they may be taken
   * from, default the current one and that of temporary files. Throws `not_found`, `invalid_argument`.
   */
  async uploadFile(
    target: Target,
    paths: string | readonly string[],
    given: ActionOptions & { cwd?: string; roots?: readonly string[] } = {},
  ): Promise<ActionResult> {
    const options = readOptions('uploadFile', given, { ...ACTION_FIELDS, cwd: true, roots: true });
    const { cwd = process.cwd() } = options;
    const { roots = [cwd, tmpdir()] } = options;
    const files = typeof paths === 'string' ? [paths] : paths;
    const act: ElementAction<[Target]> = (context, node) => uploadFile(context, node, files, { cwd, roots });
    return this.actionRunner.run([target], act, options);
  }

  /**
   * The number of the usable element that a target names; `use`: what it is for, which goes before others of the same
   * words. Throws `ambiguous` and `not_found` with candidates.
   */
  numberOf(target: Target, use?: TargetUse, options?: AbortOptions): Promise<number> {
    return this.actionRunner.numberOf(target, use && TARGET_TESTS[use], options);
  }

  /** The page as it is now: what `changesSince` compares with. */
  mark(options?: AbortOptions): Promise<RenderContext> {
    return this.actionRunner.mark(options);
  }

  /**
   * What has changed on the page since a mark, as an action reports it. `settle`: what actions since then saw pass; `printed`:
   * what is shown beside it, and is not repeated; `quiet`: of another page only title and address.
   */
  changesSince(
    mark: RenderContext,
    options: ChangesSinceOptions & AbortOptions & { settle?: Partial<SettleSummary> } = {},
  ): Promise<SessionResult> {
    const { settle, ...rest } = options;
    const nothingSeen = { settled: true, transients: [], requests: { failed: [] }, consoleErrors: [] };
    return this.actionRunner.changesSince(mark, { ...nothingSeen, ...settle }, rest);
  }

  /** The text of an element as it is seen now, a line for each block, without secrets; of one that is hidden, as it stands there. */
  getText(target: Target, options: ActionOptions = {}): Promise<string> {
    const read = async (context: ActionContext, node: PageNode): Promise<string> =>
      readInnerText(node, context.visibility) || (await context.readField(node)).text.trim();
    return this.actionRunner.read(target, read, options);
  }

  /** What a field holds now; `[filled]` where that is a secret. */
  async getValue(target: Target, options?: ActionOptions): Promise<string> {
    const { kind, chosen, value, isSecret } = await this.#read(target, options);
    const held = kind === 'select' && !isSecret ? chosen.join(', ') : value;
    return this.context.source.typedSecrets.withoutWritten(held);
  }

  /** True for a field whose value is never shown, be it empty or not. */
  async isSecret(target: Target, options?: ActionOptions): Promise<boolean> {
    return (await this.#read(target, options)).isSecret;
  }

  /** Whether a person could see the element, by the rules that decide what a look shows. */
  isVisible(target: Target, options?: AbortOptions): Promise<SessionResult> {
    return this.actionRunner.visibility(target, options);
  }

  /** An action on one element, with the options that all take. */
  async #act(
    method: string,
    target: Target,
    act: ElementAction<[Target]>,
    given: ActionOptions | undefined,
    suits?: TargetTest,
  ): Promise<ActionResult> {
    return this.actionRunner.run([target], act, readActionOptions(method, given), { suits });
  }

  #read(target: Target, options: ActionOptions = {}): Promise<FieldState> {
    return this.actionRunner.read(target, (context, node) => context.readField(node), options);
  }
}

const positionWithoutTarget = (): SightlineError =>
  new SightlineError('invalid_argument', 'A place is one in an element.', {
    hint: 'Name the element, such as the canvas.',
  });

const readActionOptions = (method: string, given: ActionOptions = {}): ActionOptions =>
  readOptions(method, given, ACTION_FIELDS);

const optional = (target: Target | undefined): [] | [Target] => (target === undefined ? [] : [target]);
