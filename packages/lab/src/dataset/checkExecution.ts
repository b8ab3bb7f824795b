import {
  contextOf,
  runTool,
  type Session,
  type Snapshot,
  toSightlineError,
} from '../../../sightline/src/internal.ts';
import { MENUS } from './checkFormat.ts';
import { checkLanding, isShown } from './checkLanding.ts';
import type { Example, ExampleCall } from './Example.ts';
import { sessionOf } from './Pages.ts';
import { Rejection } from './Rejection.ts';

/** Whether each call was run again on the stored page, or is taken as the run had it: a stored page cannot travel. */
export type Executed = NonNullable<Example['verified']>['execution'];

/** Asks that need a live page. */
const LIVE = new Set(['query_dom', 'screenshot', 'get_element']);

/**
 * Stage 2: each call is run against the stored page. What is asked must be answered, with an element that is acted on
 * next among what is found; what is done must land on the element that was meant, and that the model had been shown.
 * @throws Rejection
 */
export async function checkExecution(
  one: Example,
  read: (file: string) => Snapshot,
  signal: AbortSignal,
): Promise<Executed> {
  const snapshot = read(one.snapshot);
  checkPage(one, snapshot);
  const place = { one, session: await sessionOf(snapshot, one), signal };
  const { after } = one;
  const next = after && { ...one, ...after, calls: [] };
  const later = next && { one: next, session: await sessionOf(read(next.snapshot), next), signal };
  const executed: Executed = [];
  for (const [at, call] of one.calls.entries()) {
    if (call.error !== undefined) throw new Rejection('execution', 'failed_then', call.error);
    const isLater = one.calls.slice(0, at).some(({ kind }) => kind === 'act');
    executed.push(await execute(call, at, { place, asked: isLater ? later : place }));
  }
  return executed;
}

/** The page is the one that the step was decided on. */
function checkPage({ numbers, calls }: Example, { documents }: Snapshot): void {
  const keys = new Set(documents.map(({ key }) => key));
  const wanted = [...Object.keys(numbers), ...calls.flatMap(({ element }) => element?.document ?? [])];
  if (wanted.some((key) => !keys.has(key)))
    throw new Rejection('execution', 'page_changed', 'The snapshot is of another page than the step.');
}

/** Where a call is run; `asked`: the page that is asked, undefined where none was kept. */
interface Run {
  place: Place;
  asked: Place | undefined;
}

interface Place {
  one: Example;
  session: Session;
  signal: AbortSignal;
}

async function execute(call: ExampleCall, at: number, { place, asked }: Run): Promise<Executed[number]> {
  if (call.kind === 'own' || LIVE.has(call.tool)) return 'trace';
  if (call.kind === 'ask') return asked ? ask(call, asked) : 'trace';
  const { one, session } = place;
  const before = one.calls.slice(0, at).map(({ kind }) => kind);
  const isFoundNow = before.includes('ask');
  return checkLanding(call, { session, state: one.state, isFoundNow, isChanged: before.includes('act') });
}

async function ask({ tool, input }: ExampleCall, { one, session, signal }: Place): Promise<'snapshot'> {
  const { text, data } = await answer(tool, input, { one, session, signal });
  if (isEmpty(text, data)) throw new Rejection('execution', 'empty_answer', `${tool} finds nothing.`);
  if (one.meant.length > 0 && tool !== 'get_page_summary' && !holdsMeant(text, data, one, session))
    throw new Rejection(
      'execution',
      'misses_element',
      `${tool} does not answer the element that is acted on next.`,
    );
  return 'snapshot';
}

async function answer(
  tool: string,
  input: unknown,
  { one, session, signal }: Place,
): Promise<{ text: string; data: Record<string, unknown> }> {
  const offer = MENUS[one.mode].get(tool);
  if (!offer) throw new Error(`${tool} was not checked`);
  try {
    return await runTool(offer.tool, contextOf(session, signal), input);
  } catch (thrown) {
    signal.throwIfAborted();
    throw new Rejection('execution', 'fails_now', `${tool}: ${toSightlineError(thrown).message}`);
  }
}

const isEmpty = (text: string, data: Record<string, unknown>): boolean =>
  text.trim() === '' ||
  [data.elements, data.matches].some((found) => Array.isArray(found) && found.length === 0);

function holdsMeant(
  text: string,
  { elements }: Record<string, unknown>,
  { meant }: Example,
  session: Session,
): boolean {
  const numbers = session
    .numbered()
    .filter(({ document, id }) => meant.some((one) => one.document === document && one.id === id))
    .map(({ number }) => number);
  if (Array.isArray(elements))
    return elements.some(({ index }: { index: number }) => numbers.includes(index));
  return numbers.some((number) => isShown(number, text));
}
