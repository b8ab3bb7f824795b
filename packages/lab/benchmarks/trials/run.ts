// `npm run bench -- trials COMMAND [--folder DIR] [--packages DIR]`: blind trials, in which an agent that knows nothing of a
// tool does 24 tasks in 16 real applications through it.
// `serve TOOL`: installs the tool, starts instances of the applications for it alone, and writes DIR/TOOL with brief.md,
// goals.md and bin: give a fresh agent the path of brief.md and nothing else. What it does is logged in DIR/logs/TOOL.
// `stop TOOL`: ends what `serve` started. `report LOGS...`: what was done, and what it cost. `price LOGS...`: the one figure
// that turns, reading and writing come down to. LOGS: a tool's name or a folder.
// `prove [TASK...]`: each check fails before, fails for a near miss, and passes after a scripted solution.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultFolder } from '../apps/install.ts';
import { priceOf } from './price.ts';
import { proveTasks } from './prove.ts';
import { readLog, type TrialLog } from './readLogs.ts';
import { reportTrial } from './report.ts';
import { type Folders, keepServing, serveInBackground, stop } from './serve.ts';
import { defaultTrials } from './TrialFolder.ts';
import { findTask, trialTasks } from './tasks/index.ts';

type Command = (names: readonly string[], folders: Folders) => void | Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: async ([tool = ''], folders) => {
    const { blind, logs } = await serveInBackground(tool, folders);
    console.log(`ready: ${join(blind, 'brief.md')}\nlogs: ${logs}`);
  },
  'keep-serving': ([tool = ''], folders) => keepServing(tool, folders),
  stop: async ([tool = ''], { root }) =>
    console.log((await stop(tool, root)) ? 'stopped' : `${tool} is not served`),
  report: (names, folders) => console.log(logsOf(names, folders).map(reportTrial).join('\n\n')),
  price: (names, folders) => console.log(logsOf(names, folders).map(writePrice).join('\n')),
  prove: async (names, { packages }) => {
    const proofs = await proveTasks(names.length === 0 ? trialTasks : names.map(findTask), packages);
    for (const { task, faults } of proofs) console.log(`${task}: ${faults.join('; ') || 'proved'}`);
    if (proofs.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
  },
};

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: defaultTrials() },
      packages: { type: 'string', default: defaultFolder() },
    },
  });
  const [name = '', ...rest] = positionals;
  const command = COMMANDS[name];
  if (!command) throw new Error(`trials ${Object.keys(COMMANDS).join('|')}`);
  await command(rest, { root: values.folder, packages: values.packages });
}

const logsOf = (names: readonly string[], { root }: Folders): TrialLog[] =>
  names.map((name) => readLog(existsSync(join(root, 'logs', name)) ? join(root, 'logs', name) : name));

function writePrice(log: TrialLog): string {
  const { tasks, turns, manual, perTask } = priceOf(log);
  return `${log.name}: ${tasks} tasks, ${turns} turns, manual ${manual}, price ${perTask} input tokens' worth a task`;
}
