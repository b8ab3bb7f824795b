import { queryAll } from '../dom/dom.ts';
import type { SecretFields } from './SecretFields.ts';

/** A test for a part of a value attribute: `[value^=a]`. */
const PARTIAL_VALUE_SELECTOR = /\[\s*(?:[^\s[\]|]*\|)?\s*value\s*[\^$*~|]=/i;
const CSS_COMMENT = /\/\*[\s\S]*?\*\//g;
const CSS_ESCAPE = /\\([0-9a-f]{1,6})\s?|\\/gi;

/**
 * What is wrong with a selector that could reveal a secret letter by letter, by whether it matches; undefined
 * where none is there, or no part of a value is asked for. A whole value may be searched for: who knows it learns nothing new.
 */
export function secretProbeError(
  selector: string,
  roots: readonly (Document | ShadowRoot)[],
  secrets: SecretFields,
): string | undefined {
  const unescaped = selector
    .replace(CSS_COMMENT, '')
    .replace(CSS_ESCAPE, (_, code?: string) => (code ? characterOf(code) : ''));
  if (!PARTIAL_VALUE_SELECTOR.test(unescaped)) return undefined;
  const hasSecret = roots.some((root) =>
    Array.from(queryAll(root, '[value]')).some((one) => secrets.isSecret(one)),
  );
  return hasSecret ? 'parts of values cannot be matched while the page holds one that is secret.' : undefined;
}

function characterOf(code: string): string {
  const codePoint = Number.parseInt(code, 16);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}
