import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type {
  LookOptions,
  Navigation,
  Session,
  SessionResult,
} from '../../packages/sightline/src/session/Session.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { isPlaceName } from '../../packages/sightline/src/tools/isPlaceName.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { isSnapshotFile } from '../../packages/sightline/src/tools/snapshotFile.ts';
import { fakeContext, fakeSession, toolNamed } from '../support/tools.ts';

const arrived: Navigation = {
  url: 'https://a.example/',
  title: 'A "page"',
  status: 200,
  notes: ['redirected once'],
};
const snapshot = { version: 1, url: 'https://a.example/' } as Snapshot;

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

it.each([7, 'elem-1ab2c3d'])('acts on an element by its number or its id: %s', async (target) => {
  const asked: unknown[] = [];
  const click = (async (...given: unknown[]) => {
    asked.push(given[0]);
    return { text: 'clicked', data: {}, targets: [] };
  }) as Session['click'];
  await runTool(toolNamed('click'), fakeContext({ session: () => fakeSession({ click }) }), {
    index: target,
  });
  expect(asked).toEqual([target]);
});

it('opens a page: what is waited for is shown, a browser only where one is started', async () => {
  const closed = new SightlineError('browser_closed', 'The browser has gone.', { hint: 'Open a page.' });
  const failing = (navigate: Session['navigate']): Session => fakeSession({ navigate });
  const stop = new SightlineError('navigation_failed', 'No such host.', { hint: 'Check it.' });
  const working = failing(() => Promise.reject(stop));
  const gone = failing(() => Promise.reject(closed));
  const progressOf = async (open: Session | undefined, next = working): Promise<string[]> => {
    const stages: string[] = [];
    let given = open;
    const context = fakeContext({
      progress: (stage) => void stages.push(stage),
      session: () => {
        if (open) return open;
        throw new SightlineError('no_session', 'No page is open.', { hint: 'Open one.' });
      },
      openSession: async ({ restart = false } = {}) => {
        if (restart) given = undefined;
        return given ?? next;
      },
    });
    await expect(runTool(toolNamed('open'), context, { url: 'https://a.example/' })).rejects.toBe(stop);
    return stages;
  };
  const opening = 'opening https://a.example/';
  expect(await progressOf(undefined)).toEqual(['starting the browser', opening]);
  expect(await progressOf(working)).toEqual([opening]);
  expect(await progressOf(gone)).toEqual([opening, 'starting the browser', opening]);
});

