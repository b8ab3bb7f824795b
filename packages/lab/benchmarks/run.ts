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
  trials: () => import('./trials/run.ts'),
};
/** Those that need the pages and peers of packages/lab/benchmarks/package.json, as the measurement of looks does. */
const NEED_PACKAGES = ['commands', 'developer', 'failures', 'loop', 'mend', 'peers', 'query'];

const HELP = `npm run bench -- [--quick] [--write] [--no-peer] [page...]   how fast Sightline looks, and with how few tokens
npm run bench -- NAME [options]                            ${Object.keys(PARTS).join(', ')}
npm run lab -- data|train|plot|evaluate [options]          the same as \`teach\`: see docs/teach.md
Options and figures: docs/benchmarks.md, and the head of packages/lab/benchmarks/NAME.ts.`;

const [name = '', ...rest] = process.argv.slice(2);
if ([name, ...rest].some((arg) => arg === '--help' || arg === '-h')) {
  console.log(HELP);
  process.exit();
}
const part = PARTS[name];
if (!part || NEED_PACKAGES.includes(name)) installPackages({ peers: true });
try {
  const { run } = await (part ?? (() => import('./look.ts')))();
  await run(part ? rest : process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
  if (isUsage) console.error(`bench: ${error.message}\n\n${HELP}`);
  else console.error(`bench: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  process.exitCode = 1;
}
process.exit();
