import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { looksLikeFields } from '../../search/targets/parseFields.ts';
import type { Session } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../defineTool.ts';
import { isPlace, parsePlace } from '../parsePlace.ts';
import { readSecretText, secretTextCli, secretTextFields } from '../secretText.ts';
import { withOrderHint } from '../withOrderHint.ts';
import { ELEMENT_VALUE_NAME, elementField, settleField, timingFlags } from './sharedFields.ts';

const index = elementField;
const place = z.string().max(40).optional();

/** What every action takes beside its own input. */
const commonFields = {
  timeoutMs: z
    .int()
    .min(1)
    .max(600_000)
    .optional()
    .describe(
      'Milliseconds that the element may take to be ready; default 5000, less on a page that is still',
    ),
  ...settleField,
  maxTokens: z.int().min(1).default(400).describe('Upper bound for the report of changes, in tokens'),
  quiet: z.boolean().default(false).describe('Of another page, only its title and URL'),
};

type CommonInput = z.output<z.ZodObject<typeof commonFields>>;

interface ActionDefinition<Shape extends z.ZodRawShape>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'brief' | 'effects' | 'cli'> {
  fields: Shape;
  run(
    session: Session,
    input: z.output<z.ZodObject<Shape>>,
    options: CommonInput & { signal: AbortSignal },
    context: ToolContext,
  ): Promise<ToolResult>;
}

/** An action: its own fields, and those that all actions take, which only the command line offers. */
function defineAction<Shape extends z.ZodRawShape>({
  fields,
  cli,
  run,
  ...about
}: ActionDefinition<Shape>): Tool {
  const { flags = {}, valueNames = {}, cliOnly = [] } = cli;
  return defineTool({
    ...about,
    input: z.object({ ...fields, ...commonFields }),
    readOnly: false,
    cli: {
      ...cli,
      flags: { ...flags, ...timingFlags },
      valueNames: { index: ELEMENT_VALUE_NAME, timeoutMs: 'MS', settleMs: 'MS', ...valueNames },
      cliOnly: [...cliOnly, ...Object.keys(commonFields)],
    },
    async handler(context, input) {
      const { timeoutMs, settleMs, maxTokens, quiet, ...ownInput } = input as CommonInput &
        Record<string, unknown>;
      const session = context.session();
      context.progress(about.title.toLowerCase());
      const timeout = timeoutMs === undefined ? {} : { timeoutMs };
      const options = { ...timeout, settleMs, maxTokens, quiet, signal: context.signal };
      const result = await run(session, ownInput as z.output<z.ZodObject<Shape>>, options, context);
      const { text, data, failure } = result;
      return { text, data, ...(failure && { failure }) };
    },
  });
}

const MODIFIER_KEYS = ['Alt', 'Control', 'Meta', 'Shift'] as const;

export const click = defineAction({
  name: 'click',
  title: 'Click',
  description: 'Click an element. Answers what changed.',
  brief: { description: 'Click an element.', fields: ['index', 'double'] },
  effects: { destructive: true },
  fields: {
    index,
    button: z.enum(['left', 'right', 'middle']).default('left').describe('Mouse button'),
    double: z.boolean().default(false).describe('Double click'),
    modifiers: z.array(z.enum(MODIFIER_KEYS)).default([]).describe('Keys held down'),
    at: place.describe('Place in it, CSS pixels: 120,80'),
  },
  cli: {
    command: 'click',
    positionals: ['index'],
    valueNames: { modifiers: 'KEY', at: 'X,Y' },
    flags: { modifiers: 'modifier' },
  },
  run: (session, { index, button, double, modifiers, at }, options) => {
    const position = at === undefined ? {} : { position: parsePlace(at) };
    return session.click(index, { ...options, ...position, button, clickCount: double ? 2 : 1, modifiers });
  },
});

const asSecret = (secret: string | undefined): { secret?: true } =>
  secret === undefined ? {} : { secret: true };

const SECRET_NOTE =
  'A secret: `sightline fill Password --secret-env PASSWORD`, or piped in with --secret-stdin.';

