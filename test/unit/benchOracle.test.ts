import { expect, test } from 'vitest';
import { Oracle } from '../../packages/lab/src/bench/oracle/Oracle.ts';
import type { OracleStep } from '../../packages/lab/src/bench/oracle/OracleStep.ts';
import { splitRequest } from '../../packages/lab/src/bench/oracle/splitRequest.ts';
import type { QueryMode } from '../../packages/sightline/src/agent/AgentSettings.ts';
import type { ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import { renderStateMessage } from '../../packages/sightline/src/agent/observation/stateMessage.ts';

const question = (page: string, answers = '', system = 'You do a task'): ModelRequest => ({
  system,
  messages: [
    {
      role: 'user',
      text: renderStateMessage({
        history: 'Task: Buy\n\nSteps so far:\n1. x -> [99]<button>Buy',
        answers,
        page,
        footer: 'Step 1 of 9.',
      }),
    },
  ],
  tools: [],
  signal: new AbortController().signal,
});

const buy: OracleStep = { say: ['buy lamp', 'buy'], role: 'button', want: { name: '^Buy$' }, do: 'click' };
const field = (name: string, value: string): OracleStep => ({
  say: [name],
  role: 'textbox',
  want: { name: `^${name}$` },
  do: 'fill',
  value,
});

function asks(steps: OracleStep[], mode: QueryMode, ...turns: [page: string, answers?: string][]): unknown[] {
  const oracle = new Oracle(steps, mode);
  return turns.map(([page, answers]) => {
    const said = oracle.answer(question(page, answers));
    return typeof said === 'string' ? said : said.action;
  });
}

test('what is shown is taken apart: history is no page', () => {
  const { answers, page, rest } = splitRequest(question('MAIN\n\n [1]<a>Go', 'query\n [2]<a>Up'));
  expect([answers, page]).toEqual(['query\n [2]<a>Up', 'MAIN\n\n [1]<a>Go']);
  expect(rest).toContain('[99]<button>Buy');
  expect(rest).toContain('Step 1 of 9.');
});

test('what is shown is acted on at once, and nothing that only history shows', () => {
  expect(asks([buy], 'off', ['[7]<button>Buy'], ['Thanks'])).toEqual([
    [{ click: { index: 7 } }],
    [{ done: { text: 'Done.' } }],
  ]);
  expect(asks([buy], 'off', ['nothing'])[0]).toEqual([{ fail: { reason: 'No "buy lamp" is to be found.' } }]);
});

test('without tools for questions it calls what an outline names for what it leaves out', () => {
  const outline = [
    'NAV: "Primary" (unchanged, 3 links)',
    'MAIN:',
    '  ## Lamps (unchanged, 12 elements)',
    '  (17 more items like these: get_region MAIN full)',
    '(ungrouped):',
    '  (9 more lines: get_region ungrouped heading="A \\"b\\"" from=12 full)',
  ].join('\n');
  const region = (input: object) => ({ get_region: input });
  const turns: [string, string?][] = [[outline], [outline], [outline], [outline, '[7]<button>Buy']];
  expect(asks([buy], 'off', ...turns)).toEqual([
    [region({ landmark: 'PAGE', heading: 'Lamps', full: true }), region({ landmark: 'MAIN', full: true })],
    [
      region({ landmark: 'ungrouped', heading: 'A "b"', from: 12, full: true }),
      region({ landmark: 'NAV: "Primary"', full: true }),
    ],
    [{ fail: { reason: 'No "buy lamp" is to be found.' } }],
    [{ click: { index: 7 } }],
  ]);
  const read: OracleStep = { say: ['order number'], do: 'answer', pattern: 'Order (\\d+)' };
  expect(asks([read], 'off', [outline])[0]).toHaveLength(2);
});

test('a question that misses costs the next one, then the region, then the whole page', () => {
  const summary = 'Landmarks:\n  MAIN (3 elements)';
  const turns: [string][] = [[summary], [summary], [summary], [summary], [summary]];
  const [first, second, third, fourth, last] = asks([buy], 'hybrid', ...turns);
  expect(first).toEqual([{ query_elements: { text: 'buy lamp', role: 'button' } }]);
  expect(second).toEqual([{ query_elements: { text: 'buy', role: 'button' } }]);
  expect(third).toEqual([{ get_region: { landmark: 'MAIN', content: 'full' } }]);
  expect(fourth).toEqual([{ get_full_dom: {} }]);
  expect(last).toEqual([{ fail: { reason: 'No "buy lamp" is to be found.' } }]);
  expect(asks([{ ...buy, say: [] }], 'query', ['no regions'])[0]).toEqual([
    { get_region: { landmark: 'PAGE', content: 'full' } },
  ]);
});

test('where its words miss, it asks for what stands with it, and then for what stands beside that', () => {
  const star: OracleStep = {
    say: ['star lunch'],
    role: 'button',
    want: { name: '^Star$', near: 'Lunch?' },
    do: 'click',
  };
  const found = 'query_elements {"text":"Lunch?"}\nFound 1 element:\n [9]<a>Lunch? (item "Jo")';
  const beside = `${found}\n\nquery_elements {"role":"button","near":9}\nFound 2 elements:\n [7]<button>Star (item "Jo")`;
  const turns: [string, string?][] = [
    ['-'],
    ['-', ' [3]<button>Star (item "Al")'],
    ['-', found],
    ['-', beside],
  ];
  expect(asks([star], 'query', ...turns)).toEqual([
    [{ query_elements: { text: 'star lunch', role: 'button' } }],
    [{ query_elements: { text: 'Lunch?' } }],
    [{ query_elements: { role: 'button', near: 9 } }],
    [{ click: { index: 7 } }],
  ]);
});

test('the fields of a form are asked for and filled together, with what sends it', () => {
  const steps = [field('Name', 'Ada'), field('Town', 'Bath'), buy];
  const shown = ' [1]<input>Name (MAIN)\n [2]<input>Town (MAIN)\n [3]<button>Buy (MAIN)';
  expect(asks(steps, 'hybrid', ['-'], ['-', shown])).toEqual([
    [
      { query_elements: { text: 'Name', role: 'textbox' } },
      { query_elements: { text: 'Town', role: 'textbox' } },
      { query_elements: { text: 'buy lamp', role: 'button' } },
    ],
    [{ fill: { index: 1, text: 'Ada' } }, { fill: { index: 2, text: 'Bath' } }, { click: { index: 3 } }],
  ]);
});

test('what failed, or was not done, is done again', () => {
  const steps = [field('Name', 'Ada'), buy];
  const page = '[1]<input>Name\n[3]<button>Buy';
  const failed =
    'fill {"index":1,"text":"Ada"}\nerror: It was replaced.\n\nnot done, since fill failed: click {"index":3}';
  const undone =
    'fill {"index":1,"text":"Ada"}\nfilled\n\nnot done, since the page changed: click {"index":3}';
  expect(asks(steps, 'off', [page], [page, failed])[1]).toEqual([
    { fill: { index: 1, text: 'Ada' } },
    { click: { index: 3 } },
  ]);
  expect(asks(steps, 'off', [page], [page, undone])[1]).toEqual([{ click: { index: 3 } }]);
  const again: [string, string] = [page, failed];
  expect(asks(steps, 'off', [page], again, again, again)[3]).toEqual([
    { fail: { reason: 'No "Name" is to be found.' } },
  ]);
});

test('what comes next is asked for in the step before it, and asked again where that was not done', () => {
  const steps = [buy, field('Name', 'Ada'), field('Town', 'Bath')];
  const name = { query_elements: { text: 'Name', role: 'textbox' } };
  const town = { query_elements: { text: 'Town', role: 'textbox' } };
  const page = '[3]<button>Buy';
  const failed = 'click {"index":3}\nerror: It was replaced.\n\nnot done, since click failed: ';
  const undone = `${failed}query_elements {"text":"Name","role":"textbox"}, query_elements {"text":"Town","role":"textbox"}`;
  const first = [{ click: { index: 3 } }, name, town];
  expect(asks(steps, 'query', [page], ['-', ' [1]<input>Name\n [2]<input>Town'])).toEqual([
    first,
    [{ fill: { index: 1, text: 'Ada' } }, { fill: { index: 2, text: 'Bath' } }],
  ]);
  expect(asks(steps, 'query', [page], [page, undone])[1]).toEqual(first);
  expect(asks(steps, 'query', [`${page} [1]<input>Name`])[0]).toEqual([{ click: { index: 3 } }]);
  expect(asks(steps, 'off', [page])[0]).toEqual([{ click: { index: 3 } }]);
});

test('an answer is read from what is shown, else searched for', () => {
  const read: OracleStep = { say: ['order number'], do: 'answer', pattern: 'Order (\\d+)' };
  expect(asks([read], 'off', ['Order 12 is sent'])).toEqual([[{ done: { text: '12' } }]]);
  expect(asks([read], 'query', ['-'], ['-', 'search_text {}\n **Order** 12 is sent'])).toEqual([
    [{ search_text: { text: 'order number' } }],
    [{ done: { text: '12' } }],
  ]);
});

test('of candidates it chooses the one that is wanted, or none', () => {
  const oracle = new Oracle([{ ...buy, want: { name: '^Buy$', near: 'Lamp' } }], 'query');
  const choice = (...candidates: string[]): ModelRequest => ({
    ...question('', '', 'You choose the one element'),
    messages: [
      {
        role: 'user',
        text: ['Which? query_elements {"text":"buy lamp"}', 'A. none of these', ...candidates].join('\n'),
      },
    ],
  });
  expect(
    oracle.answer(choice('B. [3]<button>Buy (item "Desk")', 'C. [4]<button>Buy (item "Lamp")')),
  ).toMatchObject({
    action: [{ choose: { letter: 'C' } }],
  });
  expect(oracle.answer(choice('B. [3]<button>Buy (item "Desk")'))).toMatchObject({
    action: [{ choose: { letter: 'A' } }],
  });
});
