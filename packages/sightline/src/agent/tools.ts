import { jsonSchema, type ToolSet, tool } from 'ai';
import { SightlineError } from '../model/SightlineError.ts';
import type { Session } from '../session/Session.ts';
import { withinBoundary } from '../tools/boundary.ts';
import { runTool } from '../tools/runTool.ts';
import { contextOf } from './contextOf.ts';
import { menuOf } from './menu.ts';
import type { QueryMode } from './settings.ts';

export interface ToolSetOptions {
  /** Which tools: those of an agent in that mode, and `look`. Default `hybrid`. */
  queryMode?: QueryMode;
  /** Most tokens of an answer, where the tool knows a bound. Default 2,000. */
  maxTokens?: number;
}

/** The tools of a session for the AI SDK: for a loop of your own. A tool answers errors as text, and never throws at a model. */
export function tools(
  session: Session,
  { queryMode = 'hybrid', maxTokens = 2_000 }: ToolSetOptions = {},
): ToolSet {
  const menu = menuOf({ queryMode, folds: true, looks: true });
  return Object.fromEntries(
    [...menu.values()].map(({ tool: one, definition }) => {
      const bounds = 'maxTokens' in one.input.shape ? { maxTokens } : {};
      const execute = async (
        input: unknown,
        { abortSignal }: { abortSignal?: AbortSignal },
      ): Promise<string> => {
        const signal = abortSignal ?? new AbortController().signal;
        try {
          const given = checked(input, definition.schema);
          const { text, notices = [] } = await runTool(one, contextOf(session, signal), {
            ...bounds,
            ...given,
          });
          return withinBoundary({ page: text, notes: notices.join('\n') });
        } catch (error) {
          if (!(error instanceof SightlineError) || signal.aborted) throw error;
          return withinBoundary({ error: `${error.message} ${error.hint}`.trim() });
        }
      };
      return [
        one.name,
        tool({ description: one.description, inputSchema: jsonSchema(definition.schema), execute }),
      ];
    }),
  );
}

/** What a model may say of a tool, and nothing that only a person at a terminal may. @throws SightlineError `invalid_argument` */
function checked(input: unknown, { properties = {} }: { properties?: object }): object {
  const other = Object.keys(input as object).find((key) => !(key in properties));
  if (other === undefined) return input as object;
  throw new SightlineError('invalid_argument', `There is no field ${JSON.stringify(other)}.`, {
    hint: `There are: ${Object.keys(properties).join(', ') || 'none'}.`,
  });
}
