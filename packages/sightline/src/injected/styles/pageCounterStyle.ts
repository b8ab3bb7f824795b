/** The `@counter-style` rules of a page, by name. */
export type CounterStyles = ReadonlyMap<string, CSSCounterStyleRule>;

/** A number as a rule of the page writes it, with the symbols before and after it that a marker has. */
export interface PageCounter {
  text: string;
  prefix: string;
  suffix: string;
}

/** How far rules may extend each other, and how many symbols a number may have: both may run in a circle, or without end. */
const MAX_STEPS = 20;
const MAX_SYMBOLS = 60;

/**
 * By the page's own rules (CSS Counter Styles 3, section 2); undefined for a style of the browser. `builtIn` writes a number in
 * one of those.
 */
export function pageCounter(
  number: number,
  name: string,
  styles: CounterStyles,
  builtIn: (number: number, name: string) => string,
): PageCounter | undefined {
  const rule = styles.get(name);
  return rule && write(number, rule, styles, builtIn, MAX_STEPS);
}

type Write = (
  number: number,
  rule: CSSCounterStyleRule,
  styles: CounterStyles,
  builtIn: (number: number, name: string) => string,
  steps: number,
) => PageCounter;

const write: Write = (number, rule, styles, builtIn, steps) => {
  const [system = '', extended = ''] = (rule.system || 'symbolic').split(' ');
  const base = system === 'extends' && steps > 0 ? styles.get(extended) : undefined;
  const own = (descriptor: 'negative' | 'pad' | 'prefix' | 'range' | 'suffix', initial: string): string =>
    rule[descriptor] || base?.[descriptor] || initial;
  const as = (value: number, style: string): string => {
    const page = steps > 0 ? styles.get(style) : undefined;
    return page ? write(value, page, styles, builtIn, steps - 1).text : builtIn(value, style);
  };
  const [negative = '-', after = ''] = symbolsOf(own('negative', '"-"'));
  const isNegative = number < 0 && system !== 'cyclic' && system !== 'fixed';
  const magnitude = isNegative ? -number : number;
  const symbols = isInRange(number, own('range', 'auto'), system)
    ? system === 'extends'
      ? as(magnitude, extended)
      : writeInSystem(magnitude, rule)
    : undefined;
  const prefix = symbolsOf(own('prefix', '""'))[0] ?? '';
  const suffix = symbolsOf(own('suffix', '". "'))[0] ?? '';
  if (symbols === undefined) return { text: as(number, rule.fallback || 'decimal'), prefix, suffix };
  const text = padded(symbols, own('pad', ''), isNegative ? negative.length + after.length : 0);
  return { text: isNegative ? negative + text + after : text, prefix, suffix };
};

function padded(text: string, pad: string, besides: number): string {
  const length = Number.parseInt(pad.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/[^\d]/g, ''), 10);
  const [symbol = ''] = symbolsOf(pad.replace(/(^|\s)\d+(?=\s|$)/, ' '));
  const missing = Math.min(length || 0, MAX_SYMBOLS) - [...text].length - besides;
  return missing > 0 ? symbol.repeat(missing) + text : text;
}

/** Without a range of its own a system has that of what it can write (section 3.5). */
function isInRange(number: number, range: string, system: string): boolean {
  if (range === 'auto') {
    if (system === 'additive') return number >= 0;
    return (system !== 'alphabetic' && system !== 'symbolic') || number >= 1;
  }
  return range.split(',').some((part) => {
    const [from = Number.NaN, to = Number.NaN] = part
      .trim()
      .split(/\s+/)
      .map((bound, i) =>
        bound === 'infinite' ? (i === 0 ? -1 : 1) * Number.POSITIVE_INFINITY : Number(bound),
      );
    return number >= from && number <= to;
  });
}

/** Undefined for what the system cannot write (section 3.1). */
function writeInSystem(number: number, rule: CSSCounterStyleRule): string | undefined {
  const [system, first = '1'] = (rule.system || 'symbolic').split(' ');
  const symbols = symbolsOf(rule.symbols);
  const count = symbols.length;
  if (system === 'additive') return writeAdditive(number, rule.additiveSymbols);
  if (count === 0) return undefined;
  const index = number - 1;
  if (system === 'cyclic') return symbols[((index % count) + count) % count];
  if (system === 'fixed') return symbols[number - Number(first)];
  if (system === 'symbolic') {
    const times = Math.ceil(number / count);
    return times <= MAX_SYMBOLS ? (symbols[index % count] ?? '').repeat(times) : undefined;
  }
  return count > 1 ? writeByPlace(number, symbols, system === 'alphabetic') : undefined;
}

/** `numeric` begins at zero, `alphabetic` at one. */
function writeByPlace(number: number, symbols: readonly string[], isAlphabetic: boolean): string {
  if (number === 0) return symbols[0] as string;
  let text = '';
  for (let rest = number; rest > 0; ) {
    if (isAlphabetic) rest--;
    text = (symbols[rest % symbols.length] as string) + text;
    rest = Math.floor(rest / symbols.length);
  }
  return text;
}

function writeAdditive(number: number, pairs: string): string | undefined {
  let rest = number;
  let text = '';
  for (const [, before, symbol = '', after] of pairs.matchAll(PAIR)) {
    const weight = Number(before ?? after);
    const [written = ''] = symbolsOf(symbol);
    if (weight === 0 && number === 0) return written;
    const times = weight > 0 ? Math.floor(rest / weight) : 0;
    if (times > MAX_SYMBOLS) return undefined;
    text += written.repeat(times);
    rest -= times * weight;
  }
  return rest === 0 && number > 0 ? text : undefined;
}

const PAIR = /(?:(\d+)\s+)?("(?:[^"\\]|\\.)*"|[^\s,"\d][^\s,"]*)(?:\s+(\d+))?/g;

/** Strings and names, parted by blanks. */
const symbolsOf = (list: string): string[] =>
  Array.from(list.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)/g), ([, quoted, name = '']) =>
    quoted === undefined ? name : quoted.replace(/\\(.)/g, '$1'),
  );
