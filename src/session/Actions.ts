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

import type { Action, ActionOptions, Actor } from './Actor.ts';
import { type ActionResult, actionResult } from './actionResult.ts';
import type { Answer } from './Session.ts';

/**
 * What can be done to the elements of a page, by their numbers. Each action finds the element again where the page
 * has replaced it, or refuses; waits until it can be acted on; acts with trusted input; waits until the page has come
 * to rest; and tells what changed. Any may throw `not_shown`, `stale`, `detached`, `ambiguous`, `covered`, `disabled`,
 * `not_found` (not shown, or out of reach), `timeout`, `navigated`, `tab_closed`, `browser_closed`.
 */
export abstract class Actions {
  protected abstract readonly actor: Actor;

  /** Clicks where a click reaches it. */
  click(number: number, options: ClickOptions & ActionOptions = {}): Promise<ActionResult> {
    const { button, clickCount, modifiers } = options;
    const how = {
      ...(button && { button }),
      ...(clickCount && { clickCount }),
      ...(modifiers && { modifiers }),
    };
    return this.#act([number], (hand, node) => click(hand, node as PageNode, how), options);
  }

  /**
   * Sets what a field holds and reads it back. Dates and times as HTML writes them (`2026-11-22`, `09:30`).
   * Throws `not_accepted` with what the field holds, `not_editable`, `invalid_argument`.
   */
  fill(number: number, text: string, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([number], (hand, node) => fill(hand, node as PageNode, text), options);
  }

  /** Types key by key, after emptying the field (`clear`, default true). Throws as `fill` does. */
  type(
    number: number,
    text: string,
    options: ActionOptions & { clear?: boolean } = {},
  ): Promise<ActionResult> {
    const { clear = true } = options;
    return this.#act([number], (hand, node) => type(hand, node as PageNode, text, { clear }), options);
  }

  /** Chooses by label, else by value. Throws `not_found` with the options there are, `not_accepted`. */
  selectOption(
    number: number,
    options: string | readonly string[],
    how?: ActionOptions,
  ): Promise<ActionResult> {
    const wanted = typeof options === 'string' ? [options] : options;
    return this.#act([number], (hand, node) => selectOption(hand, node as PageNode, wanted), how);
  }

  /** Throws `not_accepted` where it stays as it was. */
  check(number: number, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([number], (hand, node) => check(hand, node as PageNode, true), options);
  }

  uncheck(number: number, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([number], (hand, node) => check(hand, node as PageNode, false), options);
  }

  hover(number: number, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([number], (hand, node) => hover(hand, node as PageNode), options);
  }

  focus(number: number, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([number], (hand, node) => focus(hand, node as PageNode), options);
  }

  /** A key or a chord (`Enter`, `Control+A`), on an element or on what has the focus. Throws `invalid_argument`. */
  press(keys: string, number?: number, options?: ActionOptions): Promise<ActionResult> {
    const numbers = number === undefined ? [] : [number];
    return this.#act(numbers, (hand, node) => press(hand, keys, node), options);
  }

  /** Scrolls what an element lies in, or the page. */
  scroll(options: ScrollOptions & ActionOptions & { number?: number } = {}): Promise<ActionResult> {
    const numbers = options.number === undefined ? [] : [options.number];
    return this.#act(numbers, (hand, node) => scroll(hand, node, options), options);
  }

  /** Brings an element into view. */
  scrollTo(number: number, options?: ActionOptions): Promise<ActionResult> {
    return this.#act([number], (hand, node) => scrollTo(hand, node as PageNode), options);
  }

  /** Drags onto another element, or by CSS pixels. */
  drag(
    number: number,
    to: number | { x: number; y: number },
    options?: ActionOptions,
  ): Promise<ActionResult> {
    if (typeof to !== 'number')
      return this.#act([number], (hand, node) => dragBy(hand, node as PageNode, to), options);
    const work: Action = (hand, node, target) => drag(hand, node as PageNode, target as PageNode);
    return this.#act([number, to], work, options);
  }

  /**
   * Gives files to a file field or to what opens the choice of files. `roots`: folders that they may be taken from,
   * default the current one and that of temporary files. Throws `not_found`, `invalid_argument`.
   */
  uploadFile(
    number: number,
    paths: string | readonly string[],
    options: ActionOptions & { cwd?: string; roots?: readonly string[] } = {},
  ): Promise<ActionResult> {
    const { cwd = process.cwd() } = options;
    const { roots = [cwd, tmpdir()] } = options;
    const files = typeof paths === 'string' ? [paths] : paths;
    return this.#act(
      [number],
      (hand, node) => uploadFile(hand, node as PageNode, files, { cwd, roots }),
      options,
    );
  }

  /** The text of an element as it is now, without secrets. */
  async getText(number: number, options?: ActionOptions): Promise<string> {
    return (await this.#read(number, options)).text.trim();
  }

  /** What a field holds now; `[filled]` where that is a secret. */
  async getValue(number: number, options?: ActionOptions): Promise<string> {
    const { kind, chosen, value } = await this.#read(number, options);
    return kind === 'select' ? chosen.join(', ') : value;
  }

  /** True for a field whose value is told to nobody, be it empty or not. */
  async isSecret(number: number, options?: ActionOptions): Promise<boolean> {
    return (await this.#read(number, options)).isSecret;
  }

  /** Whether a person could see it, by the same rules that a look goes by. */
  async isVisible(number: number): Promise<Answer> {
    return this.actor.visibility(number);
  }

  async #read(number: number, options: ActionOptions = {}): Promise<FieldState> {
    return this.actor.read(number, (hand: Hand, node) => hand.field(node), options);
  }

  async #act(numbers: readonly number[], action: Action, options: ActionOptions = {}): Promise<ActionResult> {
    return actionResult(await this.actor.act(numbers, action, options), options);
  }
}
