import { describe, expect, test } from 'vitest';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { Conservation, viewRequests } from '../support/conservation.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { Random } from '../support/Random.ts';
import { outlineOf } from '../support/show.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

interface DayFacts {
  flags?: (day: number) => number;
  label?: (day: number) => string;
  attributes?: (day: number) => Record<string, string>;
}

const days = (from: number, to: number, { label, attributes, flags = () => 0 }: DayFacts = {}): El[] =>
  range(from, to).map((day) =>
    el(
      'button',
      {
        ...(label && { name: label(day) }),
        flags: flags(day),
        attributes: { ...(label && { 'aria-label': label(day) }), ...attributes?.(day) },
      },
      String(day),
    ),
  );
const march = (day: number): string => `March ${day}, 2026`;
const main = (...children: (El | string)[]): string[] => outlineOf([el('main', {}, ...children)]).slice(1);

describe('a run of numbers', () => {
  test('is its first and last, with how many elements are left out and the call that shows them', () => {
    expect(main(...days(1, 31, { label: march }))).toEqual([
      ' [1]<button label="March 1, 2026">1 … [2]<button label="March 31, 2026">31 (29 more elements: get_region MAIN full)',
    ]);
    expect(main(...range(220, 251).map((line) => el('div', {}, String(line))))).toEqual([' 220 … 251']);
  });

  test('is shown whole where it is short, counts by more than one, or all is asked for', () => {
    expect(main(...days(1, 7)).join()).not.toContain('…');
    expect(main(...range(1, 12).map((five) => el('div', {}, String(five * 5)))).length).toBe(12);
    const full = outlineOf([el('main', {}, ...days(1, 31))], { full: true });
    expect(full.join().match(/<button>/g)).toHaveLength(31);
    const usable = outlineOf([el('main', {}, ...days(1, 31))], { interactiveOnly: true });
    expect(usable.join().match(/<button>/g)).toHaveLength(31);
  });

  test('shows what is in another state, but no other day of the week', () => {
    const weekday = (day: number): string =>
      `${WEEKDAYS[day % 7]}, March ${day}${day === 12 ? ', selected' : ''}`;
    const attributes = (day: number): Record<string, string> =>
      day === 20 ? { 'aria-current': 'date' } : {};
    expect(main(...days(1, 31, { label: weekday, attributes }))).toEqual([
      ` [1]<button label="Monday, March 1">1 … [2]<button label="Friday, March 12, selected">12 … [3]<button current label="Saturday, March 20">20 … [4]<button label="Wednesday, March 31">31 (27 more elements: get_region MAIN full)`,
    ]);
  });

  test('shows the ends of many that are in another state, and the words of one label among others', () => {
    const flags = (day: number): number => (day > 20 ? Flag.Disabled : 0);
    expect(main(...days(1, 31, { flags }))).toEqual([
      ' [1]<button>1 … [2]<button>20 [3]<button disabled>21 … [4]<button disabled>31 (27 more elements: get_region MAIN full)',
    ]);
    const label = (day: number): string => `${day === 9 ? 'Booked' : 'Free'}: ${march(day)}`;
    expect(main(...days(1, 14, { label })).join()).toContain('[2]<button label="Booked: March 9, 2026">9 … ');
    expect(main(...range(1, 4).map((day) => el('span', {}, `${day} `)), ...days(5, 31)).join()).toBe(
      ' 1 … 4 [1]<button>5 … [2]<button>31 (25 more elements: get_region MAIN full)',
    );
  });

  test('folds the days of the months around it', () => {
    expect(main(...days(22, 28), ...days(1, 31), ...days(1, 3))).toEqual([
      ' [1]<button month=previous>22 … [2]<button month=previous>28 [3]<button>1 … [4]<button>31 ' +
        '[5]<button month=next>1 [6]<button month=next>2 [7]<button month=next>3 (34 more elements: get_region MAIN full)',
    ]);
  });

  test('of links within a line leaves the others there', () => {
    const link = (text: string): (El | string)[] => [el('a', {}, text), ' '];
    const pages = [
      ...link('Previous'),
      '1 ',
      ...range(2, 12).flatMap((page) => link(String(page))),
      ...link('Next'),
    ];
    expect(main(el('p', {}, ...pages))).toEqual([
      ' [1]<a>Previous</a> 1 [2]<a>2 … [3]<a>12 [4]<a>Next (9 more elements: get_region MAIN full)',
    ]);
  });

  test('over the rows of a table keeps the first row, and rows that hold something else', () => {
    const cell = (day: number): El => el('td', {}, el('a', {}, String(day)));
    const week = (from: number): El => el('tr', {}, ...range(from, from + 6).map(cell));
    const last = el('tr', {}, ...range(29, 31).map(cell), el('td', {}, 'Holiday'));
    expect(main(el('table', {}, ...[1, 8, 15, 22].map(week), last)).slice(1)).toEqual([
      ' [8]<a>8 … [9]<a>28 (19 more elements: get_region MAIN full)',
      ' [10]<a>29 | [11]<a>30 | [12]<a>31 | Holiday',
    ]);
  });

  test('loses no element in any view', () => {
    const page = [
      el('nav', {}, ...days(1, 12)),
      el(
        'main',
        {},
        el('h1', {}, 'March'),
        ...days(1, 31, { label: march }),
        el('p', {}, 'Words'),
        ...days(1, 9),
      ),
      ...days(3, 30),
    ];
    const conservation = new Conservation(snapshotOf(page));
    const wrong = viewRequests(conservation, new Random(1)).flatMap((request) => conservation.check(request));
    expect(wrong).toEqual([]);
  });
});
