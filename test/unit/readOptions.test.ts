import { describe, expect, it } from 'vitest';
import { QUERY_MODES, resolveSettings } from '../../packages/sightline/src/agent/AgentSettings.ts';
import { commands } from '../../packages/sightline/src/agent/commands.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { type FieldNames, readOptions } from '../../packages/sightline/src/snapshot/readOptions.ts';
import { parseInput } from '../../packages/sightline/src/tools/parseInput.ts';
import { el, snapshotOf } from '../support/page.ts';

interface Options {
  withinLandmark?: string;
  heading?: string;
}

const FIELDS: FieldNames<Options> = { withinLandmark: true, heading: true };
const read = (options: Options): Options =>
  readOptions('query', options, FIELDS, { heading_scope: 'heading' });

describe('options', () => {
  it('are taken under names of the sources too', () => {
    const options = { heading: 'a' };
    expect(read(options)).toBe(options);
    expect(read({ within_landmark: 'NAV', heading_scope: 'b' } as Options)).toEqual({
      withinLandmark: 'NAV',
      heading: 'b',
    });
  });

  it.each([
    [{ within_landmrk: 'x' }, 'query takes no "within_landmrk".', 'Did you mean withinLandmark?'],
    [{ toString: 1 }, 'query takes no "toString".', 'It takes withinLandmark, heading.'],
    [
      { heading: 'a', heading_scope: 'b' },
      'query: heading_scope and heading are two names of one field.',
      'Give heading only.',
    ],
    ['Save', 'query takes an object with withinLandmark, heading, not "Save".', ''],
  ])('%j is refused', (options, message, hint) => {
    expect(() => read(options as object)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', message, hint }),
    );
  });
});

describe('a session', () => {
  const session = Session.load(
    snapshotOf([
      el('nav', {}, el('a', { attributes: { href: '/' } }, 'Home')),
      el('h1', { name: 'Home' }, 'Home'),
      el('button', {}, 'Home'),
    ]),
  );
  const refusals: [string, (options: object) => Promise<unknown>][] = [
    ['look', (options) => session.look(options)],
    ['query', (options) => session.query(options)],
    ['region', (options) => session.region('NAV', options)],
    ['details', (options) => session.details(1, options)],
    ['searchText', (options) => session.searchText('Home', options)],
    ['table', (options) => session.table(undefined, options)],
    ['queryDom', (options) => session.queryDom('a', options)],
    ['click', (options) => session.click(1, options)],
    ['fill', (options) => session.fill(1, 'x', options)],
    ['type', (options) => session.type(1, 'x', options)],
    ['selectOption', (options) => session.selectOption(1, 'x', options)],
    ['check', (options) => session.check(1, options)],
    ['press', (options) => session.press('Enter', 1, options)],
    ['scroll', (options) => session.scroll(options)],
    ['uploadFile', (options) => session.uploadFile(1, 'x', options)],
    ['waitFor', (options) => session.waitFor(options)],
    ['screenshot', (options) => session.screenshot(options)],
    ['runAgent', (options) => runAgent(session, 'a task', { model: new ScriptedModel([]), ...options })],
  ];

  it.each(refusals)('%s refuses a name that it does not have', async (method, call) => {
    await expect(call({ zeppelin: 1 })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: `${method} takes no "zeppelin".`,
    });
  });

  it.each([
    ['look', { view: 'outlin' }, 'view takes one of outline, flat,', 'Did you mean outline?'],
    [
      'look',
      { style: 'markpu' },
      'style takes one of compact, markup, not "markpu".',
      'Did you mean markup?',
    ],
    ['look', { maxTokens: 'few' }, 'maxTokens takes a number, not "few".', ''],
    ['region', { content: 'txt' }, 'content takes one of interactive, text, full', 'Did you mean text?'],
    ['query', { state: 'chekced' }, 'state takes one of ', 'Did you mean checked?'],
    ['table', { format: 'cvs' }, 'format takes one of markdown, json, csv', 'Did you mean csv?'],
    ['click', { button: 'lefft' }, 'button takes one of left, right, middle', 'Did you mean left?'],
    ['click', { modifiers: ['Alt', 'Shfit'] }, 'modifiers takes one of Alt,', 'Did you mean Shift?'],
    ['scroll', { direction: 'dwon' }, 'direction takes one of down, up, left, right', 'Did you mean down?'],
    ['waitFor', { text: 'Home', timeoutMs: 'long' }, 'timeoutMs takes a number, not "long".', ''],
    ['runAgent', { view: 'otline' }, 'view takes one of outline, flat', 'Did you mean outline?'],
  ])('%s refuses %j', async (method, options, message, hint) => {
    const call = refusals.find(([name]) => name === method)?.[1];
    await expect(call?.(options)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(`${method}: ${message}`),
      hint,
    });
  });

  it.each([
    ['launch', (options: object) => Session.launch(options)],
    ['connect', (options: object) => Session.connect(options as { cdpUrl: string })],
    ['fromExtension', (options: object) => Session.fromExtension(options)],
  ])('%s refuses a rule for addresses under another name', async (method, begin) => {
    await expect(begin({ blok: ['ads.example'] })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: `Session.${method} takes no "blok".`,
      hint: 'Did you mean block?',
    });
  });

  it('takes the names of the sources', async () => {
    const { data } = await session.query({ text: 'Home', within_landmark: 'NAV' } as object);
    expect(data.total).toBe(1);
    const { text } = await session.region('NAV', { content_type: 'text' } as object);
    expect(text).toContain('Home');
    const summary = (options: object) => session.look({ view: 'summary', summary: options });
    expect((await summary({})).text).toContain('Headings:');
    expect((await summary({ include_headings: false })).text).not.toContain('Headings:');
    await expect(summary({ headings: false })).rejects.toMatchObject({
      message: 'look: summary takes no "headings".',
      hint: 'Did you mean includeHeadings?',
    });
  });
});

