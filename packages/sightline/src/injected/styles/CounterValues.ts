import { isWithin } from '../dom/dom.ts';
import { formatCounter } from './counterStyles.ts';
import type { CounterStyles } from './pageCounterStyle.ts';
import { matchSelector } from './SheetCache.ts';
import { styleValue } from './StyleCache.ts';

/** A counter as it stands, and the element whose content it counts. */
interface Counter {
  scope: Element | null;
  value: number;
}

/** Elements that are counted, in one capture. */
const MAX_ELEMENTS = 2_000;

/**
 * The values of CSS counters (CSS Lists 3, section 4), which no script can ask for: all elements that set one, or show one, in
 * the order of the document. Not covered: what stands in shadow roots, `::after` that counts, `reversed()`.
 */
export class CounterValues {
  readonly #values = new Map<Element, ReadonlyMap<string, readonly number[]>>();
  readonly #open = new Map<string, Counter[]>();

  /** `selectors`: of all that sets a counter, of its own or before its content, or shows one. */
  constructor(selectors: readonly string[]) {
    const elements = Array.from(matchSelector(document, `:is(${selectors.join()})`));
    for (const element of elements.slice(0, MAX_ELEMENTS)) {
      for (const counters of this.#open.values())
        while (counters.length > 0 && !isInScope(element, counters.at(-1) as Counter)) counters.pop();
      this.#count(getComputedStyle(element), element.parentElement);
      this.#count(getComputedStyle(element, '::before'), element);
      const now = [...this.#open].map(
        ([name, counters]) => [name, counters.map(({ value }) => value)] as const,
      );
      this.#values.set(element, new Map(now));
    }
  }

  /** A `content` in which each counter is written as the string that it shows. */
  resolve(content: string, element: Element, styles: CounterStyles): string {
    return content.replace(
      COUNTER,
      (_, name: string, separator: string | undefined, style: string | undefined) => {
        const values = this.#values.get(element)?.get(name) ?? [0];
        const texts = values.map((value) => formatCounter(value, style ?? 'decimal', styles));
        return `"${separator === undefined ? texts.at(-1) : texts.join(separator)}"`;
      },
    );
  }

  #count(style: CSSStyleDeclaration, scope: Element | null): void {
    for (const [name, value] of read(style, 'counter-reset')) {
      const counters = this.#countersOf(name);
      if (counters.at(-1)?.scope === scope) counters.pop();
      counters.push({ scope, value });
    }
    for (const [name, value] of read(style, 'counter-increment')) this.#innermost(name, scope).value += value;
    for (const [name, value] of read(style, 'counter-set')) this.#innermost(name, scope).value = value;
  }

  #countersOf(name: string): Counter[] {
    const counters = this.#open.get(name) ?? [];
    this.#open.set(name, counters);
    return counters;
  }

  #innermost(name: string, scope: Element | null): Counter {
    const counters = this.#countersOf(name);
    if (counters.length === 0) counters.push({ scope, value: 0 });
    return counters.at(-1) as Counter;
  }
}

/** `counter(name, style)` and `counters(name, "separator", style)`. */
const COUNTER = /counters?\(\s*([\w-]+)\s*(?:,\s*"([^"]*)")?\s*(?:,\s*([\w-]+))?\s*\)/g;

const isInScope = (element: Element, { scope }: Counter): boolean =>
  scope === null || isWithin(element, scope);

/** Pairs of a name and a number; `none` is none. */
function read(style: CSSStyleDeclaration, property: string): [name: string, value: number][] {
  const words = styleValue(style, property).split(' ');
  return words.flatMap((word, i) => {
    const value = Number(words[i + 1]);
    return i % 2 === 0 && Number.isFinite(value) ? [[word, value] as [string, number]] : [];
  });
}
