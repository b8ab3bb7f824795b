import type { Dataset } from './Dataset.ts';
import type { VerificationStage } from './ExampleRejection.ts';
import type { StageCounts } from './verify/verifyExample.ts';

const STAGES: readonly VerificationStage[] = ['source', 'format', 'execution', 'semantics'];

/** The data card: what is in the data set, where it came from, what fell out and why. */
export function renderDataCard(dataset: Dataset, licence: string): string {
  const { examples, augmented, rejected, counts, augmentedCounts, modes, tools, sources } = dataset;
  return `${[
    '# Data card',
    'Steps of runs in web pages, each verified, for fine-tuning models that use the tools of Sightline. Made by `sightline dataset`.',
    `${examples} examples, ${augmented} of them augmented; ${rejected} rejected.`,
    '## Files',
    FILES,
    '## Verification',
    `Each example passed, in this order: format (the schemas of the tools), execution (each call run against the stored page: it answers, with an element that is acted on next; an action lands on the element that was meant), semantics (a judge model${counts.semantics.seen > 0 ? '' : '; there was none, so every example is marked unjudged'}).`,
    stagesTable('as they were run', counts),
    ...(augmentedCounts.format.seen > 0 ? [stagesTable('augmented', augmentedCounts)] : []),
    '## What is in it',
    countTable('mode', modes),
    countTable('by', sources),
    countTable('tool', tools),
    '## Sources and licence',
    licence ||
      'No licence was given. The texts are those of the pages that were visited: whoever passes them on needs the right to.',
    'Secrets are masked as `[filled]`: steps that typed one are left out. Other personal words of the pages are in it as they stood there.',
  ].join('\n\n')}\n`;
}

const FILES = `- \`examples.jsonl\`: everything known of each example; \`schema.json\` is its JSON Schema
- \`chat.jsonl\`: messages with tool calls, and the tools
- \`functional.jsonl\`: the same with calls in special tokens; \`tokens.json\` lists those, with the weight of their loss
- \`rejected.jsonl\`: what fell out, with stage, reason and message
- \`snapshots/\`: the pages; \`sightline look FILE\` shows one`;

function stagesTable(title: string, counts: StageCounts): string {
  const rows = STAGES.filter((stage) => counts[stage].seen > 0).map((stage) => {
    const { seen, rejected } = counts[stage];
    const reasons = Object.entries(rejected).map(([code, n]) => `${code} ${n}`);
    const lost = Object.values(rejected).reduce((sum, n) => sum + n, 0);
    return `| ${stage} | ${seen} | ${lost} (${((100 * lost) / seen).toFixed(1)} %) | ${reasons.join(', ')} |`;
  });
  return [`| stage, ${title} | seen | rejected | why |`, '|---|--:|--:|---|', ...rows].join('\n');
}

function countTable(heading: string, counts: Record<string, number>): string {
  const rows = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    // Traces name their models as they like.
    .map(([name, n]) => `| ${name.replace(/[^\w./:@+-]+/g, ' ').slice(0, 100)} | ${n} |`);
  return [`| ${heading} | |`, '|---|--:|', ...rows].join('\n');
}
