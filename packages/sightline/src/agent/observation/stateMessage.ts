import { wrapInBoundary } from '../../tools/contentBoundary.ts';

/** The parts of the state message. */
export interface StateMessage {
  /** Task, steps so far, notes. */
  history: string;
  /** Tool answers that are still useful; '' for none. */
  answers: string;
  /** The page at this step. */
  page: string;
  /** Hints and the step number. */
  footer: string;
  /** Boundary name of an existing message. Default: a new random one. */
  boundary?: string | undefined;
}

/** Upper bound of the tokens (o200k) between the parts. */
export const FRAME_TOKENS = 40;

/** Renders the message. Page content is inside a random boundary, so that it cannot pose as the task or a hint. */
export function renderStateMessage({ history, answers, page, footer, boundary }: StateMessage): string {
  const body = [answers && `Answers:\n${answers}`, `Page now:\n${page}`].filter(Boolean).join('\n\n');
  return [history, wrapInBoundary({ page: body }, boundary), footer].join('\n\n');
}

const STATE_PATTERN =
  /^(.*?)\n\n<page-([0-9a-f]+)>\n(?:Answers:\n(.*?)\n\n)?Page now:\n(.*)\n<\/page-\2>\n\n(.*)$/s;

/** Parses a rendered state message; undefined for any other text. */
export function parseStateMessage(text: string): StateMessage | undefined {
  const [, history, boundary, answers = '', page, footer] = STATE_PATTERN.exec(text) ?? [];
  return history === undefined || page === undefined || footer === undefined
    ? undefined
    : { history, answers, page, footer, boundary };
}
