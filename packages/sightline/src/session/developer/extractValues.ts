import type { TextsByPath, UnreadValue } from '../../search/extract/TextAnswers.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { startOf } from '../../snapshot/shorten.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import type { Target } from '../refs/TargetResolver.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';

/**
 * Reads values in a text of the page, as a model does: answers the words of the text by path (`total`, `orders[0].total` where
 * `orders[].total` is asked for), and leaves out what it does not say.
 */
export type ReadText = (
  request: { values: readonly UnreadValue[]; text: string },
  signal: AbortSignal,
) => Promise<TextsByPath>;

export interface ExtractOptions extends AbortOptions {
  /** Only what is in this element: its number, or words for it. Default: all of the page. */
  within?: Target;
  /** Upper bound for the answer's text, in o200k tokens; its data has all. Default 2,000. */
  maxTokens?: number;
  /**
   * Asked for what the structure of the page does not say, with the text of `within`, else of its `main` landmark: `textReader` of
   * `sightline/agent` makes one of a model. What it answers is taken where the region shows it word for word. Default: nobody is.
   */
  readText?: ReadText;
}

/** A JSON schema, or a schema of zod (4.2 or later). */
export type ExtractSchemaInput = Readonly<Record<string, unknown>> | CheckingSchema;

interface CheckingSchema {
  toJSONSchema(options?: { io: 'input' }): object;
  safeParse(value: unknown): { success: boolean; error?: { message: string } | undefined };
}

/** Characters of a region that are read. */
const MAX_TEXT = 30_000;

export async function extractValues(
  schema: ExtractSchemaInput,
  { within, maxTokens, readText, signal }: ExtractOptions,
  context: SessionContext,
): Promise<SessionResult> {
  const page = await context.capture();
  const scope = within === undefined ? undefined : await context.finder.find(within, page.renderContext());
  const jsonSchema = isChecking(schema) ? jsonSchemaOf(schema) : schema;
  const { values, text } = readText ? page.unread(jsonSchema, scope) : { values: [], text: '' };
  const request = { values, text: startOf(text, MAX_TEXT) };
  const texts =
    readText && values.length > 0
      ? await readText(request, signal ?? new AbortController().signal)
      : undefined;
  const result = page.extract(jsonSchema, { within: scope, maxTokens, texts });
  if (!isChecking(schema)) return result;
  const { success, error } = schema.safeParse(result.data.value);
  if (success) return result;
  throw new SightlineError(
    'not_accepted',
    `What the page shows is not what the schema asks for: ${error?.message}`,
    {
      hint: 'Read it without the schema: extract takes a JSON schema too.',
    },
  );
}

const isChecking = (schema: ExtractSchemaInput): schema is CheckingSchema =>
  typeof schema?.toJSONSchema === 'function' && typeof schema.safeParse === 'function';

/** Throws `invalid_argument` for what JSON schemas do not have, as functions. */
function jsonSchemaOf(schema: CheckingSchema): object {
  try {
    return schema.toJSONSchema({ io: 'input' });
  } catch (error) {
    throw new SightlineError('invalid_argument', 'The schema has a type that no JSON schema has.', {
      hint: 'Take objects, arrays, strings, numbers and booleans; z.iso.date() for days.',
      cause: error,
    });
  }
}
