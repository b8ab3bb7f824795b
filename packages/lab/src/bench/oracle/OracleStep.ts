import { z } from 'zod';
import { regExpSource } from '../regExpSource.ts';

/** One thing that the oracle would do, and how it knows what to do it with. See suites/README.md. */
export const oracleStepSchema = z.strictObject({
  /** What it asks for, in order: a question that misses costs the next one. */
  say: z.array(z.string().min(1)).default([]),
  role: z.string().optional(),
  want: z
    .strictObject({
      name: regExpSource.optional(),
      near: z.string().optional(),
      /** Which of those that fit; 1 is the first. */
      nth: z.int().min(1).optional(),
    })
    .optional(),
  do: z.enum(['click', 'fill', 'select', 'check', 'uncheck', 'press', 'back', 'answer']),
  value: z.string().optional(),
  pattern: regExpSource.optional(),
});

export type OracleStep = z.output<typeof oracleStepSchema>;

/** What the oracle knows of a suite, by task. */
export const oracleFileSchema = z.record(z.string(), z.array(oracleStepSchema));
