import { isRendered, localName } from '../dom/dom.ts';
import { normalizeSpace } from '../dom/text.ts';

/** Elements within elements that are written by their kind; what lies deeper is written as its text. */
const MAX_DEPTH = 40;

/** What a person can use in a formula has a place of its own. */
const CONTROLS = '[href], [tabindex], [onclick], [role]';

/**
 * A formula in one line (MathML Core): `1/2`, `x^2`, `sqrt(3)`, `(a+b)/2`; what stands above, below or within something else would
 * else be a row of tokens. Undefined for one that holds something to use.
 */
export function linearMath(math: Element): string | undefined {
  if (math.querySelector(CONTROLS)) return undefined;
  return normalizeSpace(inRow(Array.from(math.children), 0).replace(INVISIBLE_OPERATORS, ''));
}

/** Function application, times, separator, plus. */
const INVISIBLE_OPERATORS = /[\u2061-\u2064]/g;

const inRow = (elements: readonly Element[], depth: number): string =>
  elements.map((element) => write(element, depth + 1)).join('');

function write(element: Element, depth: number): string {
  if (!isRendered(element)) return '';
  const text = element.textContent ?? '';
  if (depth > MAX_DEPTH) return text;
  const children = Array.from(element.children);
  const operand = (i: number): string => {
    const child = children[i];
    const written = child ? write(child, depth + 1) : '';
    return written !== '' && child && isCompound(child) ? `(${written})` : written;
  };
  switch (localName(element)) {
    case 'mphantom':
    case 'mspace':
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mtext':
      return ` ${text} `;
    case 'ms':
      return `"${text}"`;
    case 'mfrac':
      return withOperators([operand(0), operand(1)], '/');
    case 'msup':
    case 'mover':
      return withOperators([operand(0), operand(1)], '^');
    case 'msub':
    case 'munder':
      return withOperators([operand(0), operand(1)], '_');
    case 'msubsup':
    case 'munderover':
      return withOperators([operand(0), operand(1), operand(2)], '_^');
    case 'msqrt':
      return `sqrt(${inRow(children, depth)})`;
    case 'mroot':
      return `root(${inRow(children.slice(0, 1), depth)}, ${inRow(children.slice(1), depth)})`;
    case 'mtable':
      return `[${children.map((row) => write(row, depth + 1)).join('; ')}]`;
    case 'mtr':
      return children.map((cell) => inRow(Array.from(cell.children), depth + 1)).join(', ');
    default:
      if (children.length > 0) return inRow(children, depth);
      return MATH_TOKENS.has(localName(element)) ? text.trim() : '';
  }
}

/** Operands with an operator before each but the first; nothing where all of them are empty: then nothing is painted. */
const withOperators = (operands: readonly string[], operators: string): string =>
  operands.every((operand) => operand === '')
    ? ''
    : operands.map((operand, i) => `${operators[i - 1] ?? ''}${operand}`).join('');

/** Words in others are not laid out (MathML Core, 3.1.1). */
export const MATH_TOKENS: ReadonlySet<string> = new Set('mi mn mo mtext ms'.split(' '));

const SIMPLE = new Set(['mi', 'mn', 'mo', 'mtext', 'ms', 'msqrt', 'mroot', 'mtable']);
const GROUPS = new Set(['mrow', 'mstyle', 'mpadded', 'merror', 'semantics']);

/** Of more than one operand: it stands in parentheses. */
function isCompound(element: Element): boolean {
  let one = element;
  while (GROUPS.has(localName(one)) && one.children.length === 1) one = one.children[0] as Element;
  return !SIMPLE.has(localName(one)) && one.children.length > 0;
}
