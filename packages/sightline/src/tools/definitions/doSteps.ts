import { z } from 'zod';
import type { SettleSummary } from '../../render/changes/settleSections.ts';
import { looksLikeFields, parseFields } from '../../search/targets/parseFields.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../defineTool.ts';
import { parseSteps, type ToolStep } from '../parseSteps.ts';
import { runTool, toSightlineError } from '../runTool.ts';
import {
  check,
  click,
  drag,
  fill,
  focus,
  hover,
  press,
  scroll,
  selectOption,
  selectText,
  typeText,
  uploadFile,
} from './actions.ts';
import { dialogs } from './dialogs.ts';
import { getElement } from './getElement.ts';
import { back, forward, reload } from './history.ts';
import { look } from './look.ts';
import { open } from './open.ts';
import { getRegion } from './overview.ts';
import { getElementDetails, readTable, searchText } from './pageContent.ts';
import { queryElements } from './queryElements.ts';
import { waitFor } from './waitFor.ts';

const STEP_TOOLS: readonly Tool[] = [
  click,
  fill,
  typeText,
  selectOption,
  check,
  press,
  hover,
  focus,
  scroll,
  drag,
  selectText,
  uploadFile,
  waitFor,
  open,
  back,
  forward,
  reload,
  dialogs,
  look,
  queryElements,
  getRegion,
  readTable,
  searchText,
  getElementDetails,
  getElement,
];

export const doSteps = defineTool({
  name: 'do',
  title: 'Do several steps',
  description:
    'Several commands in one call: `fill 3 Ann; check "Terms"; click "Save"`. Stops at the first surprise. ' +
    'Answers what was done and read, and one change for all.',
  input: z.object({
    steps: z.string().min(1).max(20_000).describe('Commands with semicolons'),
    maxTokens: z.int().min(50).default(400).describe('Upper bound for the report of changes, in tokens'),
  }),
  readOnly: false,
  effects: { destructive: true },
  brief: {
    description: 'Several commands at once: `fill 3 Ann; check "Terms"; click "Save"`.',
    fields: ['steps'],
  },
  cli: {
    command: 'do',
    positionals: ['steps'],
    cliOnly: ['maxTokens'],
    notes: 'In quotes, semicolons and line ends are text; \\" is a quote: type "rows[\\"a;b\\"]".',
    runsIn: ({ steps }) => (/^\s*open\s/.test(String(steps)) ? 'start' : 'session'),
  },
  async handler(context, { steps, maxTokens }) {
    const parsed = parseSteps(steps, STEP_TOOLS, context.calls);
    const results: ToolResult[] = [];
    let mark = parsed[0]?.tool === open ? undefined : await context.session().mark();
    let failure: SightlineError | undefined;
    for (const [i, step] of parsed.entries()) {
      const stop = await runStep(step, parsed[i + 1], context, results);
      if (stop) {
        failure = stopError(step, parsed.slice(i + 1), stop);
        break;
      }
      // What is done on a page that was opened is compared with the page as it was opened.
      const opensNext = parsed[i + 1]?.tool === open;
      if (step.tool === open) mark = opensNext ? undefined : await context.session().mark();
    }
    const lines = answerLines(parsed, results);
    if (!mark && results.length === 0 && failure) throw failure;
    const entered = results.flatMap(({ data }) =>
      Array.isArray(data.entered) ? (data.entered as string[]) : [],
    );
    const printed = failure ? '' : textsReadAfterwards(parsed, results);
    const options = { maxTokens, settle: joinSettling(results), entered, printed, quiet: printed !== '' };
    const changes = mark && (await context.session().changesSince(mark, options));
    const isOnlyOpened = parsed[results.length - 1]?.tool === open;
    return {
      text: [...lines, ...(changes && !isOnlyOpened ? [changes.text] : [])].join('\n'),
      data: { done: lines, steps: parsed.length, ...changes?.data },
      ...(failure && { failure }),
    };
  },
});

/** Of an action its line: one change for all follows. Of what only reads the page, and of an `open` at the end, all of it. */
function answerLines(steps: readonly ToolStep[], results: readonly ToolResult[]): string[] {
  return results.map(({ text }, i) => {
    const tool = steps[i]?.tool;
    const isWhole = tool?.readOnly || (tool === open && i === results.length - 1);
    return isWhole ? text : (text.split('\n')[0] ?? '');
  });
}

/** What the steps behind the last action read: the report does not repeat it. */
function textsReadAfterwards(steps: readonly ToolStep[], results: readonly ToolResult[]): string {
  const lastAction = results.findLastIndex((_, i) => !steps[i]?.tool.readOnly);
  return results
    .slice(lastAction + 1)
    .map(({ text }) => text)
    .join('\n');
}

/** Adds the result. Returns why no further step is to follow. */
async function runStep(
  { tool, input }: ToolStep,
  next: ToolStep | undefined,
  context: ToolContext,
  results: ToolResult[],
): Promise<SightlineError | undefined> {
  let result: ToolResult;
  try {
    result = await runTool(tool, context, input);
  } catch (error) {
    return toSightlineError(error);
  }
  results.push(result);
  if (result.failure) return result.failure;
  return next && surpriseOf(result, next);
}

/** What came and went after each step; requests and errors too. */
function joinSettling(results: readonly ToolResult[]): Partial<SettleSummary> {
  const all = <T>(key: string): T[] =>
    results.flatMap(({ data }) => (Array.isArray(data[key]) ? (data[key] as T[]) : []));
  return {
    settled: results.at(-1)?.data.settled !== false,
    transients: all('cameAndWent'),
    requests: { failed: all('requestsFailed') },
    consoleErrors: all('consoleErrors'),
  };
}

function surpriseOf({ data, notices = [] }: ToolResult, next: ToolStep): SightlineError | undefined {
  const events = Array.isArray(data.events) ? (data.events as { kind: string }[]) : [];
  if (events.some(({ kind }) => kind === 'dialog'))
    return new SightlineError('navigated', `A dialog came up. ${notices.join(' ')}`.trim());
  if (data.otherPage === true && !next.isByWords)
    return new SightlineError('navigated', 'It led to another page, where the next number names nothing.');
  return undefined;
}

/** A step without what it types or chooses: that may be a secret. */
function withoutTyped({ text, tool, input }: ToolStep): string {
  const { command } = tool.cli;
  const index = String(input.index ?? '');
  if (tool === selectOption) return `${command} ${index} \u2026`;
  if (tool !== fill && tool !== typeText) return text;
  if (input.text !== undefined) return `${command} ${index} \u2026`;
  if (tool === typeText) return `${command} \u2026`;
  const ofIndex = looksLikeFields(index) ? parseFields(index).map(({ field }) => field) : [];
  const names = input.fields ? Object.keys(input.fields) : ofIndex;
  return `${command} ${names.map((name) => `${name}=\u2026`).join('; ') || index}`;
}

function stopError(
  step: ToolStep,
  left: readonly ToolStep[],
  { code, message, hint }: SightlineError,
): SightlineError {
  const [first = '', ...candidates] = message.split('\n');
  // A wrong key or file may be a secret, too.
  const shown = code === 'invalid_argument' ? step.tool.cli.command : withoutTyped(step);
  const notDone = left.length > 0 ? ` Not done: ${left.map(withoutTyped).join('; ')}.` : '';
  return new SightlineError(
    code,
    [`Stopped at \`${shown}\`: ${first}${candidates.length > 0 ? '' : notDone}`, ...candidates].join('\n'),
    {
      hint: `${hint}${candidates.length > 0 ? notDone : ''}`.trim(),
    },
  );
}
