import { type Field, fieldsOf } from '../../tools/fieldsOf.ts';
import type { Offer } from '../menu.ts';

/** A tool as one word of the compact language: its special token, and how its input is written. */
export interface Word {
  /** `<bu_click>`: one token of a vocabulary that has been extended by it. */
  token: string;
  tool: Offer['tool'];
  /** In the order in which they are written: first those that stand without their name. */
  fields: readonly WordField[];
}

export interface WordField extends Field {
  /** Required fields stand without their name, in order. */
  isBare: boolean;
  /** Models are told of it: the grammars allow it. The parser takes every field of the tool. */
  isOffered: boolean;
}

/** Ends a call. */
export const END = '<bu_end>';
/** What every special token begins with; it stands nowhere else in a step. */
export const MARK = '<bu_';

/**
 * The special tokens of a set of tools (functional tokens: seed 000 pattern 5, after Octopus v2). The token of a tool
 * is called as its command: `query_elements` is `<bu_query>`.
 */
export class Vocabulary {
  readonly words: readonly Word[];
  readonly #byToken: ReadonlyMap<string, Word>;
  readonly #byTool: ReadonlyMap<string, Word>;

  constructor(offers: Iterable<Pick<Offer, 'tool'> & Partial<Offer>>) {
    this.words = Array.from(offers, wordOf);
    this.#byToken = new Map(this.words.map((word) => [word.token, word]));
    this.#byTool = new Map(this.words.map((word) => [word.tool.name, word]));
  }

  byToken(token: string): Word | undefined {
    return this.#byToken.get(token);
  }

  byTool(name: string): Word | undefined {
    return this.#byTool.get(name);
  }
}

function wordOf({ tool, fields }: Pick<Offer, 'tool'> & Partial<Offer>): Word {
  const all = fieldsOf(tool).map((field) => ({
    ...field,
    isBare: field.required,
    isOffered: fields ? fields.includes(field.key) : !field.cliOnly,
  }));
  return {
    token: `${MARK}${tool.cli.command}>`,
    tool,
    fields: [...all.filter(({ isBare }) => isBare), ...all.filter(({ isBare }) => !isBare)],
  };
}
