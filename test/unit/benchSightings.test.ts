import { expect, test } from 'vitest';
import { findMentions, parseMentions } from '../../packages/lab/src/bench/oracle/elementMentions.ts';

const numbers = (text: string, wanted: Parameters<typeof findMentions>[1]): number[] =>
  findMentions(text, wanted).map(({ number }) => number);

const MARKUP = `Page: "Shop" (http://127.0.0.1/)
[1]<a />
	Home
Lamp
[2]<button /> (item "Lamp")
	Add to cart
Quantity
[3]<select value="1" compound_components=(name=Options,role=listbox,options=1|2) /> (item "Lamp")
Desk
[4]<button /> (item "Desk")
	Add to cart
[5]<input type="radio" name="size" />
S
[6]<input type="radio" name="size" />
L
Email
Only for the receipt
[7]<input type="email" placeholder="you@example.com" />
[8]<input type="submit" value="Send" />
[9]<div role="tab" aria-label="Tab #2" />`;

const OUTLINE = `Page: "Shop" http://127.0.0.1/
NAV: "Primary"
 [1]<a>Home [2]<a current>Orders
MAIN:
 Order 7 | Ada | [5]<button>Remove
 Order 8 | Bob | [6]<button disabled>Remove
 ### Lamp
 Read [7]<a label="about the lamp">more</a> or *[8]<checkbox checked>Compare
 [9]<input type=search>Search products`;

const ANSWER = `query_elements {"text":"add to cart"}
Found 2 elements for "add to cart":
 [12]<button>Add to cart (MAIN > "Desk") (item "Desk")
 [13]<button>Add to cart (MAIN > "Lamp") (item "Lamp")
 [14]<input type=email placeholder=you@example.com>Letters once a month (CONTENTINFO)
 [15]<button>Subscribe (CONTENTINFO)`;

test('elements are found by role and name, in every way of writing', () => {
  expect(numbers(MARKUP, { role: 'link', name: /^Home$/ })).toEqual([1]);
  expect(numbers(MARKUP, { role: 'button', name: /^Add to cart$/ })).toEqual([2, 4]);
  expect(numbers(MARKUP, { role: 'button', name: /^Send$/ })).toEqual([8]);
  expect(numbers(MARKUP, { role: 'tab', name: /#2$/ })).toEqual([9]);
  expect(numbers(OUTLINE, { role: 'link', name: /^more$/ })).toEqual([7]);
  expect(numbers(OUTLINE, { role: 'checkbox', name: /^Compare$/ })).toEqual([8]);
  expect(numbers(ANSWER, { role: 'button', name: /^Subscribe$/ })).toEqual([15]);
  expect(numbers(ANSWER, { role: 'textbox', name: /^Letters once a month$/ })).toEqual([14]);
});

test('a role that was not meant is not taken', () => {
  expect(numbers(MARKUP, { role: 'textbox', name: /^Send$/ })).toEqual([]);
  expect(numbers(MARKUP, { role: 'link', name: /^Add to cart$/ })).toEqual([]);
  expect(numbers(OUTLINE, { role: 'combobox', name: /./ })).toEqual([9]);
});

test('a field is known by the words before it, a box by those behind it', () => {
  expect(numbers(MARKUP, { role: 'combobox', name: /^Quantity$/ })).toEqual([3]);
  expect(numbers(MARKUP, { role: 'textbox', name: /^Email$/ })).toEqual([7]);
  expect(numbers(MARKUP, { role: 'radio', name: /^L$/ })).toEqual([6]);
  expect(numbers(MARKUP, { role: 'radio', name: /^S$/ })).toEqual([5]);
});

test('what stands near decides among several', () => {
  expect(numbers(MARKUP, { name: /^Add to cart$/, near: 'Desk' })[0]).toBe(4);
  expect(numbers(OUTLINE, { name: /^Remove$/, near: 'Bob' })[0]).toBe(6);
  const cards = [
    '### Desk',
    '$9',
    '[1]<button>Buy',
    '[2]<a>Lamp',
    '### Lamp',
    '4 of 5',
    '$8',
    '[3]<button>Buy',
  ].join('\n');
  expect(numbers(cards, { name: /^Buy$/, near: 'Lamp' })).toEqual([3, 1]);
  const region = `query_elements {"text":"Sofa"}\n [9]<a>Sofa\n\nget_region {"landmark":"MAIN"}\n ${cards.replaceAll('\n', '\n ')}`;
  expect(numbers(region, { name: /^Buy$/, near: 'Lamp' })).toEqual([3, 1]);
  expect(numbers(' [5]<a>Ann | ann@x.test | [6]<button>Edit', { name: /^Ann$/ })).toEqual([5]);
  expect(numbers(ANSWER, { name: /^Add to cart$/, near: 'Lamp' })).toEqual([13]);
  expect(numbers(ANSWER, { name: /^Add to cart$/, near: 'Sofa' })).toEqual([]);
});

test('the nth of those that fit', () => {
  expect(numbers(MARKUP, { role: 'radio', nth: 2 })[0]).toBe(6);
  expect(numbers(MARKUP, { role: 'radio', nth: 3 })).toEqual([]);
});

test('text of the page that looks like an element is escaped, and is none', () => {
  expect(parseMentions('Say \\[4]\\<button>Pay').map(({ number }) => number)).toEqual([]);
  expect(parseMentions('[3]<a>Say \\[4] and \\<b>')[0]?.names).toEqual(['Say [4] and <b>']);
});
