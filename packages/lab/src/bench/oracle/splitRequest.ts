/** What a question shows of the page, and what else it says. */
import { type ModelRequest, parseStateMessage } from '../../../../sightline/src/internal.ts';
export interface RequestParts {
  /** What the tools answered. */
  answers: string;
  /** The page as it is shown at this step. */
  page: string;
  /** Both. */
  text: string;
  /** Task, history, notes and hints. */
  rest: string;
}

/** Takes a question apart. */
export function splitRequest({ messages }: Pick<ModelRequest, 'messages'>): RequestParts {
  const states = messages
    .filter((message) => message.role === 'user')
    .map(({ text }) => parseStateMessage(text) ?? { history: text, answers: '', page: '', footer: '' });
  const assistantMessages = messages.filter((message) => message.role === 'assistant');
  const results = messages.flatMap((message) => (message.role === 'results' ? message.results : []));
  const answers = joinTexts([...states.map((state) => state.answers), ...results.map(({ text }) => text)]);
  const page = joinTexts(states.map((state) => state.page));
  const rest = [
    ...states.map(({ history, footer }) => `${history}\n${footer}`),
    ...assistantMessages.map(({ text, calls }) => `${text} ${JSON.stringify(calls)}`),
  ];
  return { answers, page, text: `${answers}\n${page}`, rest: rest.join('\n') };
}

const joinTexts = (texts: readonly string[]): string => texts.filter(Boolean).join('\n');
