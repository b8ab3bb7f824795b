import { z } from 'zod';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../tools/defineTool.ts';
import { headedField } from '../tools/definitions/open.ts';
import { timeoutField, timeoutFlag } from '../tools/definitions/sharedFields.ts';
import { isSnapshotFile } from '../tools/snapshotFile.ts';
import { isTraceFile } from './isTraceFile.ts';

const inspect = defineTool({
  name: 'inspect',
  title: 'See what a model sees',
  description:
    'Write one HTML file, for people: the picture of the page with its boxes beside the text that models see.',
  input: z.object({
    targets: z
      .array(z.string().min(1))
      .max(2)
      .default([])
      .describe('URL, HTML file, saved snapshot (.json) or trace (.jsonl); two pages are compared'),
    output: z.string().min(1).optional().describe('File to write; default: a new temporary file'),
    serve: z
      .boolean()
      .default(false)
      .describe('Show the page that is open in the session, anew whenever it changes'),
    ...timeoutField,
    ...headedField,
  }),
  readOnly: true,
  cli: {
    command: 'inspect',
    positionals: ['targets'],
    flags: timeoutFlag,
    short: { output: 'o' },
    valueNames: { targets: 'URL|FILE', output: 'FILE', timeoutMs: 'MS' },
    runsIn: ({ targets, serve }, { cwd, hasSessionFlag }) => {
      if (serve) return 'session';
      const targetList = targets as string[];
      if (targetList.length === 0) return 'session';
      if (targetList.every((target) => isSnapshotFile(target, cwd) || isTraceFile(target))) return 'anywhere';
      return hasSessionFlag ? 'start' : 'here';
    },
    notes:
      'Without URL or FILE: the page that is open in the session.\n' +
      'The file opens in any browser, needs no network, and runs nothing of the page.\n' +
      'With --serve: an address on this machine to open in a browser; it is served until\n' +
      'the session is closed. Whoever knows the address sees the page, and can hold back what the\n' +
      'session does (also an agent in it), let it go on step by step, and act in its place.\n' +
      'In its pictures every secret is painted over.',
  },
  async handler(context, input) {
    if (input.serve) return serve(context, input);
    const { collectInspection } = await import('./collectInspection.ts');
    const { writeInspection } = await import('./writeInspection.ts');
    const collected = await collectInspection(context, input);
    context.progress('writing the file');
    return writeInspection(collected, input.output, context.cwd);
  },
});

/**
 * @throws SightlineError `invalid_argument` for targets; `unsupported_page` in a process without a lasting session
 */
async function serve(
  context: ToolContext,
  { targets, output }: { targets: string[]; output?: string },
): Promise<ToolResult> {
  if (targets.length > 0 || output !== undefined)
    throw new SightlineError(
      'invalid_argument',
      '--serve shows the page that is open in the session, and writes no file.',
      {
        hint: 'Open the page with `sightline open URL`, then call `sightline inspect --serve`.',
      },
    );
  const session = context.session();
  const { background } = context;
  if (!background) throw new SightlineError('unsupported_page', 'There is no session here that stays open.');
  const { LiveInspector } = await import('./LiveInspector.ts');
  const { readAssets } = await import('./readAssets.ts');
  context.progress('photographing the page');
  const { url } = await background.keepOpen('inspector', async () =>
    LiveInspector.open({ session, assets: await readAssets() }),
  );
  return { text: url, data: { url } };
}

/** The command `inspect`. */
export const commands: readonly Tool[] = [inspect];
