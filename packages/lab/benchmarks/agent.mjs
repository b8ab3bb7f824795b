// `npm run bench -- agent [--path DIR] [--write]`: the oracle of `sightline bench` does the shipped suite in each query
// mode, and with the path of a checkout the tasks of MiniWoB++ that it knows. Prints what that took; a run that was cut
// off goes on (out/agent). `--write` also replaces the figures in docs/benchmarks.md.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeMachine } from './describeMachine.mjs';
import { writeFigures } from './writeFigures.mjs';

const {
  openSuite,
  readResults,
  runBench,
  sizeTable,
  summaryTable,
  tableMarkdown,
  trialLine,
  variantsOf,
  writeReport,
} = await import('../dist/bench/index.js');
const { Session } = await import('../../sightline/dist/index.js');
const out = fileURLToPath(new URL('out/agent/', import.meta.url));
/** Tasks of MiniWoB++ whose instruction says it all: the oracle knows these. */
const KNOWN = 34;

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { path: { type: 'string' }, write: { type: 'boolean' } },
});
const controller = new AbortController();
process.once('SIGINT', () => controller.abort());

const figures = [await machine(), ...(await figuresOf('shipped'))];
if (options.path)
  figures.push(
    'MiniWoB++, the tasks whose instruction alone says what is to be done:',
    ...(await figuresOf('miniwob')),
  );
console.log(figures.join('\n\n'));
if (options.write) writeFigures('npm run bench -- agent --path DIR --write', figures);

/** @param {'shipped' | 'miniwob'} name @returns {Promise<string[]>} paragraphs of Markdown */
async function figuresOf(name) {
  const suite = await openSuite({ suite: name, path: options.path, cwd: process.cwd() });
  try {
    const output = `${out}${name}`;
    await runBench({
      suite,
      variants: variantsOf({ models: ['oracle'], queryModes: ['off', 'hybrid', 'query'], outline: false }),
      trials: 1,
      limit: name === 'miniwob' ? KNOWN : undefined,
      output,
      signal: controller.signal,
      env: {},
      onTrial: (trial, { done, all }) => console.error(`bench: ${done}/${all} ${trialLine(trial)}`),
    });
    await writeReport(output);
    return tell(readResults(output, {}), suite);
  } finally {
    await suite.close?.();
  }
}

function tell({ trials, summaries }, { hash, oracleHash }) {
  const failed = trials.filter((trial) => !trial.passed);
  return [
    tableMarkdown(summaryTable(summaries, undefined)),
    tableMarkdown(
      sizeTable(
        summaries.map(({ variant }) => variant),
        trials,
      ),
    ),
    `Tasks: SHA-256 \`${hash.slice(0, 16)}\`; what the oracle knows: \`${oracleHash.slice(0, 16)}\`.`,
    ...(failed.length > 0
      ? [`Not passed: ${failed.map(({ task, variant }) => `${task} (${variant})`).join(', ')}.`]
      : []),
  ];
}

async function machine() {
  const session = await Session.launch();
  try {
    await session.navigate('about:blank');
    return `Measured on ${new Date().toISOString().slice(0, 10)}. ${describeMachine(session.page)}.`;
  } finally {
    await session.close();
  }
}
