import type { BrowserContextOptions } from 'playwright-core';

/** A document whose words are read in an order, or in words that no element holds. */
export interface ReadingCase {
  name: string;
  html: string;
  /** Words in the order in which they are read: checked by where they are painted, line by line. */
  reads?: string[];
  /** What the look says, word for word: checked by the accessibility tree of the browser, but for `judged: 'by eye'`. */
  shows?: string[];
  /** What the look does not say. */
  hides?: string[];
  /** What the accessibility tree of the browser holds: role, name, and properties as `checked=true`. Then `shows` is not asked there. */
  tree?: string[];
  judged?: 'by eye';
  context?: BrowserContextOptions;
  /** What a mouse presses first. */
  press?: string;
  /** Why it is shown otherwise, where that is known. */
  wrong?: string;
  /** What is shown in surroundings of that name, where it is laid out otherwise. */
  elsewhere?: Record<string, Pick<ReadingCase, 'shows' | 'hides'>>;
}

const items = (words: string, tag = 'p'): string =>
  words
    .split(' ')
    .map((word) => `<${tag}>${word}</${tag}>`)
    .join('');

const flex = (style: string, words: string): string =>
  `<style>p{margin:4px;width:120px}</style><div style="display:flex;${style}">${items(words)}</div>`;
const grid = (style: string, content: string): string =>
  `<style>p{margin:4px}</style><div style="display:grid;grid-template-columns:repeat(2,150px);${style}">${content}</div>`;
const list = (attributes: string, count = 3): string =>
  `<ol ${attributes}>${['First', 'Second', 'Third']
    .slice(0, count)
    .map((word) => `<li>${word}`)
    .join('')}</ol>`;
const math = (html: string): string => `<p>Take <math>${html}</math> now</p>`;

const FOUR = ['alpha', 'beta', 'gamma', 'delta'];
const REVERSED = 'delta gamma beta alpha';

const order: ReadingCase[] = [
  {
    name: 'order',
    html: `<style>p:last-of-type{order:-1}</style>${flex('', 'beta gamma delta alpha')}`,
    reads: FOUR,
  },
  {
    name: 'order in a column',
    html: `<style>p:last-of-type{order:-1}</style>${flex('flex-direction:column', 'beta gamma delta alpha')}`,
    reads: FOUR,
  },
  { name: 'row-reverse', html: flex('flex-direction:row-reverse', REVERSED), reads: FOUR },
  { name: 'column-reverse', html: flex('flex-direction:column-reverse', REVERSED), reads: FOUR },
  {
    name: 'wrap-reverse',
    html: flex('flex-wrap:wrap-reverse;width:280px', 'gamma delta alpha beta'),
    reads: FOUR,
  },
  { name: 'row, right to left', html: `<html dir=rtl>${flex('', FOUR.join(' '))}`, reads: FOUR },
  {
    name: 'row-reverse, right to left',
    html: `<html dir=rtl>${flex('flex-direction:row-reverse', REVERSED)}`,
    reads: FOUR,
  },
  {
    name: 'order, right to left',
    html: `<html dir=rtl><style>p:last-of-type{order:-1}</style>${flex('', 'beta gamma delta alpha')}`,
    reads: FOUR,
  },
  {
    name: 'grid areas',
    html: grid(
      "grid-template-areas:'a b' 'c d'",
      '<p style="grid-area:d">delta</p><p style="grid-area:b">beta</p><p style="grid-area:a">alpha</p><p style="grid-area:c">gamma</p>',
    ),
    reads: FOUR,
  },
  {
    name: 'grid lines',
    html: grid(
      '',
      '<p style="grid-row:2">gamma</p><p style="grid-row:1;grid-column:2">beta</p><p style="grid-row:1;grid-column:1">alpha</p><p style="grid-row:2">delta</p>',
    ),
    reads: FOUR,
  },
  {
    name: 'grid that fills columns',
    html: `<div style="display:grid;grid-template-rows:auto auto;grid-auto-flow:column;width:300px">${items('alpha gamma beta delta')}</div>`,
    shows: ['alpha', 'beta'],
  },
  {
    name: 'reading-flow',
    html: `<style>p:last-of-type{order:-1}</style>${flex('reading-flow:flex-visual', 'beta gamma delta alpha')}`,
    reads: FOUR,
  },
  {
    name: 'sign before a number',
    html: '<div>Price <b style="display:inline-flex;flex-direction:row-reverse"><span>99</span><span>$</span></b></div>',
    shows: ['Price $99'],
    judged: 'by eye',
  },
  {
    name: 'picture above its heading',
    html: '<div style="display:flex;flex-direction:column"><h2>beta</h2><p style="order:-1">alpha</p><p>gamma</p></div>',
    reads: FOUR.slice(0, 3),
  },
  {
    name: 'buttons of a dialog',
    html: `<div style="display:flex;flex-direction:row-reverse;justify-content:end">${items('delta gamma', 'button')}<button style="order:2">alpha</button><button style="order:1">beta</button></div>`,
    reads: FOUR,
  },
  {
    name: 'one that is out of the flow',
    html: `<div style="display:flex;position:relative;padding-left:200px"><p style="order:2">beta</p><p>alpha</p><p style="position:absolute;top:200px">gamma</p></div>`,
    reads: FOUR.slice(0, 3),
  },
];

