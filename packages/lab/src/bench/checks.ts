import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { shorten } from '../../../sightline/src/internal.ts';
import { regExpSource } from './regExpSource.ts';

const jsonPointer = z.string().regex(/^(\/.*)?$/s, 'is no JSON pointer');

/** How a task is known to be done. */
export const checkSchema = z.union([
  z.strictObject({
    state: jsonPointer,
    equals: z.unknown().refine((value) => value !== undefined, 'is missing'),
  }),
  z.strictObject({ state: jsonPointer, matches: regExpSource }),
  z.strictObject({ state: jsonPointer, length: z.int().min(0) }),
  z.strictObject({ url: regExpSource }),
  z.strictObject({ answer: regExpSource }),
  z.strictObject({ text: regExpSource }),
]);

export type TaskCheck = z.output<typeof checkSchema>;

/** How things stand when a run has ended. */
export interface EndState {
  /** State of the site; undefined for a site that does not report one. */
  state: unknown;
  url: string;
  /** The visible text of the page. */
  text: string;
  answer: string;
}

export interface CheckResult {
  /** `url matches /cart$/`. */
  check: string;
  ok: boolean;
  /** What was found instead, where it failed. */
  found?: string;
}

export function evaluateChecks(checks: readonly TaskCheck[], end: EndState): CheckResult[] {
  return checks.map((taskCheck) => {
    const { description, ok, value } = evaluateCheck(taskCheck, end);
    return { check: description, ok, ...(!ok && { found: shorten(toJson(value), 200) }) };
  });
}

function evaluateCheck(
  taskCheck: TaskCheck,
  end: EndState,
): { description: string; ok: boolean; value: unknown } {
  if (!('state' in taskCheck)) {
    const entries = Object.entries(taskCheck) as ['url' | 'answer' | 'text', string][];
    const [kind, source] = entries[0] ?? (['url', ''] as const);
    return {
      description: `${kind} matches ${source}`,
      ok: new RegExp(source).test(end[kind]),
      value: end[kind],
    };
  }
  const value = valueAt(end.state, taskCheck.state);
  if ('equals' in taskCheck)
    return {
      description: `${taskCheck.state} equals ${toJson(taskCheck.equals)}`,
      ok: isDeepStrictEqual(value, taskCheck.equals),
      value,
    };
  if ('matches' in taskCheck) {
    const isText = typeof value === 'string' || typeof value === 'number';
    const ok = isText && new RegExp(taskCheck.matches).test(String(value));
    return { description: `${taskCheck.state} matches ${taskCheck.matches}`, ok, value };
  }
  const ok = (typeof value === 'string' || Array.isArray(value)) && value.length === taskCheck.length;
  return { description: `${taskCheck.state} has length ${taskCheck.length}`, ok, value };
}

/** By a JSON pointer (RFC 6901); undefined where it finds nothing. */
export function valueAt(state: unknown, path: string): unknown {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string, unknown>)[step]
        : undefined,
    state,
  );
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
