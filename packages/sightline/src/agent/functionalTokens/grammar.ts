import { fill, fillField, typeIntoField, typeText } from '../../tools/definitions/actions.ts';
import { tools } from '../../tools/index.ts';
import type { QueryMode } from '../AgentSettings.ts';
import { MAX_ACTIONS } from '../parseModelStep.ts';
import { clickQueryResult, done, fail, note } from '../tools/agentTools.ts';
import { buildToolMenu } from '../tools/toolMenu.ts';
import { isIdentifier } from './encodeStep.ts';
import {
  all,
  any,
  named,
  oneOf,
  optional,
  type RegularGrammar,
  repeat,
  text,
  toGbnf,
  toRegExpSource,
} from './RegularGrammar.ts';
import { END_TOKEN, type TokenField, type TokenTool, Vocabulary } from './Vocabulary.ts';

/** The vocabulary of an agent in a mode, or of all tools. */
export function vocabularyOf(queryMode: QueryMode | 'all'): Vocabulary {
  const agentTools = [done, fail, note, clickQueryResult];
  if (queryMode === 'all')
    return new Vocabulary(
      [...tools, ...agentTools].map((tool) => ({
        tool: tool === fill ? fillField : tool === typeText ? typeIntoField : tool,
      })),
    );
  return new Vocabulary(buildToolMenu({ queryMode, folds: true, extraTools: agentTools }).values());
}

/** Steps in the compact language as GBNF, for llama.cpp and other grammar-constrained decoders. */
export const gbnfOf = (vocabulary: Vocabulary): string => toGbnf(stepGrammar(vocabulary));

/** The same as JSON Schema of a string, for servers that constrain replies to a pattern. */
export const patternSchemaOf = (vocabulary: Vocabulary): { type: 'string'; pattern: string } => ({
  type: 'string',
  pattern: `^${toRegExpSource(stepGrammar(vocabulary))}$`,
});

/** A special token as a trainer needs it. */
export interface SpecialToken {
  token: string;
  /** The tool that it calls; none for the end. */
  tool?: string;
  /** Words whose mean embedding can initialise the token's own. */
  description: string;
  /** Weight of its loss in training: special tokens are rare but decide the action (Octopus v2: more than 1). */
  weight: number;
}

/** Twice the loss of another token. */
const TOKEN_LOSS_WEIGHT = 2;

/** Tokens to add to a tokenizer, one embedding each. */
export const specialTokens = ({ tokenTools }: Vocabulary): SpecialToken[] => [
  ...tokenTools.map(({ token, tool }) => ({
    token,
    tool: tool.name,
    description: tool.brief?.description ?? tool.description,
    weight: TOKEN_LOSS_WEIGHT,
  })),
  { token: END_TOKEN, description: 'End of the call.', weight: TOKEN_LOSS_WEIGHT },
];

function stepGrammar({ tokenTools }: Vocabulary): RegularGrammar {
  const call = named('call', any(...tokenTools.map(callGrammar)));
  // The thinking contains no special token.
  const thought = repeat(
    any(
      oneOf('^<'),
      all(text('<'), any(oneOf('^b<'), all(text('b'), oneOf('^u<')), all(text('bu'), oneOf('^_<')))),
    ),
  );
  return all(named('thought', thought), call, repeat(all(text(' '), call), 0, MAX_ACTIONS - 1));
}

function callGrammar({ token, fields }: TokenTool): RegularGrammar {
  const parts = fields
    .filter(({ isOffered }) => isOffered)
    .map((field) =>
      field.isPositional
        ? all(text(' '), valueGrammar(field))
        : optional(text(` ${field.key}=`), valueGrammar(field)),
    );
  return all(text(token), ...parts, text(` ${END_TOKEN}`));
}

const HEX = oneOf('0-9a-fA-F');
const STRING_CHARACTER = any(
  oneOf('^"\\\\\\x00-\\x1f<'),
  all(text('\\'), any(oneOf('"\\\\/bfnrt'), all(text('u'), HEX, HEX, HEX, HEX))),
);
const TEXT = named('text', all(text('"'), repeat(STRING_CHARACTER), text('"')));
const DIGITS = oneOf('0-9');
const POSITIVE_INTEGER = named('count', all(oneOf('1-9'), repeat(DIGITS, 0, 8)));
const INTEGER = named(
  'integer',
  any(text('0'), all(optional(text('-')), oneOf('1-9'), repeat(DIGITS, 0, 8))),
);
const NUMBER = named(
  'number',
  all(optional(text('-')), any(text('0'), POSITIVE_INTEGER), optional(text('.'), repeat(DIGITS, 1, 6))),
);

function valueGrammar({ kind, choices, minimum = Number.NEGATIVE_INFINITY }: TokenField): RegularGrammar {
  switch (kind) {
    case 'text':
      return TEXT;
    case 'integer':
      return minimum >= 1 ? POSITIVE_INTEGER : INTEGER;
    case 'number':
      return NUMBER;
    case 'element':
      return any(POSITIVE_INTEGER, TEXT);
    case 'boolean':
      return any(text('true'), text('false'));
    case 'choice':
      return any(...choices.map((choice) => text(isIdentifier(choice) ? choice : JSON.stringify(choice))));
    case 'list':
      return named('texts', delimited('[', TEXT, ']'));
    case 'texts by name':
      return named('texts-by-name', delimited('{', all(TEXT, text(':'), TEXT), '}'));
    case 'numbers by name':
      return named('numbers-by-name', delimited('{', all(TEXT, text(':'), NUMBER), '}'));
  }
}

const delimited = (open: string, item: RegularGrammar, close: string): RegularGrammar =>
  all(text(open), optional(item, repeat(all(text(','), item))), text(close));
