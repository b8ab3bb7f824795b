// `npm run bench -- calls [--write]`: tokens of a call of each tool, as JSON and in the compact language. Prints a report;
// `--write` also replaces the figures in docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { encodeCall, type Vocabulary, vocabularyOf } from '../../sightline/src/agent/index.ts';
import { writeFigures } from './writeFigures.ts';
import { writeTable } from './writeTable.ts';

/** A call of each tool, as an agent makes it. */
const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  open: { url: 'https://shop.example/cart' },
  look: { view: 'flat' },
  get_page_summary: {},
  list_headings: {},
  query_elements: { text: 'cart', role: 'button' },
  get_region: { landmark: 'MAIN', content: 'text' },
  get_element_details: { index: 47 },
  read_table: { table: 'Orders' },
  search_text: { text: 'delivery' },
  get_full_dom: {},
  query_dom: { selector: 'form input' },
  explain: { target: '#cart' },
  click: { index: 47 },
  fill: { index: 12, text: 'Ada Lovelace' },
  type_text: { index: 12, text: 'Berlin' },
  select_option: { index: 31, options: ['Express'] },
  check: { index: 8 },
  hover: { index: 5 },
  focus: { index: 5 },
  press: { keys: 'Enter', index: 12 },
  scroll: { to: 63 },
  drag: { index: 4, to: 9 },
  upload_file: { index: 21, files: ['photo.png'] },
  get_element: { index: 47, what: 'value' },
  screenshot: {},
  back: {},
  forward: {},
  reload: {},
  wait_for: { text: 'Order placed' },
  tabs: { number: 2 },
  resize: { width: 1280, height: 800 },
  answer_dialogs: { answer: 'accept' },
  close: {},
  doctor: {},
  done: { text: 'The order is placed.' },
  fail: { reason: 'The lamp is sold out.' },
  note: { text: 'Lamp: 24 EUR' },
  click_query_result: { position: 2 },
};

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({ args, options: { write: { type: 'boolean' } } });
  const vocabulary = vocabularyOf('all');
  const calls = vocabulary.tokenTools.map(({ tool }) => measure(tool.name, vocabulary));
  const mean = (column: number): string =>
    (calls.reduce((sum, { tokens }) => sum + (tokens[column] ?? 0), 0) / calls.length).toFixed(1);
  const rows = [
    ...calls.map(({ name, call, tokens }) => [name, `\`${call}\``, ...tokens.map(String)]),
    ['mean', '', mean(0), mean(1), mean(2)],
  ];
  const head = ['tool', 'call', 'JSON', 'compact', 'compact, tokens spelled out'];
  const figures = [`${calls.length} tools, a call of each.`, writeTable(head, rows)];
  console.log(figures.join('\n\n'));
  if (options.write) writeFigures('npm run bench -- calls --write', figures);
}

interface CallTokens {
  /** Of the tool. */
  name: string;
  /** In the compact language. */
  call: string;
  /** As JSON; compact for a tokenizer extended by the special tokens; compact for one that is not. */
  tokens: number[];
}

function measure(name: string, vocabulary: Vocabulary): CallTokens {
  const input = INPUTS[name];
  if (!input) throw new Error(`there is no call of ${name} to count`);
  const call = encodeCall({ tool: name, input }, vocabulary);
  // Between two special tokens: what an extended tokenizer sees as text.
  const pieces = call.split(/ ?<bu_[\w-]+>/);
  const extended = pieces.reduce((sum, piece) => sum + countTokens(piece), pieces.length - 1);
  const json = JSON.stringify({ action: [{ [name]: input }] });
  return { name, call, tokens: [countTokens(json), extended, countTokens(call)] };
}
