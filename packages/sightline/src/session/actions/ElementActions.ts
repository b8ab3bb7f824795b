import { tmpdir } from 'node:os';
import type { ActionContext, FieldState } from '../../actions/ActionContext.ts';
import { check } from '../../actions/check.ts';
import { type ClickOptions, click } from '../../actions/click.ts';
import { fill, typeText } from '../../actions/fill.ts';
import { drag, dragBy, focus, hover } from '../../actions/pointer.ts';
import { press } from '../../actions/press.ts';
import { type ScrollOptions, scroll, scrollTo } from '../../actions/scroll.ts';
import { selectOption } from '../../actions/selectOption.ts';
import { uploadFile } from '../../actions/uploadFile.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { SessionResult } from '../SessionResult.ts';
import { type ActionResult, buildActionResult } from './ActionResult.ts';
import type { ActionOptions, ActionRunner, ElementAction, Target } from './ActionRunner.ts';

/**
 * What can be done to the elements of a page, by their numbers or stable ids. Each action finds the element again where the page
 * has replaced it, or refuses; waits until it can be acted on; acts with trusted input; waits until the page has come
 * to rest; and tells what changed. Any may throw `not_shown`, `stale`, `detached`, `ambiguous`, `covered`, `disabled`,
 * `not_found` (not shown, or out of reach), `timeout`, `navigated`, `tab_closed`, `browser_closed`.
 */
export abstract class ElementActions {
  protected abstract readonly actionRunner: ActionRunner;

  /** Clicks where a click reaches it. */
  click(target: Target, options: ClickOptions & ActionOptions = {}): Promise<ActionResult> {
    const { button, clickCount, modifiers } = options;
    const clickOptions = {
      ...(button && { button }),
      ...(clickCount && { clickCount }),
      ...(modifiers && { modifiers }),
    };
    return this.#run([target], (context, node) => click(context, node as PageNode, clickOptions), options);
  }

  /**
   * Sets what a field holds and reads it back. Dates and times as HTML writes them (`2026-11-22`, `09:30`).
   * Throws `not_accepted` with what the field holds, `not_editable`, `invalid_argument`.
   */
  fill(target: Target, text: string, options?: ActionOptions): Promise<ActionResult> {
    return this.#run([target], (context, node) => fill(context, node as PageNode, text), options);
  }

  /** Types key by key, after emptying the field (`clear`, default true). Throws as `fill` does. */
  type(
    target: Target,
    text: string,
    options: ActionOptions & { clear?: boolean } = {},
  ): Promise<ActionResult> {
    const { clear = true } = options;
    return this.#run(
      [target],
      (context, node) => typeText(context, node as PageNode, text, { clear }),
      options,
    );
  }

  /** Chooses by label, else by value. Throws `not_found` with the options there are, `not_accepted`. */
  selectOption(
    target: Target,
    options: string | readonly string[],
    actionOptions?: ActionOptions,
  ): Promise<ActionResult> {
    const labels = typeof options === 'string' ? [options] : options;
    return this.#run(
      [target],
      (context, node) => selectOption(context, node as PageNode, labels),
      actionOptions,
    );
  }

  /** Throws `not_accepted` where it stays as it was. */
  check(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#run([target], (context, node) => check(context, node as PageNode, true), options);
  }

  uncheck(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#run([target], (context, node) => check(context, node as PageNode, false), options);
  }

  hover(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#run([target], (context, node) => hover(context, node as PageNode), options);
  }

  focus(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#run([target], (context, node) => focus(context, node as PageNode), options);
  }

  /** A key or a chord (`Enter`, `Control+A`), on an element or on what has the focus. Throws `invalid_argument`. */
  press(keys: string, target?: Target, options?: ActionOptions): Promise<ActionResult> {
    const targets = target === undefined ? [] : [target];
    return this.#run(targets, (context, node) => press(context, keys, node), options);
  }

  /** Scrolls what an element lies in, or the page. */
  scroll(options: ScrollOptions & ActionOptions & { number?: Target } = {}): Promise<ActionResult> {
    const targets = options.number === undefined ? [] : [options.number];
    return this.#run(targets, (context, node) => scroll(context, node, options), options);
  }

  /** Brings an element into view. */
  scrollTo(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#run([target], (context, node) => scrollTo(context, node as PageNode), options);
  }

  /** Drags onto another element, or by CSS pixels. */
  drag(
    target: Target,
    to: Target | { x: number; y: number },
    options?: ActionOptions,
  ): Promise<ActionResult> {
    if (typeof to === 'object')
      return this.#run([target], (context, node) => dragBy(context, node as PageNode, to), options);
    const dragAction: ElementAction = (context, node, target) =>
      drag(context, node as PageNode, target as PageNode);
    return this.#run([target, to], dragAction, options);
  }

  /**
   * Gives files to a file field or to what opens the choice of files. `roots`: folders that they may be taken from,
   * default the current one and that of temporary files. Throws `not_found`, `invalid_argument`.
   */
  uploadFile(
    target: Target,
    paths: string | readonly string[],
    options: ActionOptions & { cwd?: string; roots?: readonly string[] } = {},
  ): Promise<ActionResult> {
    const { cwd = process.cwd() } = options;
    const { roots = [cwd, tmpdir()] } = options;
    const files = typeof paths === 'string' ? [paths] : paths;
    return this.#run(
      [target],
      (context, node) => uploadFile(context, node as PageNode, files, { cwd, roots }),
      options,
    );
  }

  /** The text of an element as it is now, without secrets. */
  async getText(target: Target, options?: ActionOptions): Promise<string> {
    return (await this.#read(target, options)).text.trim();
  }

  /** What a field holds now; `[filled]` where that is a secret. */
  async getValue(target: Target, options?: ActionOptions): Promise<string> {
    const { kind, chosen, value } = await this.#read(target, options);
    return kind === 'select' ? chosen.join(', ') : value;
  }

  /** True for a field whose value is told to nobody, be it empty or not. */
  async isSecret(target: Target, options?: ActionOptions): Promise<boolean> {
    return (await this.#read(target, options)).isSecret;
  }

  /** Whether a person could see it, by the same rules that a look goes by. */
  async isVisible(target: Target): Promise<SessionResult> {
    return this.actionRunner.visibility(target);
  }

  async #read(target: Target, options: ActionOptions = {}): Promise<FieldState> {
    return this.actionRunner.read(target, (context: ActionContext, node) => context.readField(node), options);
  }

  async #run(
    targets: readonly Target[],
    action: ElementAction,
    options: ActionOptions = {},
  ): Promise<ActionResult> {
    return buildActionResult(await this.actionRunner.run(targets, action, options), options);
  }
}
