import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/**
 * Widgets of other makers, installed here from their registry: each is used by nothing but numbers of Sightline's own answers,
 * and judged by what the widget itself says then.
 */
const folder = fileURLToPath(new URL('widgets/', import.meta.url));

let pages: HtmlPages;
beforeAll(async () => {
  execFileSync('npm', ['ci', '--prefix', folder, '--ignore-scripts'], { stdio: 'ignore' });
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** Opens a page with a script that uses the widgets; `css`: style sheets of theirs. */
async function show(html: string, script: string, css: readonly string[] = []): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: folder, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    charset: 'ascii',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const styles = css.map((path) => readFileSync(`${folder}node_modules/${path}`, 'utf8')).join('\n');
  const code = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  await pages.open(`<style>${styles}</style>${html}<script>${code}</script>`);
}

const evaluate = (script: string): Promise<unknown> => pages.session.page.evaluate(script);

/** The number of the first element of the look that is written so. */
async function numberOf(written: RegExp): Promise<number> {
  const { text } = await pages.session.look({ full: true });
  const [, number] = new RegExp(`\\[(\\d+)\\]${written.source}`).exec(text) ?? [];
  expect(number, `${written} in\n${text}`).toBeDefined();
  return Number(number);
}

const PROSE = 'Dear Ann,\nthe meeting is on "Friday".\n\nBob';
const CODE = 'def f(x):\n    if x:\n        return {"a": [1]}\n\n    return None';

const EDITORS = `import { createEditor, $getRoot, $createParagraphNode, $createTextNode } from 'lexical';
  import { registerRichText, HeadingNode, QuoteNode } from '@lexical/rich-text';
  import Quill from 'quill'; import { EditorView, basicSetup } from 'codemirror'; import { python } from '@codemirror/lang-python';
  const editor = createEditor({ namespace: 'x', nodes: [HeadingNode, QuoteNode], onError: (e) => { throw e; } });
  editor.setRootElement(lexical); registerRichText(editor);
  editor.update(() => { $getRoot().append($createParagraphNode().append($createTextNode('old words'))); });
  const quill = new Quill('#quill'); quill.setText('old words'); quill.root.setAttribute('aria-label', 'Quill');
  const code = new EditorView({ doc: 'old = 1\\n'.repeat(200), extensions: [basicSetup, python(), EditorView.contentAttributes.of({ 'aria-label': 'Code' })], parent: cm });
  window.held = { Lexical: () => editor.getEditorState().read(() => $getRoot().getTextContent()), Quill: () => quill.getText(), Code: () => code.state.doc.toString() };`;

test.each([
  ['Lexical', PROSE],
  ['Quill', PROSE],
  ['Code', CODE],
])('%s holds what it is filled with, and nothing else', async (name, text) => {
  const html = `<div id=lexical contenteditable role=textbox aria-label=Lexical style="white-space:pre-wrap"></div><div id=quill></div><div id=cm style="height:200px;overflow:auto"></div>`;
  await show(html, EDITORS, ['quill/dist/quill.core.css']);
  const { session } = pages;
  const lines = (held: unknown): string => String(held).replace(/\n+/g, '\n').trim();
  expect((await session.fill(await numberOf(new RegExp(`<textbox[^>]*${name}`)), text)).text).toMatch(
    /^filled /,
  );
  expect(lines(await evaluate(`held.${name}()`))).toBe(lines(text));
  // A press on words that are selected would drag them away.
  for (const words of name === 'Code' ? ['return', 'return None', 'None'] : ['on', 'on "Friday', 'Friday'])
    await session.selectText(await numberOf(new RegExp(`<textbox[^>]*${name}`)), words);
  await session.press('Delete');
  expect(lines(await evaluate(`held.${name}()`))).toBe(lines(text.replace(/None|Friday/, '')));
});

test('a terminal is typed into', async () => {
  const script = `import { Terminal } from '@xterm/xterm';
    const terminal = new Terminal(); terminal.open(screen_); terminal.write('user@host:~$ '); let line = '';
    terminal.onData((data) => { for (const key of data) if (key === '\\r') { window.ran = line; line = ''; } else line += key; terminal.write(data); });`;
  await show('<div id=screen_></div>', script, ['@xterm/xterm/css/xterm.css']);
  const { session } = pages;
  await session.type(await numberOf(/<textarea[^>]*>/), 'ls -l');
  await session.press('Enter');
  expect(await evaluate('window.ran')).toBe('ls -l');
});

test('a table is sorted by its head, and read as it is shown', async () => {
  const script = `import { TabulatorFull } from 'tabulator-tables';
    window.table = new TabulatorFull('#grid', { height: 240, columns: [{ title: 'Name', field: 'name' }, { title: 'Points', field: 'points', sorter: 'number', editor: 'input' }],
      data: Array.from({ length: 60 }, (_, i) => ({ id: i, name: 'Player ' + i, points: (i * 37) % 61 })) });`;
  await show('<div id=grid></div>', script, ['tabulator-tables/dist/css/tabulator.min.css']);
  const { session } = pages;
  await session.click(await numberOf(/<columnheader[^>]*>Points/));
  await session.click(await numberOf(/<columnheader[^>]*>Points/));
  const best = await evaluate(
    `table.getData('active').slice(0, 3).map(({ name, points }) => '| ' + name + ' | ' + points + ' |')`,
  );
  const shown = (await session.table()).text
    .split('\n')
    .filter((line) => /\| Player/.test(line))
    .map((line) => line.replace(/\[\d+\]<gridcell>/, ''));
  expect(shown.slice(0, 3)).toEqual(best);
});

test('an item is dragged to another place, and a date picked', async () => {
  const script = `import Sortable from 'sortablejs'; import flatpickr from 'flatpickr';
    Sortable.create(list, { forceFallback: true, animation: 0 }); flatpickr('#day', { defaultDate: '2026-11-02' });`;
  const html = `<ul id=list>${['Buy', 'Cook', 'Eat'].map((name) => `<li style="padding:8px;cursor:pointer">${name}</li>`).join('')}</ul><label>Day <input id=day></label>`;
  await show(html, script, ['flatpickr/dist/flatpickr.min.css']);
  const { session } = pages;
  await session.drag(await numberOf(/<li[^>]*>Buy/), await numberOf(/<li[^>]*>Eat/));
  expect(await evaluate('[...list.children].map(({ textContent }) => textContent)')).toEqual([
    'Cook',
    'Eat',
    'Buy',
  ]);
  await session.click(await numberOf(/<input[^>]*>Day/));
  await session.click('November 20, 2026');
  expect(await evaluate('day.value')).toBe('2026-11-20');
});

test('a tool that a React component registers is found, called with input that its schema takes, and gone with it', async () => {
  const script = `import { createElement, useState } from 'react'; import { createRoot } from 'react-dom/client'; import { useWebMCP } from 'usewebmcp';
    const inputSchema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
    const count = (query) => ['lamp', 'desk lamp', 'chair'].filter((word) => word.includes(query)).length;
    const Search = () => { const { state } = useWebMCP({ name: 'search_stock', description: 'Counts what is in stock', inputSchema,
      execute: async ({ query }) => ({ total: count(query) }) }); return createElement('p', {}, 'asked ' + state.executionCount + ' times'); };
    const App = () => { const [shown, show] = useState(true); return createElement('main', {}, shown && createElement(Search),
      createElement('button', { onClick: () => show(false) }, 'Leave')); };
    createRoot(document.getElementById('app')).render(createElement(App));`;
  await show('<div id=app></div>', script);
  const { session } = pages;
  await session.waitFor({ text: 'asked 0 times' });
  await expect.poll(async () => (await session.look()).text).toContain('page tools: search_stock');
  expect((await session.query({ text: 'what is in stock' })).text).toContain('search_stock');
  await expect(session.callPageTool('search_stock', { query: 1 })).rejects.toMatchObject({
    code: 'invalid_argument',
  });
  const { text } = await session.callPageTool('search_stock', { query: 'lamp' });
  expect(text).toMatch(/^called .*:\n.*\btotal\b.*2/);
  expect(text).toContain('asked 1 times');
  await session.click('Leave');
  await expect.poll(async () => (await session.pageTools()).data.tools).toEqual([]);
});
