// `npm run bench -- query [--write] [page...]`: whether a question finds the element it means, and how fast. Prints a
// report, and writes it to benchmarks/out/query.md and query.json; `--write` also replaces the figures in
// docs/benchmarks.md.

import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildPage, Session } from '../../../sightline/src/index.ts';
import { describeMachine } from '../describeMachine.ts';
import { madeBodies } from '../pages/catalogue.ts';
import { servePages } from '../pages/servePages.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { askAll, type QuestionedPage } from './askAll.ts';
import { candidatesOf } from './Candidate.ts';
import { makeContenders } from './contenders.ts';
import { type CapturedPage, lookUp } from './lookUp.ts';
import { type RecallPage, recallFolders, recallPages } from './pages.ts';
import { readQuestions } from './questions.ts';
import { Ranker } from './Ranker.ts';
import { type QueryResults, queryFigures, queryReport } from './report.ts';
import { scoreAll } from './score.ts';
import { measureSpeed, speedBodies } from './speed.ts';
import { Vectors } from './vectors.ts';
import { wordsOf } from './words.ts';

/** Every page loads what it needs from this machine; requests for anything else fail at once. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** Milliseconds: charts, tables and editors build themselves after loading. */
const BUILD_MS = 2000;

export async function run(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { write: { type: 'boolean' } },
  });
  if (options.write && positionals.length > 0)
    throw new Error('--write replaces the figures of a whole run: it goes with no other option');
  const isChosen = ({ name }: RecallPage): boolean =>
    positionals.length === 0 || positionals.some((part) => name.includes(part));
  const results = await measure(recallPages.filter(isChosen));
  const report = queryReport(results);
  console.log(report.join('\n\n'));
  // The result of a question of the held half is written nowhere.
  writeOut('query', { ...results, asked: results.asked.filter(({ half }) => half === 'tune') }, report);
  if (!options.write) return;
  const { at, machine } = results;
  writeFigures('npm run bench -- query --write', [
    `Measured on ${at.slice(0, 10)}. ${machine}.`,
    ...queryFigures(results),
  ]);
}

async function measure(chosen: readonly RecallPage[]): Promise<QueryResults> {
  const server = await servePages({ ...madeBodies(), ...speedBodies() }, recallFolders());
  const session = await Session.launch({ args: [OFFLINE] });
  try {
    const pages: QuestionedPage[] = [];
    for (const recallPage of chosen) pages.push(await openPage(session, server.origin, recallPage));
    const wrong = pages.flatMap((page) => page.wrong);
    if (wrong.length > 0) throw new Error(`the recall set is wrong:\n${wrong.join('\n')}`);
    const machine = describeMachine(session.page);
    const ranker = await Ranker.load();
    const contenders = makeContenders(await Vectors.read(wordsOfAll(pages)));
    console.error('bench: questions');
    const asked = pages.flatMap((page) => askAll(page, contenders, ranker));
    console.error('bench: time');
    const speeds = await measureSpeed(session, server.origin, ranker);
    const at = new Date().toISOString();
    return { at, machine, pages: chosen.length, asked, scores: scoreAll(asked), speeds };
  } finally {
    await session.close();
    await server.close();
  }
}

async function openPage(session: Session, origin: string, recallPage: RecallPage): Promise<QuestionedPage> {
  console.error(`bench: ${recallPage.name}`);
  const captured = await capture(session, origin, recallPage);
  const questions = readQuestions().filter(({ page }) => page === recallPage.name);
  return { ...captured, questions, ...(await lookUp(session.page, captured, questions)) };
}

/** Captures a page when it has settled. By a second look, since a look asks for a hundred listeners at most. */
async function capture(session: Session, origin: string, { path, ready }: RecallPage): Promise<CapturedPage> {
  await session.navigate(`${origin}${path}`);
  if (ready) await session.page.waitForSelector(ready, { state: 'attached', timeout: 60_000 });
  await session.look({ view: 'minimal', timeoutMs: 60_000 });
  await setTimeout(BUILD_MS);
  const { snapshot } = await session.look({ timeoutMs: 60_000 });
  return { snapshot, candidates: candidatesOf(buildPage(snapshot)) };
}

/** Word vectors are read for these only. */
function wordsOfAll(pages: readonly QuestionedPage[]): Set<string> {
  const asked = pages.flatMap(({ questions }) =>
    questions.flatMap(({ ask, keyword_weights }) => [ask, ...Object.keys(keyword_weights)]),
  );
  const shown = pages.flatMap(({ candidates }) => candidates.map(({ words }) => words));
  return new Set([...asked, ...shown].flatMap(wordsOf));
}
