import {
  FOUND,
  foundFor,
  readState,
  type Snapshot,
  settle,
  viewPage,
  writeState,
} from '../../../sightline/src/internal.ts';
import type { Example } from './Example.ts';
import { identified } from './gather.ts';
import { sessionOf } from './Pages.ts';

/** How a page may be told otherwise. */
export interface Telling {
  mode: Example['mode'];
  view: 'outline' | 'flat';
  style: 'compact' | 'markup';
}

/** Every telling: those that do not show what is acted on fall out when they are verified. */
export const TELLINGS: readonly Telling[] = [
  { mode: 'off', view: 'flat', style: 'markup' },
  { mode: 'off', view: 'flat', style: 'compact' },
  { mode: 'off', view: 'outline', style: 'compact' },
  { mode: 'hybrid', view: 'flat', style: 'compact' },
  { mode: 'hybrid', view: 'outline', style: 'compact' },
  { mode: 'query', view: 'flat', style: 'compact' },
];

/** Tokens of a page in the modes that bound it. */
const ROOM = 1_200;

/** The same decision, with the page told in another mode, view or style; undefined where that changes nothing. */
export async function restate(
  one: Example,
  snapshot: Snapshot,
  telling: Telling,
): Promise<Example | undefined> {
  const before = readState(one.state);
  if (!before) return undefined;
  const session = await sessionOf(snapshot, one);
  const { mode, view, style } = telling;
  const room = mode === 'off' ? Number.POSITIVE_INFINITY : ROOM;
  const { text } = await viewPage(session, settle({ queryMode: mode, view, style }), room);
  const wasFound = mode !== 'off' && one.state.includes(FOUND);
  const found = wasFound ? await foundFor(session, one.task) : '';
  const page = [text, found].filter(Boolean).join('\n\n');
  const state = writeState({ ...before, page });
  if ((page === before.page && mode === one.mode) || losesAnswer(one, state)) return undefined;
  const numbers = Object.fromEntries(snapshot.documents.map(({ key }) => [key, [] as [number, number][]]));
  for (const { number, document, id } of session.numbered()) numbers[document]?.push([number, id]);
  const change = `told: ${mode} ${view} ${style}`;
  return identified({ ...one, mode, state, numbers, source: { ...one.source, change } });
}

/** An answer that was read from the page must still be there to be read. */
function losesAnswer({ calls, state }: Example, now: string): boolean {
  return calls.some(({ tool, input }) => {
    const answer = tool === 'done' ? String(input.text ?? '') : '';
    return answer !== '' && state.includes(answer) && !now.includes(answer);
  });
}
