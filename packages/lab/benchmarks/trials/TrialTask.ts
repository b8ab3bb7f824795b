import type { Page } from 'playwright-core';
import type { Site } from '../apps/Application.ts';

/** A goal in a real application, as a person would say it, and how it is judged. */
export interface TrialTask {
  id: string;
  difficulty: 'easy' | 'medium' | 'hard';
  /** Name of the application: `jupyterlab`. */
  application: string;
  /** Where it starts, in the application. */
  path: string;
  goal: string;
  /** `answer`: judged by what was answered, `state`: by what the application then has. */
  kind: 'state' | 'answer';
  /** True when the goal is reached; may throw where it is not. */
  check(site: Site): boolean | Promise<boolean>;
  /** Reaches the goal from a new tab at `path`; returns the answer, if one is asked for. */
  solve: Play;
  /** What looks like the goal and is not. */
  miss: Play;
}

/** Uses the application by Playwright; returns an answer, if one is asked for. */
export type Play = (page: Page, site: Site) => Promise<string | undefined>;

/** The answer holds the pattern, case aside. */
export const answers =
  (pattern: string) =>
  ({ answer }: Site): boolean =>
    new RegExp(pattern, 'i').test(answer);

/** An expression is true in a tab of the application. */
export const shows =
  (expression: string) =>
  async ({ evaluate }: Site): Promise<boolean> =>
    (await evaluate(expression)) === true;

/** A `Play` that answers without looking. */
export const says =
  (answer: string): Play =>
  async () =>
    answer;
