import { withinBoundary } from '../tools/boundary.ts';

/** The parts of the message that shows a model where it stands. */
export interface State {
  /** Task, steps so far, notes. */
  past: string;
  /** What the tools answered, as far as it is still of use; '' where there is nothing. */
  answers: string;
  /** The page as it is told at this step. */
  page: string;
  /** Hints, and which step it is. */
  now: string;
  /** Name of the boundary, of a message that was written before. Default: a new one. */
  boundary?: string | undefined;
}

/** Tokens (o200k) of the lines between the parts, at most. */
export const AROUND = 40;

/** What comes from the page stands within a boundary: it cannot end it, and so cannot speak as the task or a hint. */
export function writeState({ past, answers, page, now, boundary }: State): string {
  const shown = [answers && `Answers:\n${answers}`, `Page now:\n${page}`].filter(Boolean).join('\n\n');
  return [past, withinBoundary({ page: shown }, boundary), now].join('\n\n');
}

const STATE = /^(.*?)\n\n<page-([0-9a-f]+)>\n(?:Answers:\n(.*?)\n\n)?Page now:\n(.*)\n<\/page-\2>\n\n(.*)$/s;

/** Takes a message apart again; undefined for a text that `writeState` did not write. */
export function readState(text: string): State | undefined {
  const [, past, boundary, answers = '', page, now] = STATE.exec(text) ?? [];
  return past === undefined || page === undefined || now === undefined
    ? undefined
    : { past, answers, page, now, boundary };
}
