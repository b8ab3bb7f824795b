import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { SightlineError } from '../model/SightlineError.ts';
import { defineTool } from './defineTool.ts';

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a screenshot',
  description: 'Save a PNG of the current page. Secrets are painted over.',
  input: z.object({
    fullPage: z.boolean().default(false).describe('The whole page, not only what is in view'),
    output: z
      .string()
      .min(1)
      .optional()
      .describe('File to write, ending in .png; default: a new temporary file'),
    timeoutMs: z.int().min(1).default(10_000).describe('Milliseconds that it may take'),
  }),
  readOnly: true,
  cli: {
    command: 'screenshot',
    flags: { timeoutMs: 'timeout' },
    short: { output: 'o' },
    values: { output: 'FILE', timeoutMs: 'MS' },
    only: ['output', 'timeoutMs'],
    notes:
      'Painted over: fields that hold secrets, also empty ones; text that repeats what\n' +
      'they hold; frames that cannot be read.',
  },
  async handler(context, { output, ...options }) {
    const path = output === undefined ? temporaryFile() : pngFile(output, context.cwd);
    const session = context.session();
    context.progress('taking the screenshot');
    const { image, width, height } = await session.screenshot({ ...options, path });
    const text = `saved ${path} (${width} x ${height}, ${Math.ceil(image.length / 1024)} KB)`;
    return { text, data: { path, width, height, bytes: image.length } };
  },
});

/** In a folder of its own, which others on this machine cannot have made before. */
const temporaryFile = (): string =>
  join(tmpdir(), `sightline-${randomBytes(8).toString('hex')}`, 'screenshot.png');

function pngFile(output: string, cwd: string): string {
  if (/\.png$/i.test(output)) return resolve(cwd, output);
  throw new SightlineError('invalid_argument', `A screenshot is a PNG: ${output} does not end in .png.`, {
    hint: 'Name a .png file.',
  });
}
