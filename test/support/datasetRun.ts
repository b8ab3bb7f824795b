import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderStateMessage } from '../../packages/sightline/src/agent/observation/stateMessage.ts';
import { Flag, type Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { el, snapshotOf } from './page.ts';

/** A page of a shop, each element with an identity that a trace can name. */
export const shopPage: Snapshot = snapshotOf(
  [
    el(
      'main',
      {},
      el('h1', { id: 50 }, 'Lamps'),
      el('button', { id: 51, flags: Flag.Listener }, 'Add to cart'),
      el('input', { id: 52, name: 'Quantity', attributes: { type: 'text', name: 'quantity' } }),
      el(
        'select',
        { id: 53, name: 'Shipping' },
        el('option', { id: 54 }, 'Standard'),
        el('option', { id: 55 }, 'Express'),
      ),
      el('button', { id: 56, flags: Flag.Disabled }, 'Place order'),
      // More than is shown of a page where a summary is meant.
      el('p', { id: 57 }, 'Terms and conditions of lamps. '.repeat(60)),
    ),
  ],
  { key: 'shop', url: 'https://shop.test/' },
);

export type Line = Record<string, unknown> & { outcomes?: Record<string, unknown>[] };

const element = (number: number, id: number, role: string, name: string) => ({
  target: { role, name },
  node: { number, document: 'shop', id },
  located: { primary: `shop/${id}`, role: `role=${role}[name="${name}"]` },
});

const act = (tool: string, input: Record<string, unknown>, meant: object) => ({
  tool,
  input: { ...input, settleMs: 3_000, maxTokens: 400 },
  kind: 'act',
  text: 'done',
  left: false,
  ms: 1,
  ...meant,
});

/** A run as `sightline agent --trace --snapshots` writes it: it asks, fills a form, and ends. */
export function runLines(): Line[] {
  const step = (n: number, state: string, thinking: string, outcomes: Record<string, unknown>[]): Line => ({
    kind: 'step',
    n,
    url: 'https://shop.test/',
    snapshot: { document: 'shop', url: 'https://shop.test/', elements: 9, file: 'snapshots/shop.json' },
    numbers: {
      shop: [
        [4, 51],
        [7, 52],
        [9, 53],
        [11, 56],
      ],
    },
    state: renderStateMessage({
      history: 'Task: Buy two lamps',
      answers: '',
      page: state,
      footer: `Step ${n} of 30.`,
      boundary: '00c0ffee00',
    }),
    thinking,
    outcomes,
  });
  return [
    { kind: 'run', version: 1, task: 'Buy two lamps', model: 'oracle', settings: { queryMode: 'hybrid' } },
    step(1, 'MAIN (5 elements)', 'I need the button of the cart.', [
      {
        tool: 'query_elements',
        input: { text: 'add to cart', role: 'button', max_results: 20, scores: false },
        kind: 'ask',
        text: 'Found 1 element:\n [4]<button>Add to cart',
        left: false,
        ms: 1,
      },
    ]),
    step(2, '[4]<button>Add to cart [7]<input>Quantity [9]<select>Shipping', 'The form is there.', [
      act('fill', { index: 7, text: '2' }, element(7, 52, 'textbox', 'Quantity')),
      act('select_option', { index: 9, options: ['Express'] }, element(9, 53, 'combobox', 'Shipping')),
      act(
        'click',
        { index: 4, button: 'left', double: false, modifiers: [] },
        element(4, 51, 'button', 'Add to cart'),
      ),
    ]),
    step(3, '1 in the cart', 'It is in the cart.', [
      {
        tool: 'done',
        input: { text: 'Two lamps are in the cart.', success: true },
        kind: 'own',
        text: 'ok',
        left: false,
        ms: 0,
      },
    ]),
    { kind: 'end', success: true, reason: 'done', text: 'Two lamps are in the cart.' },
  ];
}

/** Writes a trace, and the page beside it unless there is to be none. Answers the path of the trace. */
export function writeRun(
  folder: string,
  name: string,
  lines: readonly Line[],
  page: Snapshot | string | null = shopPage,
): string {
  mkdirSync(join(folder, 'snapshots'), { recursive: true });
  if (page !== null)
    writeFileSync(
      join(folder, 'snapshots/shop.json'),
      typeof page === 'string' ? page : JSON.stringify(page),
    );
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}
