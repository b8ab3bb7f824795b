import { afterAll, beforeAll, expect, it } from 'vitest';
import { INTERACTIVE_ROLES } from '../../packages/sightline/src/snapshot/roles.ts';
import { type AccessibilityReport, judgeAccessibility, type Unshown } from './accessibility.ts';
import { OracleBrowser } from './OracleBrowser.ts';
import { chosenPages } from './oraclePages.ts';
import { describeNode, percent, writeSection } from './writeSection.ts';

/** Chrome's accessibility tree is the judge of roles and names of everything that is shown. */

let browser: OracleBrowser;
beforeAll(async () => {
  browser = await OracleBrowser.open();
});
afterAll(() => browser.close());

/** Pages of the `oracle` project. */
const QUICK = /^(?:controls|frames|names|widgets|sb-admin-2\/index)$/;
/** Of the compared elements, the share whose role and name are Chrome's, or stand by the standards. */
const TARGET = 0.995;
/** Of the compared elements, the share of widgets that Chrome's tree holds besides, and Sightline leaves out. */
const MISSES = 0.005;

it('roles and names are what Chrome says, or what the standards say against it', async () => {
  const reports = new Map<string, AccessibilityReport>();
  for (const page of chosenPages(QUICK)) {
    reports.set(page.name, await judgeAccessibility(browser, await browser.show(page)));
    writeSection('accessibility', sectionOf(reports));
  }
  const all = [...reports.values()];
  const compared = all.reduce((sum, { compared: one }) => sum + one, 0);
  const wrong = all.flatMap(({ disagreements }) => disagreements.filter(({ excuse }) => !excuse));
  expect(compared).toBeGreaterThan(0);
  expect(1 - wrong.length / compared, wrong.map(describe).join('\n')).toBeGreaterThanOrEqual(TARGET);
  const missed = all.flatMap(({ unshown }) => unshown.filter(isMiss));
  expect(missed.length / compared, missed.map(({ chrome }) => chrome.name).join('\n')).toBeLessThanOrEqual(
    MISSES,
  );
});

/**
 * A widget that is neither invisible nor covered. Spares: options, which are shown with their list, and what
 * native controls are made of.
 */
function isMiss({ chrome, why }: Unshown): boolean {
  if (!INTERACTIVE_ROLES.has(chrome.role) || chrome.role === 'option') return false;
  return !/^(?:part of a native|invisible|occluded|behindModal)/.test(why);
}

type Disagreement = AccessibilityReport['disagreements'][number];

function describe({ node, ours, chrome }: Disagreement): string {
  return `${describeNode(node)}: ours ${ours.role} "${ours.name}", Chrome's ${chrome.role} "${chrome.name}"`;
}

function sectionOf(reports: Map<string, AccessibilityReport>): string {
  const all = [...reports.values()];
  const compared = all.reduce((sum, one) => sum + one.compared, 0);
  const uncompared = all.reduce((sum, one) => sum + one.uncompared.length, 0);
  const differing = [...reports].flatMap(([page, { disagreements }]) =>
    disagreements.map((one) => ({ reason: one.excuse ?? NO_EXCUSE, line: `${page}: ${describe(one)}` })),
  );
  const wrong = differing.filter(({ reason }) => reason === NO_EXCUSE);
  const unshown = [...reports].flatMap(([page, one]) =>
    one.unshown.map(({ node, chrome, why }) => ({
      reason: `${chrome.role || 'no role'}: ${withoutNames(why)}`,
      line: `${page}: ${node ? describeNode(node) : `"${chrome.name}"`}: ${why}`,
    })),
  );
  return [
    "## Chrome's accessibility tree",
    '',
    `${reports.size} pages, ${compared} shown elements compared (${uncompared} more are hidden from that tree): ` +
      `${percent(compared - differing.length, compared)} agree, ${percent(compared - wrong.length, compared)} ` +
      'with those where the standards are on our side.',
    '',
    ...listByReason(differing),
    '',
    '### Focusable or interactive for Chrome, not shown',
    '',
    ...listByReason(unshown),
  ].join('\n');
}

const NO_EXCUSE = 'ours is wrong, or the standards do not say';

interface Finding {
  reason: string;
  line: string;
}

/** Examples of one reason, at most. */
const EXAMPLES = 6;

function listByReason(findings: readonly Finding[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { reason, line } of findings) groups.set(reason, [...(groups.get(reason) ?? []), line]);
  const bySize = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return bySize.flatMap(([reason, lines]) => [
    `- ${lines.length}: ${reason}`,
    ...lines.slice(0, EXAMPLES).map((line) => `  - ${line}`),
  ]);
}

/** `display:none on #menu`: the reason alone. */
function withoutNames(why: string): string {
  return why.replace(/ (?:on|by|of|modal|in) [^ ]+$/, '').replace(/[\d.]+ x [\d.]+ px/, '');
}
