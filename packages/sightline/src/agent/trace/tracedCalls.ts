import type { ElementDescriptor } from '../../session/Session.ts';
import type { TracedStep } from './readTrace.ts';
import type { OutcomeRecord } from './StepLog.ts';

/** A traced action as a call of Playwright, or why there is none. */
export type TracedCall = { code: string } | { problem: string };

/** How what was recorded is written as code. */
export interface CallWriter {
  /** What was typed into an element, or chosen in it. */
  value(value: string, target: ElementDescriptor | undefined, isSecret: boolean): string;
  /** The name of an element. */
  name(name: string): string;
  /** The options of `getByRole` that ask for that name. */
  named(name: string): string;
  address(url: string): string;
}

type Input = Record<string, unknown>;
type WriteValue = (value: unknown) => string;

/** Calls on an element, by the tool. */
const ELEMENT_CALLS: Readonly<
  Record<string, (input: Input, write: WriteValue, writeKeys: WriteValue) => string>
> = {
  click: ({ double, button }) =>
    button && button !== 'left' ? `click({ button: ${literal(button)} })` : double ? 'dblclick()' : 'click()',
  fill: ({ text }, write) => `fill(${write(text)})`,
  type_text: ({ text, append }, write) =>
    append === true ? `pressSequentially(${write(text)})` : `fill(${write(text)})`,
  select_option: ({ options }, write) => `selectOption(${optionsOf(options, write)})`,
  check: ({ state }) => (state === 'off' || state === false ? 'uncheck()' : 'check()'),
  hover: () => 'hover()',
  focus: () => 'focus()',
  press: ({ keys }, _, writeKeys) => `press(${writeKeys(keys)})`,
  scroll: () => 'scrollIntoViewIfNeeded()',
};

const optionsOf = (options: unknown, write: WriteValue): string =>
  Array.isArray(options) ? `[${options.map(write).join(', ')}]` : write(options);

/** Where a run began; '' where that is no web page. */
export const startUrlOf = (steps: readonly TracedStep[]): string =>
  steps.find(({ url }) => /^https?:/.test(url))?.url ?? '';

/** What it did, without what failed. */
export const doneActions = (steps: readonly TracedStep[]): OutcomeRecord[] =>
  steps.flatMap(({ outcomes }) => outcomes).filter(({ kind, error }) => kind === 'act' && !error);

/** Anybody may have written a trace: an object has no text of its own. */
export const inputText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? literal(value) : String(value ?? '');

export function callOf(outcome: OutcomeRecord, writer: CallWriter): TracedCall {
  const { tool, input, target, toTarget, isSecret = false } = outcome;
  const given = (input ?? {}) as Input;
  const write: WriteValue = (value) => writer.value(inputText(value), target, isSecret);
  // Keys are what the action is, but where they are a part of a secret.
  const writeKeys: WriteValue = (keys) => (isSecret ? write(keys) : literal(inputText(keys)));
  if (tool === 'open') return { code: `page.goto(${writer.address(inputText(given.url))})` };
  if (tool === 'back') return { code: 'page.goBack()' };
  if (tool === 'forward') return { code: 'page.goForward()' };
  if (tool === 'reload') return { code: 'page.reload()' };
  if (tool === 'press' && given.index === undefined)
    return { code: `page.keyboard.press(${writeKeys(given.keys)})` };
  if (tool === 'type_text' && given.index === undefined)
    return { code: `page.keyboard.type(${write(given.text)})` };
  if (tool === 'scroll' && given.index === undefined)
    return { problem: 'Playwright scrolls to what it uses' };
  // A trace is a file that anybody may have written.
  const elementCall = Object.hasOwn(ELEMENT_CALLS, tool) ? ELEMENT_CALLS[tool] : undefined;
  const call = tool === 'drag' ? dragCall(toTarget, writer) : elementCall?.(given, write, writeKeys);
  if (call === undefined) return { problem: 'Playwright has no call like it' };
  const locator = target && locatorOf(target, writer);
  return locator ? { code: `${locator}.${call}` } : { problem: 'its element has no name to be found by' };
}

function dragCall(toTarget: ElementDescriptor | undefined, writer: CallWriter): string | undefined {
  const onto = toTarget && locatorOf(toTarget, writer);
  return onto && `dragTo(${onto})`;
}

export const literal = (value: unknown): string => JSON.stringify(value);

/** By role and name, of several the one at its place; without a role by its words or its label. */
function locatorOf(
  { role, name, nth = 0, count = 1 }: ElementDescriptor,
  writer: CallWriter,
): string | undefined {
  if (name === '') return undefined;
  const found = role === '' ? byWords(writer.name(name)) : byRole(role, writer.named(name));
  return `${found}${count > 1 ? `.nth(${literal(nth)})` : ''}`;
}

const byWords = (name: string): string =>
  `page.getByText(${name}, { exact: true }).or(page.getByLabel(${name}, { exact: true })).filter({ visible: true })`;

/** `named`: its options as code, without braces. */
export const byRole = (role: string, named: string): string =>
  `page.getByRole(${literal(role)}, { ${named} })`;
