import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doSteps } from '../../packages/sightline/src/tools/definitions/doSteps.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { commandContext } from '../support/tools.ts';

/** What is laid over several cells of a row, and what the mouse makes longer. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const STYLE = `<style>table{border-collapse:collapse;table-layout:fixed;width:700px} td,th{padding:0;height:60px;vertical-align:top} .day{position:relative;height:60px}
  .bar{position:absolute;z-index:1;top:24px;left:2px;height:20px;background:#36c;color:#fff;white-space:nowrap}</style>`;
const days = (first: number, items: Record<number, string>): string =>
  Array.from(
    { length: 7 },
    (_, i) => `<td><div class=day><span>${first + i}</span>${items[first + i] ?? ''}</div></td>`,
  ).join('');
const lines = async (html: string): Promise<string[]> =>
  (await pages.lines(html)).slice(1).map((line) => line.trim().replace(/\[\d+\]/g, '[N]'));
const bar = (words: string, count: number, tag = 'div tabindex=0 role=button'): string =>
  `<${tag} class=bar style="width:${100 * count - 4}px">${words}</${tag.split(' ')[0]}>`;
const month = (items: Record<number, string>): string =>
  `${STYLE}<table role=grid><tr>${days(1, items)}</tr><tr>${days(8, items)}</tr></table>`;

describe('what is laid over several cells of a row says up to which', () => {
  it('of a calendar, by the day', async () => {
    const shown = await lines(month({ 2: bar('Fair', 3), 5: bar('Call', 1), 9: bar('Trip', 2, 'div') }));
    expect(shown).toEqual([
      '1 | 2 [N]<button>Fair (to 4) | 3 | 4 | 5 [N]<button>Call | 6 | 7',
      '8 | 9 Trip (to 10) | 10 | 11 | 12 | 13 | 14',
    ]);
    expect((await pages.session.query({ text: 'Fair' })).text).toContain('Fair (to 4)');
  });

  it('of a plan whose cells have no words of their own, by the head of the column', async () => {
    const cells = (...items: string[]): string =>
      items.map((one) => `<td><div class=day>${one}</div></td>`).join('');
    const plan = (head: string): string =>
      `${STYLE}<table style="width:400px">${head}<tr><td>Hall</td>${cells(bar('Choir', 2), '', bar('Chess', 1))}</tr></table>`;
    const head = '<tr><th>Room</th><th>Mon</th><th>Tue</th><th>Wed</th></tr>';
    expect((await lines(plan(head))).at(-1)).toBe('Hall | [N]<button>Choir (to Tue) | | [N]<button>Chess');
    expect((await lines(plan(''))).at(-1)).toBe('Hall | [N]<button>Choir (2 cells) | | [N]<button>Chess');
  });

  it('but not a menu that has opened in a cell, nor words that stand out of it', async () => {
    const menu = `<div class=bar style="top:0;width:250px;height:150px"><button>Rename</button></div>`;
    const shown = await lines(
      month({ 3: menu, 9: '<a href=# style="white-space:nowrap">A very long name of an appointment</a>' }),
    );
    expect(shown.join('\n')).not.toMatch(/\(to|cells\)/);
  });
});

describe('what the mouse draws to another size is reported', () => {
  const STRETCH = `<script>
    let held; const sized = document.querySelector('#sized');
    onmousedown = ({ clientX, target }) => { held = { x: clientX, width: sized.offsetWidth, isHandle: target.id === 'handle' }; };
    onmousemove = ({ clientX }) => { if (held?.isHandle) sized.style.width = held.width + clientX - held.x + 'px'; };
    onmouseup = () => { held = undefined; };
  </script>`;
  const HANDLE =
    '<i id=handle style="position:absolute;right:0;top:0;width:8px;height:20px;cursor:e-resize"></i>';
  const press = (selector: string, by: number): string =>
    `const { x, y, width } = await page.locator('${selector}').boundingBox();
await page.mouse.move(x + width - 3, y + 8); await page.mouse.down(); await page.mouse.move(x + width - 3 + ${by}, y + 8, { steps: 4 }); await page.mouse.up();`;
  const report = async (html: string, source: string): Promise<string> => {
    await pages.open(html);
    const { text } = await pages.session.run(source);
    return text.replace(/\[\d+\]/g, '[N]').replace(/^--- page after \d+ actions?:\n/, '');
  };
  const fair = (tag: string): string => bar(`Fair${HANDLE}`, 3, `${tag} id=sized`);

  it('by the cells that it is over', async () => {
    const html = `${month({ 2: fair('div tabindex=0 role=button') })}${STRETCH}`;
    expect(await report(html, press('#sized', 100))).toBe(
      'focus: [N]<button "Fair">\n[N]<button id="sized">"Fair" now reaches to 5',
    );
    expect(await report(html, press('#sized', -200))).toBe(
      'focus: [N]<button "Fair">\n[N]<button id="sized">"Fair" is in one cell now',
    );
  });

  it('by its width where it is over no cells', async () => {
    const html = `${STYLE}<div style="position:relative;height:80px">${fair('div')}</div>${STRETCH}`;
    expect(await report(html, press('#sized', 100))).toBe('"Fair" width 296 -> 396');
  });

  it('with the edge hovered over before', async () => {
    const html = `${STYLE}<div style="position:relative;height:80px">${fair('div')}</div>${STRETCH}`;
    const source = `await page.locator('#sized').hover({ position: { x: 293, y: 8 } }); await page.mouse.down(); await page.mouse.move(450, 40, { steps: 4 }); await page.mouse.up();`;
    expect(await report(html, source)).toMatch(/^"Fair" width 296 -> \d+$/);
  });

  it('and nothing where it was pressed elsewhere', async () => {
    const html = `${month({ 2: fair('div tabindex=0 role=button') })}${STRETCH}`;
    const source = press('#sized', 100).replaceAll('x + width - 3', 'x + 40');
    expect(await report(html, source)).toBe('focus: [N]<button "Fair">');
  });

  it('by a drag, of which nothing else is seen', async () => {
    const html = `${month({ 2: fair('div tabindex=0 role=button') })}${STRETCH}`;
    await pages.open(html);
    const { text } = await pages.session
      .drag('css=#handle', 'css=tr:first-child td:nth-child(6)')
      .catch(({ message }) => ({ text: message }));
    expect(text).toContain('"Fair" now reaches to 6');
  });

  it('by a drag, alone or as a step, without a line that nothing changed', async () => {
    const html = `${month({ 2: fair('div') })}${STRETCH}`;
    const { session } = pages;
    await pages.open(html);
    const alone = await session.drag('css=#handle', 'css=tr:first-child td:nth-child(6)');
    await pages.open(html);
    const context = commandContext(session);
    const steps = 'drag "css=#handle" "css=tr:first-child td:nth-child(6)"';
    const asStep = await runTool(doSteps, context, { steps });
    for (const { text } of [alone, asStep]) expect(text).toMatch(/^dragged .*"Fair" now reaches to 6$/);
  });
});
