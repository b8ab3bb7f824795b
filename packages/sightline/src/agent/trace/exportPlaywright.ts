import { escapeRegExp } from '../../snapshot/escapeRegExp.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { type AssertableChange, isAssertableChange } from './assertableChanges.ts';
import type { RunTrace } from './readTrace.ts';
import { byRole, type CallWriter, callOf, doneActions, literal, startUrlOf } from './tracedCalls.ts';

/** A test for Playwright, and what of the run is not in it. */
export interface ExportedTest {
  text: string;
  actions: number;
  assertions: number;
  /** Actions that cannot be written as a call of Playwright, each with why. */
  omitted: string[];
}

/** Signs of icon fonts are a part of the name for Playwright, and of none for who reads the page. */
const NAMED = `const named = (name: string) => {
  const signs = '[\\\\ue000-\\\\uf8ff\\\\s]*';
  return new RegExp('^' + signs + name.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&') + signs + '$');
};`;
const named = (name: string): string => `name: named(${literal(name)})`;

/** Variables of the environment: where the test runs, and what a secret was. */
const BASE_URL = 'TEST_BASE_URL';
const SECRET = 'TEST_SECRET';

/**
 * The actions of a run as a test of `@playwright/test`: elements by role and name, and after each action an expectation for
 * what it changed. Actions that failed are left out. A secret is read from `TEST_SECRET`; `TEST_BASE_URL` stands for the origin.
 */
export function exportPlaywright({ task, steps }: RunTrace): ExportedTest {
  const omitted: string[] = [];
  const lines: string[] = [];
  let [actions, assertions] = [0, 0];
  const start = startUrlOf(steps);
  const writer: CallWriter = {
    value: (value, _, isSecret) => (isSecret ? `process.env.${SECRET} ?? ''` : literal(value)),
    name: literal,
    named,
    address: (url) => addressOf(url, start),
  };
  for (const outcome of doneActions(steps)) {
    const call = callOf(outcome, writer);
    if ('problem' in call) {
      omitted.push(`${outcome.tool}: ${call.problem}`);
      lines.push(`// ${collapseSpaces(outcome.tool)} is left out: ${call.problem}`);
      continue;
    }
    const expected = (outcome.changes ?? []).filter(isAssertableChange).map(assertionOf);
    lines.push(`await ${call.code};`, ...expected.map((one) => `await ${one};`));
    actions++;
    assertions += expected.length;
  }
  const opening = start === '' ? [] : [`await page.goto(${addressOf(start, start)});`];
  return { text: testText(task, start, [...opening, ...lines]), actions, assertions, omitted };
}

function testText(task: string, start: string, lines: readonly string[]): string {
  const origin = URL.canParse(start) ? new URL(start).origin : '';
  return [
    "import { expect, test } from '@playwright/test';",
    '',
    `const base = process.env.${BASE_URL} ?? ${JSON.stringify(origin)};`,
    NAMED,
    '',
    `test(${JSON.stringify(collapseSpaces(task).slice(0, 120) || 'run')}, async ({ page }) => {`,
    ...lines.map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

/** An address at the origin of the run is relative to where the test runs. */
function addressOf(url: string, start: string): string {
  if (!URL.canParse(url) || !URL.canParse(start)) return JSON.stringify(url);
  const { origin, pathname, search, hash } = new URL(url);
  return origin === new URL(start).origin
    ? `new URL(${JSON.stringify(pathname + search + hash)}, base).href`
    : JSON.stringify(url);
}

function assertionOf(change: AssertableChange): string {
  switch (change.kind) {
    case 'url':
      return `expect(page).toHaveURL(${pathPattern(change.is)})`;
    case 'title':
      return `expect(page).toHaveTitle(${literal(change.is)})`;
    case 'text':
      return `expect(${shown(`page.getByText(${literal(change.is)})`)}).toBeVisible()`;
    case 'element':
      return `expect(${shown(byRole(change.role, named(change.name)))}).toBeVisible()`;
    case 'value':
      return `expect(${byRole(change.role, named(change.name))}.first()).toHaveValue(${literal(change.is)})`;
    case 'state':
      return `expect(${shown(byRole(change.role, `${named(change.name)}, ${change.state}: ${change.is}`))}).toBeVisible()`;
    case 'checked':
      return `expect(${byRole(change.role, named(change.name))}.first()).${change.is === 'true' ? '' : 'not.'}toBeChecked()`;
  }
}

/** Of several the first that shows: others of the name may be hidden. */
const shown = (locator: string): string => `${locator}.filter({ visible: true }).first()`;

/** Its path, at whatever origin. */
function pathPattern(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : collapseSpaces(url);
  return `/${escapeRegExp(path).replaceAll('/', '\\/')}(?:[?#]|$)/`;
}
