import { type InputField, inputFields } from '../../tools/inputFields.ts';
import type { ToolMenuEntry } from '../tools/toolMenu.ts';

/** A tool as one word of the compact language: its special token, and how its input is written. */
export interface TokenTool {
  /** `<bu_click>`: one token of a vocabulary that has been extended by it. */
  token: string;
  tool: ToolMenuEntry['tool'];
  /** In the order in which they are written: first those that stand without their name. */
  fields: readonly TokenField[];
}

export interface TokenField extends InputField {
  /** Required fields stand without their name, in order. */
  isPositional: boolean;
  /** Models are told of it: the grammars allow it. The parser takes every field of the tool. */
  isOffered: boolean;
}

/** Ends a call. */
export const END_TOKEN = '<bu_end>';
/** What every special token begins with; it stands nowhere else in a step. */
export const TOKEN_PREFIX = '<bu_';

/**
 * The special tokens of a set of tools (functional tokens: seed 000 pattern 5, after Octopus v2). The token of a tool
 * is called as its command: `query_elements` is `<bu_query>`.
 */
export class Vocabulary {
  readonly tokenTools: readonly TokenTool[];
  readonly #byToken: ReadonlyMap<string, TokenTool>;
  readonly #byTool: ReadonlyMap<string, TokenTool>;

  constructor(entries: Iterable<Pick<ToolMenuEntry, 'tool'> & Partial<ToolMenuEntry>>) {
    this.tokenTools = Array.from(entries, toTokenTool);
    this.#byToken = new Map(this.tokenTools.map((tokenTool) => [tokenTool.token, tokenTool]));
    this.#byTool = new Map(this.tokenTools.map((tokenTool) => [tokenTool.tool.name, tokenTool]));
  }

  byToken(token: string): TokenTool | undefined {
    return this.#byToken.get(token);
  }

  byTool(name: string): TokenTool | undefined {
    return this.#byTool.get(name);
  }
}

function toTokenTool({ tool, fields }: Pick<ToolMenuEntry, 'tool'> & Partial<ToolMenuEntry>): TokenTool {
  const allFields = inputFields(tool).map((field) => ({
    ...field,
    isPositional: field.required,
    isOffered: fields ? fields.includes(field.key) : !field.cliOnly,
  }));
  return {
    token: `${TOKEN_PREFIX}${tool.cli.command}>`,
    tool,
    fields: [
      ...allFields.filter(({ isPositional }) => isPositional),
      ...allFields.filter(({ isPositional }) => !isPositional),
    ],
  };
}