const numbers: ReadingCase[] = [
  { name: 'list', html: list(''), shows: ['1. First', '2. Second', '3. Third'] },
  { name: 'list from 20', html: list('start=20'), shows: ['20. First', '22. Third'] },
  { name: 'list, reversed', html: list('reversed'), shows: ['3. First', '1. Third'] },
  { name: 'list of letters', html: list('type=a'), shows: ['a. First', 'c. Third'] },
  { name: 'list of roman numbers', html: list('type=I start=3'), shows: ['III. First', 'V. Third'] },
  {
    name: 'list from letter 27',
    html: list('style="list-style-type:upper-alpha" start=27'),
    shows: ['AA. First'],
  },
  {
    name: 'list with leading zeros',
    html: list('style="list-style-type:decimal-leading-zero"'),
    shows: ['01. First'],
  },
  {
    name: 'list with a value',
    html: '<ol><li>First<li value=7>Seventh<li>Eighth</ol>',
    shows: ['1. First', '7. Seventh', '8. Eighth'],
  },
  {
    name: 'list in a list',
    html: '<ol><li>First<ol type=a><li>Inner</ol><li>Second</ol>',
    shows: ['1. First', 'a. Inner', '2. Second'],
  },
  {
    name: 'list of paragraphs',
    html: '<ol><li><p>First</p><p>More</p><li><p>Second</p></ol>',
    shows: ['1. First', '2. Second'],
    judged: 'by eye',
  },
  {
    name: 'list without numbers',
    html: list('style="list-style:none"'),
    hides: ['1. First', '2. Second'],
    shows: ['First'],
  },
  {
    name: 'list laid out in a row',
    html: list('style="display:flex"').replaceAll('<li>', '<li style="display:block">'),
    hides: ['1. First'],
    shows: ['First'],
  },
  {
    name: 'list of links',
    html: '<ol><li><a href=#a>First</a><li><a href=#b>Second</a></ol>',
    shows: ['1. [1]<a>First', '2. [2]<a>Second'],
    judged: 'by eye',
  },
  { name: 'bullets', html: '<ul><li>First<li>Second</ul>', hides: ['1.', '2.'], shows: ['First'] },
  {
    name: 'counter',
    html: '<style>body{counter-reset:step}h3{counter-increment:step}h3::before{content:"Step " counter(step) ": "}</style><h3>Open</h3><p>a</p><h3>Close</h3>',
    shows: ['Step 1: Open', 'Step 2: Close'],
  },
  {
    name: 'counter that its words increment',
    html: '<style>h3::before{counter-increment:step;content:counter(step) ". "}body{counter-reset:step 4}</style><h3>Open</h3><h3>Close</h3>',
    shows: ['5. Open', '6. Close'],
  },
  {
    name: 'counters in one another',
    html: '<style>ol{counter-reset:i;list-style:none}li{counter-increment:i}li::before{content:counters(i,".") " "}</style><ol><li>One<ol><li>Deep<li>Deeper</ol><li>Two</ol>',
    shows: ['1 One', '1.1 Deep', '1.2 Deeper', '2 Two'],
  },
  {
    name: 'counter that is reset',
    html: '<style>body{counter-reset:c}h2{counter-increment:c;counter-reset:s}h3{counter-increment:s}h2::before{content:counter(c,upper-roman) " "}h3::before{content:counter(c) "." counter(s) " "}</style><h2>Part</h2><h3>Some</h3><h3>More</h3><h2>Next</h2><h3>Other</h3>',
    shows: ['I Part', '1.1 Some', '1.2 More', 'II Next', '2.1 Other'],
  },
];

const components: ReadingCase[] = [
  {
    name: 'custom element of a disabled group',
    html: `<form><fieldset disabled><label for=it>Amount</label><f-field id=it tabindex=0>5</f-field></fieldset></form><script>customElements.define('f-field', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.attachInternals() } })</script>`,
    shows: ['Amount [1]<f-field disabled=fieldset>5'],
    judged: 'by eye',
  },
  {
    name: 'select whose list is open on the page',
    html: `<style>select,::picker(select){appearance:base-select}</style><select id=s><option>Apple<option selected>Pear</select>`,
    press: 'select',
    shows: ['expanded'],
    judged: 'by eye',
  },
  {
    name: 'generated words with an alternative',
    html: '<style>b::before{content:"\u2605" / "Best: "}</style><p><b>choice</b>',
    shows: ['Best: choice'],
  },
  {
    name: 'counter that is set',
    html: '<style>h3{counter-set:c 7}h3::before{content:counter(c) ") "}</style><h3>Open</h3>',
    shows: ['7) Open'],
  },
  {
    name: 'list in a style of its own',
    html: `<style>@counter-style sign{system:cyclic;symbols:"\u2020";suffix:" "}</style>${list('style="list-style-type:sign"')}`,
    shows: ['\u2020 First'],
  },
];

