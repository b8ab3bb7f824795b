import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FrameTarget } from '../../packages/sightline/src/browser/frames/FrameTarget.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

/** Looking again at a page that did not change answers the same snapshot; whatever changes brings a new one. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const HTML = `<style id=s>.later{color:red}</style>
  <main><h1 id=h>Head</h1><p id=p class=later>Text</p><input id=i aria-label=Name><input id=c type=checkbox aria-label=Box>
  <select id=e aria-label=Pick><option>A<option>B</select><textarea id=t aria-label=Note></textarea>
  <div id=o style="height:50px;overflow:auto"><div style="height:400px">tall</div></div>
  <div id=x style="height:50px;overflow:hidden"><div style="height:400px">hidden part</div></div>
  <dialog id=d>Dialog</dialog><div popover id=v>Popover</div><div id=w></div>
  <iframe id=f srcdoc="<p id=q>In frame</p>" width=200 height=120></iframe><div style="height:2000px"></div></main>`;

async function still(): Promise<Snapshot> {
  await pages.session.look();
  // Nodes that garbage collection takes between two looks would count as a change.
  const { page } = pages.session;
  const heap = await page.context().newCDPSession(page);
  await heap.send('HeapProfiler.collectGarbage');
  await heap.detach();
  return (await pages.session.look()).snapshot;
}

describe('an unchanged page', () => {
  test('answers the same snapshot object, with nothing done in the page', async () => {
    await pages.open(HTML);
    const snapshot = await still();
    const again = await pages.session.look();
    expect(again.snapshot).toBe(snapshot);
    expect(again.timing.walk).toBe(0);
    expect(again.timing.total).toBeGreaterThan(0);
  });

  test('leaves the counts of the browser as they were, by which a change is noticed', async () => {
    await pages.open(HTML);
    await still();
    const { page } = pages.session;
    const counts = await page.context().newCDPSession(page);
    await counts.send('Performance.enable');
    const read = async () => {
      const { metrics } = await counts.send('Performance.getMetrics');
      const counted = ['LayoutCount', 'RecalcStyleCount', 'Nodes', 'JSEventListeners'];
      return metrics.filter(({ name }) => counted.includes(name));
    };
    const before = await read();
    await pages.session.look();
    await pages.session.query({ text: 'Box' });
    expect(await read()).toEqual(before);
    await counts.detach();
  });

  test('a screenshot, numbered or with secrets painted over, is no change', async () => {
    await pages.open(`${HTML}<input type=password value=hunter22 aria-label=Pass>`);
    const snapshot = await still();
    await pages.session.screenshot();
    expect((await pages.session.look()).snapshot).toBe(snapshot);
    await pages.session.screenshot({ numbers: true });
    expect((await pages.session.query({ text: 'Box' })).data).toMatchObject({ changed: false });
  });
});

describe('a change that an observer would miss, and others', () => {
  test.each([
    ['text', "p.textContent = 'New'"],
    ['an attribute', "p.title = 'New'"],
    ['el.value =', "i.value = 'typed'"],
    ['el.checked =', 'c.checked = true'],
    ['el.indeterminate =', 'c.indeterminate = true'],
    ['select.selectedIndex =', 'e.selectedIndex = 1'],
    ['textarea.value =', "t.value = 'typed'"],
    ['insertRule', "s.sheet.insertRule('#p { display: none }')"],
    [
      'an adopted sheet',
      "{ const a = new CSSStyleSheet(); a.replaceSync('#p { visibility: hidden }'); document.adoptedStyleSheets = [a] }",
    ],
    ['style through CSSOM', "p.style.setProperty('margin-left', '50px')"],
    ['scroll of the page', 'scrollTo(0, 300)'],
    ['scroll of a scroller', 'o.scrollTop = 40'],
    ['scroll of what only clips', 'x.scrollTop = 40'],
    ['focus', 'i.focus()'],
    ['showModal', 'd.showModal()'],
    ['showPopover', 'v.showPopover()'],
    ['attachShadow', "w.attachShadow({ mode: 'open' }).innerHTML = '<button>In shadow</button>'"],
    ['a frame', "f.contentDocument.getElementById('q').textContent = 'New'"],
    ['a frame that navigates', "f.srcdoc = '<p>Other</p>'"],
    ['a frame that is added', "w.innerHTML = '<iframe srcdoc=Added width=200 height=120></iframe>'"],
    ['document.title', "document.title = 'New title'"],
    ['the address', "history.pushState({}, '', '#there')"],
    ['document.open()', "document.open(); document.write('<p id=p>Rewritten'); document.close()"],
  ])('%s', async (_, change) => {
    await pages.open(HTML);
    const before = await still();
    await pages.session.page.evaluate(`(() => { ${change} })()`);
    // A frame that navigates or is added takes a moment to load.
    const content = ({ documents }: typeof before) => JSON.stringify(documents);
    await expect.poll(async () => content((await pages.session.look()).snapshot)).not.toBe(content(before));
    const settled = await still();
    expect((await pages.session.look()).snapshot).toBe(settled);
  });

  test('an image that comes, in a place that was kept for it', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await pages.open('<img id=m alt=Late width=40 height=30>');
    const { page } = pages.session;
    await page.route('**/late.svg', async (route) => {
      await released;
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    await page.evaluate(
      "window.come = new Promise((resolve) => { m.onload = () => resolve() }); m.src = '/late.svg'; 0",
    );
    const before = await still();
    release();
    await page.evaluate('come');
    expect((await pages.session.look()).snapshot).not.toBe(before);
    await page.unroute('**/late.svg');
  });

  test('within a shadow root, by value and by text', async () => {
    await pages.open(HTML);
    await pages.session.page.evaluate(
      "w.attachShadow({ mode: 'open' }).innerHTML = '<input aria-label=In><b>x</b>'",
    );
    for (const change of [
      "w.shadowRoot.querySelector('input').value = 'v'",
      "w.shadowRoot.querySelector('b').textContent = 'y'",
    ]) {
      const before = await still();
      await pages.session.page.evaluate(change);
      expect((await pages.session.look()).snapshot).not.toBe(before);
    }
  });

  test('an image that loads, a new window size, custom validity after a try to submit', async () => {
    await pages.open('<form id=f><input id=i required aria-label=Name><button>Go</button></form><img id=m>');
    let before = await still();
    await pages.session.page.evaluate(
      `new Promise((done) => { m.onload = () => done();
        m.src = 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2299%22 height=%2299%22/>' })`,
    );
    expect((await pages.session.look()).snapshot).not.toBe(before);
    before = await still();
    await pages.session.page.setViewportSize({ width: 900, height: 500 });
    expect((await pages.session.look()).snapshot).not.toBe(before);
    await pages.session.page.evaluate('f.requestSubmit()');
    before = await still();
    await pages.session.page.evaluate("i.setCustomValidity('Not that one')");
    expect((await pages.session.look()).text).toContain('Not that one');
  });

  test('a swatch that a rule recolours', async () => {
    await pages.open(
      '<style id=s></style><p id=p>Text</p><div class=w style="width:30px;height:30px"></div>',
    );
    for (const change of ["p.textContent = 'Other'", "s.sheet.insertRule('.w{background:#008000}')"]) {
      await pages.session.look();
      await pages.session.page.evaluate(change);
    }
    const { snapshot } = await pages.session.look();
    expect(snapshot.documents[0]?.strings).toContain('#008000');
  });
});

