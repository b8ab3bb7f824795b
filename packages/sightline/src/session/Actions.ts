import { tmpdir } from 'node:os';
import { check } from '../act/check.ts';
import { type ClickOptions, click } from '../act/click.ts';
import { fill, type } from '../act/fill.ts';
import type { FieldState, Hand } from '../act/Hand.ts';
import { press } from '../act/keys.ts';
import { drag, dragBy, focus, hover } from '../act/pointer.ts';
import { type ScrollOptions, scroll, scrollTo } from '../act/scroll.ts';
import { selectOption } from '../act/selectOption.ts';
import { uploadFile } from '../act/uploadFile.ts';
import type { PageNode } from '../model/Page.ts';

import type { Action, ActionOptions, Actor, Target } from './Actor.ts';
import type { Answer } from './Answer.ts';
import { type ActionResult, actionResult } from './actionResult.ts';

/**
 * What can be done to the elements of a page, by their numbers or stable ids. Each action finds the element again where the page
 * has replaced it, or refuses; waits until it can be acted on; acts with trusted input; waits until the page has come
 * to rest; and tells what changed. Any may throw `not_shown`, `stale`, `detached`, `ambiguous`, `covered`, `disabled`,
 * `not_found` (not shown, or out of reach), `timeout`, `navigated`, `tab_closed`, `browser_closed`.
 */
export abstract class Actions {
  protected abstract readonly actor: Actor;

  /** Clicks where a click reaches it. */
  click(target: Target, options: ClickOptions & ActionOptions = {}): Promise<ActionResult> {
    const { button, clickCount, modifiers } = options;
    const how = {
      ...(button && { button }),
      ...(clickCount && { clickCount }),
      ...(modifiers && { modifiers }),
    };
    return this.#act([target], (hand, node) => click(hand, node as PageNode, how), options);
  }

  /**
   * Sets what a field holds and reads it back. Dates and times as HTML writes them (`2026-11-22`, `09:30`).
   * Throws `not_accepted` with what the field holds, `not_editable`, `invalid_argument`.
   */
  fill(target: Target, text: string, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([target], (hand, node) => fill(hand, node as PageNode, text), options);
  }

  /** Types key by key, after emptying the field (`clear`, default true). Throws as `fill` does. */
  type(
    target: Target,
    text: string,
    options: ActionOptions & { clear?: boolean } = {},
  ): Promise<ActionResult> {
    const { clear = true } = options;
    return this.#act([target], (hand, node) => type(hand, node as PageNode, text, { clear }), options);
  }

  /** Chooses by label, else by value. Throws `not_found` with the options there are, `not_accepted`. */
  selectOption(
    target: Target,
    options: string | readonly string[],
    how?: ActionOptions,
  ): Promise<ActionResult> {
    const wanted = typeof options === 'string' ? [options] : options;
    return this.#act([target], (hand, node) => selectOption(hand, node as PageNode, wanted), how);
  }

  /** Throws `not_accepted` where it stays as it was. */
  check(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([target], (hand, node) => check(hand, node as PageNode, true), options);
  }

  uncheck(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([target], (hand, node) => check(hand, node as PageNode, false), options);
  }

  hover(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([target], (hand, node) => hover(hand, node as PageNode), options);
  }

  focus(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([target], (hand, node) => focus(hand, node as PageNode), options);
  }

  /** A key or a chord (`Enter`, `Control+A`), on an element or on what has the focus. Throws `invalid_argument`. */
  press(keys: string, target?: Target, options?: ActionOptions): Promise<ActionResult> {
    const targets = target === undefined ? [] : [target];
    return this.#act(targets, (hand, node) => press(hand, keys, node), options);
  }

  /** Scrolls what an element lies in, or the page. */
  scroll(options: ScrollOptions & ActionOptions & { number?: Target } = {}): Promise<ActionResult> {
    const targets = options.number === undefined ? [] : [options.number];
    return this.#act(targets, (hand, node) => scroll(hand, node, options), options);
  }

  /** Brings an element into view. */
  scrollTo(target: Target, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([target], (hand, node) => scrollTo(hand, node as PageNode), options);
  }

  /** Drags onto another element, or by CSS pixels. */
  drag(
    target: Target,
    to: Target | { x: number; y: number },
    options?: ActionOptions,
  ): Promise<ActionResult> {
    if (typeof to === 'object')
      return this.#act([target], (hand, node) => dragBy(hand, node as PageNode, to), options);
    const work: Action = (hand, node, target) => drag(hand, node as PageNode, target as PageNode);
    return this.#act([target, to], work, options);
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
    return this.#act(
      [target],
      (hand, node) => uploadFile(hand, node as PageNode, files, { cwd, roots }),
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
  async isVisible(target: Target): Promise<Answer> {
    return this.actor.visibility(target);
  }

  async #read(target: Target, options: ActionOptions = {}): Promise<FieldState> {
    return this.actor.read(target, (hand: Hand, node) => hand.field(node), options);
  }

  async #act(targets: readonly Target[], action: Action, options: ActionOptions = {}): Promise<ActionResult> {
    return actionResult(await this.actor.act(targets, action, options), options);
  }
}
