import * as types from 'css-tree/tokenizer';
import { ident } from 'css-tree/utils';

/** What a selector asks of elements: an attribute's value, a state that follows from one, or a name. */
export interface SelectorTest {
  /** As it is written: `[value^="a"]`, `:checked`, `#a`. */
  text: string;
  /** Of the attribute, in lower case, `*` for one that has no plain name; of the state, with its colon; '' for a name. */
  name: string;
  /** What it says in full: the id, the class, the tag or the name of the attribute. */
  word?: string;
  /** Where it ends in the selector. */
  end: number;
}

export interface ReadSelector {
  tests: SelectorTest[];
  /** The selector without tests in brackets and of states, comments and texts in quotes. */
  bare: string;
  /** What keeps it from being read. */
  error?: string;
}

interface Token {
  type: number;
  text: string;
  start: number;
  end: number;
}

/** States that an option has by its field's value. */
const CHOICE_STATES = ['checked', 'default'];
/** States that a field has by its value, and its form and group with it. */
export const VALUE_STATES: readonly string[] = [
  'valid',
  'invalid',
  'user-valid',
  'user-invalid',
  'in-range',
  'out-of-range',
  'placeholder-shown',
];
const STATES = new Set([...CHOICE_STATES, ...VALUE_STATES]);
/** States that elements have by an attribute around them, or by the value that they hold. */
const PLACED_STATES = new Set(['lang', 'dir']);

const OPENING = new Set([
  types.LeftParenthesis,
  types.LeftSquareBracket,
  types.LeftCurlyBracket,
  types.Function,
  types.Url,
]);
const CLOSING = new Set([types.RightParenthesis, types.RightSquareBracket, types.RightCurlyBracket]);

/** Finds the tests of a selector of CSS, at any depth, as browsers tokenize it (CSS Syntax 3, section 4). */
export function readSelector(selector: string): ReadSelector {
  const tokens = tokensOf(selector);
  const error = unclosed(tokens, selector);
  if (error) return { tests: [], bare: '', error };
  const tests: SelectorTest[] = [];
  let bare = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const next = tokens[at + 1];
    if (token.type === types.LeftSquareBracket) {
      const last = closingOf(tokens, at);
      tests.push(attributeTest(tokens.slice(at, last + 1), selector));
      at = last;
    } else if (token.type === types.Colon && next?.type === types.Ident && STATES.has(nameOf(next))) {
      const text = selector.slice(token.start, next.end);
      tests.push({ text, name: `:${nameOf(next)}`, end: next.end });
      at++;
    } else if (
      token.type === types.Colon &&
      next?.type === types.Function &&
      PLACED_STATES.has(functionOf(next))
    ) {
      const last = tokens[closingOf(tokens, at + 1)] as Token;
      tests.push({
        text: selector.slice(token.start, last.end),
        name: `:${functionOf(next)}`,
        end: last.end,
      });
      at = tokens.indexOf(last);
    } else if (token.type !== types.String && token.type !== types.Comment) {
      const test = wordTest(token, tokens[at - 1]);
      if (test) tests.push(test);
      bare += token.text;
    }
  }
  return { tests, bare };
}

/** `#a`, `.a` or `a`; also what only looks like a tag, as in `:lang(de)`, matches no more for it. */
function wordTest({ type, text, end }: Token, before: Token | undefined): SelectorTest | undefined {
  if (type === types.Hash) return { text, name: 'id', word: ident.decode(text.slice(1)), end };
  if (type !== types.Ident) return undefined;
  const word = ident.decode(text);
  if (before?.text === '.') return { text: `.${text}`, name: 'class', word, end };
  return before?.type === types.Colon ? undefined : { text, name: '', word, end };
}

function tokensOf(selector: string): Token[] {
  const tokens: Token[] = [];
  types.tokenize(selector, (type, start, end) =>
    tokens.push({ type, text: selector.slice(start, end), start, end }),
  );
  return tokens;
}

/** CSS closes at its end what is open: nothing could be added behind that. */
function unclosed(tokens: readonly Token[], selector: string): string | undefined {
  let depth = 0;
  for (const { type, text } of tokens) {
    if (OPENING.has(type) && !text.endsWith(')')) depth++;
    if (CLOSING.has(type)) depth--;
    const isOpenText =
      (type === types.String && !CLOSED_STRING.test(text)) ||
      (type === types.Comment && !/^\/\*[\s\S]*\*\/$/.test(text));
    if (type === types.BadString || type === types.BadUrl || isOpenText) return UNCLOSED;
  }
  return depth === 0 && !selector.endsWith('\\') ? undefined : UNCLOSED;
}

const CLOSED_STRING = /^(["'])(?:\\[\s\S]|(?!\1)[^\\])*\1$/;
const UNCLOSED = 'a bracket or a quotation mark is not closed.';

function closingOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { type, text } = tokens[at] as Token;
    if (OPENING.has(type) && !text.endsWith(')')) depth++;
    if (CLOSING.has(type) && --depth === 0) return at;
  }
  return tokens.length - 1;
}

/** One that asks only whether there is such an attribute asks for its name, but for `selected`, which says what is chosen. */
function attributeTest(tokens: readonly Token[], selector: string): SelectorTest {
  const equals = tokens.findIndex(({ text, type }) => type === types.Delim && text === '=');
  const before = tokens.slice(1, equals < 0 ? tokens.length - 1 : equals);
  const names = before.filter(({ type }) => type === types.Ident).map(nameOf);
  const name = names.length > 0 ? (names.at(-1) as string) : '*';
  const [first, last] = [tokens[0] as Token, tokens.at(-1) as Token];
  const text = selector.slice(first.start, last.end);
  if (equals < 0 && name !== 'selected') return { text, name: '', word: name, end: last.end };
  return { text, name, end: last.end };
}

const functionOf = ({ text }: Token): string => ident.decode(text.slice(0, -1)).toLowerCase();

const nameOf = ({ text }: Token): string => ident.decode(text).toLowerCase();
