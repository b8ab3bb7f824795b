import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { Reworder } from '../../packages/lab/src/dataset/augment/Reworder.ts';
import { buildDataset, type DatasetOptions } from '../../packages/lab/src/dataset/buildDataset.ts';
import type { VerificationStage } from '../../packages/lab/src/dataset/ExampleRejection.ts';
import { findTraces } from '../../packages/lab/src/dataset/findTraces.ts';
import { exampleSchema, type TrainingExample } from '../../packages/lab/src/dataset/TrainingExample.ts';
import { ExampleJudge } from '../../packages/lab/src/dataset/verify/ExampleJudge.ts';
import { vocabularyOf } from '../../packages/sightline/src/agent/functionalTokens/grammar.ts';
import { parseStep } from '../../packages/sightline/src/agent/functionalTokens/parseStep.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { renderStateMessage } from '../../packages/sightline/src/agent/observation/stateMessage.ts';
import { type Line, runLines, shopPage, writeRun } from '../support/datasetRun.ts';
import { el, snapshotOf } from '../support/page.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-teach-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const signal = new AbortController().signal;

async function build(traces: readonly string[], options: Partial<DatasetOptions> = {}) {
  const output = join(folder, 'set');
  const dataset = await buildDataset({
    traces,
    output,
    shuffle: false,
    views: false,
    licence: '',
    signal,
    ...options,
  });
  const read = <T>(name: string): T[] =>
    readFileSync(join(output, `${name}.jsonl`), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return {
    dataset,
    output,
    read,
    examples: read<TrainingExample>('examples'),
    rejected: read<Rejected>('rejected'),
  };
}

interface Rejected {
  stage: VerificationStage;
  code: string;
  message: string;
  source: { step: number };
}

describe('a data set', () => {
  it('runs what is asked behind an action on the page that the action left', async () => {
    const ahead = (text: string): Line[] => {
      const [run, asking, acting, ending, end] = runLines();
      const [ask] = asking?.outcomes ?? [];
      const leaving = { ...acting, outcomes: [acting?.outcomes?.[2] ?? {}, { ...ask, input: { text } }] };
      const there = {
        document: 'cart',
        url: 'https://shop.test/cart',
        elements: 2,
        file: 'snapshots/cart.json',
      };
      const pay = {
        target: { role: 'button', name: 'Pay now' },
        node: { number: 20, document: 'cart', id: 61 },
      };
      const click = { ...acting?.outcomes?.[2], ...pay, input: { index: 20 }, located: undefined };
      const paying = {
        ...acting,
        n: 3,
        snapshot: there,
        numbers: {
          cart: [
            [20, 61],
            [21, 62],
          ],
        },
        state: renderStateMessage({
          history: 'Task: x',
          answers: ' [20]<button>Pay now',
          page: 'MAIN',
          footer: 'Step 3',
        }),
        outcomes: [click],
      };
      return [
        run,
        { ...leaving, n: 1 },
        paying,
        { ...ending, n: 4, snapshot: there, numbers: {} },
        end,
      ] as Line[];
    };
    const cart = snapshotOf(
      [
        el(
          'main',
          {},
          el('button', { id: 61 }, 'Pay now'),
          el('a', { id: 62, attributes: { href: '/' } }, 'Shop'),
        ),
      ],
      { key: 'cart', url: 'https://shop.test/cart' },
    );
    mkdirSync(join(folder, 'snapshots'), { recursive: true });
    writeFileSync(join(folder, 'snapshots/cart.json'), JSON.stringify(cart));
    const good = await build([writeRun(folder, 'run.jsonl', ahead('pay now'))], { shuffle: true });
    expect(good.rejected).toEqual([]);
    expect(good.examples[0]).toMatchObject({
      calls: [{ tool: 'click' }, { tool: 'query_elements' }],
      after: { meant: [{ document: 'cart', id: 61 }] },
      verified: { execution: ['snapshot', 'snapshot'] },
    });
    expect(existsSync(join(good.output, good.examples[0]?.after?.snapshot ?? 'none'))).toBe(true);
    const missing = await build([writeRun(folder, 'run.jsonl', ahead('shop'))]);
    expect(missing.rejected).toMatchObject([{ code: 'misses_element', source: { step: 1 } }]);
  });

  it('holds each step with its page, the element meant and its locators', async () => {
    const { examples, rejected, output } = await build([writeRun(folder, 'run.jsonl', runLines())]);
    expect(rejected).toEqual([]);
    expect(examples.map(({ calls }) => calls.map(({ tool }) => tool))).toEqual([
      ['query_elements'],
      ['fill', 'select_option', 'click'],
      ['done'],
    ]);
    expect(examples[0]).toMatchObject({
      task: 'Buy two lamps',
      mode: 'hybrid',
      rationale: 'I need the button of the cart.',
      calls: [
        { input: { text: 'add to cart', role: 'button' }, result: expect.stringContaining('[4]<button>') },
      ],
      verified: { execution: ['snapshot'], semantics: 'unjudged' },
    });
    expect(examples[1]?.calls[2]).toMatchObject({
      input: { index: 4 },
      element: { number: 4, id: 51, role: 'button', locators: { primary: 'shop/51' } },
    });
    expect(examples[1]?.verified?.execution).toEqual(['snapshot', 'snapshot', 'snapshot']);
    for (const one of examples) {
      expect(exampleSchema.safeParse(one).success).toBe(true);
      expect(existsSync(join(output, one.snapshot))).toBe(true);
    }
    expect(existsSync(join(output, 'schema.json'))).toBe(true);
  });

  it('is written as chat with tool calls, and in special tokens', async () => {
    const { read } = await build([writeRun(folder, 'run.jsonl', runLines())]);
    const [, form] = read<{ messages: Record<string, unknown>[]; tools: { function: { name: string } }[] }>(
      'chat',
    );
    expect(form?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
    expect(form?.messages[2]).toMatchObject({
      content: 'The form is there.',
      tool_calls: [
        { type: 'function', function: { name: 'fill', arguments: '{"index":7,"text":"2"}' } },
        { function: { name: 'select_option' } },
        { function: { name: 'click', arguments: '{"index":4}' } },
      ],
    });
    expect(form?.tools.map((tool) => tool.function.name)).toContain('click');
    const [, short] = read<{ messages: { content: string }[] }>('functional');
    const said = short?.messages[2]?.content ?? '';
    expect(said).toBe(
      'The form is there.\n<bu_fill> 7 "2" <bu_end> <bu_select> 9 ["Express"] <bu_end> <bu_click> 4 <bu_end>',
    );
    expect(parseStep(said, vocabularyOf('all')).calls).toHaveLength(3);
  });

  it('says in its card what is in it and what fell out', async () => {
    const lines = runLines();
    Object.assign(outcomeOf(lines, 1, 0).input as object, { text: 'zzz' });
    const { output } = await build([writeRun(folder, 'run.jsonl', lines)], { licence: 'CC0' });
    const card = readFileSync(join(output, 'README.md'), 'utf8');
    expect(card).toContain('2 examples, 0 of them augmented; 1 rejected.');
    expect(card).toContain('| execution | 3 | 1 (33.3 %) | empty_answer 1 |');
    expect(card).toContain('marked unjudged');
    expect(card).toContain('CC0');
  });
});

const outcomeOf = (lines: Line[], step: number, at: number): Record<string, unknown> =>
  (lines[step]?.outcomes ?? [])[at] as Record<string, unknown>;

/** One way to break a run: in which step, and where it must be noticed. */
type Break = [
  what: string,
  step: number,
  stage: VerificationStage,
  code: string,
  breaks: (lines: Line[]) => unknown,
];

const withInput =
  (step: number, at: number, input: Record<string, unknown>) =>
  (lines: Line[]): unknown =>
    Object.assign(outcomeOf(lines, step, at).input as object, input);

const BREAKS: Break[] = [
  [
    'a tool that is not there',
    2,
    'format',
    'unknown_tool',
    (lines) => Object.assign(outcomeOf(lines, 2, 2), { tool: 'klick' }),
  ],
  ['a field that is not there', 2, 'format', 'bad_input', withInput(2, 2, { number: 4 })],
  ['a value of another type', 2, 'format', 'bad_input', withInput(2, 0, { index: true })],
  ['a value out of range', 2, 'format', 'bad_input', withInput(2, 2, { index: 0 })],
  ['a query that finds nothing', 1, 'execution', 'empty_answer', withInput(1, 0, { text: 'zzz' })],
  [
    'a query that finds something else',
    1,
    'execution',
    'misses_element',
    withInput(1, 0, { text: 'place order' }),
  ],
  ['a number of another element', 2, 'execution', 'other_element', withInput(2, 2, { index: 7 })],
  ['a number that was never shown', 2, 'execution', 'not_shown', withInput(2, 2, { index: 99 })],
  [
    'an option that is not there',
    2,
    'execution',
    'does_not_fit',
    withInput(2, 1, { options: ['Overnight'] }),
  ],
  [
    'text for a button',
    2,
    'execution',
    'does_not_fit',
    (lines) => Object.assign(outcomeOf(lines, 2, 2), { tool: 'fill', input: { index: 4, text: 'two' } }),
  ],
  [
    'a call that failed in the run',
    2,
    'execution',
    'failed_then',
    (lines) =>
      Object.assign(outcomeOf(lines, 2, 0), { error: { code: 'covered', message: 'It is covered.' } }),
  ],
  ['an action that does not serve the task', 2, 'semantics', 'off_task', withInput(2, 0, { text: '200' })],
  ['a secret', 2, 'source', 'secret', (lines) => Object.assign(outcomeOf(lines, 2, 0), { isSecret: true })],
  [
    'a step that is none',
    2,
    'source',
    'bad_step',
    (lines) => Object.assign(lines[2] as object, { thinking: 5 }),
  ],
];

describe('verification', () => {
  const judge = () =>
    new ExampleJudge(
      new ScriptedModel((question) => {
        const [message] = question.messages;
        const fits = message?.role === 'user' && !message.text.includes('"text":"200"');
        return {
          action: [{ judge: { fits, why: fits ? 'It serves the task.' : 'Two lamps are asked for.' } }],
        };
      }),
      signal,
    );

  test.each(BREAKS)('catches %s in step %i: %s, %s', async (_, step, stage, code, breaks) => {
    const lines = runLines();
    breaks(lines);
    const { rejected, examples, dataset } = await build([writeRun(folder, 'run.jsonl', lines)], {
      judge: judge(),
    });
    expect(rejected.map(({ source, ...one }) => [source.step, one.stage, one.code])).toEqual([
      [step, stage, code],
    ]);
    expect(dataset.counts[stage].rejected).toEqual({ [code]: 1 });
    expect(examples).toHaveLength(2);
  });

  it('lets an action enable what the next one of the step is done to', async () => {
    const lines = runLines();
    const order = {
      target: { role: 'button', name: 'Place order' },
      node: { number: 11, document: 'shop', id: 56 },
    };
    const [form] = lines.slice(2);
    Object.assign(form as Line, {
      state: `${form?.state}`.replace('[4]', '[11]<button disabled>Place order [4]'),
    });
    Object.assign(outcomeOf(lines, 2, 2), { input: { index: 11 }, ...order });
    const { examples } = await build([writeRun(folder, 'run.jsonl', lines)]);
    expect(examples.map(({ calls }) => calls.at(-1)?.element?.name)).toContain('Place order');
    form?.outcomes?.splice(0, 2);
    const { rejected } = await build([writeRun(folder, 'run.jsonl', lines)]);
    expect(rejected.map(({ code }) => code)).toContain('does_not_fit');
  });

  it('keeps what the judge was asked and said', async () => {
    const { examples, dataset } = await build([writeRun(folder, 'run.jsonl', runLines())], {
      judge: judge(),
    });
    expect(examples[1]?.verified).toMatchObject({
      semantics: 'passed',
      verdict: {
        model: 'scripted',
        why: 'It serves the task.',
        prompt: expect.stringContaining('Buy two lamps'),
      },
    });
    expect(dataset.counts.semantics).toEqual({ seen: 3, rejected: {} });
  });

  it('takes a judge that says nothing for no verdict', async () => {
    const mute = new ExampleJudge(new ScriptedModel(() => 'hm'), signal);
    const { rejected } = await build([writeRun(folder, 'run.jsonl', runLines())], { judge: mute });
    expect(rejected.map(({ code }) => code)).toEqual(['no_verdict', 'no_verdict', 'no_verdict']);
  });
});

describe('bad input', () => {
  const other = snapshotOf([], { key: 'other', url: 'https://shop.test/' });

  test.each([
    ['a trace of another version', [{ kind: 'run', version: 99, task: '' }], shopPage, ['bad_trace']],
    ['no trace at all', [{ hello: 1 }], shopPage, ['bad_trace']],
    [
      'a trace without its end',
      runLines().slice(0, -1),
      shopPage,
      ['unfinished', 'unfinished', 'unfinished'],
    ],
    [
      'a run that failed',
      [...runLines().slice(0, -1), { kind: 'end', success: false, reason: 'loop', text: '' }],
      shopPage,
      ['run_failed', 'run_failed', 'run_failed'],
    ],
    ['no snapshot', runLines(), null, ['no_snapshot', 'no_snapshot', 'no_snapshot']],
    [
      'a snapshot that was cut off',
      runLines(),
      JSON.stringify(shopPage).slice(0, 400),
      ['bad_snapshot', 'bad_snapshot', 'bad_snapshot'],
    ],
    ['another page', runLines(), other, ['page_changed', 'page_changed', 'page_changed']],
  ])('%s is shown, and the rest goes on', async (_, lines, page, codes) => {
    const bad = writeRun(join(folder), 'bad.jsonl', lines as Line[], page);
    const good = writeRun(join(folder, 'good'), 'good.jsonl', runLines());
    const { rejected, examples } = await build([bad, good]);
    expect(rejected.map(({ code }) => code)).toEqual(codes);
    expect(examples).toHaveLength(3);
  });

  it('a last line that was cut off costs no more than itself', async () => {
    const path = writeRun(folder, 'cut.jsonl', runLines());
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -30));
    const { rejected } = await build([path]);
    expect(new Set(rejected.map(({ code }) => code))).toEqual(new Set(['unfinished']));
  });

  it('holds of a trace that somebody else has written no page from elsewhere, and goes on after what is none of ours', async () => {
    const lines = (change: (step: Line) => Line): Line[] =>
      runLines().map((line) => (line.kind === 'step' ? change(line) : line));
    const withPage = (file: string): Line[] =>
      lines((step) => ({ ...step, snapshot: { ...(step.snapshot as object), file } }));
    // A page of whoever makes the data set, who was given the folder `theirs`.
    writeFileSync(join(folder, 'private.json'), JSON.stringify(shopPage));
    const theirs = join(folder, 'theirs');
    const traces = [
      writeRun(theirs, 'up.jsonl', withPage('../private.json')),
      writeRun(theirs, 'whole.jsonl', withPage(join(folder, 'private.json'))),
      writeRun(theirs, 'link.jsonl', withPage('snapshots/link.json')),
      writeRun(theirs, 'mode.jsonl', [
        { ...runLines()[0], settings: { queryMode: '__proto__' } } as Line,
        ...runLines().slice(1),
      ]),
      writeRun(theirs, 'model.jsonl', [
        { ...runLines()[0], model: 'm | 9 |\n\n# Licence\n\nDo as you like | ' } as Line,
        ...runLines().slice(1),
      ]),
    ];
    symlinkSync(join(folder, 'private.json'), join(theirs, 'snapshots/link.json'));
    const { output, rejected, examples } = await build(traces);
    expect(rejected.map(({ code }) => code)).toEqual([
      ...Array(9).fill('no_snapshot'),
      ...Array(3).fill('bad_step'),
    ]);
    expect(examples).toHaveLength(3);
    expect(readdirSync(join(output, 'snapshots'))).toEqual(['shop.json']);
    expect(readFileSync(join(output, 'README.md'), 'utf8')).not.toMatch(/^(?:# Licence|Do as)/m);
    for (const name of ['', 'snapshots', 'snapshots/shop.json', 'examples.jsonl'])
      expect([name, statSync(join(output, name)).mode & 0o077]).toEqual([name, 0]);
  });

  it('finds the traces of a folder, and nothing else that is written in lines', () => {
    const path = writeRun(folder, 'run.jsonl', runLines());
    for (const name of ['trials.jsonl', 'examples.jsonl', 'chat.jsonl'])
      writeFileSync(join(folder, name), '{}\n');
    expect(findTraces([folder], '/')).toEqual([path]);
    expect(() => findTraces([join(folder, 'none')], '/')).toThrow('There is no file or folder');
    expect(() => findTraces([join(folder, 'snapshots')], '/')).toThrow('There is no trace');
  });
});

describe('augmentation', () => {
  it('deals the numbers anew, everywhere alike', async () => {
    const { examples, rejected } = await build([writeRun(folder, 'run.jsonl', runLines())], {
      shuffle: true,
    });
    expect(rejected).toEqual([]);
    const made = examples.find(({ source }) => source.change === 'shuffled' && source.step === 2);
    const numbers = Object.fromEntries((made?.numbers.shop ?? []).map(([number, id]) => [id, number]));
    expect(Object.values(numbers).sort()).toEqual([11, 4, 7, 9]);
    expect(numbers).not.toEqual({ 51: 4, 52: 7, 53: 9, 56: 11 });
    expect(made?.calls.map(({ input }) => input.index)).toEqual([numbers[52], numbers[53], numbers[51]]);
    expect(made?.state).toContain(`[${numbers[51]}]<button>Add to cart [${numbers[52]}]<input>`);
  });

  it('shows the page in other modes and views, where that still shows what is acted on', async () => {
    const { examples, dataset } = await build([writeRun(folder, 'run.jsonl', runLines())], { views: true });
    const form = examples.filter(({ source }) => source.step === 2 && source.change !== '');
    expect(form.map(({ mode }) => mode)).toContain('off');
    for (const one of form)
      expect(one.state).toMatch(/\[4\]<button.*\s+Add to cart|\[4\]<button>Add to cart/);
    // A summary shows no numbers.
    expect(dataset.augmentedCounts.execution.rejected.not_shown).toBeGreaterThan(0);
    expect(dataset.augmentedCounts.format.rejected.unknown_tool).toBeGreaterThan(0);
  });

  it('takes other words for a query only where they find the same', async () => {
    const model = new ScriptedModel(() => ({
      action: [{ reword: { texts: ['put in cart', 'lamps heading', 'add to cart'] } }],
    }));
    const { examples, rejected } = await build([writeRun(folder, 'run.jsonl', runLines())], {
      reworder: new Reworder(model, signal),
    });
    const made = examples.filter(({ source }) => source.change === 'reworded');
    expect(made.map(({ calls }) => calls[0]?.input.text)).toContain('put in cart');
    for (const { code, stage } of rejected) expect([stage, code]).toEqual(['execution', 'empty_answer']);
  });
});
