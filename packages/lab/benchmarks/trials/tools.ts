import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  /** A rule more, in the brief. */
  rule?: string;
  /** Of every shell line; `TASK` stands for the task's id. */
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
  env: { SIGHTLINE_SESSION: `trial-${name}-TASK` },
  install: (_packages, { run }) => packProduct(join(run, 'product')),
  ...others,
});

/** By the name that `serve` takes. */
export const trialTools: Readonly<Record<string, TrialTool>> = {
  sightline: sightline('1'),
  sightline2: sightline('2'),
  sightline3: sightline('3'),
  'sightline-noscripts': sightline('0', {
    script: 'bash',
    rule: 'Use single commands and `do` only: `run` (scripts) is not to be used.',
  }),
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

function call(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: read its output above`);
}
