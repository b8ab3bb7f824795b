// `npm run bench -- developer [--write]`: what who builds a page asks of it, and the tokens of each tool's answer. Prints a report,
// and writes it to benchmarks/out/developer.md and developer.json, with the answers; `--write` also replaces the figures in
// docs/benchmarks.md.

import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Session } from '../../../sightline/src/index.ts';
import { listenLocally } from '../../src/bench/suites/localServer.ts';
import { firstLineOf } from '../AgentBrowser.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { writeTable } from '../writeTable.ts';
import { contenders, QUESTIONS, type Question } from './contenders.ts';
import { SECRETS, servePage } from './page.ts';

const COMMAND = 'npm run bench -- developer --write';
/** Milliseconds until the page has requested all that it does. */
const LOADING_MS = 3_000;

interface ContenderResult {
  contender: string;
  /** Of the definitions; undefined for a command line. */
  definitions: number | undefined;
  answers: Partial<Record<Question, string>>;
}

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({ args, options: { write: { type: 'boolean' } } });
  const server = await listenLocally(servePage);
  const results: ContenderResult[] = [];
  try {
    for (const name of Object.keys(contenders)) results.push(await measure(name, server.origin));
  } finally {
    await server.close();
  }
  const figures = report(results);
  console.log(figures.join('\n\n'));
  writeOut('developer', results, figures);
  if (options.write) writeFigures(COMMAND, figures);
}

/** Each in a browser of its own, which it is attached to before the page is loaded. */
async function measure(name: string, origin: string): Promise<ContenderResult> {
  const free = await listenLocally(() => undefined);
  await free.close();
  const args = [`--remote-debugging-port=${new URL(free.origin).port}`];
  const session = await Session.launch({ allowEvaluate: true, args });
  const result: ContenderResult = { contender: name, definitions: undefined, answers: {} };
  try {
    await session.navigate('about:blank');
    const contender = await contenders[name]?.(free.origin, session);
    if (!contender) return result;
    try {
      await contender.open(`${origin}/`);
      await setTimeout(LOADING_MS);
      for (const [question, ask] of Object.entries(contender.answer)) {
        console.error(`bench: ${name}: ${question}`);
        const answer = await ask().catch((error: unknown) => `failed: ${firstLineOf(error)}`);
        result.answers[question as Question] = answer.trim();
      }
      const definitions = await contender.definitions();
      result.definitions = definitions === undefined ? undefined : countTokens(definitions);
    } finally {
      await contender.close();
    }
  } catch (error) {
    console.error(`bench: ${name}: ${firstLineOf(error)}`);
  } finally {
    await session.close();
  }
  return result;
}

function report(results: readonly ContenderResult[]): string[] {
  const rows = Object.entries(QUESTIONS).map(([question, words]) => [
    words,
    ...results.map(({ answers }) => cellOf(answers[question as Question])),
  ]);
  const definitions = [
    'definitions of its tools',
    ...results.map((one) => one.definitions?.toLocaleString('en') ?? '-'),
  ];
  return [
    'o200k tokens of each answer, the page loaded once. `-`: it has no such call; `!`: with one of the page\u2019s three secrets. For the orders as data, the others have a snapshot of the page, which a model then reads.',
    writeTable(['', ...results.map(({ contender }) => contender)], [...rows, definitions]),
  ];
}

function cellOf(answer: string | undefined): string {
  if (answer === undefined) return '-';
  if (answer.startsWith('failed: ')) return 'failed';
  const leaks = SECRETS.some((secret) => answer.includes(secret)) ? ' !' : '';
  return `${countTokens(answer).toLocaleString('en')}${leaks}`;
}
