import { replaceRefs } from '../../../../sightline/src/internal.ts';
import { withId } from '../extractExamples.ts';
import type { ExampleCall, ExampleElement, TrainingExample } from '../TrainingExample.ts';

/**
 * The same example with the numbers of the page's elements dealt anew, so that nobody learns numbers by heart. Which
 * number gets which follows from the id of the example.
 */
export function shuffleNumbers(example: TrainingExample): TrainingExample {
  const { after } = example;
  const numbers = [...new Set([...numbersOf(example), ...(after ? numbersOf(after) : [])])];
  const shuffled = shuffle(numbers, Number.parseInt(example.id.slice(0, 8), 16));
  const newNumbers = new Map(numbers.map((number, at) => [number, shuffled[at] ?? number]));
  const mapNumber = (number: number): number => newNumbers.get(number) ?? number;
  return withId({
    ...example,
    source: { ...example.source, change: 'shuffled' },
    numbers: renumberPairs(example.numbers, mapNumber),
    ...(after && { after: { ...after, numbers: renumberPairs(after.numbers, mapNumber) } }),
    state: renumber(example.state, mapNumber),
    rationale: renumber(example.rationale, mapNumber),
    calls: example.calls.map((call) => renumberCall(call, mapNumber)),
  });
}

const numbersOf = ({ numbers }: Pick<TrainingExample, 'numbers'>): number[] =>
  Object.values(numbers).flatMap((pairs) => pairs.map(([number]) => number));

const renumberPairs = (
  numbers: TrainingExample['numbers'],
  mapNumber: (number: number) => number,
): TrainingExample['numbers'] =>
  Object.fromEntries(
    Object.entries(numbers).map(([key, pairs]) => [
      key,
      pairs.map(([number, id]) => [mapNumber(number), id]),
    ]),
  );

/** Numbers as views write them, `[12]`, and as calls do, `"index":12`. A page's own brackets are escaped. */
const renumber = (text: string, mapNumber: (number: number) => number): string =>
  replaceRefs(text, (ref) => String(mapNumber(ref))).replace(
    /("(?:index|to|near)":)(\d+)/g,
    (_, key: string, digits: string) => `${key}${mapNumber(Number(digits))}`,
  );

function renumberCall(call: ExampleCall, mapNumber: (number: number) => number): ExampleCall {
  const { element, to, input } = call;
  const renumbered = (of: ExampleElement): ExampleElement => ({ ...of, number: mapNumber(of.number) });
  return {
    ...call,
    input: Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, renumberValue(key, value, mapNumber)]),
    ),
    result: renumber(call.result, mapNumber),
    ...(element && { element: renumbered(element) }),
    ...(to && { to: renumbered(to) }),
  };
}

function renumberValue(key: string, value: unknown, mapNumber: (number: number) => number): unknown {
  if (typeof value === 'number' && (key === 'index' || key === 'to' || key === 'near'))
    return mapNumber(value);
  // A table is named by a number in words.
  return key === 'table' && /^\d+$/.test(String(value)) ? String(mapNumber(Number(value))) : value;
}

/** Fisher and Yates, with numbers that follow from a seed. */
function shuffle(numbers: readonly number[], seed: number): number[] {
  const shuffled = [...numbers];
  let random = seed >>> 0;
  for (let last = shuffled.length - 1; last > 0; last--) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const at = random % (last + 1);
    [shuffled[last], shuffled[at]] = [shuffled[at] as number, shuffled[last] as number];
  }
  return shuffled;
}
