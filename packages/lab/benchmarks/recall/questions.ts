import { readdirSync, readFileSync } from 'node:fs';
import { benchmarkPath } from '../paths.ts';

export const QUESTION_KINDS = ['shared', 'other', 'language'] as const;

/**
 * What a model would ask, and the element it means. `ask` and `keyword_weights` were written from the task, the element
 * was looked up afterwards.
 */
export interface Question {
  /** `<page>/<name>` */
  id: string;
  page: string;
  /** What the user wants, in a sentence. */
  task: string;
  /** What a model passes as `text`. */
  ask: string;
  /** 1 to 100. */
  keyword_weights: Record<string, number>;
  /** A CSS selector that matches the one element meant. */
  element: string;
  /** Selectors of elements that are right too. */
  also?: string[];
  /**
   * `shared`: a word of `ask` is on the element; `other`: none is; `language`: asked in another language than English.
   */
  kind: (typeof QUESTION_KINDS)[number];
  /** The element is in something that is closed when the page is captured. */
  hidden?: boolean;
}

/** A line of a file of questions that is given: with the page as a file of the folder that is given with it. */
interface GivenQuestion extends Omit<Question, 'page'> {
  file: string;
}

/** The questions of one file, and the pages they are about, by the first part of their ids. */
export function readGivenQuestions(path: string): { questions: Question[]; files: Map<string, string> } {
  const lines: GivenQuestion[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const pageOf = ({ id }: GivenQuestion): string => id.slice(0, id.indexOf('/'));
  return {
    questions: lines.map((line) => ({ ...line, page: pageOf(line) })),
    files: new Map(lines.map((line) => [pageOf(line), line.file])),
  };
}

/** One JSON value a line, a file a page. */
export function readQuestions(): Question[] {
  return readdirSync(benchmarkPath('recall/questions'))
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => {
      const page = file.slice(0, -'.jsonl'.length);
      const lines = readFileSync(benchmarkPath('recall/questions', file), 'utf8').trim().split('\n');
      return lines.map((line) => ({ ...JSON.parse(line), page }));
    });
}
