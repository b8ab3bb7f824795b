// `npm run bench -- [--quick] [--write] [--no-peer] [page...]`: how fast Sightline looks, and with how few tokens.
// `npm run bench -- NAME`: another measurement, see PARTS.
// Prints a report, and writes it to benchmarks/out/look.md and look.json; `--write` also replaces the figures in
// docs/benchmarks.md.

import { installPackages } from './installPackages.ts';

type Part = () => Promise<{ run(args: string[]): Promise<void> }>;

/** By the word after `--`. Each loads what it needs when it is run: peers are not installed before. */
const PARTS: Readonly<Record<string, Part>> = {
  agent: () => import('./agent.ts'),
  apps: () => import('./apps/run.ts'),
  calls: () => import('./calls.ts'),
  clients: () => import('./clients/run.ts'),
  commands: () => import('./commands.ts'),
  developer: () => import('./developer/run.ts'),
  dom: () => import('./dom.ts'),
  failures: () => import('./failures/run.ts'),
  endurance: () => import('./endurance.ts'),
  loop: () => import('./loop.ts'),
  mend: () => import('./failures/mend.ts'),
  'local-model': () => import('./localModel.ts'),
  miniwob: () => import('./miniwob/run.ts'),
  peers: () => import('./peers/run.ts'),
  query: () => import('./recall/run.ts'),
  relay: () => import('./relay.ts'),
  rows: () => import('./rows.ts'),
  script: () => import('./script.ts'),
  sessions: () => import('./sessions/run.ts'),
  teach: () => import('./teach/run.ts'),
};
/** Those that need the pages and peers of packages/lab/benchmarks/package.json, as the measurement of looks does. */
const NEED_PACKAGES = ['commands', 'developer', 'failures', 'loop', 'mend', 'peers', 'query'];

const [name = '', ...rest] = process.argv.slice(2);
const part = PARTS[name];
if (!part || NEED_PACKAGES.includes(name)) installPackages({ peers: true });
try {
  const { run } = await (part ?? (() => import('./look.ts')))();
  await run(part ? rest : process.argv.slice(2));
} catch (error) {
  console.error(`bench: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  process.exitCode = 1;
}
process.exit();