export const fill = defineAction({
  name: 'fill',
  title: 'Fill a field',
  description:
    'Set the value of a field (date as 2026-11-22, time as 09:30), or with fields those of a form. It is read back.',
  brief: {
    description:
      'Set a field (date as 2026-11-22, time as 09:30), or many: {"First name": "Ann", "Terms": "yes"}.',
    fields: ['index', 'text', 'fields'],
  },
  effects: { idempotent: true },
  fields: {
    index: index.optional(),
    text: z.string().max(100_000).optional().describe('The value; empty to clear'),
    fields: z.record(z.string(), z.string()).optional().describe('Values by label'),
    ...secretTextFields,
  },
  cli: {
    command: 'fill',
    positionals: ['index', 'text'],
    flags: { fields: 'field' },
    cliOnly: secretTextCli.cliOnly,
    valueNames: { fields: 'LABEL=VALUE', ...secretTextCli.valueNames },
    notes: `Many at once: \`fill "First name=Ann; Email=ann@x.org; Terms=yes"\`.\n${SECRET_NOTE}`,
  },
  run: async (session, { index, fields, ...given }, options, context) => {
    const secret = readSecretText(given, context);
    const text = secret ?? given.text;
    if (secret === undefined && fields && Object.keys(fields).length > 0)
      return session.fillFields(fields, options);
    if (typeof index === 'string' && text === undefined && looksLikeFields(index))
      return session.fillFields(index, options);
    if (index !== undefined && text !== undefined)
      return withOrderHint(session.fill(index, text, { ...options, ...asSecret(secret) }), session, {
        command: 'fill',
        element: index,
        text,
      });
    throw new SightlineError('invalid_argument', 'fill takes an element and a text, or fields with values.', {
      hint: 'Write `fill ELEMENT TEXT` or `fill "First name=Ann; Email=ann@x.org"`.',
    });
  },
});

/** One field at a time, for an agent that must know which text is a secret. */
export const fillField = defineAction({
  name: 'fill',
  title: 'Fill a field',
  description: 'Set the value of a field (date as 2026-11-22, time as 09:30). It is read back.',
  brief: { description: 'Set a field (date as 2026-11-22, time as 09:30).', fields: ['index', 'text'] },
  effects: { idempotent: true },
  fields: { index, text: z.string().max(100_000).describe('The value; empty to clear') },
  cli: { command: 'fill', positionals: ['index', 'text'] },
  run: (session, { index, text }, options) => session.fill(index, text, options),
});

const typing = {
  name: 'type_text',
  title: 'Type into a field',
  description: 'Type key by key, for fields that react to keys. Otherwise fill is faster.',
  brief: { description: 'Type key by key, where fill does not do.', fields: ['index', 'text', 'append'] },
  effects: { destructive: true },
};
const append = z.boolean().default(false).describe('Keep what is there');

export const typeText = defineAction({
  ...typing,
  fields: {
    index: index.optional(),
    text: z.string().max(10_000).optional().describe('Without an element, typed where the focus is'),
    append,
    ...secretTextFields,
  },
  cli: {
    command: 'type',
    positionals: ['index', 'text'],
    ...secretTextCli,
    notes: `Into what has the focus: \`type "TEXT"\`.\n${SECRET_NOTE}`,
  },
  run: async (session, { index, append, ...given }, options, context) => {
    const secret = readSecretText(given, context);
    const text = secret ?? given.text;
    if (index === undefined || text === undefined) {
      const only = text ?? index;
      if (only !== undefined) return session.typeAtFocus(String(only), { ...options, ...asSecret(secret) });
      throw new SightlineError('invalid_argument', 'type takes an element and a text, or a text alone.', {
        hint: 'Write `type ELEMENT TEXT`, or `type TEXT` for what has the focus.',
      });
    }
    const typed = session.type(index, text, { ...options, clear: !append, ...asSecret(secret) });
    return withOrderHint(typed, session, { command: 'type', element: index, text });
  },
});

/** Into a named field only, for an agent that must know which text is a secret. */
export const typeIntoField = defineAction({
  ...typing,
  fields: { index, text: z.string().max(10_000).describe('What to type'), append },
  cli: { command: 'type', positionals: ['index', 'text'] },
  run: (session, { index, text, append }, options) =>
    session.type(index, text, { ...options, clear: !append }),
});

export const selectOption = defineAction({
  name: 'select_option',
  title: 'Choose an option',
  description: 'Choose in a select, listbox, combobox or menu button.',
  brief: {
    description: 'Choose options by label; also in a listbox, combobox or menu button.',
    fields: ['index', 'options'],
  },
  effects: { idempotent: true },
  fields: { index, options: z.array(z.string().max(1_000)).min(1).max(100).describe('Labels or values') },
  cli: { command: 'select', positionals: ['index', 'options'], valueNames: { options: 'OPTION' } },
  run: (session, { index, options }, how) => session.selectOption(index, options, how),
});

export const check = defineAction({
  name: 'check',
  title: 'Check or uncheck',
  description: 'Bring a checkbox, switch, radio button or toggle into a state.',
  brief: { description: 'Set a checkbox, switch, radio or toggle.', fields: ['index', 'state'] },
  effects: { idempotent: true },
  fields: { index, state: z.enum(['on', 'off']).default('on').describe('The state wanted') },
  cli: { command: 'check', positionals: ['index', 'state'] },
  run: (session, { index, state }, options) =>
    state === 'on' ? session.check(index, options) : session.uncheck(index, options),
});

export const hover = defineAction({
  name: 'hover',
  title: 'Hover over an element',
  description: 'Move the mouse over an element: menus, tooltips.',
  brief: { description: 'Move the mouse over an element (menus, tooltips).', fields: ['index'] },
  effects: { idempotent: true },
  fields: { index },
  cli: { command: 'hover', positionals: ['index'] },
  run: (session, { index }, options) => session.hover(index, options),
});

