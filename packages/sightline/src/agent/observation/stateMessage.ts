import { wrapInBoundary } from '../../tools/contentBoundary.ts';

/** The parts of the message that shows a model where it stands. */
export interface StateMessage {
  /** Task, steps so far, notes. */
  history: string;
  /** What the tools answered, as far as it is still of use; '' where there is nothing. */
  answers: string;
  /** The page as it is told at this step. */
  page: string;
  /** Hints, and which step it is. */
  footer: string;
  /** Name of the boundary, of a message that was written before. Default: a new one. */
  boundary?: string | undefined;
}

/** Tokens (o200k) of the lines between the parts, at most. */
export const FRAME_TOKENS = 40;

/** What comes from the page stands within a boundary: it cannot end it, and so cannot speak as the task or a hint. */
export function renderStateMessage({ history, answers, page, footer, boundary }: StateMessage): string {
  const body = [answers && `Answers:\n${answers}`, `Page now:\n${page}`].filter(Boolean).join('\n\n');
  return [history, wrapInBoundary({ page: body }, boundary), footer].join('\n\n');
}

const STATE_PATTERN =
  /^(.*?)\n\n<page-([0-9a-f]+)>\n(?:Answers:\n(.*?)\n\n)?Page now:\n(.*)\n<\/page-\2>\n\n(.*)$/s;

/** Takes a message apart again; undefined for a text that `writeState` did not write. */
export function parseStateMessage(text: string): StateMessage | undefined {
  const [, history, boundary, answers = '', page, footer] = STATE_PATTERN.exec(text) ?? [];
  return history === undefined || page === undefined || footer === undefined
    ? undefined
    : { history, answers, page, footer, boundary };
}
