import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from '../../../sightline/src/internal.ts';
import { benchmarkPath, repositoryPath } from '../paths.ts';
import type { NamedCase } from './cases.ts';
import { STEP_TIMEOUT_MS } from './FailureCase.ts';

/** What a test left behind. */
export interface TestRecord {
  name: string;
  passed: boolean;
  /** The first line of its error. */
  error: string;
  /** Its errors in full, each with the lines of the test, as a terminal shows them. */
  output?: string;
  milliseconds?: number;
  /** The files `sightline.md` and `error-context.md`; '' where there is none. */
  sightline: string;
  errorContext: string;
}

interface ReportedAttachment {
  name: string;
  path?: string;
}

interface ReportedSuite {
  suites?: ReportedSuite[];
  specs?: {
    title: string;
    tests: {
      results: {
        status: string;
        duration: number;
        errors: { message?: string; snippet?: string }[];
        attachments: ReportedAttachment[];
      }[];
    }[];
  }[];
}

/** Runs the tests with Playwright, each in a file of its own, on pages that are broken or as they are. */
export async function runTests(
  cases: readonly NamedCase[],
  origin: string,
  broken: boolean,
): Promise<TestRecord[]> {
  const folder = benchmarkPath('out/failures');
  writeTests(folder, cases, { origin, broken });
  return runFolder(folder);
}

/** Makes the folder anew. `plain`: without Sightline's fixture. */
export function writeTests(
  folder: string,
  cases: readonly NamedCase[],
  { origin, broken, plain = false }: { origin: string; broken: boolean; plain?: boolean },
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const breakages = Object.fromEntries(cases.map(({ name, breakage }) => [name, broken ? breakage : '']));
  writeFileSync(join(folder, 'breakages.json'), JSON.stringify(breakages));
  writeFileSync(join(folder, 'bench.mjs'), plain ? PLAIN + OPEN : WITH_FIXTURE + OPEN);
  // As it is where it was installed: what is outside of `node_modules` Playwright compiles.
  const installed = join(folder, 'node_modules', 'sightline');
  if (!plain)
    for (const part of ['package.json', 'data', 'dist'])
      cpSync(repositoryPath('packages/sightline', part), join(installed, part), { recursive: true });
  for (const one of cases) writeFileSync(join(folder, `${one.name}.spec.mjs`), writeTest(one, origin));
  writeFileSync(join(folder, 'playwright.config.mjs'), writeConfig());
}

/** Runs the tests of a folder; with a name, those of that file. */
export async function runFolder(folder: string, name?: string): Promise<TestRecord[]> {
  await runPlaywright(folder, name === undefined ? [] : [`${name}.spec.mjs`]);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const records = recordsOf(report);
  const broken = report.errors?.map(({ message = '' }) => stripVTControlCharacters(message)) ?? [];
  return records.length > 0 || name === undefined
    ? records
    : [{ ...NOTHING, name, error: broken.join('\n') }];
}

/** Milliseconds of processor time of Playwright, its workers, and the browser processes that these wait for. */
export async function runPlaywright(folder: string, files: readonly string[] = []): Promise<number> {
  const cli = createRequire(benchmarkPath('run.ts')).resolve('@playwright/test/cli');
  const command = [process.execPath, cli, 'test', ...files];
  const child = spawn('bash', ['-c', '"$@" >&2; times', 'bash', ...command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 2],
  });
  if (!child.stdout) throw new Error('Playwright was not started.');
  const printed = await text(child.stdout);
  const [, , ...ofChildren] = [...printed.matchAll(/(\d+)m([\d.]+)s/g)];
  return ofChildren.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000,
    0,
  );
}

interface Report extends ReportedSuite {
  errors?: { message?: string }[];
}

/** Of a file that could not be read. */
const NOTHING = { passed: false, output: '', sightline: '', errorContext: '' };

const PLAIN = "export { expect, test } from '@playwright/test';\n";
const WITH_FIXTURE = `import { test as base } from '@playwright/test';
import { sightline } from 'sightline/playwright';
export { expect } from '@playwright/test';
export const test = base.extend(sightline);
`;

/** Opens a page, and breaks it: beside the tests, so that Playwright does not quote it as their source. */
const OPEN = `import { readFileSync } from 'node:fs';
const breakages = JSON.parse(readFileSync(new URL('breakages.json', import.meta.url), 'utf8'));
const FIND = \`const find = (selector, text = '', innermost = false) => {
  const found = [...document.querySelectorAll(selector)].filter((one) => one.textContent.includes(text));
  const one = innermost ? found.at(-1) : found[0];
  if (!one) throw new Error('The page has no ' + selector + ' ' + text);
  return one;
};\`;
export async function open(page, address, name) {
  await page.goto(address);
  await page.waitForTimeout(500);
  const breakage = breakages[name];
  if (!breakage) return;
  await page.evaluate(\`(() => { \${FIND} \${breakage} })()\`);
  if (!breakage.startsWith('location.')) return;
  await page.waitForURL((url) => url.href !== address);
}
`;

const writeTest = (
  { name, page, steps }: NamedCase,
  origin: string,
): string => `import { expect, open, test } from './bench.mjs';

test('${name}', async ({ page }) => {
  await open(page, '${origin}${page}', '${name}');
  ${steps}
});
`;

function writeConfig(): string {
  const config = {
    testMatch: '*.spec.mjs',
    outputDir: './results',
    timeout: 60_000,
    workers: 2,
    expect: { timeout: STEP_TIMEOUT_MS },
    reporter: [['line'], ['json', { outputFile: 'report.json' }]],
    use: {
      actionTimeout: STEP_TIMEOUT_MS,
      launchOptions: { executablePath: findBrowser().path },
      sightlineReport: { inspect: false },
    },
  };
  return `export default ${JSON.stringify(config, undefined, 2)};\n`;
}

function recordsOf({ suites = [], specs = [] }: ReportedSuite): TestRecord[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ status, duration, errors, attachments }): TestRecord => {
        const read = (name: string): string => {
          const path = attachments.find((one) => one.name === name)?.path;
          return path === undefined ? '' : readFileSync(path, 'utf8');
        };
        const error = errors[0]?.message?.split('\n')[0] ?? '';
        return {
          name: title,
          passed: status === 'passed',
          milliseconds: duration,
          error,
          output: errors
            .map(({ message = '', snippet = '' }) => stripVTControlCharacters(`${message}\n${snippet}`))
            .join('\n'),
          sightline: read('sightline'),
          errorContext: read('error-context'),
        };
      }),
    ),
  );
  return [...own, ...suites.flatMap(recordsOf)];
}
