import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { replay } from '../../packages/sightline/src/agent/trace/replay.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { changedSteps, lookalikes } from '../support/changedSteps.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

// 60 recorded steps on a site, done again without a model on a copy of it that is renamed, in another order and in another style.

const PAGES = 5;
const pageOf = (step: number): number => step % PAGES;
/** What each page notes down of what is used in it. */
const NOTE = `const used = []; const note = ({ target }) => { const one = target.closest('[data-step]'); if (one) used.push(one.dataset.step); };
for (const kind of ['click', 'input']) document.addEventListener(kind, (event) => { if (kind === 'input' || !event.target.closest('input')) note(event); });`;

function controlHtml(tag: string, name: string, step: string, isChanged: boolean): string {
  const given = `data-step="${step}"${isChanged ? ` class="c-${step}"` : ` id="step-${step}"`}`;
  const control =
    tag === 'input'
      ? `<label>${name} <input ${given}></label>`
      : tag === 'a'
        ? `<a href="#here" ${given}>${name}</a>`
        : `<button type=button ${given}>${name}</button>`;
  return isChanged ? `<li><span>${control}</span></li>` : `<p>${control}</p>`;
}

function siteHtml(page: number, isChanged: boolean): string {
  const own = changedSteps.flatMap(([tag, was, is, isTag = tag], step) => {
    if (pageOf(step) !== page || (isChanged && is === undefined)) return [];
    return [controlHtml(isChanged ? isTag : tag, isChanged ? String(is) : was, String(step), isChanged)];
  });
  const others = lookalikes.map((name) => controlHtml('button', name, name, isChanged));
  const style = isChanged
    ? 'body{background:#123;color:#fff;display:grid} li{display:inline-block;margin:2px}'
    : '';
  const parts = isChanged ? [...others, ...own.toReversed()] : [...own, ...others];
  return `<!doctype html><title>Page ${page}</title><style>${style}</style><main><h1>${isChanged ? 'Your' : 'The'} workshop</h1>
${isChanged ? `<ul>${parts.join('')}</ul>` : parts.join('')}</main><script>${NOTE}</script>`;
}

let isChanged = false;
let server: TestServer;
let session: Session;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sl-changed-'));
  const handlers = Array.from({ length: PAGES }, (_, page): [string, Handler] => [
    `/${page}`,
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(siteHtml(page, isChanged));
    },
  ]);
  [server, session] = await Promise.all([startServer(Object.fromEntries(handlers)), shareSession()]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([session?.close(), server?.close()]);
});

const used = (): Promise<string[]> => session.page.evaluate('used');

/** Has the steps of a page done, one a turn, and writes the trace. */
async function record(steps: readonly number[], trace: string): Promise<void> {
  await session.navigate(`${server.origin}/${pageOf(steps[0] as number)}`);
  const actions = steps.map((step) => {
    const [tag = '', was = ''] = changedSteps[step] ?? [];
    return tag === 'input'
      ? { fill: { index: was, text: 'x' } }
      : { click: { index: `${tag === 'a' ? 'link' : 'button'} "${was}"` } };
  });
  const model = new ScriptedModel((_, turn) => ({ action: [actions[turn] ?? { done: { text: 'done' } }] }));
  expect(await runAgent(session, 'use it', { model, trace })).toMatchObject({ success: true });
  expect(await used()).toEqual(steps.map(String));
}

// More than a hundred actions: on a busy machine each may take seconds.
test('60 recorded steps on a changed copy of a site: the 50 that are there are done, and none on another element', {
  timeout: 900_000,
}, async () => {
  expect(changedSteps).toHaveLength(60);
  const isKept = (step: number): boolean => changedSteps[step]?.[2] !== undefined;
  const steps = changedSteps.map((_, step) => step);
  const runs = [
    ...Array.from({ length: PAGES }, (_, page) =>
      steps.filter((step) => pageOf(step) === page && isKept(step)),
    ),
    // A replay ends where an element is gone.
    ...steps.filter((step) => !isKept(step)).map((step) => [step]),
  ];
  for (const [i, run] of runs.entries()) await record(run, join(folder, `${i}.jsonl`));
  isChanged = true;
  const results = { done: 0, healed: 0, gone: 0, wrong: [] as string[], missed: [] as string[] };
  for (const [i, run] of runs.entries()) {
    await session.navigate(`${server.origin}/${pageOf(run[0] as number)}`);
    const { healed, stopped, divergences } = await replay(session, join(folder, `${i}.jsonl`));
    const expected = run.filter(isKept).map(String);
    const did = await used();
    results.done += did.filter((step) => expected.includes(step)).length;
    results.wrong.push(...did.filter((step) => !expected.includes(step)));
    results.healed += healed.length;
    if (stopped) results.gone++;
    if (run.every(isKept))
      results.missed.push(...divergences.map(({ action, what }) => `${action}: ${what}`));
  }
  expect(results).toEqual({ done: 50, healed: 40, gone: 10, wrong: [], missed: [] });
});
