/** A piece of a regular grammar: written as GBNF (llama.cpp) or as a regular expression (JSON Schema's `pattern`). */
export type Regular =
  | { text: string }
  /** Of one character, as a class of both notations writes it: `0-9`, `^"`. */
  | { oneOf: string }
  | { all: readonly Regular[] }
  | { any: readonly Regular[] }
  | { part: Regular; least: number; most: number }
  /** Has a name of its own in GBNF. */
  | { name: string; is: Regular };

export const text = (value: string): Regular => ({ text: value });
export const oneOf = (characters: string): Regular => ({ oneOf: characters });
export const all = (...parts: Regular[]): Regular => ({ all: parts });
export const any = (...options: Regular[]): Regular => ({ any: options });
export const maybe = (...parts: Regular[]): Regular => ({ part: all(...parts), least: 0, most: 1 });
export const many = (part: Regular, least = 0, most = Number.POSITIVE_INFINITY): Regular => ({
  part,
  least,
  most,
});
export const named = (name: string, is: Regular): Regular => ({ name, is });

/** As a regular expression that RE2, ECMAScript and Python read alike. */
export function toPattern(one: Regular): string {
  if ('text' in one) return one.text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  if ('oneOf' in one) return `[${one.oneOf}]`;
  if ('all' in one) return one.all.map(toPattern).join('');
  if ('any' in one) return `(?:${one.any.map(toPattern).join('|')})`;
  if ('name' in one) return toPattern(one.is);
  return `(?:${toPattern(one.part)})${timesOf(one)}`;
}

/** As GBNF, each named piece a rule. */
export function toGbnf(root: Regular): string {
  const rules = new Map<string, string>();
  const add = (name: string, is: Regular): void => {
    if (rules.has(name)) return;
    rules.set(name, '');
    rules.set(name, write(is));
  };
  const write = (one: Regular): string => {
    if ('text' in one) return `"${one.text.replace(/["\\]/g, '\\$&')}"`;
    if ('oneOf' in one) return `[${one.oneOf}]`;
    if ('all' in one) return one.all.map(write).join(' ');
    if ('any' in one) return `(${one.any.map(write).join(' | ')})`;
    if (!('name' in one)) return `(${write(one.part)})${timesOf(one)}`;
    add(one.name, one.is);
    return one.name;
  };
  add('root', root);
  return [...rules].map(([name, is]) => `${name} ::= ${is}\n`).join('');
}

function timesOf({ least, most }: { least: number; most: number }): string {
  if (least === 0 && most === 1) return '?';
  if (most === Number.POSITIVE_INFINITY) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  return `{${least},${most}}`;
}
