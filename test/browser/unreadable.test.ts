import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isHeadlessShell } from '../support/fullBrowser.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What cannot be read is said: silence would read as "not on the page". */
let pages: HtmlPages;

beforeAll(async () => {
  pages = await HtmlPages.start();
});

afterAll(() => pages.close());

const rows = (count: number, css = ''): string =>
  Array.from(
    { length: count },
    (_, i) => `<div style="height:20px;${css}top:${i * 20}px">Row ${i}</div>`,
  ).join('');

describe('virtual lists', () => {
  test('rows and columns that a grid declares', async () => {
    const row = '<div role="row"><span role="gridcell">1</span><span role="gridcell">A</span></div>';
    const lines = await pages.lines(`<div role="grid" aria-rowcount="5000">${row}${row}</div>`);
    expect(lines.at(-1)).toBe(' (4998 more rows are not loaded: scroll for them)');
    expect(await pages.lines(`<div role="grid" aria-colcount="9">${row}</div>`)).toContain(
      ' (7 more columns are not loaded: scroll for them)',
    );
    expect(await pages.lines(`<div role="grid" aria-rowcount="-1">${row}</div>`)).toContain(
      ' (more rows may load: scroll for them)',
    );
    expect((await pages.lines(`<div role="grid" aria-rowcount="2">${row}${row}</div>`)).join()).not.toContain(
      'load',
    );
  });

  test('a set that declares its size', async () => {
    const option = (at: number) =>
      `<li role="option" aria-setsize="90" aria-posinset="${at}">Item ${at}</li>`;
    const lines = await pages.lines(`<ul role="listbox">${option(1)}${option(2)}</ul>`);
    expect(lines.at(-1)).toBe(' (88 more items are not loaded: scroll for them)');
  });

  test('the levels of a flat tree are no missing items', async () => {
    const item = (level: number, size: number) =>
      `<div role="treeitem" aria-level="${level}" aria-setsize="${size}">At ${level}</div>`;
    expect((await pages.lines(`<div role="tree">${item(1, 1)}${item(2, 1)}</div>`)).join()).not.toContain(
      'load',
    );
  });

  test('a scroller with room for far more than it holds: placed, moved, or between spacers', async () => {
    const scroller = (content: string) => `<div style="height:200px;overflow:auto">${content}</div>`;
    const placed = `<div style="height:50000px;position:relative">${rows(12, 'position:absolute;')}</div>`;
    const moved = `<div style="height:50000px"><div style="transform:translateY(4000px)">${rows(12)}</div></div>`;
    const spaced = `<div style="height:20000px"></div>${rows(12)}<div style="height:29760px"></div>`;
    for (const content of [placed, moved, spaced]) {
      const text = (await pages.lines(scroller(content))).join('\n');
      const more = Number(/\(about (\d+) more items are not loaded/.exec(text)?.[1]);
      expect(more).toBeGreaterThan(2400);
      expect(more).toBeLessThan(2500);
    }
  });

  test('in a page that scrolls as a whole', async () => {
    const placed = `<div style="height:50000px;position:relative">${rows(40, 'position:absolute;')}</div><p>End</p>`;
    expect((await pages.lines(placed)).join('\n')).toMatch(/\(about 24\d\d more items are not loaded/);
  });

  test.each([
    ['a list that fills its scroller', `<div style="height:200px;overflow:auto">${rows(200)}</div>`],
    ['a short list in a scroller', `<div style="height:200px;overflow:auto">${rows(12)}</div>`],
    [
      'a column as tall as its neighbour',
      `<div style="display:flex"><div>${rows(9)}</div><div>${rows(200)}</div></div>`,
    ],
    ['a spacer after a list', `<h2>List</h2>${rows(9)}<div style="height:3000px"></div>`],
  ])('not %s', async (_, html) => {
    expect((await pages.lines(html, { full: true })).join()).not.toContain('not loaded');
  });

  test('a table that is scrolled through has all rows, and stands where it stood', async () => {
    const script = `const draw = () => { const from = Math.max(0, Math.floor(v.scrollTop / 20) - 3);
        v.firstChild.innerHTML = Array.from({ length: Math.min(500 - from, 16) }, (_, i) => '<div role=row style="position:absolute;top:' +
          (from + i) * 20 + 'px"><span role=gridcell>Row ' + (from + i) + '</span> <button role=gridcell>Open</button></div>').join('') }
      v.onscroll = () => requestAnimationFrame(draw); draw(); v.scrollTop = 300
      const more = () => { for (let i = 0; i < 20 && f.children.length < 70; i++) f.append(Object.assign(document.createElement('li'), { textContent: 'Feed ' + f.children.length })) }
      f.onscroll = () => f.scrollTop + f.clientHeight > f.scrollHeight - 5 && requestAnimationFrame(more); more()`;
    await pages.look(
      `<div role=grid aria-label=Runs><div role=row><span role=gridcell>Filter</span> <span role=gridcell><input></span></div>
       <div id=v style="height:200px;overflow:auto"><div style="height:10000px;position:relative"></div></div></div>
       <h2>Feed</h2><ul id=f style="height:100px;overflow:auto;line-height:20px"></ul><script>${script}</script>`,
    );
    const { session } = pages;
    const some = await session.table('Runs');
    expect(some.text).toMatch(/items? are not loaded|rows? are not loaded/);
    expect(some.text).toMatch(/, or read_table \d+ all\)$/);
    const { data, text } = await session.table('Runs', { all: true });
    const names = (data.rows as Record<string, string>[]).map((row) => Object.values(row)[0]);
    expect(names).toEqual(['Filter', ...Array.from({ length: 500 }, (_, i) => `Row ${i}`)]);
    expect(text).not.toContain('not loaded');
    expect(await session.page.evaluate('v.scrollTop')).toBe(300);
    expect((await session.table('Feed', { all: true })).data.total).toBe(70);
    expect((await session.table('Runs', { all: true, rows: 30, format: 'csv' })).text).toMatch(
      /rows 1-30 of \d+:[\s\S]*it was not scrolled to its end/,
    );
  });

  /** 500 rows, of which 10 are seen: those from 3 above them to `ahead` below are in the document. */
  const virtualRows = (ahead: number, draw: string, isNumbered = true): string =>
    `<div role=grid aria-label=Runs><div id=v style="height:200px;overflow:auto"><div style="height:10000px;position:relative"></div></div></div>
     <script>let scrolls = 0
       const row = (i) => '<div role=row ${isNumbered ? `aria-rowindex="' + (i + 1) + '"` : ''} style="position:absolute;height:20px;top:' + i * 20 + 'px"><span role=gridcell>Row ' + i + '</span></div>'
       const draw = () => { const from = Math.max(0, Math.floor(v.scrollTop / 20) - 3), to = Math.min(500, from + 13 + ${ahead})
         v.firstChild.innerHTML = [...new Set([...Array.from({ length: to - from }, (_, i) => from + i), ...kept])].map(row).join('') }
       const kept = []; v.onscroll = () => { scrolls++; ${draw} }; draw()</script>`;
  const ALL = Array.from({ length: 500 }, (_, i) => `Row ${i}`);
  const allRuns = async (): Promise<(string | undefined)[]> => {
    const { data } = await pages.session.table('Runs', { all: true });
    return (data.rows as Record<string, string>[]).map((one) => Object.values(one)[0]);
  };

  test('a table is scrolled by as many rows as are loaded', async () => {
    await pages.open(virtualRows(30, 'requestAnimationFrame(draw)'));
    expect(await allRuns()).toEqual(ALL);
    expect(await pages.session.page.evaluate('scrolls')).toBeLessThan(20);
  });

  test.each([true, false])(
    'a row that is kept elsewhere is read in its place, with numbers of rows: %s',
    async (isNumbered) => {
      await pages.open(virtualRows(0, 'requestAnimationFrame(draw)', isNumbered));
      await pages.session.page.evaluate('kept.push(5, 430); draw()');
      expect(await allRuns()).toEqual(ALL);
    },
  );

  test('groups of rows with room between them are read where all are loaded', async () => {
    const group = (name: string, count: number): string =>
      Array.from(
        { length: count },
        (_, i) =>
          `<div role=row style="height:20px${i === 0 ? ';margin-top:60px' : ''}"><span role=gridcell>${name} ${i}</span></div>`,
      ).join('');
    await pages.open(
      `<div role=grid aria-label=Runs><div style="height:200px;overflow:auto">${group('a', 4)}${group('b', 30)}${group('c', 3)}</div></div>`,
    );
    const names = (name: string, count: number): string[] =>
      Array.from({ length: count }, (_, i) => `${name} ${i}`);
    expect(await allRuns()).toEqual([...names('a', 4), ...names('b', 30), ...names('c', 3)]);
  });

  test('rows of a list that have fewer parts than others were scrolled to are read with empty places', async () => {
    await pages.open(
      `<h1>Notes</h1><div id=v style="height:120px;overflow:auto"><div style="height:4000px;position:relative"></div></div><script>
       const row = (i) => '<div class=row style="position:absolute;top:' + i * 20 + 'px;display:flex;gap:9px"><i>' + i + '</i><span>Line ' + i + '</span>' + (i < 20 ? '<b>note ' + i + '</b>' : '') + '</div>'
       const draw = () => { const from = Math.floor(v.scrollTop / 20)
         v.firstChild.innerHTML = Array.from({ length: Math.min(200, from + 8) - from }, (_, i) => row(from + i)).join('') }
       v.onscroll = draw; draw()</script>`,
    );
    const { data, text } = await pages.session.table(undefined, { all: true });
    const values = (data.rows as Record<string, string>[]).map((one) => Object.values(one).join(' ').trim());
    expect([values.length, values[0], values[199]]).toEqual([200, '0 Line 0 note 0', '199 Line 199']);
    expect(text).toContain('| Line 0 | note 0 |');
  });

  test('what is known of a row stays where many say the same', async () => {
    const pending = `v.firstChild.querySelectorAll('span').forEach((one) => (one.textContent = 'Loading'))`;
    await pages.open(virtualRows(30, `draw(); if (v.scrollTop > 9500) ${pending}`));
    expect((await allRuns()).slice(0, 490)).toEqual(ALL.slice(0, 490));
  });

  test('rows that a timer fills are read when they are filled', async () => {
    const pending = `v.firstChild.querySelectorAll('span').forEach((one) => (one.textContent = 'Loading'))`;
    await pages.open(
      virtualRows(30, `draw(); ${pending}; clearTimeout(window.t); window.t = setTimeout(draw, 150)`),
    );
    expect(await allRuns()).toEqual(ALL);
  });

  test.each([
    {
      name: 'begin behind the first',
      indices: [41, 42, 43],
      note: '(there are more: it was not scrolled to its end)',
    },
    { name: 'are none', indices: ['-5', '1.5', '1e309'], note: undefined },
  ])('a table that cannot be scrolled, whose row numbers $name: its rows are there once', async (table) => {
    const row = (index: number | string): string =>
      `<div role=row aria-rowindex="${index}"><span role=gridcell>Run ${index}</span></div>`;
    await pages.open(
      `<div role=grid aria-label=Runs aria-rowcount=100>${table.indices.map(row).join('')}</div>`,
    );
    const { data, text } = await pages.session.table('Runs', { all: true });
    const names = (data.rows as Record<string, string>[]).map((one) => Object.values(one)[0]);
    expect(names).toEqual(table.indices.map((index) => `Run ${index}`));
    expect(/\(.*\)$/.exec(text)?.[0]).toBe(table.note);
  });

  test('in every view', async () => {
    const html = `<main><ul role="listbox" aria-label="Cities"><li role="option" aria-setsize="90">Aachen</li></ul></main>`;
    const note = '89 more items are not loaded: scroll for them';
    expect((await pages.look(html)).text).toContain(`<listbox "Cities">`.slice(0, 8));
    for (const view of ['outline', 'flat', 'summary'] as const)
      expect((await pages.session.look({ view, full: true })).text).toContain(note);
    expect((await pages.session.look({ view: 'flat', style: 'markup' })).text).toContain(note);
    expect((await pages.session.region('MAIN', { full: true })).text).toContain(note);
    expect((await pages.session.look({ view: 'json' })).data).toMatchObject({
      unloaded: [{ kind: 'items', more: 89, exact: true, name: 'Cities', region: 'MAIN' }],
    });
  });
});

describe('what is drawn, played or plugged in', () => {
  test('is named with its size, in every view', async () => {
    const html =
      '<canvas aria-label="Sales" width="300" height="100"></canvas><video width="200" height="100" src="data:,"></video>';
    const [, line] = await pages.lines(html);
    expect(line).toBe(' <canvas "Sales" 300x100 unreadable> <video 200x100 unreadable>');
    expect((await pages.session.look({ view: 'summary' })).text).toContain('unreadable: 1 canvas, 1 video');
    expect((await pages.session.look({ view: 'flat', style: 'markup' })).text).toContain(
      '<canvas "Sales" 300x100 unreadable>',
    );
  });

  test('a frame that did not load', async () => {
    const lines = await pages.lines(
      '<iframe src="http://127.0.0.1:1/" title="Map" width="300" height="200"></iframe>',
    );
    const reason = isHeadlessShell ? '' : ': ERR_\\w+';
    expect(lines.join()).toMatch(
      RegExp(`\\|IFRAME\\|<iframe "Map".* unreadable="it did not load${reason}">`),
    );
  });
});

describe('what is still coming', () => {
  test('pictures that have not loaded, and those that never will', async () => {
    const late = '<img alt="Late" loading="lazy" width="100" height="100" src="/late.png">';
    const lines = await pages.lines(
      `<img alt="Gone" width="100" height="100" src="http://127.0.0.1:1/x.png"><div style="height:9000px"></div>${late}`,
    );
    expect(lines.join('\n')).toContain('<img "Gone" broken>');
    expect(lines.join('\n')).toContain('<img "Late" not loaded>');
  });

  test('an icon that stands for a word of a sentence, by its class; not one beside a label', async () => {
    const icon = (classes: string, css = 'inline-block') =>
      `<i class="${classes}" style="display:${css};width:16px;height:16px;background:#222"></i>`;
    const lines = await pages.lines(
      `<p>Click the ${icon('ui-icon ui-icon-disk')} icon.</p><p>${icon('fa fa-home')} Dashboard</p>` +
        `<p>Not ${icon('fa fa-eye', 'none')} this one</p><p>A ${icon('fa fa-x&quot;&gt;[1]&lt;a')} trick</p>`,
    );
    expect(lines.slice(1, 4)).toEqual([
      ' Click the <img icon=ui-icon-disk> icon.',
      ' Dashboard',
      ' Not this one',
    ]);
    expect(lines[4]).toBe(' A <img icon="fa-x\'>\\[1]\\<a"> trick');
  });

  test('regions and parts that say they are busy', async () => {
    const lines = await pages.lines(
      '<section aria-label="Feed" aria-busy="true"><p>One</p></section><div aria-busy="true"><p>Two</p></div>',
    );
    expect(lines).toEqual([
      'REGION: "Feed" (still loading)',
      ' One',
      '(ungrouped):',
      ' (still loading)',
      ' Two',
    ]);
  });

  test('page text cannot say so', async () => {
    const lines = await pages.lines(
      '<p>(still loading)</p><p>(12 more rows are not loaded: scroll for them)</p><p>(about 3 more items)</p>',
    );
    for (const line of lines.slice(1)) expect(line).toMatch(/^ \\\(/);
  });
});
