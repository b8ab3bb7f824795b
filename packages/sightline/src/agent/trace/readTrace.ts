import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import { readFileText } from '../../session/files/readFileText.ts';
import { fileErrorReason } from '../../session/files/writePrivateFile.ts';
import { asText, isNestedDeeper, parseJsonObject } from '../../snapshot/parseJson.ts';
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

const descriptor = z.looseObject({
  role: z.string(),
  name: z.string(),
  tag: z.string().optional(),
  landmark: z.string().optional(),
  heading: z.string().optional(),
  item: z.string().optional(),
  nth: z.number().optional(),
  count: z.number().optional(),
});

/** What is read of a step, which anybody may have written; versions before this one wrote less. */
const stepSchema = z.looseObject({
  n: z.number().default(0),
  url: z.string().default(''),
  state: z.string().optional(),
  outcomes: z
    .array(
      z.looseObject({
        kind: z.string().default(''),
        tool: z.string().default(''),
        isSecret: z.boolean().optional(),
        target: descriptor.optional(),
        toTarget: descriptor.optional(),
        error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
        changes: z.array(z.looseObject({})).optional(),
      }),
    )
    .default([]),
});
const endSchema = z.looseObject({
  success: z.boolean().default(false),
  reason: z.string().default(''),
  text: z.string().default(''),
});

/** @throws SightlineError `invalid_argument` for a file that is no trace, or a damaged one. An incomplete last line is ignored. */
export function readTrace(path: string): RunTrace {
  const records = readLines(path).flatMap<Record<string, unknown>>((line) => {
    const record = parseJsonObject(line);
    return record ? [{ ...record }] : [];
  });
  const [run] = records;
  if (run?.kind !== 'run') throw invalidTrace(path, 'it does not begin with a run');
  if (run.version !== TRACE_VERSION)
    throw invalidTrace(path, `it is of version ${typeof run.version === 'number' ? run.version : 'none'}`);
  const read = <T>(schema: z.ZodType<T>, name: string): T[] =>
    records
      .filter(({ kind }) => kind === name)
      .map((record, i) => {
        const { success, data } = schema.safeParse(record);
        if (success) return data;
        throw invalidTrace(path, `its ${name} ${i + 1} is not as a run writes one`);
      });
  return {
    task: asText(run.task),
    model: asText(run.model),
    run,
    steps: read(stepSchema, 'step') as unknown as TracedStep[],
    end: read(endSchema, 'end')[0],
  };
}

const MAX_BYTES = 400_000_000;
/** Of lists and objects in each other. */
const MAX_DEPTH = 500;

function readLines(path: string): string[] {
  let text: string;
  try {
    text = readFileText(path, MAX_BYTES);
  } catch (error) {
    throw invalidTrace(path, `it cannot be read, ${fileErrorReason(error)}`, error);
  }
  const lines = text.split('\n').filter(Boolean);
  if (lines.some((line) => isNestedDeeper(line, MAX_DEPTH)))
    throw invalidTrace(path, 'lists and objects of it stand in each other without end');
  return lines;
}

const invalidTrace = (path: string, reason: string, cause?: unknown): SightlineError =>
  new SightlineError('invalid_argument', `${path} is no trace that can be replayed: ${reason}.`, {
    hint: 'Write one with `sightline agent --trace FILE`.',
    cause,
  });

/** A file of a run, in the folder of its trace. Undefined for any other: a trace may come from elsewhere, with names of and links to files of who reads it. */
export function readRunFile(folder: string, file: string, maxBytes: number): Buffer | undefined {
  try {
    const root = realpathSync(folder);
    const path = join(root, file);
    const stats = statSync(path);
    const below = relative(root, path);
    const isOwn =
      stats.isFile() && realpathSync(path) === path && !/^\.\.(?:[\\/]|$)/.test(below) && !isAbsolute(below);
    return isOwn && stats.size <= maxBytes ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
