import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool, type ToolContext } from '../defineTool.ts';
import { writablePath } from '../writablePath.ts';

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a screenshot',
  description:
    'Save a PNG of the current page, or of one element. With numbers, what can be used is marked with its number. Secrets are painted over.',
  input: z.object({
    fullPage: z.boolean().default(false).describe('The whole page, not only what is in view'),
    numbers: z.boolean().default(false).describe('Draw a box with its number around each usable element'),
    element: z.int().min(1).optional().describe('Only the element of this number, scrolled into view'),
    color: z
      .string()
      .min(1)
      .max(50)
      .optional()
      .describe('One colour for all boxes: red, blue, #rrggbb; default: by role'),
    highlight: z
      .enum(['image', 'page'])
      .default('image')
      .describe('Draw the boxes onto the image, or over the page while it is taken'),
    output: z
      .string()
      .min(1)
      .optional()
      .describe('File to write, ending in .png; default: a new temporary file'),
    timeoutMs: z.int().min(1).default(10_000).describe('Milliseconds that it may take'),
  }),
  readOnly: true,
  structuredFields: ['path', 'width', 'height', 'bytes', 'numbers'],
  brief: {
    description: 'A picture of the page, or of one element.',
    fields: ['numbers', 'fullPage', 'element'],
  },
  cli: {
    command: 'screenshot',
    flags: { timeoutMs: 'timeout' },
    short: { output: 'o' },
    valueNames: { output: 'FILE', timeoutMs: 'MS', element: 'NUMBER', color: 'COLOR' },
    cliOnly: ['output', 'timeoutMs', 'color', 'highlight'],
    notes:
      'Painted over: fields that hold secrets, also empty ones; text that repeats what\n' +
      'they hold; frames that cannot be read.\n' +
      'Boxes: links blue, buttons red, fields green, checkboxes and radio buttons purple,\n' +
      'choices orange, tabs and menus teal, the rest black.',
  },
  async handler(context, { output, element, ...options }) {
    const path = output === undefined ? newScreenshotPath(context) : screenshotPath(output, context);
    const session = context.session();
    context.progress('taking the screenshot');
    if (element !== undefined && (options.numbers || options.fullPage)) throw conflictingOptions();
    const { image, width, height, numbers } = await (element === undefined
      ? session.screenshot({ ...options, path })
      : session.screenshotElement(element, { path, timeoutMs: options.timeoutMs }));
    const markedText = options.numbers ? `, ${numbers.length} elements numbered` : '';
    const text = `saved ${path} (${width} x ${height}, ${Math.ceil(image.length / 1024)} KB)${markedText}`;
    return { text, data: { path, width, height, bytes: image.length, numbers } };
  },
});

function conflictingOptions(): SightlineError {
  return new SightlineError(
    'invalid_argument',
    'A picture of one element has no numbers and is no full page.',
    {
      hint: 'Leave out `element`, or the others.',
    },
  );
}

/** In the host's folder of files; else in one of its own, which others on this machine cannot have made before. */
function newScreenshotPath({ files }: ToolContext): string {
  const name = randomBytes(files === undefined ? 8 : 3).toString('hex');
  return files === undefined
    ? join(tmpdir(), `sightline-${name}`, 'screenshot.png')
    : join(files, `screenshot-${name}.png`);
}

/** Where a picture is written. Throws `invalid_argument` for what is no PNG, and as `writablePath` does. */
export function screenshotPath(output: string, context: ToolContext): string {
  if (/\.png$/i.test(output)) return writablePath(output, context);
  throw new SightlineError('invalid_argument', `A screenshot is a PNG: ${output} does not end in .png.`, {
    hint: 'Name a .png file.',
  });
}
