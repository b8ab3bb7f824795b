import type { Session } from '../../../sightline/src/internal.ts';
import type { CheckResult } from './checks.ts';
import type { OracleStep } from './oracle/OracleStep.ts';

export type Difficulty = 'easy' | 'medium' | 'hard' | 'unknown';

/** Tasks to be done, wherever they come from. */
export interface Suite {
  /** `shipped`, `miniwob`, ... */
  name: string;
  /** SHA-256 of everything that a task may turn on: figures of two suites are not compared. */
  hash: string;
  /** SHA-256 of what the oracle knows; none where it knows nothing. */
  oracleHash?: string | undefined;
  tasks: readonly Task[];
  close?(): Promise<void>;
}

export interface Task {
  /** Within the suite. */
  id: string;
  difficulty: Difficulty;
  /** How many elements a person can use on its pages, about; for reports. */
  elements?: number | undefined;
  maxSteps: number;
  /** Why it cannot be run, where that is known before. */
  unsupported?: string | undefined;
  /** Brings the session to where the task begins. `trial` counts from 1, and seeds what is drawn by lot. */
  startEpisode(session: Session, trial: number): Promise<Episode>;
}

/** One try of a task. */
export interface Episode {
  /** All that a model gets to know. */
  goal: string;
  /** What the oracle would do; undefined where no steps are written down. */
  oracle?: readonly OracleStep[] | undefined;
  /** Whether the task is done now; all of them must hold. */
  check(answer: string): Promise<CheckResult[]>;
  close(): Promise<void>;
}