describe('fields', () => {
  const typed: unknown[] = [];
  const noField = new SightlineError('not_found', 'Nothing that can be used now is called "Ann".', {
    hint: 'Look.',
  });
  const session = fakeSession({
    typeAtFocus: async (text) => {
      typed.push(text);
      return { text: 'typed', data: {}, targets: [] };
    },
    type: async () => Promise.reject(noField),
    fill: async () => Promise.reject(noField),
    numberOf: async (target) => Number(target),
  });
  const context = fakeContext({ session: () => session });

  it.each([[{ index: 'Ann Lee' }], [{ text: 'Ann Lee' }]])('types at the focus: %j', async (input) => {
    await runTool(toolNamed('type_text'), context, input);
    expect(typed.splice(0)).toEqual(['Ann Lee']);
  });

  it.each(['fill', 'type_text'])('%s reports the right order of its words', async (tool) => {
    await expect(runTool(toolNamed(tool), context, { index: 'Ann', text: '3' })).rejects.toMatchObject({
      message: 'Nothing that can be used now is called "Ann".',
      hint: `The element comes first: \`${tool.replace('_text', '')} 3 "Ann"\`.`,
    });
    await expect(runTool(toolNamed(tool), context, { index: 'Ann', text: 'Lee' })).rejects.toMatchObject({
      hint: 'Look.',
    });
  });

  it('refuses to type nothing', async () => {
    await expect(runTool(toolNamed('type_text'), context, {})).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

describe('a part of the page as the target of a look', () => {
  const missing = (hint: string) => new SightlineError('not_found', 'There is none.', { hint });
  const asked: unknown[] = [];
  const session = fakeSession({
    region: async (name, options = {}) => {
      const { heading, content, full } = options;
      asked.push([name, heading, content, full]);
      if (name === 'MAIN' || name === 'Danger zone') return { text: `the ${name}`, data: {} };
      throw missing('Its regions: MAIN, NAV.');
    },
  });
  const context = fakeContext({ session: () => session });
  const lookAt = (target: string) => {
    asked.length = 0;
    return runTool(toolNamed('look'), context, { target });
  };

  it('is a region by its address', async () => {
    expect((await lookAt('MAIN')).text).toBe('the MAIN');
    expect(asked).toEqual([['MAIN', undefined, 'full', false]]);
  });

  it('is what stands under a heading of these words', async () => {
    expect((await lookAt('Danger zone')).text).toBe('the Danger zone');
    expect(asked).toEqual([['Danger zone', undefined, 'full', false]]);
  });

  it('is refused with what there is, and how a URL is written', async () => {
    await expect(lookAt('DIALOG')).rejects.toMatchObject({
      code: 'not_found',
      message: 'The page has no region or heading "DIALOG".',
      hint: 'Its regions: MAIN, NAV. For a web page write its address: http://DIALOG.',
    });
  });

  it.each([
    ['MAIN', true],
    ['NAV:Primary', true],
    ['Danger zone', true],
    ['Edit flow: Reports', true],
    ['Notes to v1.2 of it', true],
    ['my page.html', false],
    ['file:///my page', false],
    ['localhost', false],
    ['localhost:8080', false],
    ['about:blank', false],
    ['example.com', false],
    ['folder/page', false],
    ['http://intranet', false],
  ])('%s: %s', (target, expected) => expect(isPlaceName(target)).toBe(expected));
});

describe('open', () => {
  const title = '"A \'page\'" https://a.example/ (status 200)\nnote: redirected once';
  const session = fakeSession({
    navigate: async () => arrived,
    firstLook: async (options) => ({ text: `MAIN: ${JSON.stringify(options)}`, data: {} }),
    query: async (query) => ({ text: `Found ${JSON.stringify(query)}`, data: { elements: [7], total: 1 } }),
  });
  const context = fakeContext({ openSession: async () => session });

  it('reports title, URL, status and notes, and ends with a first look', async () => {
    const { text, data } = await runTool(toolNamed('open'), context, { url: 'a.example', maxTokens: 200 });
    expect(text).toBe(`${title}\nMAIN: {"maxTokens":200}`);
    expect(data).toEqual({ ...arrived, text: 'MAIN: {"maxTokens":200}' });
  });

  it('ends with what was found where words are given, and with nothing where it is to be quiet', async () => {
    const asked = await runTool(toolNamed('open'), context, { url: 'a.example', query: 'sign in' });
    expect(asked.text).toBe(`${title}\nFound {"text":"sign in"}`);
    expect(asked.data).toEqual({ ...arrived, found: [7], total: 1 });
    const quiet = await runTool(toolNamed('open'), context, { url: 'a.example', quiet: true });
    expect([quiet.text, quiet.data]).toEqual([title, arrived]);
  });

  it('is done although the page cannot be read', async () => {
    const firstLook = async (): Promise<never> => {
      throw new SightlineError('timeout', 'It does not answer.');
    };
    const deaf = fakeSession({ navigate: async () => arrived, firstLook });
    const host = fakeContext({ openSession: async () => deaf });
    const { text } = await runTool(toolNamed('open'), host, { url: 'a.example' });
    expect(text).toBe(`${title}\nnote: the page was not read: It does not answer.`);
  });

  it('resolves paths in the folder of the caller', async () => {
    const asked: unknown[] = [];
    const session = fakeSession({
      navigate: async (...args) => {
        asked.push(args);
        return arrived;
      },
    });
    const cwd = fileURLToPath(new URL('../../demo', import.meta.url));
    const context = fakeContext({ cwd, openSession: async () => session });
    await runTool(toolNamed('open'), context, { url: 'index.html', timeoutMs: 5, quiet: true });
    expect(asked).toEqual([
      ['index.html', { cwd, timeoutMs: 5, waitUntil: 'load', settleMs: 3_000, signal: context.signal }],
    ]);
  });

  it('starts another browser where the open one has gone', async () => {
    const gone = fakeSession({
      navigate: async () => {
        throw new SightlineError('browser_closed', 'The browser is no longer running.');
      },
    });
    const fresh = fakeSession({ navigate: async () => arrived });
    const context = fakeContext({ openSession: async (options) => (options?.restart ? fresh : gone) });
    const { data } = await runTool(toolNamed('open'), context, { url: 'a.example', quiet: true });
    expect(data.url).toBe('https://a.example/');
  });

  it('does not try again for any other reason', async () => {
    let tries = 0;
    const session = fakeSession({
      navigate: async () => {
        tries++;
        throw new SightlineError('navigation_failed', 'No such host.');
      },
    });
    const context = fakeContext({ openSession: async () => session });
    await expect(runTool(toolNamed('open'), context, { url: 'x' })).rejects.toMatchObject({
      code: 'navigation_failed',
    });
    expect(tries).toBe(1);
  });
});

describe('look', () => {
  const timing = { capture: 1.25, total: 3 };
  const session = fakeSession({
    look: async (options?: LookOptions) => ({ text: 'seen', data: { options }, timing, snapshot }),
  });

  it('passes the options of the view and the time it may take, and nothing else', async () => {
    const context = fakeContext({ session: () => session });
    const { data } = await runTool(toolNamed('look'), context, { view: 'flat', maxTokens: 100 });
    expect(data.options).toEqual({
      view: 'flat',
      style: 'compact',
      maxTokens: 100,
      viewportExpansion: -1,
      interactiveOnly: false,
      full: false,
      htmlMode: 'full',
      locators: false,
      timeoutMs: 30_000,
    });
    expect(data.timing).toEqual(timing);
  });

  it('reports the parts of a capture within it, and only stages that ran', async () => {
    const stages = { walk: 2, transfer: 1, hit: 0, capture: 5, build: 0, prune: 1, view: 2, total: 8 };
    const timed = fakeSession({ look: async () => ({ text: '', data: {}, timing: stages, snapshot }) });
    const context = fakeContext({ session: () => timed });
    const { notices } = await runTool(toolNamed('look'), context, { timing: true });
    expect(notices).toEqual([
      'timing (ms): capture 5.0 (walk 2.0, transfer 1.0), prune 1.0, view 2.0, total 8.0',
    ]);
  });

  it('answers the json view as data of its own, beside what page it is', async () => {
    const page = { url: 'https://a.example/', title: 'A', text: ['words'] };
    const seen = fakeSession({ look: async () => ({ text: '{}', data: page, timing, snapshot }) });
    const context = fakeContext({ session: () => seen });
    const { data } = await runTool(toolNamed('look'), context, { view: 'json' });
    expect(data).toEqual({ url: page.url, title: 'A', view: 'json', data: page, timing });
  });

  it('saves the snapshot where it is asked to, and says so', async () => {
    const cwd = newFolder();
    const context = fakeContext({ cwd, session: () => session });
    const { notices } = await runTool(toolNamed('look'), context, { save: 'page.json', timing: true });
    expect(notices).toEqual(['saved page.json (1 KB)', 'timing (ms): capture 1.3, total 3.0']);
    expect(JSON.parse(readFileSync(join(cwd, 'page.json'), 'utf8'))).toEqual(snapshot);
  });

  it('says why it cannot save', async () => {
    const context = fakeContext({ cwd: newFolder(), session: () => session });
    await expect(runTool(toolNamed('look'), context, { save: 'no/page.json' })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'The snapshot cannot be saved as no/page.json: no such file or folder.',
    });
  });

  it.each([
    ['missing.json', undefined, 'no such file or folder'],
    ['broken.json', '{"version":1,', 'not JSON'],
    ['other.json', '{"version":99}', 'version is 99'],
    ['list.json', '[]', 'not an object'],
  ])('refuses %s', async (name, content, words) => {
    const cwd = newFolder();
    if (content !== undefined) writeFileSync(join(cwd, name), content);
    const failed = runTool(toolNamed('look'), fakeContext({ cwd }), { target: name });
    await expect(failed).rejects.toMatchObject({ code: 'invalid_snapshot' });
    await expect(failed).rejects.toThrow(words);
  });

  it('opens a URL, and passes its notes on', async () => {
    const opened = fakeSession({
      navigate: async () => arrived,
      look: async () => ({ text: 'seen', data: {}, timing, snapshot }),
    });
    const context = fakeContext({ openSession: async () => opened, session: () => opened });
    const { notices } = await runTool(toolNamed('look'), context, { target: 'a.example' });
    expect(notices).toEqual(['redirected once']);
  });
});

describe('isSnapshotFile', () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'here.json'), '{}');
  it.each([
    ['here.json', true],
    ['gone.json', true],
    ['./deep/gone.json', true],
    ['/abs/gone.JSON', true],
    ['deep/gone.json', true],
    ['C:\\gone.json', true],
    ['a.example/data.json', false],
    ['a.example:8080/data.json', false],
    ['https://a.example/data.json', false],
    ['file:///page.json', false],
    ['here.html', false],
    ['a.example', false],
  ])('%s: %s', (target, expected) => {
    expect(isSnapshotFile(target, cwd)).toBe(expected);
  });
});

