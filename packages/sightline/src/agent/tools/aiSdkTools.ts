import { jsonSchema, type ToolSet, tool } from 'ai';
import type { Session } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { wrapInBoundary } from '../../tools/contentBoundary.ts';
import { runTool } from '../../tools/runTool.ts';
import type { QueryMode } from '../AgentSettings.ts';
import { createToolContext } from './createToolContext.ts';
import { buildToolMenu } from './toolMenu.ts';

export interface ToolSetOptions {
  /** Offers the tools of an agent in this mode, and `look`. Default `hybrid`. */
  queryMode?: QueryMode;
  /** Tokens of an answer, for tools that read a page. Default 2,000. */
  maxTokens?: number;
}

/** The tools of a session for the AI SDK, for a loop of your own. Errors are returned as text for the model. */
export function tools(
  session: Session,
  { queryMode = 'hybrid', maxTokens = 2_000 }: ToolSetOptions = {},
): ToolSet {
  const menu = buildToolMenu({ queryMode, folds: true, withLook: true });
  return Object.fromEntries(
    [...menu.values()].map(({ tool: sightlineTool, definition }) => {
      const { shape } = sightlineTool.input;
      // What reports another page, or a change, has a limit of its own.
      const bounds = 'maxTokens' in shape && !('quiet' in shape) ? { maxTokens } : {};
      const execute = async (
        input: unknown,
        { abortSignal }: { abortSignal?: AbortSignal },
      ): Promise<string> => {
        const signal = abortSignal ?? new AbortController().signal;
        try {
          const validInput = validateInput(input, definition.schema);
          const { text, notices = [] } = await runTool(sightlineTool, createToolContext(session, signal), {
            ...bounds,
            ...validInput,
          });
          return wrapInBoundary({ page: text, notes: notices.join('\n') });
        } catch (error) {
          if (!(error instanceof SightlineError) || signal.aborted) throw error;
          return wrapInBoundary({ error: `${error.message} ${error.hint}`.trim() });
        }
      };
      return [
        sightlineTool.name,
        tool({ description: sightlineTool.description, inputSchema: jsonSchema(definition.schema), execute }),
      ];
    }),
  );
}

/** Rejects fields that are offered on the command line only. @throws SightlineError `invalid_argument` */
function validateInput(input: unknown, { properties = {} }: { properties?: object }): object {
  const unknownField = Object.keys(input as object).find((key) => !(key in properties));
  if (unknownField === undefined) return input as object;
  throw new SightlineError('invalid_argument', `There is no field ${JSON.stringify(unknownField)}.`, {
    hint: `There are: ${Object.keys(properties).join(', ') || 'none'}.`,
  });
}
