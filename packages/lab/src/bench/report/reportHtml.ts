import { escapeHtml } from '../../../../sightline/src/internal.ts';
import type { BenchResults } from './BenchResults.ts';
import { pageHtml, type ReportTable, tableHtml } from './html.ts';
import type { Estimate, Metric, VariantSummary } from './metrics.ts';
import type { PlotBar } from './plots.ts';
import { mean } from './statistics.ts';
import {
  actionTable,
  comparisonTable,
  metricTable,
  passTable,
  sizeTable,
  summaryTable,
  taskTable,
} from './tables.ts';

/** The report of a run as one page of HTML: plots are pictures, each with its figures in a table beside it. */
export async function reportHtml(results: BenchResults): Promise<string> {
  // Heavy, and not needed before.
  const { plotBars, plotStack } = await import('./plots.ts');
  const { settings, summaries, trials, comparisons, prices, left = [] } = results;
  const variants = summaries.map(({ variant }) => variant);
  const bars = (of: (summary: VariantSummary) => Estimate): PlotBar[] =>
    summaries.map((summary) => ({ label: summary.variant, estimate: of(summary) }));
  const metric = (key: Metric, unit: string): string =>
    plotBars(
      bars(({ estimates }) => estimates[key]),
      { unit },
    );
  const tools = [...new Set(summaries.flatMap(({ actions }) => Object.keys(actions)))].slice(0, 6);
  const sections = [
    `<h1>Sightline bench: ${escapeHtml(settings.suite)}</h1>`,
    runFacts(results),
    tableHtml(summaryTable(summaries, prices), 'Means of tasks'),
    plotWithTable(
      'Pass rate',
      plotBars(
        bars(({ passRate: { mean: rate, low, high } }) => ({
          mean: rate * 100,
          low: low * 100,
          high: high * 100,
        })),
        { unit: '%', max: 100 },
      ),
      passTable(summaries),
      'Of trials, with the Wilson interval, 95 %',
    ),
    plotWithTable(
      'Tokens of a task',
      plotStack(
        {
          labels: variants,
          parts: [
            { name: 'of the page', values: summaries.map((summary) => summary.estimates.pageTokens.mean) },
            { name: 'prompt and tools', values: meanSentTokens(results, 'fixed') },
            { name: 'history and task', values: meanSentTokens(results, 'rest') },
            { name: 'output', values: summaries.map((one) => one.estimates.output.mean) },
          ],
        },
        { unit: 'tokens (o200k; output as the provider counts)' },
      ),
      metricTable(summaries, ['tokens', 'pageTokens', 'input', 'output']),
      'Tokens of a task, all calls together',
    ),
    `<h2>By size of the pages</h2>${tableHtml(sizeTable(variants, trials), 'Against the first variant, at pages of about so many elements')}`,
    plotWithTable(
      'Steps',
      metric('steps', 'steps'),
      metricTable(summaries, ['steps', 'modelCalls']),
      'Steps and calls of the model, a task',
    ),
    plotWithTable(
      'Actions',
      plotStack(
        {
          labels: variants,
          parts: tools.map((tool) => ({
            name: tool,
            values: summaries.map(({ actions }) => actions[tool] ?? 0),
          })),
        },
        { unit: 'calls a trial, of the six commonest tools' },
      ),
      actionTable(summaries),
      'Calls of tools, a trial',
    ),
    plotWithTable(
      'Time',
      metric('seconds', 'seconds'),
      metricTable(summaries, ['seconds', 'latency']),
      `Of a task, and of a call of the model${latencyText(summaries)}`,
    ),
    ...comparisons.map(
      (comparison) =>
        `<h2>${escapeHtml(comparison.b)} against ${escapeHtml(comparison.a)}</h2>${tableHtml(comparisonTable(comparison), `Paired over ${comparison.tasks} tasks; p by exact McNemar or sign flips, corrected by Holm`)}`,
    ),
    `<h2>Tasks</h2>${tableHtml(taskTable(variants, trials), 'Passed, steps and tokens')}`,
    left.length > 0
      ? tableHtml({ head: ['task', 'why'], rows: left.map(({ task, why }) => [task, why]) }, 'Left out')
      : '',
  ];
  return pageHtml(`Sightline bench: ${settings.suite}`, sections.join('\n'));
}

function runFacts({ settings, trials, prices }: BenchResults): string {
  const dates = trials.map(({ at }) => at).sort();
  const facts: [string, string][] = [
    ['Suite', `${settings.suite}, ${settings.tasks.length} tasks, SHA-256 ${settings.suiteHash}`],
    ...(settings.oracleHash
      ? [['What the oracle knows', `SHA-256 ${settings.oracleHash}`] satisfies [string, string]]
      : []),
    ['Tries of a task', String(settings.trials)],
    ['Run', `${dates[0] ?? '-'} to ${dates.at(-1) ?? '-'}`],
    [
      'Prices',
      prices ? `${prices.currency} a million tokens, of ${prices.date}` : 'none given: no cost is shown',
    ],
  ];
  const list = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${list.join('')}</dl><p class="note">${NOTE}</p>`;
}

const NOTE =
  'Means are of tasks, each the mean of its tries; their intervals are 95 % bootstraps over tasks, seeded. A trial that an error stood in the way of counts as not passed. All tokens are those of all calls of the model; page tokens are what it was shown of the page: its state at each step and the answers of tools.';

function plotWithTable(title: string, svg: string, table: ReportTable, caption: string): string {
  return `<h2>${escapeHtml(title)}</h2><div class="pair"><figure role="img" aria-label="${escapeHtml(title)}: figures in the table beside">${svg}</figure>${tableHtml(table, caption)}</div>`;
}

const meanSentTokens = ({ summaries, trials }: BenchResults, key: 'fixed' | 'rest'): number[] =>
  summaries.map(({ variant }) => {
    const variantTrials = trials.filter((trial) => trial.variant === variant);
    return variantTrials.length === 0 ? 0 : mean(variantTrials.map(({ sent }) => sent[key]));
  });

const latencyText = (summaries: readonly VariantSummary[]): string =>
  summaries
    .filter(({ latency }) => Number.isFinite(latency.median))
    .map(
      ({ variant, latency }) =>
        `; ${variant}: median ${Math.round(latency.median)} ms, 95th percentile ${Math.round(latency.p95)} ms`,
    )
    .join('');