describe('tabs, travel and close', () => {
  it('lists the tabs, the active one marked', async () => {
    const session = fakeSession({
      tabs: async () => [
        { number: 1, url: 'https://a.example/', title: 'A', active: false },
        { number: 3, url: 'https://b.example/', title: 'B\n* 4 "C"', active: true },
      ],
    });
    const { text } = await runTool(toolNamed('tabs'), fakeContext({ session: () => session }), {});
    expect(text).toBe('  1 "A" https://a.example/\n* 3 "B * 4 \'C\'" https://b.example/');
  });

  it('switches before it lists, and ends with a first look', async () => {
    let active = 1;
    const session = fakeSession({
      firstLook: async () => ({ text: 'MAIN:', data: {} }),
      switchTab: async (number) => {
        active = number;
        return { number, url: '', title: '', active: true };
      },
      tabs: async () => [1, 2].map((number) => ({ number, url: 'u', title: 't', active: number === active })),
    });
    const { text } = await runTool(toolNamed('tabs'), fakeContext({ session: () => session }), { number: 2 });
    expect(text).toBe('  1 "t" u\n* 2 "t" u\nMAIN:');
  });

  it.each(['back', 'forward', 'reload'] as const)('%s calls the method of that name', async (name) => {
    const firstLook = async (): Promise<SessionResult> => ({ text: 'MAIN:', data: {} });
    const session = fakeSession({ [name]: async () => arrived, firstLook });
    const context = fakeContext({ session: () => session });
    const { text, data } = await runTool(toolNamed(name), context, {});
    expect(text).toMatch(/\nMAIN:$/);
    expect(data).toEqual({ ...arrived, text: 'MAIN:' });
    expect((await runTool(toolNamed(name), context, { quiet: true })).data).toEqual(arrived);
  });

  it.each([
    [['work', 'default'], 'Closed work, default.'],
    [[], 'No session was open.'],
  ])('close reports what it closed: %j', async (closed, text) => {
    const answer = await runTool(toolNamed('close'), fakeContext({ closeSessions: async () => closed }), {});
    expect(answer.text).toBe(text);
  });
});

