// `npm run demo -- [URL or HTML file]`: opens a page in a real browser and prints what an agent would see.

import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Session, SightlineError } from '../packages/sightline/dist/index.js';

/** Each look, and what it is for. */
const looks = [
  ['summary', { view: 'summary' }, 'where things are, before a question'],
  ['outline', { view: 'outline' }, 'the default: regions, headings, text, controls'],
  ['flat', { view: 'flat' }, 'one list, in page order'],
  ['interactive only', { view: 'outline', interactiveOnly: true }, 'only what can be used'],
];

const shipped = fileURLToPath(new URL('../demo/index.html', import.meta.url));
const [address = shipped] = process.argv.slice(2);
try {
  await showPage(address);
} catch (error) {
  if (!(error instanceof SightlineError)) throw error;
  console.error(`demo: ${error.message}\n      ${error.hint}`);
  process.exitCode = 1;
}

async function showPage(address) {
  const session = await Session.launch();
  try {
    const { url, title, notes } = await session.navigate(address, { cwd: process.cwd() });
    console.log([`${title || 'A page without a title'}\n${url}`, ...notes].join('\n'));
    const first = await session.look();
    const rows = [];
    for (const [name, options, purpose] of looks)
      rows.push(await showLook(session, { name, options, purpose }));
    const html = countTokens(await session.page.content());
    console.log(`\n${heading('What it costs')}\n\n${costs(html, rows, first.timing.total)}`);
  } finally {
    await session.close();
  }
}

async function showLook(session, { name, options, purpose }) {
  // Read anew from the same capture, so that nothing is folded as already seen.
  const { snapshot, timing } = await session.look(options);
  const { text } = await Session.load(snapshot).look(options);
  console.log(`\n${heading(`${name}: ${purpose}`)}\n\n${text}`);
  return { name, tokens: countTokens(text), ms: timing.total };
}

/** @param {{ name: string, tokens: number, ms: number }[]} rows */
function costs(htmlTokens, rows, firstMs) {
  const share = (tokens) => `${((100 * tokens) / htmlTokens).toFixed(1)} %`;
  const count = (tokens) => tokens.toLocaleString('en-US');
  const lines = [
    ['', 'tokens (o200k)', 'of the HTML', 'one look'],
    ['raw HTML', count(htmlTokens), share(htmlTokens), ''],
    ...rows.map(({ name, tokens, ms }) => [name, count(tokens), share(tokens), `${ms.toFixed(0)} ms`]),
  ];
  const table = lines.map(([name, ...figures]) =>
    (name.padEnd(18) + figures.map((cell) => cell.padStart(16)).join('')).trimEnd(),
  );
  return `${table.join('\n')}\n\nThe first look at the page took ${firstMs.toFixed(0)} ms: it brings the page script along.`;
}

function heading(text) {
  return `── ${text} ${'─'.repeat(Math.max(3, 92 - text.length))}`;
}
