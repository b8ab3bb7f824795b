import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

// Buttons and markers that the browser draws for a box that scrolls are no elements, and have numbers all the same.

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const BOX = `<style>
  div { display: flex; width: 300px; overflow-x: auto; scroll-marker-group: after }
  p { flex: 0 0 300px }
  div::scroll-button(left) { content: "Back" }
  div::scroll-button(right) { content: "\u2192" / "Next slide" }
  p::scroll-marker { content: attr(data-n) }</style>
  <div><p data-n=m1>one<p data-n=m2>two<p data-n=m3>three</div>`;

const scrolled = (): Promise<number> =>
  pages.session.page.evaluate(() => document.querySelector('div')?.scrollLeft ?? -1);

const withoutNumbers = (text: string): string => text.replace(/\[\d+\]/g, '[N]').replace(/\s+/g, ' ');

test('they are pressed by the mouse where they are painted', async () => {
  await pages.open(BOX);
  const { text } = await pages.session.look();
  expect(withoutNumbers(text)).toContain(
    '[N]<button disabled>Back [N]<button>Next slide [N]<a>m1 [N]<a>m2 [N]<a>m3',
  );
  const next = await pages.session.click('Next slide');
  expect(withoutNumbers(next.text)).toContain('<button "Back"> not disabled');
  await expect.poll(scrolled).toBeGreaterThan(200);
  const last = Number(/\[(\d+)\]<a>m3/.exec(text)?.[1]);
  await pages.session.click(last);
  await expect.poll(scrolled).toBe(600);
  expect((await pages.session.isVisible(last)).text).not.toMatch(/hidden/);
});

test('what covers one gets no click of it, and one that is gone has no successor', async () => {
  await pages.open(BOX);
  const { text } = await pages.session.look();
  const next = Number(/\[(\d+)\]<button>Next slide/.exec(text)?.[1]);
  await expect(pages.session.focus(next)).rejects.toMatchObject({ code: 'not_accepted' });
  await expect(pages.session.click(next, { position: { x: 1, y: 1 } })).rejects.toMatchObject({
    code: 'invalid_argument',
  });
  await pages.session.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<i style="position:fixed;inset:0;background:red">');
  });
  await expect(pages.session.click(next)).rejects.toMatchObject({ code: 'covered' });
  await pages.session.page.evaluate(() => {
    document.querySelector('i')?.remove();
    document.querySelector('style')?.remove();
  });
  await expect(pages.session.click(next)).rejects.toMatchObject({ code: 'detached' });
  expect(await scrolled()).toBe(0);
});