describe('places in an element', () => {
  const asked: unknown[] = [];
  const record =
    (name: string) =>
    async (...args: unknown[]) => {
      const options = args.pop() as Record<string, unknown>;
      const { position, sourcePosition, targetPosition } = options;
      asked.push([name, ...args, JSON.parse(JSON.stringify({ position, sourcePosition, targetPosition }))]);
      return { text: name, data: {}, targets: [] };
    };
  const session = fakeSession({
    click: record('click'),
    drag: record('drag'),
    mark: async () => ({}) as never,
  });
  const context = fakeContext({ session: () => session });
  const [at, there] = [
    { x: 120, y: 80 },
    { x: 9, y: 7.5 },
  ];

  it.each([
    ['click', { index: 3, at: '120,80' }, ['click', 3, { position: at }]],
    ['drag', { index: 3, to: 4 }, ['drag', 3, 4, {}]],
    ['drag', { index: 3, to: 4, from: '120, 80' }, ['drag', 3, 4, { sourcePosition: at }]],
    [
      'drag',
      { index: 3, from: '120,80', to: '9,7.5' },
      ['drag', 3, 3, { sourcePosition: at, targetPosition: there }],
    ],
    ['drag', { index: 3, from: '120,80', x: 5 }, ['drag', 3, { x: 5, y: 0 }, { sourcePosition: at }]],
  ])('%s %o', async (name, input, call) => {
    asked.length = 0;
    await runTool(toolNamed(name), context, input);
    expect(asked).toEqual([call]);
  });

  it('are refused where they are none', async () => {
    const result = runTool(toolNamed('click'), context, { index: 3, at: 'middle' });
    await expect(result).rejects.toMatchObject({
      code: 'invalid_argument',
      message: '"middle" is no place in an element.',
      hint: 'Write CSS pixels from its top left corner, as 120,80.',
    });
  });
});

it.each([
  ['0.05', 50],
  ['0.02 s', 20],
  ['70', 70],
])('waits as long as a number alone says: %s', async (text, waitedMs) => {
  const started = performance.now();
  const { text: said, data } = await runTool(
    toolNamed('wait_for'),
    fakeContext({ session: () => fakeSession({}) }),
    { text },
  );
  expect([said, data.waitedMs]).toEqual([`waited ${waitedMs / 1_000} s`, waitedMs]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(waitedMs - 2);
});
