import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installApplication } from '../apps/install.ts';
import { repositoryPath } from '../paths.ts';
import type { TrialFolder } from './TrialFolder.ts';

/** A browser tool on trial. */
export interface TrialTool {
  /** As the brief calls it. */
  title: string;
  /** How it is connected to the debugging port, as the brief says it. */
  connect: string;
  /** Shell line that prints its manual. */
  help: string;
  /** Shell line that runs a script from standard input; `bash` where the tool takes none. */
  script: string;
  /** Shell line that ends what the tool left running for a task. */
  end?: string;
  /** A rule more, in the brief. */
  rule?: string;
  /** Of every shell line; `TASK` stands for the task's id, `PORT` for the debugging port, `RUN` for the folder of the run. */
  env: Readonly<Record<string, string>>;
  /** Makes it ready; returns the folder of its command. */
  install(packages: string, folder: TrialFolder): string;
}

const ENDPOINT = 'http://127.0.0.1:$PORT';

const sightline = (name: string, others: Partial<TrialTool> = {}): TrialTool => ({
  title: 'Sightline (command: sightline)',
  connect: `sightline open ADDRESS --cdp ${ENDPOINT}`,
  help: 'sightline skill',
  script: 'sightline run -',
  end: 'sightline close',
  env: { SIGHTLINE_SESSION: `trial-${name}-TASK` },
  install: (_packages, { run }) => packProduct(join(run, 'product')),
  ...others,
});

/** Peers keep their files in a home of the run. */
const peers: Readonly<Record<string, TrialTool>> = {
  'playwright-cli': {
    title: 'Playwright CLI (command: playwright-cli)',
    connect: `playwright-cli attach --cdp=${ENDPOINT}`,
    help: 'cat .claude/skills/playwright-cli/SKILL.md',
    script: 'bash',
    end: 'playwright-cli close',
    env: { HOME: 'RUN/home', PLAYWRIGHT_CLI_SESSION: 'TASK' },
    install: (packages, { run }) => {
      const home = installNpm('playwright-cli', ['@playwright/cli@0.1.22'], packages);
      const manual = 'skills/playwright-cli';
      cpSync(join(home, 'node_modules/@playwright/cli', manual), join(run, 'work/.claude', manual), {
        recursive: true,
      });
      return join(home, 'node_modules/.bin');
    },
  },
  'dev-browser': {
    title: 'dev-browser (command: dev-browser)',
    connect: `dev-browser --connect ${ENDPOINT} --browser TASK`,
    help: 'dev-browser --help',
    script: `dev-browser --connect ${ENDPOINT} --browser $TRIAL_TASK`,
    env: { HOME: 'RUN/home', TRIAL_TASK: 'TASK' },
    install: (packages, { run }) => {
      const home = join(run, 'home/.dev-browser');
      mkdirSync(home, { recursive: true });
      const needed = ['playwright@1.58.2', 'playwright-core@1.58.2', 'quickjs-emscripten@0.32.0'];
      call(
        'npm',
        ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', ...needed],
        run,
      );
      return process.env.TRIALS_DEV_BROWSER ?? findDevBrowser(packages);
    },
  },
  'agent-browser': {
    title: 'agent-browser (command: agent-browser)',
    connect: 'agent-browser connect $PORT',
    help: 'agent-browser skills get core',
    script: 'bash',
    end: 'agent-browser close',
    env: { HOME: 'RUN/home', AGENT_BROWSER_SESSION: 'TASK' },
    install: (packages) => {
      const home = installNpm('agent-browser', ['agent-browser@0.41.2'], packages);
      makeRunnable(join(home, 'node_modules/agent-browser/bin'));
      return join(home, 'node_modules/.bin');
    },
  },
  'browser-harness': {
    title: 'browser-harness (command: browser-harness)',
    connect: 'the command does so by itself: BU_CDP_URL and BU_NAME are set',
    help: 'browser-harness skill',
    script: 'browser-harness',
    end: 'browser-harness --reload',
    env: {
      ...{ HOME: 'RUN/home', BH_HOME: 'RUN/home/bh', BU_NAME: 'TASK', BU_CDP_URL: 'http://127.0.0.1:PORT' },
      ...{ BH_TELEMETRY: '0', BH_UPDATE_CHECK: '0', BH_RECORD: '0' },
    },
    install: (packages) => {
      const tool = { name: 'browser-harness', packages: { pip: ['browser-harness==0.1.13'] } };
      return join(installApplication(tool, join(packages, 'tools')), 'venv/bin');
    },
  },
};

/** By the name that `serve` takes. */
export const trialTools: Readonly<Record<string, TrialTool>> = {
  sightline: sightline('1'),
  sightline2: sightline('2'),
  sightline3: sightline('3'),
  'sightline-noscripts': sightline('0', {
    script: 'bash',
    rule: 'Use single commands and `do` only: `run` (scripts) is not to be used.',
  }),
  ...peers,
};

export function findTool(name: string): TrialTool {
  const found = trialTools[name];
  if (found) return found;
  throw new Error(`no tool ${name}: ${Object.keys(trialTools).join(', ')}`);
}

/** Packs the product as it would be published, and installs it in a folder. */
function packProduct(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const pack = ['pack', '--workspace', 'sightline', '--pack-destination', folder];
  call('npm', pack, repositoryPath());
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  call('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', join(folder, file)], folder);
  return join(folder, 'node_modules/.bin');
}

function installNpm(name: string, npm: readonly string[], packages: string): string {
  return installApplication({ name, packages: { npm } }, join(packages, 'tools'));
}

/** Its package fetches the command when it is installed. */
function findDevBrowser(packages: string): string {
  const home = installNpm('dev-browser', ['dev-browser@0.2.4'], packages);
  const folder = join(home, 'node_modules/dev-browser');
  call(process.execPath, [join(folder, 'scripts/postinstall.js')], folder);
  if (readdirSync(join(folder, 'bin')).length > 1) return join(home, 'node_modules/.bin');
  throw new Error(
    'dev-browser came without its program: build it from its source, and name its folder in TRIALS_DEV_BROWSER',
  );
}

/** What npm's own script would do. */
function makeRunnable(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
}

function call(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: read its output above`);
}
