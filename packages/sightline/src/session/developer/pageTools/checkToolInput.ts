import { SightlineError } from '../../../snapshot/SightlineError.ts';
import { truncate } from '../../../snapshot/shorten.ts';

/** Issues that are named. */
const MAX_ISSUES = 5;
const MAX_INPUT = 1_000_000;

interface InputIssue {
  path: PropertyKey[];
  message: string;
}

/**
 * Checks the input of a tool of the page by the schema that the page gave. What of the schema cannot be read is left to the page.
 * Throws `invalid_argument`, `too_large`.
 */
export async function checkToolInput(input: unknown, schema: unknown): Promise<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SightlineError('invalid_argument', 'The input of a page tool is an object.', {
      hint: 'Give it as {"query":"lamp"}, by the fields that the tool names.',
    });
  if (JSON.stringify(input).length > MAX_INPUT)
    throw new SightlineError(
      'too_large',
      `The input of a page tool is at most ${MAX_INPUT} characters long.`,
    );
  const issues = await findIssues(input, schema);
  if (issues.length === 0) return input as Record<string, unknown>;
  const named = issues.slice(0, MAX_ISSUES).map(issueText);
  throw new SightlineError(
    'invalid_argument',
    `The page tool does not take this input: ${named.join('; ')}.`,
    {
      hint: 'Its fields are in the list of page tools.',
    },
  );
}

/** Loaded when it is needed. */
async function findIssues(input: unknown, schema: unknown): Promise<InputIssue[]> {
  if (typeof schema !== 'object' || schema === null) return [];
  try {
    const { z } = await import('zod');
    const checked = z.fromJSONSchema(withoutPatterns(schema)).safeParse(input);
    return checked.success ? [] : checked.error.issues;
  } catch {
    return [];
  }
}

/** A pattern of the page's could keep us busy for ever. */
const withoutPatterns = (schema: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'pattern' && typeof value === 'string' ? undefined : value,
  );

const issueText = ({ path, message }: InputIssue): string =>
  truncate(`${path.length > 0 ? `${path.map(String).join('.')}: ` : ''}${message}`, 200);
