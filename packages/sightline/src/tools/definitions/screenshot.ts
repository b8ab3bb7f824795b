import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { NumberedPlace } from '../../session/ScreenshotService.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool, type ToolContext } from '../defineTool.ts';
import { writablePath } from '../writablePath.ts';

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a screenshot',
  description: 'Save a PNG of the page or an element. Secrets are painted over.',
  input: z.object({
    fullPage: z.boolean().default(false).describe('The whole page'),
    numbers: z.boolean().default(false).describe('Draw a numbered box around each usable element'),
    element: z.int().min(1).optional().describe('Only this element'),
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
      .describe('File to write, ending in .png; default: a temporary file, removed by close'),
    timeoutMs: z.int().min(1).default(10_000).describe('Milliseconds that it may take'),
  }),
  readOnly: true,
  effects: { writesFile: true },
  structuredFields: ['path', 'width', 'height', 'bytes', 'numbers', 'places'],
  brief: {
    description: 'A picture of the page, or of one element.',
    fields: ['numbers', 'fullPage', 'element'],
  },
  cli: {
    command: 'screenshot',
    positionals: ['output'],
    flags: { timeoutMs: 'timeout', output: 'output' },
    short: { output: 'o' },
    valueNames: { output: 'FILE', timeoutMs: 'MS', element: 'NUMBER', color: 'COLOR' },
    cliOnly: ['output', 'timeoutMs', 'color', 'highlight'],
    notes:
      'Painted over: fields that hold secrets, also empty ones; text that repeats what\n' +
      'they hold; frames that cannot be read; where a style writes or moves such text,\n' +
      'all that it may reach.\n' +
      'Boxes: links blue, buttons red, fields green, checkboxes and radio buttons purple,\n' +
      'choices orange, tabs and menus teal, the rest black.',
  },
  async handler(context, { output: given, element: chosen, ...options }) {
    const { output, element } = readTarget(given, chosen);
    const path = output === undefined ? await newScreenshotPath(context) : screenshotPath(output, context);
    const session = context.session();
    context.progress('taking the screenshot');
    if (element !== undefined && (options.numbers || options.fullPage)) throw conflictingOptions();
    const { image, width, height, numbers, places, note } = await (element === undefined
      ? session.screenshot({ ...options, path })
      : session.screenshotElement(element, { path, timeoutMs: options.timeoutMs }));
    const markedText = options.numbers ? `, ${numbers.length} elements numbered` : '';
    const text = `saved ${path} (${width} x ${height}, ${Math.ceil(image.length / 1024)} KB)${markedText}`;
    const data = { path, width, height, bytes: image.length, numbers, places, ...(note && { note }) };
    const notes = note === undefined ? [] : [`note: ${note}`];
    return { text: [text, ...notes, ...placesText(places)].join('\n'), data };
  },
});

/** `screenshot 12` is of an element. */
function readTarget(
  output: string | undefined,
  element: number | undefined,
): { output?: string | undefined; element: number | undefined } {
  const number = element === undefined ? /^\[?(\d+)\]?$/.exec(output ?? '') : null;
  return number ? { element: Number(number[1]) } : { output, element };
}

/** Numbers whose places are in the text; the data has all. */
const MAX_PLACES = 30;

/** `at x,y, their size: [1] 8,40 90x32; [2] 110,40 24x24`. */
function placesText(places: readonly NumberedPlace[]): string[] {
  if (places.length === 0) return [];
  const shown = places
    .slice(0, MAX_PLACES)
    .map(({ number, x, y, width, height }) => `[${number}] ${x},${y} ${width}x${height}`);
  const more = places.length > MAX_PLACES ? `; ${places.length - MAX_PLACES} more` : '';
  return [`at x,y and of the size: ${shown.join('; ')}${more}`];
}

function conflictingOptions(): SightlineError {
  return new SightlineError(
    'invalid_argument',
    'A picture of one element has no numbers and is no full page.',
    {
      hint: 'Leave out `element`, or the others.',
    },
  );
}

/** In the host's folder of files; else in one that others on this machine cannot have made before, and that goes with the session. */
async function newScreenshotPath({ files, background }: ToolContext): Promise<string> {
  const name = `screenshot-${randomBytes(3).toString('hex')}.png`;
  if (files !== undefined) return join(files, name);
  const openFolder = async (): Promise<TemporaryFolder> => new TemporaryFolder();
  const folder = await (background?.keepOpen('pictures', openFolder) ?? openFolder());
  return join(folder.path, name);
}

class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'sightline-'));

  async close(): Promise<void> {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Where a picture is written. Throws `invalid_argument` for what is no PNG, and as `writablePath` does. */
export function screenshotPath(output: string, context: ToolContext): string {
  if (/\.png$/i.test(output)) return writablePath(output, context);
  throw new SightlineError('invalid_argument', `A screenshot is a PNG: ${output} does not end in .png.`, {
    hint: 'Name a .png file.',
  });
}
