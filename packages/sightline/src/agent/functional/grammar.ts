import { tools } from '../../tools/index.ts';
import { menuOf } from '../menu.ts';
import { clickQueryResult, done, fail, note } from '../ownTools.ts';
import { MOST_ACTIONS } from '../readStep.ts';
import type { QueryMode } from '../settings.ts';
import { isBareWord } from './encode.ts';
import { all, any, many, maybe, named, oneOf, type Regular, text, toGbnf, toPattern } from './Regular.ts';
import { END, Vocabulary, type Word, type WordField } from './Vocabulary.ts';

/** The tools that an agent has in a mode; or every tool that there is. */
export function vocabularyOf(queryMode: QueryMode | 'all'): Vocabulary {
  const own = [done, fail, note, clickQueryResult];
  if (queryMode === 'all') return new Vocabulary([...tools, ...own].map((tool) => ({ tool })));
  return new Vocabulary(menuOf({ queryMode, folds: true, own }).values());
}

/** Steps in the compact language as GBNF, for llama.cpp and whoever else holds a model to a grammar. */
export const gbnfOf = (vocabulary: Vocabulary): string => toGbnf(stepOf(vocabulary));

/** The same as JSON Schema of one text, for servers that hold an answer to a pattern. */
export const patternSchemaOf = (vocabulary: Vocabulary): { type: 'string'; pattern: string } => ({
  type: 'string',
  pattern: `^${toPattern(stepOf(vocabulary))}$`,
});

/** A special token as a trainer needs it. */
export interface SpecialToken {
  token: string;
  /** The tool that it calls; none for the end. */
  tool?: string;
  /** What it does: the mean of the embeddings of these words is where its own may begin. */
  description: string;
  /** Of its loss: special tokens are rare beside all others, and decide what is done (Octopus v2: more than 1). */
  weight: number;
}

/** Twice the loss of another token. */
const WEIGHT = 2;

/** What a tokenizer is extended by: one embedding each. */
export const specialTokens = ({ words }: Vocabulary): SpecialToken[] => [
  ...words.map(({ token, tool }) => ({
    token,
    tool: tool.name,
    description: tool.brief?.description ?? tool.description,
    weight: WEIGHT,
  })),
  { token: END, description: 'End of the call.', weight: WEIGHT },
];

function stepOf({ words }: Vocabulary): Regular {
  const call = named('call', any(...words.map(callOf)));
  // What is thought holds no special token.
  const thought = many(
    any(
      oneOf('^<'),
      all(text('<'), any(oneOf('^b<'), all(text('b'), oneOf('^u<')), all(text('bu'), oneOf('^_<')))),
    ),
  );
  return all(named('thought', thought), call, many(all(text(' '), call), 0, MOST_ACTIONS - 1));
}

function callOf({ token, fields }: Word): Regular {
  const parts = fields
    .filter(({ isOffered }) => isOffered)
    .map((field) =>
      field.isBare ? all(text(' '), valueOf(field)) : maybe(text(` ${field.key}=`), valueOf(field)),
    );
  return all(text(token), ...parts, text(` ${END}`));
}

const HEX = oneOf('0-9a-fA-F');
const SIGN = any(
  oneOf('^"\\\\\\x00-\\x1f<'),
  all(text('\\'), any(oneOf('"\\\\/bfnrt'), all(text('u'), HEX, HEX, HEX, HEX))),
);
const TEXT = named('text', all(text('"'), many(SIGN), text('"')));
const DIGITS = oneOf('0-9');
const COUNT = named('count', all(oneOf('1-9'), many(DIGITS, 0, 8)));
const INTEGER = named('integer', any(text('0'), all(maybe(text('-')), oneOf('1-9'), many(DIGITS, 0, 8))));
const NUMBER = named(
  'number',
  all(maybe(text('-')), any(text('0'), COUNT), maybe(text('.'), many(DIGITS, 1, 6))),
);

function valueOf({ kind, choices, minimum = Number.NEGATIVE_INFINITY }: WordField): Regular {
  switch (kind) {
    case 'text':
      return TEXT;
    case 'integer':
      return minimum >= 1 ? COUNT : INTEGER;
    case 'number':
      return NUMBER;
    case 'element':
      return any(COUNT, TEXT);
    case 'boolean':
      return any(text('true'), text('false'));
    case 'choice':
      return any(...choices.map((choice) => text(isBareWord(choice) ? choice : JSON.stringify(choice))));
    case 'list':
      return named('texts', several('[', TEXT, ']'));
    case 'texts by name':
      return named('texts-by-name', several('{', all(TEXT, text(':'), TEXT), '}'));
    case 'numbers by name':
      return named('numbers-by-name', several('{', all(TEXT, text(':'), NUMBER), '}'));
  }
}

const several = (open: string, item: Regular, close: string): Regular =>
  all(text(open), maybe(item, many(all(text(','), item))), text(close));
