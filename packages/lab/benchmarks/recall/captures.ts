import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { buildPage, parseSnapshot, type Session } from '../../../sightline/src/index.ts';
import { benchmarkPath } from '../paths.ts';
import type { QuestionedPage } from './askAll.ts';
import { candidatesOf } from './Candidate.ts';
import { type CapturedPage, lookUp } from './lookUp.ts';
import type { RecallPage } from './pages.ts';
import type { Question } from './questions.ts';

/** Milliseconds: charts, tables and editors build themselves after loading. */
const BUILD_MS = 2000;

/** The file of a capture, for the runs that read it again. */
const captureFile = (name: string): string => benchmarkPath('out/recall', `${name}.json`);

/** Opens a page, captures it and looks its questions' elements up. The capture is kept in `out/recall/`. */
export async function openPage(
  session: Session,
  origin: string,
  { name, set, path, ready }: RecallPage,
  all: readonly Question[],
): Promise<QuestionedPage> {
  console.error(`bench: ${name}`);
  const captured = await capture(session, `${origin}${path}`, ready);
  const questions = all.filter(({ page }) => page === name);
  const answers = await lookUp(session.page, captured, questions);
  const right = answers.right.map((keys) => [...keys]);
  mkdirSync(benchmarkPath('out/recall'), { recursive: true });
  const { snapshot } = captured;
  writeFileSync(captureFile(name), JSON.stringify({ snapshot, questions, ...answers, right }));
  return { name, set, ...captured, questions, ...answers };
}

/** A page as the last run that opened it has captured it, with the questions of then. */
export function readPage({ name, set }: RecallPage): QuestionedPage {
  const { snapshot, right, ...kept } = JSON.parse(readFileSync(captureFile(name), 'utf8'));
  const parsed = parseSnapshot(JSON.stringify(snapshot));
  const rightKeys = right.map((keys: string[]) => new Set(keys));
  return {
    name,
    set,
    snapshot: parsed,
    candidates: candidatesOf(buildPage(parsed)),
    right: rightKeys,
    ...kept,
  };
}

/** Captures a page when it has settled. By a second look, since a look asks for a hundred listeners at most. */
async function capture(session: Session, url: string, ready: string | undefined): Promise<CapturedPage> {
  await session.navigate(url);
  if (ready) await session.page.waitForSelector(ready, { state: 'attached', timeout: 60_000 });
  await session.look({ view: 'minimal', timeoutMs: 60_000 });
  await setTimeout(BUILD_MS);
  const { snapshot } = await session.look({ timeoutMs: 60_000 });
  return { snapshot, candidates: candidatesOf(buildPage(snapshot)) };
}
