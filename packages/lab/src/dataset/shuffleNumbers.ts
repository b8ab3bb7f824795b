import type { Example, ExampleCall, ExampleElement } from './Example.ts';
import { identified } from './gather.ts';

/**
 * The same example with the numbers of the page's elements dealt anew, so that nobody learns numbers by heart. Which
 * number gets which follows from the id of the example.
 */
export function shuffleNumbers(one: Example): Example {
  const { after } = one;
  const numbers = [...new Set([...numbersOf(one), ...(after ? numbersOf(after) : [])])];
  const dealt = deal(numbers, Number.parseInt(one.id.slice(0, 8), 16));
  const to = new Map(numbers.map((number, at) => [number, dealt[at] ?? number]));
  const now = (number: number): number => to.get(number) ?? number;
  return identified({
    ...one,
    source: { ...one.source, change: 'shuffled' },
    numbers: moved(one.numbers, now),
    ...(after && { after: { ...after, numbers: moved(after.numbers, now) } }),
    state: renumber(one.state, now),
    rationale: renumber(one.rationale, now),
    calls: one.calls.map((call) => renumberCall(call, now)),
  });
}

const numbersOf = ({ numbers }: Pick<Example, 'numbers'>): number[] =>
  Object.values(numbers).flatMap((pairs) => pairs.map(([number]) => number));

const moved = (numbers: Example['numbers'], now: (number: number) => number): Example['numbers'] =>
  Object.fromEntries(
    Object.entries(numbers).map(([key, pairs]) => [key, pairs.map(([number, id]) => [now(number), id])]),
  );

/** Numbers as views write them, `[12]`, and as calls do, `"index":12`. A page's own brackets are escaped. */
const renumber = (text: string, now: (number: number) => number): string =>
  text
    .replace(/(?<!\\)\[(\d+)\]/g, (_, digits: string) => `[${now(Number(digits))}]`)
    .replace(
      /("(?:index|to|near)":)(\d+)/g,
      (_, key: string, digits: string) => `${key}${now(Number(digits))}`,
    );

function renumberCall(call: ExampleCall, now: (number: number) => number): ExampleCall {
  const { element, to, input } = call;
  const renumbered = (of: ExampleElement): ExampleElement => ({ ...of, number: now(of.number) });
  return {
    ...call,
    input: Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, renumberValue(key, value, now)]),
    ),
    result: renumber(call.result, now),
    ...(element && { element: renumbered(element) }),
    ...(to && { to: renumbered(to) }),
  };
}

function renumberValue(key: string, value: unknown, now: (number: number) => number): unknown {
  if (typeof value === 'number' && (key === 'index' || key === 'to' || key === 'near')) return now(value);
  // A table is named by a number in words.
  return key === 'table' && /^\d+$/.test(String(value)) ? String(now(Number(value))) : value;
}

/** Fisher and Yates, with numbers that follow from a seed. */
function deal(numbers: readonly number[], seed: number): number[] {
  const dealt = [...numbers];
  let random = seed >>> 0;
  for (let last = dealt.length - 1; last > 0; last--) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const at = random % (last + 1);
    [dealt[last], dealt[at]] = [dealt[at] as number, dealt[last] as number];
  }
  return dealt;
}
