import { z } from 'zod';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ToolContext } from './defineTool.ts';

/** Ways of the command line to give a text that is not to stand among its arguments, which every user of a machine can read. */
export const secretTextFields = {
  secretEnv: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The text is a secret: the value of this environment variable'),
  secretStdin: z.boolean().default(false).describe('The text is a secret, and comes on standard input'),
};

/** Fields that only the command line offers, with the names of their values. */
export const secretTextCli = {
  cliOnly: Object.keys(secretTextFields),
  valueNames: { secretEnv: 'NAME' },
};

/** What the fields above lead to; undefined where neither is given. Throws `invalid_argument`. */
export function readSecretText(
  { secretEnv, secretStdin, text }: { secretEnv?: string; secretStdin?: boolean; text?: string },
  context: ToolContext,
): string | undefined {
  if (secretEnv === undefined && !secretStdin) return undefined;
  if (text !== undefined || (secretEnv !== undefined && secretStdin))
    throw new SightlineError('invalid_argument', 'The text is given twice.', {
      hint: 'Give it as an argument, by --secret-env, or by --secret-stdin.',
    });
  return secretEnv === undefined ? readStandardInput(context) : readVariable(secretEnv, context);
}

/** Models name no variables of the machine. Throws `invalid_argument` for one that is not set. */
export function readVariable(name: string, { calls, env = {} }: ToolContext): string {
  if (calls !== 'commands') throw commandLineOnlyError();
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value) return value;
  throw new SightlineError('invalid_argument', `The environment variable ${name} is not set, or empty.`, {
    hint: `Export it first: \`export ${name}\`.`,
  });
}

/** Without the line end that `echo` and files close with. */
function readStandardInput({ calls, stdin }: ToolContext): string {
  if (calls !== 'commands') throw commandLineOnlyError();
  const value = stdin?.replace(/\r?\n$/, '');
  if (value) return value;
  throw new SightlineError('invalid_argument', 'Nothing came on standard input.', {
    hint: 'Pipe the secret in: `pass show shop | sightline fill 3 --secret-stdin`.',
  });
}

const commandLineOnlyError = (): SightlineError =>
  new SightlineError(
    'invalid_argument',
    'Only the command line takes texts from variables and standard input.',
    {
      hint: 'Give the text itself.',
    },
  );
