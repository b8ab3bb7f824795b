import { childrenOf, parentNode, queryAll } from '../dom/dom.ts';
import { type AttributeRedactor, isSecretAttribute } from './AttributeRedactor.ts';

const NAME = '(?:[\\w-]|[^\\x00-\\x7f])+';
/** A test for a whole attribute, or for there being one, without escapes, comments and namespaces. */
const WHOLE_TEST = new RegExp(
  `\\[\\s*(${NAME})\\s*(=\\s*(?:"[^"\\\\\\n]*"|'[^'\\\\\\n]*'|${NAME})\\s*(?:\\s[is]\\s*|(?<=["'])[is]\\s*)?)?\\]`,
  'iy',
);
const CHECKED_TEST = /:checked(?![\w-])/iy;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y;
const COMMENT = /\/\*[\s\S]*?\*\//y;

/** A part of a selector that asks what elements hold. */
interface SelectorTest {
  text: string;
  /** Of the attribute; `:checked` for that. */
  name: string;
  end: number;
}

export interface ReadSelector {
  tests: SelectorTest[];
  /** The selector without these tests. */
  rest: string;
  /** The rest without texts in quotes. */
  bare: string;
}

/** Finds the tests for whole attributes and for `:checked` in a selector of CSS. */
export function readSelector(selector: string): ReadSelector {
  const tests: SelectorTest[] = [];
  let rest = '';
  let bare = '';
  for (let at = 0; at < selector.length; ) {
    const quoted = matchAt(QUOTED, selector, at) ?? matchAt(COMMENT, selector, at);
    const test = quoted ? undefined : testAt(selector, at);
    if (test) tests.push(test);
    const part = quoted?.[0] ?? selector.slice(at, selector[at] === '\\' ? at + 2 : at + 1);
    if (!test) rest += part;
    if (!test && !quoted) bare += part;
    at = test?.end ?? at + part.length;
  }
  return { tests, rest, bare };
}

function testAt(selector: string, at: number): SelectorTest | undefined {
  if (matchAt(CHECKED_TEST, selector, at)) return { text: 'option:checked', name: ':checked', end: at + 8 };
  const [text, name = '', value] = matchAt(WHOLE_TEST, selector, at) ?? [];
  const isAsked = text !== undefined && (value !== undefined || name.toLowerCase() === 'selected');
  return isAsked ? { text, name: name.toLowerCase(), end: at + text.length } : undefined;
}

/**
 * The selector such that its tests match no element that holds a secret there: what it finds does not depend on what the
 * secret is.
 */
export function withoutSecretMatches(
  selector: string,
  tests: readonly SelectorTest[],
  roots: readonly (Document | ShadowRoot)[],
  redactor: AttributeRedactor,
  { isPlaywright }: { isPlaywright: boolean },
): string {
  let guarded = selector;
  for (const test of [...tests].reverse()) {
    const paths = secretMatches(test, roots, redactor).map(pathOf).join();
    if (paths === '') continue;
    // Playwright itself would look no further up than where it begins to search; this the browser answers.
    const excluded = isPlaywright ? `:nth-child(n of ${paths})` : paths;
    guarded = `${guarded.slice(0, test.end)}:not(${excluded})${guarded.slice(test.end)}`;
  }
  return guarded;
}

/** The elements that a test matches by what is secret. Throws for a test that is no CSS. */
function secretMatches(
  { text, name }: SelectorTest,
  roots: readonly (Document | ShadowRoot)[],
  redactor: AttributeRedactor,
): Element[] {
  const holdsSecret = (element: Element): boolean =>
    name === ':checked' ? redactor.isInSecretField(element) : isSecretAttribute(element, name, redactor);
  return roots.flatMap((root) => Array.from(queryAll(root, text)).filter(holdsSecret));
}

/** By its place among its siblings, and theirs. */
function pathOf(element: Element): string {
  const parts: string[] = [];
  for (let at: Element | undefined = element; at; ) {
    const parent: Node | null = parentNode(at);
    const siblings = parent ? Array.from(childrenOf(parent as ParentNode)) : [];
    parts.unshift(siblings.length > 0 ? `:nth-child(${siblings.indexOf(at) + 1})` : ':root');
    at = parent instanceof Element ? parent : undefined;
  }
  return parts.join(' > ');
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
