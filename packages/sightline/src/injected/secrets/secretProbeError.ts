import { attribute, attributeNames, localName, queryAll, textContent } from '../dom/dom.ts';
import { AttributeRedactor } from './AttributeRedactor.ts';
import type { SecretFields } from './SecretFields.ts';

/** White space and comments of CSS. */
const SPACE = '(?:\\s|/\\*[^*]*\\*+(?:[^/*][^*]*\\*+)*/)*';
/** A test for a part of an attribute, `[value^=a]`; the name, and the quoted text where there is one. */
const PARTIAL_TEST = new RegExp(
  `\\[${SPACE}(?:[^\\s[\\]|]*\\|)?${SPACE}([^\\s[\\]|=^$*~/"'@]+)${SPACE}([\\^$*~|])=(?:${SPACE}(["'])(.*?)\\3)?`,
  'gi',
);
/** What XPath asks of an attribute, but for whether it is equal to a text. */
const XPATH_ATTRIBUTE =
  /(?:@|\battribute\s*::)\s*(?:[\w-]+:)?([\w.-]+(?![\w.-])|\*|node\(\))(?!\s*=\s*["'])/gi;
/** Of Playwright: `internal:attr=[title="part of it"i]`. */
const INTERNAL_ATTRIBUTE = /internal:attr\s*=\s*\[\s*([\w-]+)/gi;
const COMPONENT_ENGINE = /(?:^|>>|["'])\s*\*?_(?:react|vue)\s*=/i;
/** What asks for text: engines of Playwright, pseudo-classes, XPath, a quoted text alone. */
const TEXT_TEST = /text|role\s*=|label\s*=|xpath|\/\/|\.\.|internal:|^\s*["']|>>\s*["']/i;
/** Attributes that name an element, whose words are found as text is. */
const NAMING_ATTRIBUTES = ['aria-label', 'title', 'alt', 'placeholder'];
const CSS_ESCAPE = /\\([0-9a-f]{1,6})\s?|\\/gi;

const PARTS = 'parts of values cannot be matched while the page holds one that is secret.';
const TEXTS = 'texts cannot be matched by a selector while the page shows one that is secret.';

/**
 * What is wrong with a selector that could reveal a secret letter by letter, by whether it matches; undefined
 * where none is there, or no part of one is asked for. A whole value may be searched for: who knows it learns nothing new.
 * What it says depends on where the page has secrets, never on what they are.
 */
export function secretProbeError(
  selector: string,
  roots: readonly (Document | ShadowRoot)[],
  secrets: SecretFields,
  { isPlaywright = false }: { isPlaywright?: boolean } = {},
): string | undefined {
  if (isPlaywright && COMPONENT_ENGINE.test(selector)) return 'the state of components cannot be searched.';
  const unescaped = selector.replace(CSS_ESCAPE, (_, code?: string) => (code ? characterOf(code) : ''));
  const asked = askedAttributes(unescaped, { isPlaywright, isPlain: unescaped === selector });
  const asksText = isPlaywright && TEXT_TEST.test(unescaped);
  if (asked.length === 0 && !asksText) return undefined;
  const redactor = new AttributeRedactor(secrets);
  if (asked.some((one) => roots.some((root) => isAnsweredBySecret(one, root, secrets, redactor))))
    return PARTS;
  return asksText && roots.some((root) => showsSecret(root, secrets)) ? TEXTS : undefined;
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
  for (const [, name = '', operator, , text] of selector.matchAll(PARTIAL_TEST)) {
    const isKnown = isPlain && !isPlaywright && operator === '^' && text !== undefined;
    asked.push({ name: name.toLowerCase(), ...(isKnown && { start: text }) });
  }
  if (!isPlaywright) return asked;
  for (const pattern of [XPATH_ATTRIBUTE, INTERNAL_ATTRIBUTE])
    for (const [, name = ''] of selector.matchAll(pattern)) asked.push({ name: name.toLowerCase() });
  return asked;
}

/** Whether the page has a secret in an attribute of that name, where the answer may depend on it. */
function isAnsweredBySecret(
  { name, start }: AskedAttribute,
  root: Document | ShadowRoot,
  secrets: SecretFields,
  redactor: AttributeRedactor,
): boolean {
  const isAny = !/^[\w-]+$/.test(name);
  return Array.from(queryAll(root, isAny ? '*' : `[${name}]`)).some((element) =>
    (isAny ? attributeNames(element) : [name]).some((one) => {
      if (one === 'value' && secrets.isSecret(element)) return true;
      const raw = attribute(element, one) ?? '';
      if (raw.startsWith('data:')) return secrets.redactor.occursIn(raw);
      const redacted = redactor.attribute(element, one, Number.POSITIVE_INFINITY);
      if (redacted === raw) return false;
      // The same up to where the secret begins.
      return start === undefined || start.length > commonLength(raw, redacted);
    }),
  );
}

/** How much of an attribute stands before what is redacted, as all can read it. */
function commonLength(raw: string, redacted: string): number {
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
