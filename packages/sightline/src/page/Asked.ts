import { propertiesOf } from './attributes.ts';
import { is, isConnected } from './dom.ts';
import type { Secrets } from './secrets.ts';
import { valueOf } from './styles.ts';

/** Answers that are compared before it is asked whether comparing is worth its while. */
const TRIAL = 2_000;

interface State {
  row: number;
  selector: string;
  answer: boolean;
}

interface Live {
  row: number;
  tag: string;
  /** See `propertiesOf`. */
  told: string;
}

/**
 * What the walk asked the browser about its rows, and what was answered. Where the answers are the same again,
 * the rows come out the same: no observer tells what a style sheet, a state or an animation does to a style.
 */
export class Asked {
  readonly #rows: number[] = [];
  readonly #properties: string[] = [];
  readonly #answers: string[] = [];
  readonly #states: State[] = [];
  readonly #live: Live[] = [];
  readonly #doubtful: number[] = [];
  readonly #isKept: boolean;

  /** It only asks, unless what it was answered is to be kept. */
  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  /** A computed value of the row's element, on which the row depends. */
  style(row: number, style: CSSStyleDeclaration, property: string): string {
    const answer = valueOf(style, property);
    if (!this.#isKept) return answer;
    this.#rows.push(row);
    this.#properties.push(property);
    this.#answers.push(answer);
    return answer;
  }

  matches(row: number, element: Element, selector: string): boolean {
    const answer = is(element, selector);
    if (this.#isKept) this.#states.push({ row, selector, answer });
    return answer;
  }

  /** What the live properties of a control, an image and the like told, none of it a secret. */
  live(row: number, tag: string, told: string): void {
    this.#live.push({ row, tag, told });
  }

  /** The row depends on more than was asked here: on what is around it, on pseudo-elements, on a layout. */
  doubt(row: number): void {
    this.#doubtful.push(row);
  }

  /** Sets `changed` of each row that depends on more than is compared, or on live properties that are others. */
  compareStates(elements: readonly (Element | null)[], secrets: Secrets, changed: Uint8Array): void {
    for (const row of this.#doubtful) changed[row] = 1;
    for (const { row, tag, told } of this.#live) {
      const element = elements[row];
      if (
        !element ||
        !isConnected(element) ||
        secrets.isSecret(element) ||
        propertiesOf(element, tag, secrets) !== told
      )
        changed[row] = 1;
    }
    for (const { row, selector, answer } of this.#states) {
      const element = elements[row];
      if (!element || is(element, selector) !== answer) changed[row] = 1;
    }
  }

  /** Sets `changed` of each row of which a style is another. False where so many are that nothing is gained. */
  compareStyles(elements: readonly (Element | null)[], changed: Uint8Array): boolean {
    let last = -1;
    let style: CSSStyleDeclaration | undefined;
    let others = 0;
    for (let i = 0; i < this.#rows.length; i++) {
      const row = this.#rows[i] as number;
      if (changed[row] !== 0) continue;
      const element = elements[row];
      // A shadow root has no style of its own: what was asked for it is its host's, which is walked each time.
      if (!element) {
        changed[row] = 1;
        continue;
      }
      if (row !== last || !style) style = getComputedStyle(element);
      last = row;
      if (valueOf(style, this.#properties[i] as string) === this.#answers[i]) continue;
      changed[row] = 1;
      others++;
      if (i > TRIAL && others > i / 10) return false;
    }
    return true;
  }

  /** Adds what a former walk asked about the rows that were taken over: `rows` tells where each is now, -1 for nowhere. */
  takeOver(former: Asked, rows: Int32Array): void {
    for (let i = 0; i < former.#rows.length; i++) {
      const row = rows[former.#rows[i] as number] as number;
      if (row < 0) continue;
      this.#rows.push(row);
      this.#properties.push(former.#properties[i] as string);
      this.#answers.push(former.#answers[i] as string);
    }
    for (const state of former.#states) {
      const row = rows[state.row] as number;
      if (row >= 0) this.#states.push({ ...state, row });
    }
    for (const live of former.#live) {
      const row = rows[live.row] as number;
      if (row >= 0) this.#live.push({ ...live, row });
    }
  }
}
