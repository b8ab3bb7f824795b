import {
  createToolContext,
  runTool,
  type Session,
  type Snapshot,
  toSightlineError,
} from '../../../../sightline/src/internal.ts';
import { ExampleRejection } from '../ExampleRejection.ts';
import type { ExampleCall, TrainingExample } from '../TrainingExample.ts';
import { TOOL_MENUS } from './checkFormat.ts';
import { checkTarget, isShown } from './checkTarget.ts';
import { openExampleSession } from './SnapshotReader.ts';

/** Whether each call was run again on the stored page, or is taken as the run had it: a stored page cannot travel. */
export type ExecutionSources = NonNullable<TrainingExample['verified']>['execution'];

/** Asks that need a live page. */
const LIVE_ONLY_TOOLS = new Set(['query_dom', 'screenshot', 'get_element']);

/**
 * Stage 2: each call is run against the stored page. What is asked must be answered, with an element that is acted on
 * next among what is found; what is done must land on the element that was meant, and that the model had been shown.
 * @throws Rejection
 */
export async function checkExecution(
  example: TrainingExample,
  read: (file: string) => Snapshot,
  signal: AbortSignal,
): Promise<ExecutionSources> {
  const snapshot = read(example.snapshot);
  checkPage(example, snapshot);
  const page = { example, session: await openExampleSession(snapshot, example), signal };
  const { after } = example;
  const next = after && { ...example, ...after, calls: [] };
  const laterPage = next && {
    example: next,
    session: await openExampleSession(read(next.snapshot), next),
    signal,
  };
  const sources: ExecutionSources = [];
  for (const [at, call] of example.calls.entries()) {
    if (call.error !== undefined) throw new ExampleRejection('execution', 'failed_then', call.error);
    const isAfterAction = example.calls.slice(0, at).some(({ kind }) => kind === 'act');
    sources.push(await executeCall(call, at, { page, queriedPage: isAfterAction ? laterPage : page }));
  }
  return sources;
}

/** The page is the one that the step was decided on. */
function checkPage({ numbers, calls }: TrainingExample, { documents }: Snapshot): void {
  const keys = new Set(documents.map(({ key }) => key));
  const documentKeys = [...Object.keys(numbers), ...calls.flatMap(({ element }) => element?.document ?? [])];
  if (documentKeys.some((key) => !keys.has(key)))
    throw new ExampleRejection('execution', 'page_changed', 'The snapshot is of another page than the step.');
}

/** Where a call is run; `asked`: the page that is asked, undefined where none was kept. */
interface ExecutionPages {
  page: ExamplePage;
  queriedPage: ExamplePage | undefined;
}

interface ExamplePage {
  example: TrainingExample;
  session: Session;
  signal: AbortSignal;
}

async function executeCall(
  call: ExampleCall,
  at: number,
  { page, queriedPage }: ExecutionPages,
): Promise<ExecutionSources[number]> {
  if (call.kind === 'own' || LIVE_ONLY_TOOLS.has(call.tool)) return 'trace';
  if (call.kind === 'ask') return queriedPage ? checkQuery(call, queriedPage) : 'trace';
  const { example, session } = page;
  const before = example.calls.slice(0, at).map(({ kind }) => kind);
  const isAfterQuery = before.includes('ask');
  return checkTarget(call, {
    session,
    state: example.state,
    isAfterQuery,
    isAfterAction: before.includes('act'),
  });
}

async function checkQuery(
  { tool, input }: ExampleCall,
  { example, session, signal }: ExamplePage,
): Promise<'snapshot'> {
  const { text, data } = await runQuery(tool, input, { example, session, signal });
  if (isEmpty(text, data)) throw new ExampleRejection('execution', 'empty_answer', `${tool} finds nothing.`);
  if (example.meant.length > 0 && tool !== 'get_page_summary' && !containsMeant(text, data, example, session))
    throw new ExampleRejection(
      'execution',
      'misses_element',
      `${tool} does not answer the element that is acted on next.`,
    );
  return 'snapshot';
}

async function runQuery(
  tool: string,
  input: unknown,
  { example, session, signal }: ExamplePage,
): Promise<{ text: string; data: Record<string, unknown> }> {
  const menuEntry = TOOL_MENUS[example.mode].get(tool);
  if (!menuEntry) throw new Error(`${tool} was not checked`);
  try {
    return await runTool(menuEntry.tool, createToolContext(session, signal), input);
  } catch (thrown) {
    signal.throwIfAborted();
    throw new ExampleRejection('execution', 'fails_now', `${tool}: ${toSightlineError(thrown).message}`);
  }
}

const isEmpty = (text: string, data: Record<string, unknown>): boolean =>
  text.trim() === '' ||
  [data.elements, data.matches].some((found) => Array.isArray(found) && found.length === 0);

function containsMeant(
  text: string,
  { elements }: Record<string, unknown>,
  { meant }: TrainingExample,
  session: Session,
): boolean {
  const numbers = session
    .elementRefs()
    .filter(({ document, id }) => meant.some((nodeRef) => nodeRef.document === document && nodeRef.id === id))
    .map(({ number }) => number);
  if (Array.isArray(elements))
    return elements.some(({ index }: { index: number }) => numbers.includes(index));
  return numbers.some((number) => isShown(number, text));
}