const inStyle = (rule: string, attributes = '', count = 3): string =>
  `<style>@counter-style own{${rule}}ol{list-style-type:own}</style>${list(attributes, count)}`;

/** Numbers in styles that the page makes. */
const ownStyles: ReadingCase[] = [
  {
    name: 'own numbers: by place, with leading signs',
    html: inStyle('system:numeric;symbols:"0" "1";pad:4 "0"', 'start=5'),
    shows: ['0101. First', '0110. Second'],
  },
  {
    name: 'own numbers: letters',
    html: inStyle('system:alphabetic;symbols:x y', 'start=2'),
    shows: ['y. First', 'xx. Second', 'xy. Third'],
  },
  {
    name: 'own numbers: signs that are repeated',
    html: inStyle('system:symbolic;symbols:"*" "+";suffix:") "', 'start=2'),
    shows: ['+) First', '**) Second', '++) Third'],
  },
  {
    name: 'own numbers: sums',
    html: inStyle('system:additive;additive-symbols:10 "X", 5 "V", 1 "I";prefix:"(";suffix:")"', 'start=16'),
    shows: ['(XVI)', '(XVII)'],
  },
  {
    name: 'own numbers: fixed ones, then others',
    html: inStyle('system:fixed 2;symbols:"A" "B";fallback:lower-roman', 'start=2'),
    shows: ['A. First', 'B. Second', 'iv. Third'],
  },
  {
    name: 'own numbers: within a range, and below zero',
    html: inStyle('system:extends decimal;range:-5 0;negative:"(" ")";fallback:upper-alpha', 'start=-1'),
    shows: ['(1). First', '0. Second', 'A. Third'],
  },
  {
    name: 'own numbers: of a counter',
    html: '<style>@counter-style ring{system:cyclic;symbols:"\\25cb" "\\25cf"}h3{counter-increment:c}h3::before{content:counter(c,ring) " "}</style><h3>Open</h3><h3>Close</h3>',
    shows: ['\u25cb Open', '\u25cf Close'],
  },
];

const formulas: ReadingCase[] = [
  {
    name: 'fraction',
    html: math('<mfrac><mn>1</mn><mn>2</mn></mfrac>'),
    shows: ['Take 1/2 now'],
    judged: 'by eye',
  },
  {
    name: 'power',
    html: math('<msup><mi>x</mi><mn>2</mn></msup>'),
    shows: ['Take x^2 now'],
    judged: 'by eye',
  },
  {
    name: 'index',
    html: math('<msub><mi>x</mi><mi>i</mi></msub>'),
    shows: ['Take x_i now'],
    judged: 'by eye',
  },
  { name: 'root', html: math('<msqrt><mn>3</mn></msqrt>'), shows: ['Take sqrt(3) now'], judged: 'by eye' },
  {
    name: 'cube root',
    html: math('<mroot><mi>x</mi><mn>3</mn></mroot>'),
    shows: ['Take root(x, 3) now'],
    judged: 'by eye',
  },
  {
    name: 'fraction of sums',
    html: math('<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>'),
    shows: ['Take (a+b)/2 now'],
    judged: 'by eye',
  },
  {
    name: 'formula of its own',
    html: '<math display=block><mfrac><mn>3</mn><msqrt><mn>5</mn></msqrt></mfrac></math>',
    shows: ['3/sqrt(5)'],
    judged: 'by eye',
  },
  {
    name: 'formula in lines of source',
    html: math('\n <msup>\n  <mi>e</mi>\n  <mn>9</mn>\n </msup>\n'),
    shows: ['e^9'],
    judged: 'by eye',
  },
];

const words: ReadingCase[] = [
  {
    name: 'override by a character',
    html: '<p>Mind \u202egnihsihp\u202c here',
    shows: ['Mind phishing here'],
    judged: 'by eye',
  },
  {
    name: 'override by an element',
    html: '<p>Mind <bdo dir=rtl>gnihsihp</bdo> here',
    shows: ['phishing'],
    judged: 'by eye',
  },
  {
    name: 'override by a style',
    html: '<style>i{unicode-bidi:bidi-override;direction:rtl}</style><p>Mind <i>gnihsihp</i> here',
    shows: ['phishing'],
    judged: 'by eye',
  },
  {
    name: 'Hebrew, as it is read',
    html: '<p dir=rtl>\u202e\u05e9\u05dc\u05d5\u05dd\u202c',
    shows: ['\u05e9\u05dc\u05d5\u05dd'],
    judged: 'by eye',
  },
  {
    name: 'details that show their content',
    html: '<style>details::details-content{content-visibility:visible;display:block}</style><details><summary>sum</summary><p>shown</p></details>',
    shows: ['shown'],
  },
  {
    name: 'open details that hide it',
    html: '<style>details::details-content{display:none}</style><details open><summary>sum</summary><p>gone</p></details>',
    hides: ['gone'],
  },
];

export const readingCases: ReadingCase[] = [
  ...order,
  ...numbers,
  ...components,
  ...ownStyles,
  ...formulas,
  ...words,
];
