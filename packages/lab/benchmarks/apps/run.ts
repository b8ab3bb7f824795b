// `npm run bench -- apps [--only TASK] [--looks] [--folder DIR] [--show] [--write] [application...]`: real applications are
// installed, seeded and started one after another, and used by the command line with nothing but numbers of its own answers;
// each task is checked in the application itself. `--looks` also holds first looks beside Playwright's and agent-browser's, by
// judges that share no code with any. `--show` prints what was done and answered where a task failed.
// Prints a report, and writes it to benchmarks/out/apps.md and apps.json; `--write` also replaces the figures in
// docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { installPackages } from '../installPackages.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import type { Application } from './Application.ts';
import { applications } from './applications/index.ts';
import { defaultFolder } from './install.ts';
import { type PlayedApplication, playApplication } from './playApplication.ts';
import type { PlayedTask } from './playTask.ts';
import { applicationsReport } from './report.ts';

const COMMAND = 'npm run bench -- apps --looks --write';

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      looks: { type: 'boolean', default: false },
      folder: { type: 'string', default: defaultFolder() },
      show: { type: 'boolean' },
      write: { type: 'boolean' },
    },
  });
  const { only, looks, folder, show, write } = values;
  if (write && (only !== undefined || positionals.length > 0))
    throw new Error('--write replaces the figures of a whole run: it goes with no application and no task');
  installPackages({ peers: looks });
  const report = (played: PlayedTask): void => {
    console.error(`bench: ${played.application}: ${played.task}: ${played.outcome}`);
    if (show && played.outcome !== 'done') console.error([...played.log, played.why].join('\n'));
  };
  const played: PlayedApplication[] = [];
  for (const application of chooseApplications(positionals))
    played.push(await playApplication(application, { folder, only, looks, report }));
  const text = applicationsReport(played);
  console.log(text.join('\n\n'));
  writeOut('apps', played, text);
  if (write) writeFigures(COMMAND, text);
}

function chooseApplications(names: readonly string[]): readonly Application[] {
  const unknown = names.filter((name) => applications.every((one) => one.name !== name));
  if (unknown.length > 0)
    throw new Error(
      `no application ${unknown.join(', ')}: ${applications.map(({ name }) => name).join(', ')}`,
    );
  return applications.filter(({ name }) => names.length === 0 || names.includes(name));
}
