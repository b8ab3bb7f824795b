import { readFileSync } from 'node:fs';
import { parseJsonObject } from '../../snapshot/parseJson.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { OutcomeRecord } from './StepLog.ts';
import { TRACE_VERSION } from './TraceWriter.ts';

/** What a replay needs of a step. */
export interface TracedStep {
  n: number;
  url: string;
  /** What the model was shown of the page. */
  state?: string;
  outcomes: OutcomeRecord[];
}

/** A parsed trace. */
export interface RunTrace {
  task: string;
  /** '' if the trace does not have it. */
  model: string;
  /** How it was run: model, settings. */
  run: Record<string, unknown>;
  steps: TracedStep[];
  /** Undefined if the run was interrupted. */
  end: { success: boolean; reason: string; text: string } | undefined;
}

/** @throws SightlineError `invalid_argument` for a file that is no trace. An incomplete last line is ignored. */
export function readTrace(path: string): RunTrace {
  const records = readLines(path).flatMap<Record<string, unknown>>(
    (line) => (parseJsonObject(line) as Record<string, unknown> | undefined) ?? [],
  );
  const [run] = records;
  if (run?.kind !== 'run') throw invalidTrace(path, 'it does not begin with a run');
  if (run.version !== TRACE_VERSION) throw invalidTrace(path, `it is of version ${String(run.version)}`);
  return {
    task: String(run.task),
    model: String(run.model ?? ''),
    run,
    steps: records.filter(({ kind }) => kind === 'step') as unknown as TracedStep[],
    end: records.find(({ kind }) => kind === 'end') as RunTrace['end'],
  };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    throw invalidTrace(path, 'it cannot be read', error);
  }
}

const invalidTrace = (path: string, reason: string, cause?: unknown): SightlineError =>
  new SightlineError('invalid_argument', `${path} is no trace that can be replayed: ${reason}.`, {
    hint: 'Write one with `sightline agent --trace FILE`.',
    cause,
  });
