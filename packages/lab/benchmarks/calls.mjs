// `npm run bench -- calls [--write]`: tokens of a call of each tool, as JSON and in the compact language. Prints a report;
// `--write` also replaces the figures in docs/benchmarks.md.

import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { encodeCall, vocabularyOf } from '../../sightline/dist/agent/index.js';
import { writeFigures } from './writeFigures.mjs';
import { writeTable } from './writeTable.mjs';

/** A call of each tool, as an agent makes it. */
const INPUTS = {
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

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { write: { type: 'boolean' } },
});
const vocabulary = vocabularyOf('all');
const rows = vocabulary.words.map(({ tool }) => measure(tool.name));
const mean = (column) => (rows.reduce((sum, row) => sum + row[column], 0) / rows.length).toFixed(1);
const written = [
  ...rows.map(([name, call, ...counts]) => [name, `\`${call}\``, ...counts.map(String)]),
  ['mean', '', mean(2), mean(3), mean(4)],
];
const head = ['tool', 'call', 'JSON', 'compact', 'compact, tokens spelled out'];
const figures = [`${rows.length} tools, a call of each.`, writeTable(head, written)];
console.log(figures.join('\n\n'));
if (options.write) writeFigures('npm run bench -- calls --write', figures);

/** @param {string} name @returns {[string, string, number, number, number]} */
function measure(name) {
  const input = INPUTS[name];
  if (!input) throw new Error(`bench: there is no call of ${name} to count`);
  const compact = encodeCall({ tool: name, input }, vocabulary);
  const pieces = compact.split(/ ?<bu_[\w-]+>/);
  // Between two special tokens: what an extended tokenizer sees as text.
  const special = pieces.length - 1;
  const rest = pieces.reduce((sum, piece) => sum + countTokens(piece), 0);
  const json = JSON.stringify({ action: [{ [name]: input }] });
  return [name, compact, countTokens(json), special + rest, countTokens(compact)];
}
