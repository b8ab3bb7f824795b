// `npm run bench -- query [--write] [page...]`: whether a question finds the element it means, and how fast.
// Prints a report, and writes it to out/query.md and out/query.json; `--write` also replaces the
// figures in docs/benchmarks.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Session } from '../../../sightline/dist/index.js';
import { describeMachine } from '../describeMachine.mjs';
import { madeBodies } from '../pages/catalogue.mjs';
import { servePages } from '../pages/servePages.mjs';
import { writeFigures } from '../writeFigures.mjs';
import { askAll } from './askAll.mjs';
import { textOf } from './Candidate.mjs';
import { capture, offline } from './capture.mjs';
import { makeContenders } from './contenders.mjs';
import { lookUp } from './lookUp.mjs';
import { rank } from './ours.mjs';
import { recallFolders, recallPages } from './pages.mjs';
import { readQuestions } from './questions.mjs';
import { queryFigures, writeQueryReport } from './report.mjs';
import { scoreAll } from './score.mjs';
import { measureSpeed, speedBodies } from './speed.mjs';
import { Vectors } from './vectors.mjs';
import { wordsOf } from './words.mjs';

/**
 * @typedef {object} QueryResults
 * @property {string} at ISO 8601 @property {string} machine @property {number} pages
 * @property {import('./askAll.mjs').Asked[]} asked
 * @property {ReturnType<typeof scoreAll>} scores
 * @property {import('./speed.mjs').Speed[]} [speeds]
 * @property {string} best the contender whose failures are told
 */

const { values: options, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
});
if (options.write && positionals.length > 0) {
  console.error('bench: --write replaces the figures of a whole run: it goes with no other choice');
  process.exit(1);
}
const isChosen = ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part));
const results = await runQueryBench(recallPages.filter(isChosen));
const report = writeQueryReport(results);
console.log(report);
save(report);

/** @returns {Promise<QueryResults>} */
async function runQueryBench(chosen) {
  const server = await servePages({ ...madeBodies(), ...speedBodies }, recallFolders);
  const session = await Session.launch({ args: [offline] });
  try {
    const looks = [];
    for (const recallPage of chosen) looks.push(await lookAt(session, server.origin, recallPage));
    const wrong = looks.flatMap((look) => look.wrong);
    if (wrong.length > 0) throw new Error(`the recall set is wrong:\n${wrong.join('\n')}`);
    const machine = describeMachine(session.page);
    const contenders = makeContenders(await Vectors.read(wordsOfAll(looks)));
    console.error('bench: questions');
    const asked = looks.flatMap((look) => askAll(look, contenders));
    if (rank) console.error('bench: time');
    const speeds = rank && (await measureSpeed(session, server.origin, rank));
    const best = `${rank ? 'Sightline' : contenders.at(-1).name}, keywords`;
    const at = new Date().toISOString();
    return { at, machine, pages: chosen.length, asked, scores: scoreAll(asked), speeds, best };
  } finally {
    await session.close();
    server.close();
  }
}

/** A page, its questions, and what is right for each, found in the page as it stands. */
async function lookAt(session, origin, recallPage) {
  console.error(`bench: ${recallPage.name}`);
  const captured = await capture(session, origin, recallPage);
  const questions = readQuestions().filter(({ page }) => page === recallPage.name);
  return { ...captured, questions, ...(await lookUp(session.page, captured, questions)) };
}

/** Word vectors are read for these only. */
function wordsOfAll(looks) {
  const asked = looks.flatMap(({ questions }) =>
    questions.flatMap(({ ask, keyword_weights }) => [ask, ...Object.keys(keyword_weights)]),
  );
  const there = looks.flatMap(({ candidates }) => candidates.map(textOf));
  return new Set([...asked, ...there].flatMap(wordsOf));
}

/** What becomes of a question of the held half is written nowhere. */
function save(text) {
  const out = fileURLToPath(new URL('../out/', import.meta.url));
  const told = { ...results, asked: results.asked.filter(({ half }) => half === 'tune') };
  mkdirSync(out, { recursive: true });
  writeFileSync(`${out}query.json`, `${JSON.stringify(told, null, 1)}\n`);
  writeFileSync(`${out}query.md`, text);
  if (!options.write) return;
  const { at, machine } = results;
  writeFigures('npm run bench -- query --write', [
    `Measured on ${at.slice(0, 10)}. ${machine}.`,
    ...queryFigures(results),
  ]);
}