it.each([{}, { model: 'openai/x' }, { model: new ScriptedModel([]), planner: {} }])(
  'runAgent refuses what is no model: %j',
  async (options) => {
    const session = Session.load(snapshotOf([el('button', {}, 'Save')]));
    await expect(runAgent(session, 'x', options as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/^runAgent: (?:model|planner) is no model\.$/),
    });
  },
);

it('queryDom refuses a selector that is no text', async () => {
  const session = Session.load(snapshotOf([el('button', {}, 'Save')]));
  await expect(session.queryDom({ selector: 'a' } as never)).rejects.toMatchObject({
    code: 'invalid_selector',
    message: '{"selector":"a"} is not a valid selector: it is no text',
  });
});

it('a tool names the nearest of the words that a field takes', () => {
  const [agent] = commands;
  expect(() => agent && parseInput(agent, { task: 'x', style: 'markpu' })).toThrow(
    expect.objectContaining({ code: 'invalid_argument', hint: 'Did you mean markup?' }),
  );
});

describe('a query mode', () => {
  it.each([
    ['query_only', 'query'],
    ['QUERY_ONLY', 'query'],
    ['query-only', 'query'],
    ['Hybrid', 'hybrid'],
    ['OFF', 'off'],
  ])('%s is %s', (word, mode) => {
    expect(resolveSettings({ queryMode: word as 'off' }).queryMode).toBe(mode);
  });

  it('is taken by the command too', () => {
    const [agent] = commands;
    const input = agent && parseInput(agent, { task: 'x', queryMode: 'QUERY_ONLY', outline_mode: true });
    expect(input).toMatchObject({ queryMode: 'query', outline: true });
  });

  it('that there is not is refused with those that there are', () => {
    expect(() => resolveSettings({ queryMode: 'all' as 'off' })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', hint: `There are: ${QUERY_MODES.join(', ')}.` }),
    );
  });
});