export const focus = defineAction({
  name: 'focus',
  title: 'Focus an element',
  description: 'Give an element the keyboard focus.',
  effects: { idempotent: true },
  fields: { index },
  cli: { command: 'focus', positionals: ['index'] },
  run: (session, { index }, options) => session.focus(index, options),
});

export const press = defineAction({
  name: 'press',
  title: 'Press keys',
  description: 'Press a key or chord (Enter, ArrowDown, Control+A) on an element, or on what has the focus.',
  brief: {
    description: 'Press a key or chord: Enter, Control+A.',
    fields: ['keys', 'index'],
  },
  effects: { destructive: true },
  fields: { keys: z.string().min(1).max(100).describe('The key or chord'), index: index.optional() },
  cli: { command: 'press', positionals: ['keys', 'index'] },
  run: (session, { keys, index }, options) => session.press(keys, index, options),
});

export const scroll = defineAction({
  name: 'scroll',
  title: 'Scroll',
  description: 'Scroll the page, or what scrolls around index; or bring to into view.',
  brief: { description: 'Scroll the page; or bring element "to" into view.', fields: ['direction', 'to'] },
  fields: {
    direction: z.enum(['down', 'up', 'left', 'right']).default('down').describe('Which way'),
    pixels: z.int().min(1).max(1_000_000).optional().describe('How far; default: most of what shows'),
    index: index.optional().describe('Element in what is to scroll'),
    to: index.optional().describe('Element to bring into view'),
    at: place.describe('With index: turn the wheel here in it, x,y'),
  },
  cli: {
    command: 'scroll',
    positionals: ['direction'],
    flags: { index: 'in' },
    valueNames: { to: ELEMENT_VALUE_NAME, at: 'X,Y' },
    cliOnly: ['at'],
  },
  run: (session, { direction, pixels, index, to, at }, options) => {
    if (to !== undefined) return session.scrollTo(to, options);
    const place = at === undefined ? {} : { position: parsePlace(at) };
    const target = index === undefined ? {} : { target: index };
    return session.scroll({ ...options, direction, ...(pixels && { pixels }), ...target, ...place });
  },
});

export const drag = defineAction({
  name: 'drag',
  title: 'Drag',
  description: 'Drag an element onto another one, or by CSS pixels.',
  brief: { description: 'Drag an element onto another one.', fields: ['index', 'to', 'x', 'y'] },
  effects: { destructive: true },
  fields: {
    index,
    to: index.optional().describe('Element to drop it on, or x,y in it'),
    at: place.describe('x,y in the element to drop it on, from its top left corner'),
    from: place.describe('x,y in it to begin at'),
    x: z.int().default(0).describe('Pixels to the right, without to'),
    y: z.int().default(0).describe('Pixels down, without to'),
  },
  cli: {
    command: 'drag',
    positionals: ['index', 'to'],
    flags: { to: 'to' },
    secondFlags: { to: 'at' },
    cliOnly: ['at'],
    valueNames: { to: ELEMENT_VALUE_NAME, from: 'X,Y', at: 'X,Y' },
  },
  run: (session, { index, to, from, at, x, y }, options) => {
    const sourcePosition = from === undefined ? {} : { sourcePosition: parsePlace(from) };
    const targetPosition = at === undefined ? {} : { targetPosition: parsePlace(at) };
    const places = { ...options, ...sourcePosition, ...targetPosition };
    if (typeof to !== 'string' || !isPlace(to)) return session.drag(index, to ?? { x, y }, places);
    return session.drag(index, index, { ...places, targetPosition: parsePlace(to) });
  },
});

export const selectText = defineAction({
  name: 'select_text',
  title: 'Select text',
  description: 'Select words of an element.',
  effects: { idempotent: true },
  fields: { index, text: z.string().min(1).max(10_000).describe('The words') },
  cli: {
    command: 'select-text',
    positionals: ['index', 'text'],
    notes: 'To write others in their place: `type ELEMENT "TEXT"`.',
  },
  run: (session, { index, text }, options) => session.selectText(index, text, options),
});

export const uploadFile = defineAction({
  name: 'upload_file',
  title: 'Upload files',
  description: 'Give files to a file field, or to a button or drop zone.',
  effects: { destructive: true },
  fields: { index, files: z.array(z.string().min(1)).min(1).max(100).describe('Paths') },
  brief: { description: 'Give files to a file field.', fields: ['index', 'files'] },
  cli: { command: 'upload', positionals: ['index', 'files'], valueNames: { files: 'FILE' } },
  run: (session, { index, files }, options, { cwd, files: onlyFolder }) => {
    const folder = onlyFolder ?? cwd;
    return session.uploadFile(
      index,
      files.map((file) => resolve(folder, file)),
      { ...options, cwd: folder, roots: onlyFolder === undefined ? [cwd, tmpdir()] : [onlyFolder] },
    );
  },
});
