import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { attribute, hasAttr, localName } from '../dom/dom.ts';
import type { DeclaredProperties } from '../styles/DeclaredProperties.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { GENERATED_PARTS, isListItem, isPlacedByOthers, isShown } from './generatedPlacement.ts';
import type { SecretPlace } from './paintedAreas.ts';

/** Numbers that are asked whether they are a secret; of more it counts as known that one is. */
const MAX_NUMBERS = 20_000;
/** Shorter ones are none. */
const MIN_NUMBER = 1_000;

/** Numbers from which a list or counter goes on, and how. */
interface Counting {
  starts: Set<number>;
  steps: Set<number>;
  /** How often. */
  count: number;
}

/** Whether a number that lists and counters come to is a secret: they are written by no text, and nobody can ask for one. */
export function hasSecretNumber(
  elements: readonly Element[],
  redactors: readonly SecretRedactor[],
  { hasCounters }: DeclaredProperties,
): boolean {
  let tested = 0;
  const counters = hasCounters ? [counterNumbers(elements)] : [];
  for (const { starts, steps, count } of [listNumbers(elements), ...counters])
    for (const start of starts)
      for (const step of steps)
        for (let n = 0; n <= count; n++) {
          const number = Math.abs(start + n * step);
          if (number < MIN_NUMBER) continue;
          if (++tested > MAX_NUMBERS) return true;
          if (redactors.some((redactor) => redactor.occursIn(String(number)))) return true;
        }
  return false;
}

function listNumbers(elements: readonly Element[]): Counting {
  const items = elements.filter((element) => localName(element) === 'li');
  const lists = elements.filter((element) => localName(element) === 'ol');
  const given = [
    ...items.map((item) => attribute(item, 'value')),
    ...lists.map((list) => attribute(list, 'start')),
  ];
  const starts = given.map((text) => Number.parseInt(text ?? '', 10)).filter(Number.isFinite);
  return {
    starts: new Set(starts),
    steps: new Set([1, -1]),
    count: items.filter((item) => !hasAttr(item, 'value')).length,
  };
}

function counterNumbers(elements: readonly Element[]): Counting {
  const starts = new Set<number>();
  const steps = new Set<number>();
  let count = 0;
  for (const style of elements.flatMap(countingStyles)) {
    for (const property of ['counter-reset', 'counter-set'])
      for (const number of numbersIn(styleValue(style, property))) starts.add(number);
    const added = numbersIn(styleValue(style, 'counter-increment'));
    for (const number of added) steps.add(number);
    count += added.length;
  }
  // All that only counts begins with 0, and is no secret of anybody's.
  if ([...steps].some((step) => Math.abs(step) > 1)) starts.add(0);
  else starts.delete(0);
  // Of list items, which count without a style that says so.
  return {
    starts,
    steps: steps.add(1),
    count: count + elements.filter((element) => localName(element) === 'li').length,
  };
}

const countingStyles = (element: Element): CSSStyleDeclaration[] => [
  getComputedStyle(element),
  ...GENERATED_PARTS.map((pseudo) => getComputedStyle(element, pseudo)).filter(isShown),
];

const numbersIn = (value: string): number[] =>
  value === 'none' ? [] : (value.match(/-?\d+(?=\s|$)/g) ?? []).map(Number);

/** What shows numbers of lists and counters. */
export function* countedPlaces(element: Element): Generator<SecretPlace> {
  if (isListItem(getComputedStyle(element))) yield { element, reach: 'clip' };
  for (const pseudo of [...GENERATED_PARTS, '::marker']) {
    const style = getComputedStyle(element, pseudo);
    const isCounting = /\bcounters?\(/.test(styleValue(style, 'content'));
    if (isCounting || (pseudo !== '::marker' && isShown(style) && isListItem(style)))
      yield { element, reach: isPlacedByOthers(style, pseudo) ? 'everywhere' : 'clip' };
  }
}
