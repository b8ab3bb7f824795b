import { attribute, attributeNames, localName, queryAll, textContent } from '../dom/dom.ts';
import { AttributeRedactor, isSecretAttribute } from './AttributeRedactor.ts';
import type { SecretFields } from './SecretFields.ts';
import { withoutSecretMatches } from './secretMatches.ts';
import { readSelector } from './selectorTests.ts';

/** What an engine of Playwright's asks of an attribute, `[name="x"]`; its name. */
const ATTRIBUTE_TEST = /\[\s*(?:[^\s[\]|]*\|)?\s*([^\s[\]|=^$*~/"'@]+)\s*([\^$*~|]?)=/gi;
/** What XPath asks of an attribute. */
const XPATH_ATTRIBUTE = /(?:@|\battribute\s*::)\s*(?:[\w-]+:)?([\w.-]+(?![\w.-])|\*|node\(\))/gi;
/** Of Playwright: `internal:attr=[title="part of it"i]`. */
const INTERNAL_ATTRIBUTE = /internal:attr\s*=\s*\[\s*([\w-]+)/gi;
/** Engines of Playwright that ask for one attribute, and XPath's function for an id: `data-testid=a`, `id("a")`. */
const ATTRIBUTE_ENGINE = /(?:^|>>)\s*\*?(id|data-testid|data-test-id|data-test)(?::light)?\s*=|\b(id)\s*\(/gi;
/** What of a selector of Playwright's, its quoted texts left out, says that not all of it is CSS for one document. */
const OTHER_ENGINE = /=|\/\/|\.\.|internal:/;
/** Which option of a choice is chosen. */
const CHECKED_TEST = /:checked(?![\w-])|\[[^\]]*\bselected\b/i;
const COMPONENT_ENGINE = /(?:^|>>|["'])\s*\*?_(?:react|vue)\s*=/i;
/** What asks for text: engines of Playwright, pseudo-classes, XPath, a quoted text alone. */
const TEXT_TEST = /text|role\s*=|label\s*=|xpath|\/\/|\.\.|internal:|^\s*["']|>>\s*["']/i;
/** Attributes that name an element, whose words are found as text is. */
const NAMING_ATTRIBUTES = ['aria-label', 'title', 'alt', 'placeholder'];
const CSS_ESCAPE = /\\([0-9a-f]{1,6})\s?|\\/gi;

const PARTS = 'values cannot be matched so while the page holds one that is secret.';
const TEXTS = 'texts cannot be matched by a selector while the page shows one that is secret.';

/** A selector as it may be evaluated, or what is wrong with it. */
export type GuardedSelector = { selector: string; error?: undefined } | { error: string };

/**
 * A selector such that what it finds reveals no secret. A test for an attribute or a state (`[value^="guess"]`, `:checked`) matches
 * no element that holds a secret there; what is no CSS, such as XPath, is an error where the page holds a secret that it may ask
 * for. What comes of it depends on where the page has secrets, never on what they are.
 */
export function guardSelector(
  selector: string,
  roots: readonly (Document | ShadowRoot)[],
  secrets: SecretFields,
  { isPlaywright = false }: { isPlaywright?: boolean } = {},
): GuardedSelector {
  if (isPlaywright && COMPONENT_ENGINE.test(selector))
    return { error: 'the state of components cannot be searched.' };
  const { tests, bare, error } = readSelector(selector);
  const isCss = !isPlaywright || (error === undefined && !OTHER_ENGINE.test(bare));
  if (isCss && error !== undefined) return { error };
  const unescaped = selector.replace(CSS_ESCAPE, (_, code?: string) => (code ? characterOf(code) : ''));
  const asked = isCss ? [] : askedAttributes(unescaped);
  const asksText = isPlaywright && TEXT_TEST.test(unescaped);
  if (isCss && tests.length === 0 && !asksText) return { selector };
  const redactor = new AttributeRedactor(secrets);
  if (!isCss && !secrets.redactor.isEmpty && roots.some((root) => isNamedBySecret(root, redactor)))
    return { error: PARTS };
  if (asked.some((name) => roots.some((root) => holdsSecretIn(name, root, redactor))))
    return { error: PARTS };
  if (asksText && roots.some((root) => showsSecret(root, secrets))) return { error: TEXTS };
  return {
    selector: isCss ? withoutSecretMatches(selector, tests, roots, redactor, { isPlaywright }) : selector,
  };
}

/** Names of the attributes that a selector of Playwright's asks for. */
function askedAttributes(selector: string): string[] {
  const asked: string[] = [];
  for (const [, name = '', operator] of selector.matchAll(ATTRIBUTE_TEST)) {
    // In XPath, a function or the element's own text: `[text()="Save"]`, `[.="Save"]`.
    if (operator === '' && /[().]/.test(name)) continue;
    asked.push(name.toLowerCase());
  }
  if (CHECKED_TEST.test(selector)) asked.push('selected');
  for (const pattern of [XPATH_ATTRIBUTE, INTERNAL_ATTRIBUTE, ATTRIBUTE_ENGINE])
    for (const [, name, other = ''] of selector.matchAll(pattern)) asked.push((name ?? other).toLowerCase());
  return asked;
}

/** Whether the page has a secret in an attribute of that name. */
function holdsSecretIn(name: string, root: Document | ShadowRoot, redactor: AttributeRedactor): boolean {
  if (name === 'selected')
    return Array.from(queryAll(root, 'option')).some((option) => redactor.isInSecretField(option));
  const isAny = !/^[\w-]+$/.test(name);
  return Array.from(queryAll(root, isAny ? '*' : `[${name}]`)).some((element) =>
    (isAny ? attributeNames(element) : [name]).some((one) => isSecretAttribute(element, one, redactor)),
  );
}

/** Whether a tag or the name of an attribute repeats a secret: what is no CSS may ask for either. */
function isNamedBySecret(root: Document | ShadowRoot, redactor: AttributeRedactor): boolean {
  const names = new Set<string>();
  for (const element of queryAll(root, '*')) {
    names.add(localName(element));
    for (const name of attributeNames(element)) names.add(name);
  }
  return [...names].some((name) => redactor.occursIn(name));
}

function showsSecret(root: Document | ShadowRoot, { redactor }: SecretFields): boolean {
  if (redactor.isEmpty) return false;
  const text = root instanceof ShadowRoot ? textContent(root) : textOfDocument(root);
  if (redactor.occursIn(text)) return true;
  const named = [...NAMING_ATTRIBUTES.map((name) => `[${name}]`), 'input[value]'].join();
  return Array.from(queryAll(root, named)).some((element) => {
    const isButton = localName(element) === 'input' && BUTTON_TYPES.test(attribute(element, 'type') ?? '');
    const names = isButton ? [...NAMING_ATTRIBUTES, 'value'] : NAMING_ATTRIBUTES;
    return names.some((name) => redactor.occursIn(attribute(element, name) ?? ''));
  });
}

/** A document itself has no text content. */
const textOfDocument = (root: Document): string =>
  Array.from(queryAll(root, ':root')).map(textContent).join('\n');

const BUTTON_TYPES = /^(?:button|submit|reset)$/i;

function characterOf(code: string): string {
  const codePoint = Number.parseInt(code, 16);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}
