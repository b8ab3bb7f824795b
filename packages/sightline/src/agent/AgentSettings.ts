import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Model } from './models/Model.ts';

/** How the model gets to know the page: all of it at every step; a summary and tools; almost nothing and tools. */
export type QueryMode = 'off' | 'hybrid' | 'query';

/** What a run may be told to do otherwise. */
export interface AgentSettings {
  /** Default `hybrid`. */
  queryMode?: QueryMode;
  /**
   * How the page is told: default `flat` in mode `off` (everything at every step), a summary in `hybrid`. With
   * `outline`, `off` folds what has not changed since the step before. Mode `query` tells its own minimum.
   */
  view?: 'outline' | 'flat';
  /** How elements are written; default `markup` in mode `off`, else `compact`. */
  style?: 'compact' | 'markup';
  /**
   * Tokens that prompt, tools, state and answers may take together. Default 4,096 in mode `query`, 8,192 in
   * `hybrid`, no bound in `off`.
   */
  contextTokens?: number;
  /** A picture of the page, with the numbers of its elements, is part of the state. Default false. */
  vision?: boolean;
  /** The model is asked again within the step, once what it asked of the page is answered. Default false. */
  replan?: boolean;
  /** The model may click the nth result of its last query without knowing its number. Default false. */
  clickQueryResult?: boolean;
  /** Hands sub-goals to the model, and never sees a page. Default: none. */
  planner?: Model;
  /** Default 30. */
  maxSteps?: number;
  /** Of all calls of all models, input and output. Default: no limit. */
  maxTokens?: number;
  /** Milliseconds of the whole run. Default: no limit. */
  timeoutMs?: number;
  /** The same actions with the same outcome on the same page: so many times end the run. Default 4. */
  maxRepeats?: number;
  /** Answers in a row that cannot be understood before the run ends. Default 3. */
  maxInvalid?: number;
}

/** All that is decided. */
export type ResolvedSettings = Required<Omit<AgentSettings, 'planner'>> & { planner: Model | undefined };

const DEFAULT_CONTEXT_TOKENS: Readonly<Record<QueryMode, number>> = {
  off: Number.POSITIVE_INFINITY,
  hybrid: 8_192,
  query: 4_096,
};

/** @throws SightlineError `invalid_argument` */
export function resolveSettings(settings: AgentSettings): ResolvedSettings {
  const { queryMode = 'hybrid' } = settings;
  const contextTokens = settings.contextTokens ?? DEFAULT_CONTEXT_TOKENS[queryMode];
  if (contextTokens < MIN_CONTEXT_TOKENS)
    throw new SightlineError('invalid_argument', `A context of ${contextTokens} tokens is too small.`, {
      hint: `Give ${MIN_CONTEXT_TOKENS} or more.`,
    });
  return {
    queryMode,
    view: settings.view ?? 'flat',
    style: settings.style ?? (queryMode === 'off' ? 'markup' : 'compact'),
    contextTokens,
    vision: settings.vision ?? false,
    replan: settings.replan ?? false,
    clickQueryResult: settings.clickQueryResult ?? false,
    planner: settings.planner,
    maxSteps: settings.maxSteps ?? 30,
    maxTokens: settings.maxTokens ?? Number.POSITIVE_INFINITY,
    timeoutMs: settings.timeoutMs ?? Number.POSITIVE_INFINITY,
    maxRepeats: settings.maxRepeats ?? 4,
    maxInvalid: settings.maxInvalid ?? 3,
  };
}

/** Tokens below which prompt and tools alone leave nothing for a page. */
const MIN_CONTEXT_TOKENS = 3_000;