describe('what a second look sends', () => {
  const rows = Array.from(
    { length: 500 },
    (_, i) => `<tr><td>Order ${i}<td><a href="/order/${i}">Open ${i}</a><td class=n>${i * 7}</tr>`,
  );
  const html = `<div id=top>Top</div><table>${rows.join('')}</table>`;

  test.each([
    ['nothing', '', 500],
    ['one text', "document.querySelectorAll('.n')[250].textContent = 'new'", 600],
    [
      'a text at either end',
      "top.textContent = 'new'; document.querySelectorAll('.n')[499].textContent = 'new'",
      700,
    ],
    ['an attribute', "document.querySelectorAll('a')[250].title = 'new'", 700],
    [
      'a panel that pushes all down',
      "document.querySelector('#top').innerHTML = '<p>One<p>Two <a href=#>three</a>'",
      2_500,
    ],
  ])('%s: the difference, not the page', async (_, change, most) => {
    await pages.open(html);
    const session = await pages.session.page.context().newCDPSession(pages.session.page);
    const world = await FrameTarget.open(session, pages.session.page);
    await pages.session.look();
    const capture = async (from: number): Promise<string> => {
      const { result } = await session.send('Runtime.evaluate', {
        expression: `__sightline.call('capture',[${from}])`,
        uniqueContextId: world.contextOf(world.rootFrameId)?.uniqueId,
        returnByValue: true,
      });
      return result.value;
    };
    const whole = await capture(0);
    expect(whole.length).toBeGreaterThan(50_000);
    await pages.session.page.evaluate(`{ const top = document.getElementById('top'); ${change} }`);
    const { captureNumber } = JSON.parse(whole);
    expect((await capture(captureNumber)).length).toBeLessThan(most);
    expect((await capture(captureNumber)).length).toBeGreaterThan(50_000);
    await world.dispose();
  });
});
