import type { ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import type { OutcomeRecord } from '../../packages/sightline/src/agent/trace/StepLog.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { snapshotOf } from './page.ts';
import { fakeSession } from './tools.ts';

/** What a model was shown last, as text. */
export function shownTo(question: ModelRequest | undefined): string {
  return (question?.messages ?? [])
    .map((message) => ('text' in message ? message.text : message.results.map(({ text }) => text).join('\n')))
    .join('\n');
}

/** The number of the first element in what was shown that a pattern finds: `[12]<button>Save`. */
export function numberIn(question: ModelRequest, pattern: RegExp): number {
  for (const line of shownTo(question).split('\n').toReversed())
    for (const [, number, rest = ''] of line.matchAll(/\[(\d+)\](<[^[]*)/g))
      if (pattern.test(rest)) return Number(number);
  throw new Error(`nothing like ${pattern} was shown:\n${shownTo(question)}`);
}

/** What a trace keeps of a call that was answered. */
export const outcome = (tool: string, input: object, facts: Partial<OutcomeRecord> = {}): OutcomeRecord => ({
  kind: 'act',
  tool,
  input,
  text: '',
  left: false,
  ms: 1,
  ...facts,
});

/** A session over a page of one document, made of what a test gives: no browser. */
export function paperSession(
  given: Partial<Session> = {},
  { url = 'https://shop.test/', title = 'Shop' } = {},
): Session {
  const look = {
    text: `Page: "${title}" (${url})\nLandmarks:\n  MAIN (3 elements)`,
    data: {},
    timing: {},
    snapshot: snapshotOf([], { url, title }),
  };
  return fakeSession({
    look: async () => look,
    lastShown: () => ({ role: 'button', name: 'Save' }),
    isSecret: async () => false,
    redactSecrets: async (texts) => texts,
    onSecret: () => () => undefined,
    setCallStyle: () => 'tools',
    takeNotices: () => [],
    query: async () => ({
      text: 'Found 1 element:\n [7]<button>Save (MAIN)',
      data: { total: 1, elements: [{ index: 7 }] },
    }),
    click: async (number) => ({
      text: `clicked [${number}]<button>Save`,
      data: { otherPage: false },
      targets: [],
    }),
    ...given,
  });
}
