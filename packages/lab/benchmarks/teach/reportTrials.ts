import { quantile, wilsonInterval } from '../../src/bench/report/statistics.ts';
import { writeTable } from '../writeTable.ts';

/** One task that a small model tried. */
export interface SmallTrial {
  /** Model, protocol and grammar. */
  variant: string;
  kind: 'site' | 'miniwob';
  task: string;
  seed: number;
  goal: string;
  /** As the model wrote them. */
  calls: string[];
  /** Why the run ended. */
  reason: string;
  tokens: { input: number; output: number };
  steps: number;
  passed: boolean;
  /** Milliseconds of each decision. */
  latencies: number[];
  /** Milliseconds of processor time of each. */
  processorTimes: number[];
  /** Milliseconds, and those of the processor in Node and the browser, of each step from one decision to the next. */
  wholeSteps: [wall: number, processor: number][];
}

const KINDS = { site: 'sites held out', miniwob: 'MiniWoB++' } as const;

/** Tables of Markdown: by variant and kind, and by task. */
export function reportTrials(trials: readonly SmallTrial[]): string {
  const variants = [...new Set(trials.map(({ variant }) => variant))];
  const groups = variants.flatMap((variant) =>
    (['site', 'miniwob'] as const).map((kind) => ({
      variant,
      kind,
      some: trials.filter((trial) => trial.variant === variant && trial.kind === kind),
    })),
  );
  const rows = groups
    .filter(({ some }) => some.length > 0)
    .map(({ variant, kind, some }) => [variant, KINDS[kind], ...figuresOf(some)]);
  const tasks = [...new Set(trials.map(({ task }) => task))];
  const byTask = tasks.map((task) => [
    task,
    ...variants.map((variant) =>
      passedOf(trials.filter((trial) => trial.task === task && trial.variant === variant)),
    ),
  ]);
  return [
    writeTable(
      [
        'model',
        'tasks',
        'passed',
        '95 %',
        'steps',
        'tokens a step',
        'a decision, s (95 % within)',
        'of a processor',
        'a whole step, s (95 % within)',
        'of a processor',
      ],
      rows,
    ),
    writeTable(['task', ...variants], byTask),
  ].join('\n\n');
}

function figuresOf(trials: readonly SmallTrial[]): string[] {
  const passed = trials.filter((trial) => trial.passed).length;
  const { low, high } = wilsonInterval(passed, trials.length);
  const sum = (of: (trial: SmallTrial) => number): number =>
    trials.reduce((all, trial) => all + of(trial), 0);
  const decisions = sum(({ wholeSteps }) => wholeSteps.length);
  const seconds = (of: (trial: SmallTrial) => number[]): string => {
    const all = trials.flatMap(of);
    const at = (part: number): string => (quantile(all, part) / 1_000).toFixed(2);
    return all.length === 0 ? '' : `${at(0.5)} (${at(0.95)})`;
  };
  return [
    passedOf(trials),
    `${percent(low)} to ${percent(high)}`,
    (sum(({ steps }) => steps) / trials.length).toFixed(1),
    Math.round(sum(({ tokens }) => tokens.input + tokens.output) / Math.max(1, decisions)).toString(),
    seconds(({ latencies }) => latencies),
    seconds(({ processorTimes }) => processorTimes),
    seconds(({ wholeSteps }) => wholeSteps.map(([wall]) => wall)),
    seconds(({ wholeSteps }) => wholeSteps.map(([, processor]) => processor)),
  ];
}

const passedOf = (trials: readonly SmallTrial[]): string =>
  trials.length === 0 ? '' : `${trials.filter(({ passed }) => passed).length} of ${trials.length}`;

const percent = (part: number): string => `${Math.round(part * 100)} %`;
