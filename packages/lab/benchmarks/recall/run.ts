// `npm run bench -- query [--write] [--untimed] [--captured] [--choose] [--questions FILE --pages FOLDER] [page...]`: whether a question finds the element it
// means, and how fast. Prints a report, and writes it to benchmarks/out/query.md and query.json; `--write` also replaces the
// figures in docs/benchmarks.md. `--untimed` leaves the times out, on a busy machine; `--captured` too, and asks the pages as the
// last run has captured them; with `--choose` the weights of the search are chosen by cross-validation over the pages of the
// first set, and those of `--questions`, instead. `--questions`: asks those of a file instead, a JSON value a line as in
// `recall/questions`, with the page as `file`, a path in FOLDER; those that mean nothing a person can use are left out, and counted.

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Session } from '../../../sightline/src/index.ts';
import { describeMachine } from '../describeMachine.ts';
import { madeBodies } from '../pages/catalogue.ts';
import { servePages } from '../pages/servePages.ts';
import { writeFigures, writeOut } from '../writeFigures.ts';
import { askAll, type QuestionedPage } from './askAll.ts';
import { openPage, readPage } from './captures.ts';
import { chooseWeights } from './choose/chooseWeights.ts';
import { makeContenders } from './contenders.ts';
import { GIVEN, type RecallPage, recallFolders, recallPages } from './pages.ts';
import { type Question, readGivenQuestions, readQuestions } from './questions.ts';
import { Ranker } from './Ranker.ts';
import { type QueryResults, queryFigures, queryReport } from './report.ts';
import { scoreAll } from './score.ts';
import { measureSpeed, type Speed, speedBodies } from './speed.ts';
import { Vectors } from './vectors.ts';
import { sharesWord, wordsOf } from './words.ts';

/** Every page loads what it needs from this machine; requests for anything else fail at once. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

export async function run(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      write: { type: 'boolean' },
      untimed: { type: 'boolean' },
      captured: { type: 'boolean' },
      choose: { type: 'boolean' },
      questions: { type: 'string' },
      pages: { type: 'string' },
    },
  });
  if (options.write && (positionals.length > 0 || options.captured))
    throw new Error('--write replaces the figures of a whole run: it goes with `--untimed` alone');
  const isChosen = ({ name }: RecallPage): boolean =>
    positionals.length === 0 || positionals.some((part) => name.includes(part));
  const given = options.questions === undefined ? undefined : readGivenQuestions(options.questions);
  const chosen = [
    ...(given ? givenPages(given.files) : []),
    ...(given && !options.choose ? [] : recallPages),
  ].filter(isChosen);
  const ranker = await Ranker.load();
  if (options.choose) {
    const pages = chosen.filter(({ set }) => set !== 'second').map(readPage);
    console.log(chooseWeights(pages, ranker).join('\n\n'));
    return;
  }
  const results = options.captured
    ? await ask(chosen.map(readPage), ranker, { machine: '', speeds: [] })
    : await measure(chosen, ranker, {
        isTimed: !options.untimed && !given,
        questions: given?.questions ?? readQuestions(),
        folders: options.pages === undefined ? {} : { [GIVEN]: resolve(options.pages) },
      });
  const report = queryReport(results);
  console.log(report.join('\n\n'));
  // The result of a question of the second set is written nowhere.
  writeOut('query', { ...results, asked: results.asked.filter(({ set }) => set !== 'second') }, report);
  if (!options.write) return;
  const { at, machine } = results;
  writeFigures('npm run bench -- query --write', [
    `Measured on ${at.slice(0, 10)}. ${machine}.`,
    ...queryFigures(results),
  ]);
}

const givenPages = (files: ReadonlyMap<string, string>): RecallPage[] =>
  Array.from(files, ([name, file]) => ({ set: 'given' as const, name, path: `${GIVEN}${file}` }));

interface MeasureOptions {
  isTimed: boolean;
  questions: readonly Question[];
  /** Served besides, by the prefix of the path. */
  folders: Readonly<Record<string, string>>;
}

async function measure(
  chosen: readonly RecallPage[],
  ranker: Ranker,
  { isTimed, questions, folders }: MeasureOptions,
): Promise<QueryResults> {
  const server = await servePages({ ...madeBodies(), ...speedBodies() }, { ...folders, ...recallFolders() });
  const session = await Session.launch({ args: [OFFLINE] });
  try {
    const pages: QuestionedPage[] = [];
    for (const recallPage of chosen) {
      const page = await openPage(session, server.origin, recallPage, questions);
      pages.push(page.set === 'given' ? withoutWrong(page) : page);
    }
    const wrong = pages.flatMap((page) => page.wrong);
    if (wrong.length > 0) throw new Error(`the recall set is wrong:\n${wrong.join('\n')}`);
    const machine = describeMachine(session.page);
    if (isTimed) console.error('bench: time');
    const speeds = isTimed ? await measureSpeed(session, server.origin, ranker) : [];
    return await ask(pages, ranker, { machine, speeds });
  } finally {
    await session.close();
    await server.close();
  }
}

/** Of questions that somebody else has written, those that mean something a person can use; each of the kind that its words say. */
function withoutWrong(page: QuestionedPage): QuestionedPage {
  for (const wrong of page.wrong) console.error(`bench: ${wrong}`);
  const kept = page.questions.flatMap((question, i) => {
    const [right, label = ''] = [page.right[i], page.labels[i]];
    if (!right || right.size === 0) return [];
    const kind =
      question.kind === 'language' ? 'language' : sharesWord(question.ask, label) ? 'shared' : 'other';
    return [{ question: { ...question, kind } as const, right, label }];
  });
  console.error(`bench: ${page.name}: ${kept.length} of ${page.questions.length} questions`);
  return {
    ...page,
    questions: kept.map(({ question }) => question),
    right: kept.map(({ right }) => right),
    labels: kept.map(({ label }) => label),
    wrong: [],
  };
}

async function ask(
  pages: readonly QuestionedPage[],
  ranker: Ranker,
  { machine, speeds }: { machine: string; speeds: Speed[] },
): Promise<QueryResults> {
  console.error('bench: questions');
  const contenders = makeContenders(await Vectors.read(wordsOfAll(pages)));
  const asked = pages.flatMap((page) => askAll(page, contenders, ranker));
  const at = new Date().toISOString();
  return { at, machine, pages: pages.length, asked, scores: scoreAll(asked), speeds };
}

/** Word vectors are read for these only. */
function wordsOfAll(pages: readonly QuestionedPage[]): Set<string> {
  const asked = pages.flatMap(({ questions }) =>
    questions.flatMap(({ ask, keyword_weights }) => [ask, ...Object.keys(keyword_weights)]),
  );
  const shown = pages.flatMap(({ candidates }) => candidates.map(({ words }) => words));
  return new Set([...asked, ...shown].flatMap(wordsOf));
}
