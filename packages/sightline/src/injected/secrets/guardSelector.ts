import { attribute, attributeNames, localName, queryAll, textContent } from '../dom/dom.ts';
import { AttributeRedactor, isSecretAttribute } from './AttributeRedactor.ts';
import type { SecretFields } from './SecretFields.ts';
import { readSelector, withoutSecretMatches } from './secretMatches.ts';

/** White space and comments of CSS. */
const SPACE = '(?:\\s|/\\*[^*]*\\*+(?:[^/*][^*]*\\*+)*/)*';
/** A test for an attribute or a part of it, `[value^=a]`; the name, and the quoted text where there is one. */
const ATTRIBUTE_TEST = new RegExp(
  `\\[${SPACE}(?:[^\\s[\\]|]*\\|)?${SPACE}([^\\s[\\]|=^$*~/"'@]+)${SPACE}([\\^$*~|]?)=(?:${SPACE}(["'])(.*?)\\3)?`,
  'gi',
);
/** What XPath asks of an attribute. */
const XPATH_ATTRIBUTE = /(?:@|\battribute\s*::)\s*(?:[\w-]+:)?([\w.-]+(?![\w.-])|\*|node\(\))/gi;
/** Of Playwright: `internal:attr=[title="part of it"i]`. */
const INTERNAL_ATTRIBUTE = /internal:attr\s*=\s*\[\s*([\w-]+)/gi;
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

const PARTS = 'parts of values cannot be matched while the page holds one that is secret.';
const TEXTS = 'texts cannot be matched by a selector while the page shows one that is secret.';

/** A selector as it may be evaluated, or what is wrong with it. */
export type GuardedSelector = { selector: string; error?: undefined } | { error: string };

/**
 * A selector such that what it finds tells no secret. A test for a whole attribute (`[value="guess"]`, `:checked`) does not match
 * an element that holds a secret there; what cannot be changed so, such as a test for a part or XPath, is an error where the
 * page holds a secret that it may ask for. What comes of it depends on where the page has secrets, never on what they are.
 */
export function guardSelector(
  selector: string,
  roots: readonly (Document | ShadowRoot)[],
  secrets: SecretFields,
  { isPlaywright = false }: { isPlaywright?: boolean } = {},
): GuardedSelector {
  if (isPlaywright && COMPONENT_ENGINE.test(selector))
    return { error: 'the state of components cannot be searched.' };
  const read = readSelector(selector);
  const isCss = !isPlaywright || !OTHER_ENGINE.test(read.bare);
  const tests = isCss ? read.tests : [];
  const written = isCss ? read.rest : selector;
  const unescaped = written.replace(CSS_ESCAPE, (_, code?: string) => (code ? characterOf(code) : ''));
  const asked = askedAttributes(unescaped, { isPlaywright, isPlain: unescaped === written });
  const asksText = isPlaywright && TEXT_TEST.test(unescaped);
  if (asked.length === 0 && tests.length === 0 && !asksText) return { selector };
  const redactor = new AttributeRedactor(secrets);
  if (asked.some((one) => roots.some((root) => isAnsweredBySecret(one, root, redactor))))
    return { error: PARTS };
  if (asksText && roots.some((root) => showsSecret(root, secrets))) return { error: TEXTS };
  return { selector: withoutSecretMatches(selector, tests, roots, redactor, { isPlaywright }) };
}

interface AskedAttribute {
  name: string;
  /** What it is to begin with, where that is known for sure. */
  start?: string;
}

function askedAttributes(
  selector: string,
  { isPlaywright, isPlain }: { isPlaywright: boolean; isPlain: boolean },
): AskedAttribute[] {
  const asked: AskedAttribute[] = [];
  for (const [, name = '', operator, , text] of selector.matchAll(ATTRIBUTE_TEST)) {
    // In XPath, a function or the element's own text: `[text()="Save"]`, `[.="Save"]`.
    if (operator === '' && /[().]/.test(name)) continue;
    const isKnown = isPlain && !isPlaywright && operator === '^' && text !== undefined;
    asked.push({ name: name.toLowerCase(), ...(isKnown && { start: text }) });
  }
  if (CHECKED_TEST.test(selector)) asked.push({ name: 'selected' });
  if (!isPlaywright) return asked;
  for (const pattern of [XPATH_ATTRIBUTE, INTERNAL_ATTRIBUTE])
    for (const [, name = ''] of selector.matchAll(pattern)) asked.push({ name: name.toLowerCase() });
  return asked;
}

/** Whether the page has a secret in an attribute of that name, where the answer may depend on it. */
function isAnsweredBySecret(
  { name, start }: AskedAttribute,
  root: Document | ShadowRoot,
  redactor: AttributeRedactor,
): boolean {
  if (name === 'selected')
    return Array.from(queryAll(root, 'option')).some((option) => redactor.isInSecretField(option));
  const isAny = !/^[\w-]+$/.test(name);
  return Array.from(queryAll(root, isAny ? '*' : `[${name}]`)).some((element) =>
    (isAny ? attributeNames(element) : [name]).some((one) => {
      if (!isSecretAttribute(element, one, redactor)) return false;
      // The same up to where the secret begins.
      return start === undefined || start.length > readableLength(element, one, redactor);
    }),
  );
}

/** How much of an attribute stands before what is redacted, as all can read it. */
function readableLength(element: Element, name: string, redactor: AttributeRedactor): number {
  const raw = attribute(element, name) ?? '';
  const redacted = redactor.attribute(element, name, Number.POSITIVE_INFINITY);
  const length = redacted.indexOf('[filled]');
  return length > 0 && raw.startsWith(redacted.slice(0, length)) ? length : 0;
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
