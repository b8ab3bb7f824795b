import type { FieldNames } from '../snapshot/readOptions.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Model } from './models/Model.ts';

/**
 * How much of the page each message to the model shows. `off`: all of it. `hybrid`: a summary. `query`: title and
 * regions only. In the last two, tools read the rest.
 */
export type QueryMode = (typeof QUERY_MODES)[number];

/** Options of a run, with their defaults. */
export interface AgentSettings {
  /** Default `hybrid`. */
  queryMode?: QueryMode;
  /**
   * View of the page in each message. `flat` (default): a flat list in mode `off`, a summary in `hybrid`.
   * `outline`: by landmark and heading; mode `off` then folds what has not changed since the last step. Mode
   * `query` always shows its own minimal summary.
   */
  view?: 'outline' | 'flat';
  /** Format of elements. Default `markup` in mode `off`, else `compact`. */
  style?: 'compact' | 'markup';
  /**
   * Limit for prompt, tools, state and answers together, in tokens; at least 3,000. Default 4,096 in mode `query`,
   * 8,192 in `hybrid`, none in `off`.
   */
  contextTokens?: number;
  /** Add a screenshot with element numbers to each message. Default false. */
  vision?: boolean;
  /** Ask the model again within a step once its queries are answered. Default false. */
  replan?: boolean;
  /** Offer `click_query_result`, which clicks the nth result of the last query. Default false. */
  clickQueryResult?: boolean;
  /** A second model that plans sub-goals and never sees a page. Default: none. */
  planner?: Model;
  /** Default 30. */
  maxSteps?: number;
  /** Limit for all model calls of the run, input and output tokens. Default: none. */
  maxTokens?: number;
  /** Limit for the whole run, milliseconds. Default: none. */
  timeoutMs?: number;
  /**
   * The run ends with `loop` when the same actions had the same outcome on the same page this many times. Default
   * 4.
   */
  maxRepeats?: number;
  /** The run ends with `invalid_output` after this many invalid answers in a row. Default 3. */
  maxInvalid?: number;
}

/** Settings with every default filled in. */
export type ResolvedSettings = Required<Omit<AgentSettings, 'planner'>> & { planner: Model | undefined };

const DEFAULT_CONTEXT_TOKENS: Readonly<Record<QueryMode, number>> = {
  off: Number.POSITIVE_INFINITY,
  hybrid: 8_192,
  query: 4_096,
};

/** Their names, by which options with others are refused. */
export const SETTINGS_FIELDS: FieldNames<AgentSettings> = {
  queryMode: true,
  view: ['outline', 'flat'],
  style: ['compact', 'markup'],
  contextTokens: 'number',
  vision: true,
  replan: true,
  clickQueryResult: true,
  planner: true,
  maxSteps: 'number',
  maxTokens: 'number',
  timeoutMs: 'number',
  maxRepeats: 'number',
  maxInvalid: 'number',
};

/** @throws SightlineError `invalid_argument` */
export function resolveSettings(settings: AgentSettings): ResolvedSettings {
  const queryMode = parseQueryMode(settings.queryMode ?? 'hybrid');
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

/** A mode whatever its case; `query_only` is `query`. @throws SightlineError `invalid_argument` */
export function parseQueryMode(word: string): QueryMode {
  const name = word.trim().toLowerCase().replaceAll('-', '_');
  const mode = QUERY_MODES.find((one) => one === (QUERY_MODE_ALIASES[name] ?? name));
  if (mode) return mode;
  throw new SightlineError(
    'invalid_argument',
    `There is no query mode ${JSON.stringify(word.slice(0, 100))}.`,
    {
      hint: `There are: ${QUERY_MODES.join(', ')}.`,
    },
  );
}

export const QUERY_MODES = ['off', 'hybrid', 'query'] as const;
export const QUERY_MODE_ALIASES: Readonly<Record<string, QueryMode>> = { query_only: 'query' };

/** Smallest context: prompt and tools alone take about this many tokens. */
const MIN_CONTEXT_TOKENS = 3_000;
