import { queryAll } from './dom.ts';
import type { Secrets } from './secrets.ts';

/** A test for a part of a value attribute: `[value^=a]`. */
const PARTIAL = /\[\s*(?:[^\s[\]|]*\|)?\s*value\s*[\^$*~|]=/i;
const COMMENT = /\/\*[\s\S]*?\*\//g;
const ESCAPED = /\\([0-9a-f]{1,6})\s?|\\/gi;

/**
 * What is wrong with a selector by which a secret could be told letter by letter, from whether it matches; undefined
 * where none is there, or no part of a value is asked for. A whole value may be asked for: that tells nothing new.
 */
export function guessesSecret(
  selector: string,
  roots: readonly (Document | ShadowRoot)[],
  secrets: Secrets,
): string | undefined {
  const plain = selector
    .replace(COMMENT, '')
    .replace(ESCAPED, (_, code?: string) => (code ? letter(code) : ''));
  if (!PARTIAL.test(plain)) return undefined;
  const holds = roots.some((root) =>
    Array.from(queryAll(root, '[value]')).some((one) => secrets.isSecret(one)),
  );
  return holds ? 'parts of values cannot be matched while the page holds one that is secret.' : undefined;
}

function letter(code: string): string {
  const point = Number.parseInt(code, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
