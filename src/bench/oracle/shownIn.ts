import type { Question } from '../../agent/Model.ts';

/** What a question shows of the page, and what else it says. */
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

const ANSWERS = '\n\nAnswers:\n';
const PAGE = '\n\nPage now:\n';

/** Takes a question apart, by the heads that `Navigator` and `Memory` write. */
export function shownIn({ messages }: Pick<Question, 'messages'>): Shown {
  const states = messages.filter((message) => message.role === 'user').map(({ text }) => apart(text));
  const said = messages.filter((message) => message.role === 'assistant');
  const results = messages.flatMap((message) => (message.role === 'results' ? message.results : []));
  const answers = [...states.map((state) => state.answers), ...results.map(({ text }) => text)]
    .filter(Boolean)
    .join('\n');
  const page = states
    .map((state) => state.page)
    .filter(Boolean)
    .join('\n');
  const rest = [
    ...states.map((state) => state.rest),
    ...said.map(({ text, calls }) => `${text} ${JSON.stringify(calls)}`),
  ];
  return { answers, page, text: `${answers}\n${page}`, rest: rest.join('\n') };
}

function apart(text: string): Omit<Shown, 'text'> {
  const page = text.indexOf(PAGE);
  if (page < 0) return { answers: '', page: '', rest: text };
  const answers = text.slice(0, page).indexOf(ANSWERS);
  const end = Math.max(text.lastIndexOf('\n\n'), page + PAGE.length);
  return {
    answers: answers < 0 ? '' : text.slice(answers + ANSWERS.length, page),
    page: text.slice(page + PAGE.length, end),
    rest: `${text.slice(0, answers < 0 ? page : answers)}${text.slice(end)}`,
  };
}
