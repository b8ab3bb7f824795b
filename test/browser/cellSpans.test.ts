import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What is laid over several cells of a row, and what the mouse makes longer. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const STYLE = `<style>table{border-collapse:collapse;table-layout:fixed;width:700px} td,th{padding:0;height:60px;vertical-align:top} .day{position:relative;height:60px}
  .bar{position:absolute;top:24px;left:2px;height:20px;background:#36c;color:#fff;white-space:nowrap}</style>`;
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
