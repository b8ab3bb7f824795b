import type { CommandResult } from './measureCommand.ts';
import type { PageResult } from './measurePage.ts';
import type { SecondLook } from './measureSecondLook.ts';
import { judgeTargets, type LookResults } from './targets.ts';
import { writeFigures } from './writeFigures.ts';
import { writeTable } from './writeTable.ts';

/** The report, paragraphs of Markdown. */
export function lookReport(results: LookResults): string[] {
  const { pages, secondLooks, machine } = results;
  return [
    `# Look: benchmark of ${results.at.slice(0, 10)}`,
    machine,
    '## Targets',
    targetTable(results),
    '## Time, milliseconds',
    'Medians over one run in one browser; the contenders take turns on the same page. `look` is capture, model and unfolded outline; `again` a look at the unchanged page; then ratios; then what the first look leaves in the memory of the page and of Node.',
    timeTable(pages),
    '## Where a look goes, milliseconds',
    stageTable(pages),
    '## Tokens (o200k)',
    'Full content is unfolded; `folded` is the outline as it is by default.',
    tokenTable(pages),
    '## Is everything there?',
    'Words of visible text runs that the unfolded outline lacks; usable elements of Playwright’s snapshot (a sample of at most 250) that have no number of ours; our usable elements that the interactive-only view lists.',
    coverageTable(pages),
    ...(secondLooks.length > 0
      ? [
          '## Second look, share of the first look’s tokens',
          secondTable(secondLooks),
          '## Second look, milliseconds',
          secondTimes(secondLooks),
        ]
      : []),
    ...(results.commands ? ['## Commands, milliseconds', commandTable(results.commands)] : []),
  ];
}

/** Replaces the figures of looks in docs/benchmarks.md. */
export function writeLookFigures(results: LookResults): void {
  const { at, machine, pages, secondLooks, commands } = results;
  writeFigures('npm run bench -- --write', [
    `Measured on ${at.slice(0, 10)}. ${machine}`,
    targetTable(results),
    '### Time, milliseconds',
    timeTable(pages),
    ...(secondLooks.length > 0 ? ['### Second look, milliseconds', secondTimes(secondLooks)] : []),
    '### Tokens (o200k)',
    tokenTable(pages),
    ...(commands ? ['### Commands, milliseconds', commandTable(commands)] : []),
  ]);
}

function targetTable(results: LookResults): string {
  const rows = judgeTargets(results).map(({ what, target, measured, met, missedBy }) => [
    what,
    target,
    measured,
    met ? 'met' : `missed, ${missedBy} off`,
  ]);
  return writeTable(['what', 'target', 'measured', ''], rows);
}

function timeTable(pages: readonly PageResult[]): string {
  const head = [
    'page',
    'elements',
    'first',
    'walk',
    'capture',
    'look',
    'again',
    'Playwright AI',
    'capture/walk',
    'Playwright/look',
    'page, MB',
    'node, MB',
  ];
  const rows = pages.map(({ name, elements, firstLook, memory, time }) => [
    name,
    whole(elements),
    ...[firstLook, time.walk, time.capture, time.look, time.again, time.aria].map(brief),
    ratio(time.capture / time.walk),
    ratio(time.aria / time.look),
    memory.page.toFixed(1),
    memory.node.toFixed(1),
  ]);
  return writeTable(head, rows);
}

function stageTable(pages: readonly PageResult[]): string {
  const stages = [...new Set(pages.flatMap(({ time }) => Object.keys(time.stages)))];
  return writeTable(
    ['page', ...stages],
    pages.map(({ name, time }) => [name, ...stages.map((stage) => brief(time.stages[stage]))]),
  );
}

function tokenTable(pages: readonly PageResult[]): string {
  const head = [
    'page',
    'HTML',
    'Playwright AI',
    'outline',
    'flat',
    'folded',
    'summary',
    'agent-browser -i',
    'interactive',
    'interactive flat',
    'outline/Playwright',
    'interactive/agent-browser',
  ];
  const rows = pages.map(({ name, tokens: t }) => [
    name,
    ...[
      t.html,
      t.aria,
      t.outline,
      t.flat,
      t.folded,
      t.summary,
      t.agentBrowser,
      t.interactive,
      t.interactiveFlat,
    ].map(whole),
    ratio(t.outline / t.aria),
    t.agentBrowser ? ratio(t.interactive / t.agentBrowser) : '-',
  ]);
  return writeTable(head, rows);
}

function coverageTable(pages: readonly PageResult[]): string {
  const share = (missing: number, all: number): string =>
    all === 0 ? '-' : `${((100 * missing) / all).toFixed(2)} %`;
  const rows = pages.map(({ name, coverage: c }) => [
    name,
    whole(c.words),
    share(c.wordsMissing, c.words),
    whole(c.refs),
    share(c.refsMissing, c.refs),
    `${whole(c.listed)} of ${whole(c.usable)}`,
    [...c.textExamples, ...c.refExamples].slice(0, 3).map(tame).join('; '),
  ]);
  return writeTable(['page', 'words', 'missing', 'elements', 'missing', 'listed', 'for example'], rows);
}

const tame = (text: string): string =>
  text
    .replace(/[|`\s]+/g, ' ')
    .trim()
    .slice(0, 60);

function secondTable(secondLooks: readonly SecondLook[]): string {
  const rows = secondLooks.map(({ page, first, unchanged, text, panel }) => [
    page,
    whole(first),
    ...[unchanged, text, panel].map(ratio),
  ]);
  return writeTable(['page', 'first', 'unchanged', 'one text changed', 'one panel opened'], rows);
}

function secondTimes(secondLooks: readonly SecondLook[]): string {
  const rows = secondLooks.map(({ page, ms }) => [
    page,
    ...[ms.full, ms.unchanged, ms.text, ms.panel].map(brief),
    ratio(ms.text / ms.full),
  ]);
  return writeTable(
    ['page', 'in full', 'unchanged', 'one text changed', 'one panel opened', 'text/full'],
    rows,
  );
}

/** From the start of the process to its end, medians. */
function commandTable({ runs, node, forwarder, look, peerSnapshot }: CommandResult): string {
  const above = (ms: number | null): string => (ms === null ? '-' : brief(ms - node));
  const rows: [string, number | null][] = [
    ['`node -e 0`', node],
    ['a command that needs no browser (`--version`), on an open session', forwarder],
    ['`look --full`, on an open session', look],
    ['`agent-browser snapshot`, on an open session', peerSnapshot],
  ];
  return writeTable(
    [`${runs} runs each, in turn`, 'whole', 'above `node -e 0`'],
    rows.map(([what, ms]) => [what, ms === null ? '-' : brief(ms), above(ms)]),
  );
}

const whole = (value: number | null): string => value?.toLocaleString('en-US') ?? '-';
const brief = (ms: number | undefined): string =>
  ms === undefined ? '-' : ms < 100 ? ms.toFixed(1) : whole(Math.round(ms));
const ratio = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '-');
