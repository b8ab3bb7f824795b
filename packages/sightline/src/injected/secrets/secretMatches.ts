import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import {
  attribute,
  attributeNames,
  childrenOf,
  isWithin,
  localName,
  matchesSelector,
  parentNode,
  queryAll,
  setAttribute,
} from '../dom/dom.ts';
import { type AttributeRedactor, isSecretAttribute } from './AttributeRedactor.ts';
import { type SelectorTest, VALUE_STATES } from './selectorTests.ts';

/** What no selector asks for, in place of a secret. */
const UNASKED = '\uffff';

/**
 * The selector such that its tests match no element by what is secret of it: what it finds, and how many, does not depend on
 * what the secret is. Throws for a test that is no CSS.
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
    const paths = [...new Set(unaskable(test, roots, redactor).map(pathOf))].join();
    if (paths === '') continue;
    // Playwright itself would look no further up than where it begins to search; this the browser answers.
    const excluded = isPlaywright ? `:nth-child(n of ${paths})` : paths;
    guarded = `${guarded.slice(0, test.end)}:not(${excluded})${guarded.slice(test.end)}`;
  }
  return guarded;
}

/** The elements that a test is not to match: all that hold a secret there, unless what all can read of it matches. */
function unaskable(
  { text, name, word }: SelectorTest,
  roots: readonly (Document | ShadowRoot)[],
  redactor: AttributeRedactor,
): Element[] {
  if (name === ':dir' || VALUE_STATES.includes(name.slice(1)))
    return roots.flatMap((root) => withSecretValue(root, redactor));
  if (name === ':lang')
    return allMatching(text, roots).filter((element) => {
      const holder = element.closest('[lang]');
      return holder !== null && isSecretAttribute(holder, 'lang', redactor);
    });
  if (name.startsWith(':') || name === 'selected')
    return roots.flatMap((root) =>
      Array.from(queryAll(root, 'option')).filter((option) => redactor.isInSecretField(option)),
    );
  if (redactor.occursIn(name === '' ? (word ?? '') : name)) return allMatching(text, roots);
  if (name === '') return [];
  const all = name === '*' ? '*' : `[*|${CSS.escape(name)}]`;
  const probe = document.implementation.createHTMLDocument('');
  if (word !== undefined) {
    const repeats = redactor.occursIn(word);
    return allMatching(text, roots).filter(
      (element) =>
        (repeats || redactor.isSecretField(element)) &&
        isSecretAttribute(element, name, redactor) &&
        !readableMatches(element, name, text, redactor, probe),
    );
  }
  return roots.flatMap((root) =>
    // In a shadow root a path may lead to others too: which are left out must not depend on what matches.
    Array.from(queryAll(root, root instanceof ShadowRoot ? all : text)).filter((element) => {
      const names = qualifiedNames(element, name).filter((one) => isSecretAttribute(element, one, redactor));
      return names.length > 0 && !names.every((one) => readableMatches(element, one, text, redactor, probe));
    }),
  );
}

const allMatching = (selector: string, roots: readonly (Document | ShadowRoot)[]): Element[] =>
  roots.flatMap((root) => Array.from(queryAll(root, selector)));

/** Fields for secrets, and the forms and groups around them. */
function withSecretValue(root: Document | ShadowRoot, redactor: AttributeRedactor): Element[] {
  const secretFields = Array.from(queryAll(root, 'input, textarea, select')).filter((field) =>
    redactor.isInSecretField(field),
  );
  const around = Array.from(queryAll(root, 'form, fieldset')).filter((group) =>
    secretFields.some((field) => isWithin(field, group) || (field as HTMLInputElement).form === group),
  );
  return [...secretFields, ...around];
}

const qualifiedNames = (element: Element, name: string): string[] =>
  attributeNames(element).filter(
    (one) => name === '*' || one.toLowerCase() === name || one.toLowerCase().endsWith(`:${name}`),
  );

/** Whether a test matches by what stands around the secret, as all can read it. */
function readableMatches(
  element: Element,
  name: string,
  test: string,
  redactor: AttributeRedactor,
  probe: Document,
): boolean {
  const redacted = redactor.attribute(element, name, Number.POSITIVE_INFINITY);
  const raw = attribute(element, name) ?? '';
  const parts = redacted.split(REDACTED_PLACEHOLDER);
  // Only where the rest stands as it is, and not in a shorter form.
  if (parts.length < 2 || !raw.startsWith(parts[0] as string) || !raw.endsWith(parts.at(-1) as string))
    return false;
  const copy = probe.createElement(localName(element) === 'input' ? 'input' : 'p');
  setAttribute(copy, name, parts.join(UNASKED));
  return matchesSelector(copy, test);
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
