/** What a question shows of the page, and what else it says. */
import { type Question, readState } from '../../../../sightline/src/internal.ts';
export interface Shown {
  /** What the tools answered. */
  answers: string;
  /** The page as it is told at this step. */
  page: string;
  /** Both. */
  text: string;
  /** Task, history, notes and hints. */
  rest: string;
}

/** Takes a question apart. */
export function shownIn({ messages }: Pick<Question, 'messages'>): Shown {
  const states = messages
    .filter((message) => message.role === 'user')
    .map(({ text }) => readState(text) ?? { past: text, answers: '', page: '', now: '' });
  const said = messages.filter((message) => message.role === 'assistant');
  const results = messages.flatMap((message) => (message.role === 'results' ? message.results : []));
  const answers = joined([...states.map((state) => state.answers), ...results.map(({ text }) => text)]);
  const page = joined(states.map((state) => state.page));
  const rest = [
    ...states.map(({ past, now }) => `${past}\n${now}`),
    ...said.map(({ text, calls }) => `${text} ${JSON.stringify(calls)}`),
  ];
  return { answers, page, text: `${answers}\n${page}`, rest: rest.join('\n') };
}

const joined = (texts: readonly string[]): string => texts.filter(Boolean).join('\n');
