import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { oneLine } from '../../../sightline/src/internal.ts';
import { expression } from './expression.ts';

const pointer = z.string().regex(/^(\/.*)?$/s, 'is no JSON pointer');

/** How a task is known to be done. */
export const check = z.union([
  z.strictObject({
    state: pointer,
    equals: z.unknown().refine((value) => value !== undefined, 'is missing'),
  }),
  z.strictObject({ state: pointer, matches: expression }),
  z.strictObject({ state: pointer, length: z.int().min(0) }),
  z.strictObject({ url: expression }),
  z.strictObject({ answer: expression }),
  z.strictObject({ text: expression }),
]);

export type Check = z.output<typeof check>;

/** How things stand when a run has ended. */
export interface EndState {
  /** What the site holds to be true; undefined for a site that does not tell. */
  state: unknown;
  url: string;
  /** The visible text of the page. */
  text: string;
  answer: string;
}

export interface Verdict {
  /** `url matches /cart$/`. */
  check: string;
  ok: boolean;
  /** What was found instead, where it failed. */
  found?: string;
}

export function judge(checks: readonly Check[], end: EndState): Verdict[] {
  return checks.map((one) => {
    const { told, ok, value } = holds(one, end);
    return { check: told, ok, ...(!ok && { found: oneLine(written(value), 200) }) };
  });
}

function holds(one: Check, end: EndState): { told: string; ok: boolean; value: unknown } {
  if (!('state' in one)) {
    const entries = Object.entries(one) as ['url' | 'answer' | 'text', string][];
    const [kind, source] = entries[0] ?? (['url', ''] as const);
    return { told: `${kind} matches ${source}`, ok: new RegExp(source).test(end[kind]), value: end[kind] };
  }
  const value = valueAt(end.state, one.state);
  if ('equals' in one)
    return {
      told: `${one.state} equals ${written(one.equals)}`,
      ok: isDeepStrictEqual(value, one.equals),
      value,
    };
  if ('matches' in one) {
    const isText = typeof value === 'string' || typeof value === 'number';
    const ok = isText && new RegExp(one.matches).test(String(value));
    return { told: `${one.state} matches ${one.matches}`, ok, value };
  }
  const ok = (typeof value === 'string' || Array.isArray(value)) && value.length === one.length;
  return { told: `${one.state} has length ${one.length}`, ok, value };
}

/** By a JSON pointer (RFC 6901); undefined where it finds nothing. */
export function valueAt(state: unknown, at: string): unknown {
  const steps = at
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

const written = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
