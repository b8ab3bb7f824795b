import { z } from 'zod';
import { NOTHING_CHANGED, type SettleSummary } from '../../render/changes/settleSections.ts';
import { looksLikeFields, parseFields } from '../../search/targets/parseFields.ts';
import type { CallStyle, Session } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { stepUsage } from '../commandUsage.ts';
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
import { consoleTool } from './console.ts';
import { dialogs } from './dialogs.ts';
import { evaluate } from './evaluate.ts';
import { explain } from './explain.ts';
import { getElement } from './getElement.ts';
import { back, forward, reload } from './history.ts';
import { look } from './look.ts';
import { network } from './network.ts';
import { open } from './open.ts';
import { getPageSummary, getRegion, listHeadings } from './overview.ts';
import { getElementDetails, getFullDom, readTable, searchText } from './pageContent.ts';
import { pdf } from './pdf.ts';
import { performanceTool } from './performance.ts';
import { queryDom } from './queryDom.ts';
import { queryElements } from './queryElements.ts';
import { resize } from './resize.ts';
import { screenshot } from './screenshot.ts';
import { tabs } from './tabs.ts';
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
  tabs,
  resize,
  dialogs,
  look,
  getPageSummary,
  listHeadings,
  queryElements,
  getRegion,
  readTable,
  searchText,
  getElementDetails,
  getElement,
  getFullDom,
  queryDom,
  explain,
  screenshot,
];

/** Models are offered these by a profile of their own. */
const DEVELOPER_STEP_TOOLS: readonly Tool[] = [consoleTool, network, performanceTool, evaluate, pdf];

const stepTools = (calls: CallStyle): readonly Tool[] =>
  calls === 'commands' ? [...STEP_TOOLS, ...DEVELOPER_STEP_TOOLS] : STEP_TOOLS;

/** What they print is no text of the page. */
const PRINT_NO_PAGE: readonly Tool[] = [tabs, screenshot, pdf, consoleTool, network, performanceTool];

/** What each step takes, those for developers by name alone. */
const stepUsages = (): string[] => [
  'Steps (ELEMENT: its number, or words):',
  ...STEP_TOOLS.map((tool) => `  ${stepUsage(tool)}`),
  `  ${DEVELOPER_STEP_TOOLS.map(({ cli }) => cli.command).join(', ')}`,
];

export const doSteps = defineTool({
  name: 'do',
  title: 'Do several steps',
  description:
    'Several commands in one call: `fill 3 Ann; check "Terms"; click "Save"`. Stops at the first surprise. ' +
    'Answers what was done and read, and one change for all.',
  input: z.object({
    steps: z.string().min(1).max(20_000).describe('Commands with semicolons'),
    maxTokens: z.int().min(1).default(400).describe('Upper bound for the report of changes, in tokens'),
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
    helpLines: stepUsages(),
    runsIn: ({ steps }) =>
      /^\s*(?:open|goto|go|navigate|visit)\s/.test(String(steps)) ? 'start' : 'session',
  },
  async handler(context, { steps, maxTokens }) {
    const parsed = parseSteps(steps, stepTools(context.calls), context.calls);
    const results: ToolResult[] = [];
    const markBefore = async (at: number): Promise<PageMark | undefined> => {
      if (goesToPage(parsed[at])) return undefined;
      const made = await context.session().mark();
      await numberParts(parsed, at, context);
      return made;
    };
    let mark = await markBefore(0);
    let failure: SightlineError | undefined;
    for (const [i, step] of parsed.entries()) {
      const stop = await runStep(step, parsed[i + 1], context, results);
      if (stop) {
        failure = stopError(step, parsed.slice(i + 1), stop);
        break;
      }
      // What is done on a page that was opened is compared with the page as it was opened.
      if (goesToPage(step)) mark = await markBefore(i + 1);
    }
    const lines = answerLines(parsed, results);
    if (!mark && results.length === 0 && failure) throw failure;
    const entered = results.flatMap(({ data }) =>
      Array.isArray(data.entered) ? (data.entered as string[]) : [],
    );
    const done = parsed.slice(0, results.length);
    const printed = failure ? '' : textsReadAfterwards(done, results);
    const changes =
      mark &&
      (await context.session().changesSince(mark, {
        maxTokens,
        settle: joinSettling(results),
        entered,
        printed,
        isWholePage: looksAtPage(done),
        quiet: printed !== '',
      }));
    const isOnlyOpened = goesToPage(parsed[results.length - 1]);
    const isNoted =
      changes?.text === NOTHING_CHANGED && results.some(({ data }) => data.changeNoted === true);
    return {
      text: [...lines, ...(changes && !isOnlyOpened && !isNoted ? [changes.text] : [])].join('\n'),
      data: { done: lines, steps: parsed.length, ...changes?.data },
      ...(failure && { failure }),
    };
  },
});

type PageMark = Awaited<ReturnType<Session['mark']>>;

/** `MAIN#2`: the second one of the page that was last answered. */
const PART_POSITION = /^[A-Z]+#\d+$/;

/** Has those that steps on this page name by their position mean the same element when an earlier step has taken one away. */
async function numberParts(steps: ToolStep[], from: number, context: ToolContext): Promise<void> {
  for (let i = from; i < steps.length && !goesToPage(steps[i]); i++) {
    const step = steps[i] as ToolStep;
    const input = { ...step.input };
    for (const key of isReading(step) ? [] : ['index', 'to']) {
      const target = input[key];
      if (typeof target !== 'string' || !PART_POSITION.test(target)) continue;
      input[key] = await context
        .session()
        .numberOf(target)
        .catch(() => target);
    }
    steps[i] = { ...step, input };
  }
}

/** Opens a page, or switches to that of another tab. */
const goesToPage = (step: ToolStep | undefined): boolean =>
  step?.tool === open || (step?.tool === tabs && isSwitch(step));

const isSwitch = ({ input }: ToolStep): boolean => input.number !== undefined || input.new === true;

/** Neither does anything nor goes anywhere. */
const isReading = (step: ToolStep): boolean =>
  step.tool.readOnly || (step.tool === tabs && !isSwitch(step) && step.input.close !== true);

/** Of an action its line: one change for all follows. Of what only reads the page, and of an `open` at the end, all of it. */
function answerLines(steps: readonly ToolStep[], results: readonly ToolResult[]): string[] {
  return results.map(({ text }, i) => {
    const step = steps[i];
    const isLast = i === results.length - 1;
    const isWhole = step && (isReading(step) || (isLast && goesToPage(step)));
    return isWhole ? text : (text.split('\n')[0] ?? '');
  });
}

/** Of steps, the first behind the last action: from there on they only read. */
const readsFrom = (steps: readonly ToolStep[]): number => steps.findLastIndex((step) => !isReading(step)) + 1;

/** What the steps behind the last action read: the report does not repeat it. */
function textsReadAfterwards(done: readonly ToolStep[], results: readonly ToolResult[]): string {
  const from = readsFrom(done);
  return results
    .filter((_, i) => i >= from && !PRINT_NO_PAGE.includes(done[i]?.tool as Tool))
    .map(({ text }) => text)
    .join('\n');
}

/** Whether a step behind the last action is a look at the whole page. */
const looksAtPage = (done: readonly ToolStep[]): boolean =>
  done
    .slice(readsFrom(done))
    .some(
      ({ tool, input: { target, view = 'outline' } }) =>
        tool === look && target === undefined && ['outline', 'flat'].includes(String(view)),
    );

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
