import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import type { Tool } from '../../packages/sightline/src/tools/defineTool.ts';
import { developerTools, tools } from '../../packages/sightline/src/tools/index.ts';

import { isLong } from '../support/scale.ts';
import { CODES, difference, SECRETS, secretPage, secretTraffic } from '../support/secretPages.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { callsOf } from '../support/toolCalls.ts';
import { fakeContext } from '../support/tools.ts';

// Every tool there is, asked with every field that it has about two pages that differ only in their secrets: the answers, and the
// files that are written, are the same to the byte. A new tool is asked without being added here.

/** What ends the session, or does not ask the page. */
const WITHOUT_PAGE = new Set(['close', 'doctor', 'scripts']);
/** Calls of a tool in `npm test`, and in `npm run test:long`. What acts has the page opened anew before each. */
const MAX_CALLS = { reads: isLong ? 30 : 3, acts: isLong ? 4 : 1 };
/** On a busy machine one page may be further than the other. What differs each time differs by the secret. */
const MAX_TRIES = 3;
/** What it measures is another each time: only that it holds no secret is asked. */
const MEASURING = new Set(['measure_performance']);
/** What the browser itself finds, such as a field without `autocomplete`, it says when it comes to it: parts are compared, not their order. */
const UNORDERED = new Set(['console_messages']);
/** These wait for what does not come, each for as long as it may. */
const WAITING = new Set(['wait_for', 'run_script']);

let server: TestServer;
const folders: string[] = [];
const sessions: Session[] = [];
beforeAll(async () => {
  server = await startServer({
    '/echo': (request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => {
        response.setHeader('content-type', 'text/plain');
        response.end(`${request.url} ${request.headers['x-note']} ${body}`);
      });
    },
  });
  const options = { allowEvaluate: true };
  sessions.push(...(await Promise.all([shareSession(options), shareSession(options)])));
  for (const [i, session] of sessions.entries()) {
    folders.push(mkdtempSync(join(tmpdir(), 'sl-every-')));
    await session.navigate(server.origin);
    const context = session.page.context();
    const [secret, code] = [SECRETS[i] as string, CODES[i] as string];
    for (const [path, body] of [
      ['/account', secretPage(secret, code) + secretTraffic(secret)],
      ['/method', 'done'],
    ] as const)
      await context.route(server.origin + path, (route) => route.fulfill({ contentType: 'text/html', body }));
  }
  await reopen();
  // Guesses that somebody typed are known to the session: they must not replace a part of a secret, and leave its rest.
  for (const session of sessions) for (const guess of GUESSES) await session.fill('css=#p', guess);
  await reopen();
  // The first picture of a browser may be drawn in another font.
  for (const session of sessions) await session.screenshot({ timeoutMs: 60_000 });
});
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await Promise.all([...sessions.map((session) => session.close()), server?.close()]);
});

const reopen = (): Promise<unknown> => Promise.all(sessions.map(openIn));

async function openIn(session: Session): Promise<void> {
  await session.route(undefined, { remove: true });
  await session.emulateNetwork('online');
  for (const { number } of (await session.tabs()).slice(1)) await session.closeTab(number);
  await session.navigate(`${server.origin}/account`);
  await session.waitFor({ text: 'ready', timeoutMs: 60_000 });
  await session.look();
}

/** The beginnings and ends of both secrets, and both; what only reads the page may be asked for all of one. */
const PARTS = [...SECRETS, ...CODES].flatMap((secret) => [secret.slice(0, 4), secret.slice(-3)]);
const GUESSES = SECRETS.flatMap((secret) => [2, 4, 5, 7].map((length) => secret.slice(0, length)));
const textsFor = ({ readOnly }: Tool): Record<string, readonly string[]> => {
  const words = ['Plan', 'Password', 'css=#p', 'Row', ...PARTS, ...(readOnly ? SECRETS : [])];
  return {
    '': words,
    selector: [
      '*',
      ...PARTS.map((part) => `[value^="${part}"], #row-${part}`),
      'option:checked, :dir(rtl), :valid',
    ],
    url: PARTS.map((part) => (readOnly ? part : `${server.origin}/account?q=${part}`)),
    script: [
      'print(page.url(), await page.title(), await page.tabs())',
      "print(await page.look({ full: true })); print(await page.query({ role: 'textbox' }), await page.table('Key'))",
      ...SECRETS.map(
        (part) =>
          `print(await page.locator('[value^="${part}"]').count(), await page.getByText('${part}').count(), await page.why('${part}').catch(String))`,
      ),
      'await page.reload(); print(page.url()); await page.waitForURL(/Zq7/, { timeout: 300 }).catch((e) => print(e.message))',
      "await page.getByLabel('Plan').fill('pro'); print(await page.changes(), await page.locator('*').describe('value', 'href', 'title'))",
    ],
    steps: [
      'look',
      ...SECRETS.map((part) => `find ${part}; text "Password"; look`),
      'fill Plan pro; get Plan',
    ],
    schema: [
      '{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"key":{"type":"string"}}}}',
      '{"type":"object","properties":{"password":{"type":"string"},"plan":{"type":"string"},"code":{"type":"string"}}}',
    ],
    files: ['none.txt'],
    path: ['shot.png'],
    save: ['page.json', 'page.html'],
    har: ['all.har'],
    output: ['page.pdf', 'shot.png'],
    expression: [
      '[document.body.innerText, document.cookie, location.href, { ...localStorage }]',
      "Array.from(document.querySelectorAll('*'), (one) => [one.value, one.outerHTML])",
      '(() => { throw new Error(document.documentElement.outerHTML); })()',
    ],
  };
};

