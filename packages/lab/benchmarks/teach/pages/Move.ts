import type { OracleStep } from '../../../src/bench/oracle/OracleStep.ts';

/** One thing that a task asks for: how people say it, how the oracle does it, and what it leaves on the page. */
export interface Move {
  /** Imperatives that mean the same, without a full stop. */
  phrases: readonly string[];
  /** More than one where it has to be uncovered first. */
  steps: readonly OracleStep[];
  effect: Effect | readonly Effect[];
}

/** A field that has another value, or an entry in the page's list of what was clicked. */
export type Effect = { field: string; value: string } | { clicked: string } | { nothing: true };

/** A part of a page. */
export interface PageBlock {
  html: string;
  moves: Move[];
}

/** What a task should leave behind, and what it did: as `outcome()` of a page gives it. */
export interface PageOutcome {
  /** Of what counts, in order. */
  clicked: string[];
  /** By field, only of those that are not as they were. */
  changed: Record<string, string>;
}

/** @param moves in the order in which they are to be done */
export function expectedOutcome(moves: readonly Move[]): PageOutcome {
  const outcome: PageOutcome = { clicked: [], changed: {} };
  for (const effect of moves.flatMap((move) => move.effect)) {
    if ('clicked' in effect) outcome.clicked.push(effect.clicked);
    if ('field' in effect) outcome.changed[effect.field] = effect.value;
  }
  return outcome;
}

/** A name as a regular expression that nothing else fits. */
export const exactly = (name: string): string => `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
