/** Letters from which a text counts wherever it stands; a shorter one only where it is a literal and no argument. */
const MIN_LENGTH = 4;
/** Letters of a literal from which it counts as a part of a secret that no argument holds. */
const MIN_PART_LENGTH = 3;

/** A text or a number in a script. */
interface Literal {
  text: string;
  /** Where it stands. */
  at: number;
}

/**
 * The line of a script that holds a value which was given to a field for secrets, or a part of one; undefined where all of
 * them come from its arguments, from the page, or from elsewhere. `args`: a JSON value.
 */
export function findSecret(source: string, secrets: Iterable<string>, args: unknown): number | undefined {
  const literals = readLiterals(source);
  const given = [...textsIn(args)];
  for (const secret of secrets) {
    if (secret.trim() === '') continue;
    const isArgument = given.some((text) => text.includes(secret));
    const holding = literals.find(
      ({ text }) =>
        (secret.length >= MIN_LENGTH && text.includes(secret)) ||
        (!isArgument && (text === secret || (text.length >= MIN_PART_LENGTH && secret.includes(text)))),
    );
    if (holding) return lineAt(source, holding.at);
    const at = secret.length >= MIN_LENGTH ? source.indexOf(secret) : -1;
    if (at >= 0) return lineAt(source, at);
  }
  return undefined;
}

/** What is escaped begins none: so one that is not closed is looked for once, whatever the script is. */
const LITERAL = /\\[\s\S]|(["'`])((?:\\[\s\S]|(?!\1)[^\\])*)\1|\b\d+\b/g;

function readLiterals(source: string): Literal[] {
  return [...source.matchAll(LITERAL)].flatMap(({ 0: whole, 1: quote, 2: body = '', index: at }) => {
    if (quote === undefined) return whole.startsWith('\\') ? [] : [{ text: whole, at }];
    const parts = quote === '`' ? body.split(/\$\{[^}]*\}/) : [body];
    return parts.map((part) => ({ text: unescapeText(part), at }));
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

const unescapeText = (text: string): string =>
  text.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|([\s\S]))/gi,
    (_, braced?: string, four?: string, two?: string, lineEnd?: string, letter = '') => {
      const code = Number.parseInt(braced ?? four ?? two ?? '', 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      return lineEnd === undefined ? (ESCAPES[letter] ?? letter) : '';
    },
  );

const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length;

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* textsIn(one);
}
