import type { PageNode } from '../snapshot/Page.ts';

const DAY = /^(?:[1-9]|[12]\d|3[01])$/;
/** Days of the shortest month. */
const MIN_DAYS = 28;
/** Boxes around a day in which its month is looked for, and the nodes of such a box at most. */
const MAX_BOXES = 5;
const MAX_NODES = 600;

/**
 * Of a day in a grid of dates that belongs to the month before or after, which of these: its number stands twice there, and a
 * reader tells it by its grey. By the order of the numbers alone: 30, 31, 1 to 30, 1 to 4.
 */
export function monthOfDay(node: PageNode): 'previous' | 'next' | undefined {
  if (!DAY.test(node.name)) return undefined;
  let box = node.parent;
  for (let i = 0; box && i < MAX_BOXES && box.end - box.index <= MAX_NODES; i++, box = box.parent) {
    const days = daysIn(box);
    if (days.length >= MIN_DAYS) return monthIn(days, node);
  }
  return undefined;
}

function daysIn(box: PageNode): PageNode[] {
  const days: PageNode[] = [];
  const rest = [...box.children].reverse();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.isText && DAY.test(node.text.trim())) days.push(node);
    for (let i = node.children.length - 1; i >= 0; i--) rest.push(node.children[i] as PageNode);
  }
  return days;
}

function monthIn(days: readonly PageNode[], node: PageNode): 'previous' | 'next' | undefined {
  const numbers = days.map(({ text }) => Number(text));
  const starts = numbers.flatMap((number, i) => (number === 1 ? [i] : []));
  const [first = -1, second = days.length, ...others] = starts;
  const isGrid =
    first >= 0 &&
    others.length === 0 &&
    second - first >= MIN_DAYS &&
    numbers.every(
      (number, i) => i === 0 || i === first || i === second || number === (numbers[i - 1] as number) + 1,
    );
  const at = days.findIndex((day) => node.contains(day));
  if (!isGrid || at < 0 || (at >= first && at < second)) return undefined;
  return at < first ? 'previous' : 'next';
}
