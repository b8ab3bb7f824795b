import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccessibilityReport, judgeAccessibility } from './accessibility.ts';
import { chosenPages } from './oraclePages.ts';
import { Stage } from './Stage.ts';
import { describeNode, percent, writeSection } from './writeSection.ts';

/** Chrome's accessibility tree is the judge of roles and names of everything that is shown. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

/** Of the compared elements, the share whose role and name are Chrome's, or stand by the standards. */
const TARGET = 0.995;

it('roles and names are what Chrome says, or what the standards say against it', async () => {
  const reports = new Map<string, AccessibilityReport>();
  for (const page of chosenPages())
    reports.set(page.name, await judgeAccessibility(stage, await stage.show(page)));
  writeSection('accessibility', sectionOf(reports));
  const all = [...reports.values()];
  const compared = all.reduce((sum, { compared: one }) => sum + one, 0);
  const wrong = all.flatMap(({ disagreements }) => disagreements.filter(({ excuse }) => !excuse));
  expect(compared).toBeGreaterThan(0);
  expect(1 - wrong.length / compared, wrong.map(tell).join('\n')).toBeGreaterThanOrEqual(TARGET);
});

type Disagreement = AccessibilityReport['disagreements'][number];

function tell({ node, ours, chrome }: Disagreement): string {
  return `${describeNode(node)}: ours ${ours.role} "${ours.name}", Chrome's ${chrome.role} "${chrome.name}"`;
}

function sectionOf(reports: Map<string, AccessibilityReport>): string {
  const all = [...reports.values()];
  const compared = all.reduce((sum, one) => sum + one.compared, 0);
  const untold = all.reduce((sum, one) => sum + one.untold.length, 0);
  const differing = all.flatMap(({ disagreements }) => disagreements);
  const wrong = differing.filter(({ excuse }) => !excuse);
  const lines = [
    "## Chrome's accessibility tree",
    '',
    `${reports.size} pages, ${compared} shown elements compared (${untold} more are hidden from that tree): ` +
      `${percent(compared - differing.length, compared)} agree, ${percent(compared - wrong.length, compared)} ` +
      'with those where the standards are on our side.',
    '',
  ];
  for (const [excuse, count] of countBy(
    differing,
    ({ excuse: one }) => one ?? 'ours is wrong, or nobody says',
  ))
    lines.push(`- ${count}: ${excuse}`);
  lines.push(
    '',
    ...[...reports].flatMap(([name, { disagreements }]) =>
      disagreements.map((one) => `- ${name}: ${tell(one)}${one.excuse ? ` (${one.excuse})` : ''}`),
    ),
  );
  lines.push('', '### Focusable or interactive for Chrome, not shown', '');
  const unshown = all.flatMap((one) => one.unshown);
  for (const [reason, count] of countBy(
    unshown,
    ({ why, chrome }) => `${chrome.role || 'no role'}: ${withoutNames(why)}`,
  ))
    lines.push(`- ${count}: ${reason}`);
  lines.push(
    '',
    ...[...reports].flatMap(([name, one]) =>
      one.unshown
        .filter(({ why }) => isDoubtful(why))
        .map(
          ({ node, chrome, why }) =>
            `- ${name}: ${node ? describeNode(node) : 'no element'} ${chrome.role} "${chrome.name}": ${why}`,
        ),
    ),
  );
  return lines.join('\n');
}

/** `display:none on #menu`: told by the reason alone. */
function withoutNames(why: string): string {
  return why.replace(/ (?:on|by|of|modal|in) [^ ]+$/, '').replace(/[\d.]+ x [\d.]+ px/, '');
}

/** What is no part of a native control, and neither invisible nor covered. */
function isDoubtful(why: string): boolean {
  return !/^(?:part of a native|invisible|occluded|behindModal)/.test(why);
}

function countBy<T>(list: readonly T[], keyOf: (one: T) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
