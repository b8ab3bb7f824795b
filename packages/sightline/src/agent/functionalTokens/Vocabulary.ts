import { type InputField, inputFields } from '../../tools/inputFields.ts';
import type { ToolMenuEntry } from '../tools/toolMenu.ts';

/** A tool in the compact call language: its special token and its fields. */
export interface TokenTool {
  /** `<bu_click>`: a single token of an extended tokenizer. */
  token: string;
  tool: ToolMenuEntry['tool'];
  /** In written order, positional fields first. */
  fields: readonly TokenField[];
}

export interface TokenField extends InputField {
  /** Required fields are positional: written without their name. */
  isPositional: boolean;
  /** Shown to models and allowed by the grammar; the parser accepts every field of the tool. */
  isOffered: boolean;
}

/** Closes a call. */
export const END_TOKEN = '<bu_end>';
/** Prefix of every special token; it occurs nowhere else in a step. */
export const TOKEN_PREFIX = '<bu_';

/**
 * The special tokens of a set of tools (functional tokens, after Octopus v2). A token is named after the tool's
 * command: `query_elements` is `<bu_query>`.
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
