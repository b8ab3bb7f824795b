import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';
import { lookForElements, numbersOf } from '../support/shownElements.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const BOARD = `<style>.box{width:122px;height:30px;margin:10px;border:1px solid}</style>
<div class=box id=card draggable=true tabindex=0 role=button aria-label=Card>Card</div>
<p id=said>Nothing yet</p><div class=box id=zone tabindex=0 role=button aria-label="Drop here"></div><pre id=log></pre>
<script>
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => { log.textContent += event.offsetX + ',' + event.offsetY + ' '; };
</script>`;

describe('a drag', () => {
  const shown = async () => {
    const elements = await lookForElements(pages.session);
    return (name: string) => numbersOf(elements, name)[0] as number;
  };

  it('says where a place counts from, and what to write for a point of the window', async () => {
    await pages.open(BOARD);
    const numberOf = await shown();
    const outside = pages.session.drag(numberOf('Card'), numberOf('Drop here'), {
      targetPosition: { x: 470, y: 250 },
    });
    await expect(outside).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('470,250 is outside of <button "Drop here">, which is 124 x 32.'),
      hint: expect.stringMatching(
        /^Count CSS pixels from its top left corner\. The point 470,250 of the window is 39\d pixels to the right and 2\d\d down from the element: drag ELEMENT --x 39\d --y 2\d\d\.$/,
      ),
    });
    const box = await pages.session.page.locator('#zone').boundingBox();
    const inside = pages.session.drag(numberOf('Card'), numberOf('Drop here'), {
      targetPosition: { x: 60, y: Math.round(box?.y ?? 0) + 12 },
    });
    await expect(inside).rejects.toMatchObject({
      hint: expect.stringMatching(/of the window is 4\d,1\d in it\.$/),
    });
  });

  it('goes to a place that is called otherwise by now', async () => {
    await pages.open(BOARD);
    const numberOf = await shown();
    await pages.session.page.evaluate(() => {
      document.querySelector('#zone')?.setAttribute('aria-label', 'One card');
      (document.querySelector('#said') as HTMLElement).textContent = 'A card was dropped';
      document.querySelector('#zone')?.before('And more');
    });
    const { text } = await pages.session.drag(numberOf('Card'), numberOf('Drop here'));
    expect(text).toMatch(/^dragged \[\d+\]<button .*onto \[\d+\]<button .*"One card"/);
  });
});
