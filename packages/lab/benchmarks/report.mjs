import { judge } from './targets.mjs';
import { writeTable } from './writeTable.mjs';

/** The report as Markdown that also reads well in a terminal. @param {import('./run.mjs').Results} results */
export function writeReport(results) {
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
    '',
  ].join('\n\n');
}

/** @param {import('./run.mjs').Results} results */
export function targetTable(results) {
  const rows = judge(results).map(({ what, target, measured, met, by }) => [
    what,
    target,
    measured,
    met ? 'met' : `missed, ${by} off`,
  ]);
  return writeTable(['what', 'target', 'measured', ''], rows);
}

/** @param {import('./measurePage.mjs').PageResult[]} pages */
export function timeTable(pages) {
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

function stageTable(pages) {
  const stages = [...new Set(pages.flatMap(({ time }) => Object.keys(time.stages)))];
  return writeTable(
    ['page', ...stages],
    pages.map(({ name, time }) => [name, ...stages.map((stage) => brief(time.stages[stage]))]),
  );
}

/** @param {import('./measurePage.mjs').PageResult[]} pages */
export function tokenTable(pages) {
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

function coverageTable(pages) {
  const share = (missing, all) => (all === 0 ? '-' : `${((100 * missing) / all).toFixed(2)} %`);
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

const tame = (text) =>
  text
    .replace(/[|`\s]+/g, ' ')
    .trim()
    .slice(0, 60);

function secondTable(secondLooks) {
  const rows = secondLooks.map(({ page, first, unchanged, text, panel }) => [
    page,
    whole(first),
    ...[unchanged, text, panel].map(ratio),
  ]);
  return writeTable(['page', 'first', 'unchanged', 'one text changed', 'one panel opened'], rows);
}

/** @param {import('./measureSecondLook.mjs').SecondLook[]} secondLooks */
export function secondTimes(secondLooks) {
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

/** From the start of the process to its end, medians. @param {import('./measureCommand.mjs').CommandResult} commands */
export function commandTable({ runs, node, forwarder, look, peerSnapshot }) {
  const above = (ms) => (ms === null ? '-' : brief(ms - node));
  const rows = [
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

const whole = (value) => (value === null || value === undefined ? '-' : value.toLocaleString('en-US'));
const brief = (ms) => (ms === undefined ? '-' : ms < 100 ? ms.toFixed(1) : whole(Math.round(ms)));
const ratio = (value) => (Number.isFinite(value) ? value.toFixed(2) : '-');
