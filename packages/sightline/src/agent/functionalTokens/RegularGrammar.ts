/** A regular grammar that can be written as GBNF (llama.cpp) or as a regular expression (JSON Schema `pattern`). */
export type RegularGrammar =
  | { text: string }
  /** One character, as a character class in both notations: `0-9`, `^"`. */
  | { oneOf: string }
  | { all: readonly RegularGrammar[] }
  | { any: readonly RegularGrammar[] }
  | { part: RegularGrammar; least: number; most: number }
  /** A named rule in GBNF. */
  | { name: string; is: RegularGrammar };

export const text = (value: string): RegularGrammar => ({ text: value });
export const oneOf = (characters: string): RegularGrammar => ({ oneOf: characters });
export const all = (...parts: RegularGrammar[]): RegularGrammar => ({ all: parts });
export const any = (...options: RegularGrammar[]): RegularGrammar => ({ any: options });
export const optional = (...parts: RegularGrammar[]): RegularGrammar => ({
  part: all(...parts),
  least: 0,
  most: 1,
});
export const repeat = (part: RegularGrammar, least = 0, most = Number.POSITIVE_INFINITY): RegularGrammar => ({
  part,
  least,
  most,
});
export const named = (name: string, is: RegularGrammar): RegularGrammar => ({ name, is });

/** As a regular expression that means the same in RE2, ECMAScript and Python. */
export function toRegExpSource(grammar: RegularGrammar): string {
  if ('text' in grammar) return grammar.text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  if ('oneOf' in grammar) return `[${grammar.oneOf}]`;
  if ('all' in grammar) return grammar.all.map(toRegExpSource).join('');
  if ('any' in grammar) return `(?:${grammar.any.map(toRegExpSource).join('|')})`;
  if ('name' in grammar) return toRegExpSource(grammar.is);
  return `(?:${toRegExpSource(grammar.part)})${quantifierOf(grammar)}`;
}

/** As GBNF; each named part becomes a rule. */
export function toGbnf(root: RegularGrammar): string {
  const rules = new Map<string, string>();
  const add = (name: string, is: RegularGrammar): void => {
    if (rules.has(name)) return;
    rules.set(name, '');
    rules.set(name, write(is));
  };
  const write = (grammar: RegularGrammar): string => {
    if ('text' in grammar) return `"${grammar.text.replace(/["\\]/g, '\\$&')}"`;
    if ('oneOf' in grammar) return `[${grammar.oneOf}]`;
    if ('all' in grammar) return grammar.all.map(write).join(' ');
    if ('any' in grammar) return `(${grammar.any.map(write).join(' | ')})`;
    if (!('name' in grammar)) return `(${write(grammar.part)})${quantifierOf(grammar)}`;
    add(grammar.name, grammar.is);
    return grammar.name;
  };
  add('root', root);
  return [...rules].map(([name, is]) => `${name} ::= ${is}\n`).join('');
}

function quantifierOf({ least, most }: { least: number; most: number }): string {
  if (least === 0 && most === 1) return '?';
  if (most === Number.POSITIVE_INFINITY) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  return `{${least},${most}}`;
}
