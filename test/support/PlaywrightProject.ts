import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { removeFolder } from './removeFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What became of a test, as the JSON reporter of Playwright shows it. */
export interface TestOutcome {
  title: string;
  status: string;
  errors: string[];
  attachments: { name: string; contentType: string; path?: string; body?: string }[];
}

export interface PlaywrightRun {
  code: number | null;
  /** What the list reporter prints, and what is written to standard error. */
  output: string;
  outcomes: TestOutcome[];
}

/** A project with tests for `playwright test`, which has the packages of the checkout. */
export class PlaywrightProject {
  readonly folder: string;

  /** `type`: of its package.json. */
  constructor(type: 'module' | 'commonjs' = 'module') {
    this.folder = mkdtempSync(join(tmpdir(), 'sightline-playwright-'));
    this.#install();
    this.write('package.json', JSON.stringify({ name: 'project', private: true, type }));
  }

  /** Sightline as a copy, as its users have it: what lies outside of `node_modules` Playwright compiles, which takes it seconds. */
  #install(): void {
    const [from, to] = [join(root, 'node_modules'), join(this.folder, 'node_modules')];
    mkdirSync(to);
    for (const name of readdirSync(from))
      if (name === 'sightline')
        for (const part of ['package.json', 'data', 'dist'])
          cpSync(join(root, 'packages/sightline', part), join(to, name, part), { recursive: true });
      else symlinkSync(join(from, name), join(to, name));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs the tests of a file. `use`: options of the config. */
  async run(
    file: string,
    { use = {}, config = {}, env = {} }: { use?: object; config?: object; env?: Record<string, string> } = {},
  ): Promise<PlaywrightRun> {
    const report = join(this.folder, `${file}.json`);
    const options = {
      testDir: this.folder,
      testMatch: file,
      workers: 1,
      timeout: 200_000,
      expect: { timeout: 60_000 },
      reporter: [['list'], ['json', { outputFile: report }]],
      use: { launchOptions: { executablePath: findBrowser().path }, ...use },
      ...config,
    };
    this.write('playwright.config.mjs', `export default ${JSON.stringify(options)};\n`);
    mkdirSync(join(this.folder, 'test-results'), { recursive: true });
    const cli = join(root, 'node_modules/@playwright/test/cli.js');
    const { code, output } = await spawned([cli, 'test'], this.folder, env);
    const suites = JSON.parse(readFileSync(report, 'utf8')).suites as ReportedSuite[];
    return { code, output, outcomes: suites.flatMap(outcomesOf) };
  }

  remove(): Promise<void> {
    return removeFolder(this.folder);
  }
}

interface ReportedSuite {
  suites?: ReportedSuite[];
  specs: {
    title: string;
    tests: {
      results: {
        status: string;
        errors: { message?: string }[];
        attachments: TestOutcome['attachments'];
      }[];
    }[];
  }[];
}

function outcomesOf({ suites = [], specs }: ReportedSuite): TestOutcome[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ status, errors, attachments }) => ({
        title,
        status,
        errors: errors.map(({ message = '' }) => message),
        attachments,
      })),
    ),
  );
  return [...own, ...suites.flatMap(outcomesOf)];
}

function spawned(
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}
