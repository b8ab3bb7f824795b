import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SightlineError } from '../../../sightline/src/internal.ts';
import { readSettings, readTrials } from './Ledger.ts';
import { byTask, METRICS, type Metric } from './metrics.ts';
import { bootstrap, holm, type Interval, mean, signFlip } from './statistics.ts';
import type { Trial } from './Trial.ts';

/** The trials of one variant. */
export interface Side {
  name: string;
  suiteHash: string;
  trials: readonly Trial[];
}

/** How B differs from A in one metric, over the tasks that both did. */
export interface Difference {
  metric: Metric;
  a: number;
  b: number;
  /** B - A, a task. */
  difference: number;
  /** 95 %, by a bootstrap over tasks. */
  interval: Interval;
  /** B / A - 1; undefined where A is 0. */
  share: number | undefined;
  /** How likely chance alone makes such a difference, corrected for the number of metrics (Holm). */
  chance: number;
  /** `chance` is below 0.05. */
  real: boolean;
}

export interface Comparison {
  a: string;
  b: string;
  /** Tasks that both did. */
  tasks: number;
  differences: Difference[];
}

/** What is told to be real or not. Input and output are parts of `tokens`, and time is of the machine. */
const COMPARED: readonly Metric[] = ['passed', 'tokens', 'pageTokens', 'steps', 'modelCalls', 'seconds'];

/** Pairs the trials of two variants by task. @throws SightlineError `invalid_argument` where no task is shared */
export function compare(a: Side, b: Side): Comparison {
  if (a.suiteHash !== b.suiteHash)
    throw new SightlineError('invalid_argument', `${a.name} and ${b.name} are of different suites.`, {
      hint: 'Run both with the same version of the same suite.',
    });
  const inB = new Set(b.trials.map(({ task }) => task));
  const shared = new Set(a.trials.map(({ task }) => task).filter((task) => inB.has(task)));
  if (shared.size === 0)
    throw new SightlineError('invalid_argument', `${a.name} and ${b.name} have no task in common.`);
  const raw = COMPARED.map((metric) => differenceIn(metric, a.trials, b.trials, [...shared]));
  const chances = holm(raw.map(({ chance }) => chance));
  const differences = raw.map((one, i) => ({
    ...one,
    chance: chances[i] ?? 1,
    real: (chances[i] ?? 1) < 0.05,
  }));
  return { a: a.name, b: b.name, tasks: shared.size, differences };
}

function differenceIn(
  metric: Metric,
  a: readonly Trial[],
  b: readonly Trial[],
  tasks: readonly string[],
): Omit<Difference, 'real'> {
  const valuesOf = (trials: readonly Trial[]): number[] => {
    const values = byTask(trials, metric);
    return tasks.map((task) => values.get(task) ?? 0);
  };
  const before = valuesOf(a);
  const after = valuesOf(b);
  const unit = metric === 'passed' ? 100 : 1;
  const differences = after.map((value, i) => value - (before[i] ?? 0));
  const [was, is] = [mean(before), mean(after)];
  return {
    metric,
    a: was,
    b: is,
    difference: mean(differences),
    interval: bootstrap(differences),
    share: was === 0 ? undefined : is / was - 1,
    chance: signFlip(differences.map((difference) => difference / unit)),
  };
}

/** `DIR`, or `DIR/VARIANT` where it holds several. @throws SightlineError `invalid_argument` */
export function readSide(path: string): Side {
  const isVariant = !existsSync(join(path, 'bench.json')) && existsSync(join(dirname(path), 'bench.json'));
  const folder = isVariant ? dirname(path) : path;
  const { variants, suiteHash } = readSettings(folder);
  const ids = variants.map(({ id }) => id);
  const id = folder === path && ids.length === 1 ? ids[0] : folder === path ? undefined : basename(path);
  if (id === undefined || !ids.includes(id))
    throw new SightlineError('invalid_argument', `${path} does not say which variant is meant.`, {
      hint: `Name one: ${ids.map((one) => join(folder, one)).join(', ')}.`,
    });
  return { name: path, suiteHash, trials: readTrials(folder).filter(({ variant }) => variant === id) };
}

/** As text, a line a metric, and what it comes to. */
export function writeComparison({ a, b, tasks, differences }: Comparison): string {
  const lines = differences.map(differenceLine);
  return [`A: ${a}`, `B: ${b}`, `${tasks} tasks in common, paired; intervals are 95 %.`, '', ...lines].join(
    '\n',
  );
}

function differenceLine({ metric, a, b, difference, interval, share, chance, real }: Difference): string {
  const { title, unit } = METRICS[metric];
  const write = (value: number): string => `${amount(value)}${unit && ` ${unit}`}`;
  const part = share === undefined || metric === 'passed' ? '' : `, ${signed(share * 100)} %`;
  const verdict = real ? 'real' : difference === 0 ? 'no difference' : 'may be chance';
  return `${title}: ${write(a)} -> ${write(b)} (${signed(difference)}${part}; ${signed(interval.low)} to ${signed(interval.high)}): ${verdict} (p = ${chanceText(chance)})`;
}

/** With as many digits as matter. */
export function amount(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en-US');
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${amount(value)}`;
export const chanceText = (chance: number): string => (chance < 0.001 ? '< 0.001' : chance.toFixed(3));