/** Numbers that are drawn, and times. */
const steady = (text: string): string =>
  text
    .replace(/"timing":\{[^}]*\}|timing \(ms\): .*/g, '')
    .replace(/\b[0-9a-f]{16}\b|(?<=screenshot-)[0-9a-f]{6}\b/g, 'KEY')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d\d:\d\d:\d\dZ/g, 'TIME')
    .replace(/\b[\d.]+ (?:ms|MB)\b/g, 'N')
    .replace(
      /"(?:time|milliseconds|waitedMs|send|wait|receive|at|date|firstByte|domReady|loaded|firstPaint|interaction|longest|blocking|used|total|value)": ?-?[\d.]+/g,
      'N',
    )
    .replace(/("name": ?"date",\s*"value": ?)"[^"]*"|date: .*/gi, 'DATE');

/** What a tool answers about a page, in text or as data, and the files that it wrote. */
async function answer(tool: Tool, input: object, i: number, json: boolean): Promise<string> {
  const [session, cwd] = [sessions[i] as Session, folders[i] as string];
  const context = fakeContext({
    cwd,
    files: cwd,
    session: () => session,
    openSession: async () => session,
    takeNotices: () => session.takeNotices(),
  });
  const { out, err } = await executeTool(tool, input, context, json);
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const written = files.map((one) => {
    const bytes = readFileSync(join(one.parentPath, one.name));
    return `${steady(one.name)} ${bytes.includes(0) ? bytes.toString('base64') : steady(bytes.toString())}`;
  });
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd);
  return [steady(out), steady(err), ...written.sort()].join('\n').replaceAll(cwd, 'FOLDER');
}

/** The parts of lines, or of a list as data, sorted. */
const sortParts = (text: string): string =>
  text
    .split(/[\n{}[\],]+/)
    .sort()
    .join('\n');

/** As many of them, from the first to the last. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.filter((_, i) => Math.floor((i * most) / all.length) !== Math.floor(((i - 1) * most) / all.length));

const ASKED = [...tools, ...developerTools].filter(({ name }) => !WITHOUT_PAGE.has(name));

test.each(ASKED.map((tool) => [tool.name, tool] as const))(
  '%s says nothing of a secret',
  async (name, tool) => {
    const { readOnly } = tool;
    const inputs = callsOf(tool, textsFor(tool), { timeoutMs: WAITING.has(name) ? 8_000 : 20_000 });
    const most = WAITING.has(name) ? MAX_CALLS.acts : readOnly ? MAX_CALLS.reads : MAX_CALLS.acts;
    for (const [at, input] of spread(inputs, most).entries()) {
      let differs: readonly string[] | undefined = [];
      for (let tries = 0; differs !== undefined && tries < MAX_TRIES; tries++) {
        const [first = '', second = ''] = await Promise.all(
          sessions.map((_, i) => answer(tool, input, i, at % 2 === 1)),
        );
        const [one, other] = UNORDERED.has(name) ? [sortParts(first), sortParts(second)] : [first, second];
        differs = MEASURING.has(name) ? undefined : difference(one, other);
        const said = SECRETS.filter(
          (secret) => (first + second).includes(secret) && !JSON.stringify(input).includes(secret),
        );
        expect([input, said]).toEqual([input, []]);
        if (!readOnly || differs !== undefined) await reopen();
      }
      expect(differs, JSON.stringify([input, differs])).toBeUndefined();
    }
  },
);
