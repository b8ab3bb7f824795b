import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;

beforeAll(async () => {
  pages = await HtmlPages.start();
});

afterAll(() => pages.close());

/** Without the line that says that the page is another than at the last look, as it is here. */
async function why(html: string, target: string): Promise<string[]> {
  await pages.open(html);
  const { text } = await pages.session.explain(target);
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => !line.includes('has changed since look'));
}

describe('why something is not shown', () => {
  test('the rule, its evidence, the element it stands on, and the way to it', async () => {
    const html =
      '<nav aria-label="Main"><button aria-expanded="false">Dashboards</button>' +
      '<ul id="sub" style="display:none"><li><a href="#a">Analytics</a></li></ul></nav>';
    const lines = await why(html, 'Analytics');
    expect(lines[0]).toMatch(/^\[\d+\]<a>"Analytics", in NAV:Main: not shown: display:none on #sub$/);
    expect(lines[1]).toBe('once it shows it has a number: a control by its tag, <a>');
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(
      /^To bring it out: \[\d+\]<button>"Dashboards" stands before it, and is collapsed$/,
    );
  });

  test.each([
    ['<details><summary>More</summary><a href="#x">Deep</a></details>', '<summary>"More" opens it'],
    [
      '<button aria-controls="p">Show</button><div id="p" hidden><b>Deep</b></div>',
      '<button>"Show" controls it',
    ],
    [
      '<button popovertarget="p">Menu</button><div id="p" popover><b>Deep</b></div>',
      '<button>"Menu" controls it',
    ],
    [
      '<div role="tab" id="t">Two</div><div role="tabpanel" id="p" aria-labelledby="t" hidden>Deep</div>',
      '<tab id="t">"Two" is the tab of it',
    ],
    [
      '<button aria-controls="o">Outer</button><div id="o" hidden><button aria-controls="p">Inner</button>' +
        '<div id="p" hidden>Deep</div></div>',
      '<button>"Outer" opens the way to it',
    ],
  ])('the way to it: %s', async (html, way) => {
    expect((await why(html, 'text=Deep')).join('\n')).toMatch(
      new RegExp(`To bring it out: \\[\\d+\\]${way.replace(/[[\]()]/g, '\\$&')}`),
    );
  });

  test.each([
    [
      'a toolbar of many',
      '<div>A B C D</div>'
        .replace(/[A-D]/g, '<button>$&</button>')
        .replace('</div>', '<button aria-expanded="false">More</button></div>'),
    ],
    ['one that controls something else', '<button aria-expanded="false" aria-controls="o">More</button>'],
    ['two', '<p><button aria-expanded="false">More</button> <button aria-expanded="false">Less</button></p>'],
    ['one with something between', '<button aria-expanded="false">More</button><p>Of this page</p>'],
  ])('a collapsed control before it does not bring it out: %s', async (_, before) => {
    const lines = await why(`${before}<div hidden>Deep</div><div id="o" hidden>Other</div>`, 'text=Deep');
    expect(lines.join('\n')).not.toContain('To bring it out');
  });

  test('a dialog is not brought out by the control that happens to stand before it', async () => {
    const html = '<button aria-expanded="false">More</button><div role="dialog" hidden>Deep</div>';
    expect((await why(html, 'text=Deep')).join('\n')).not.toContain('To bring it out');
  });

  test('the menu of a row does not bring out the next row, which a filter hides', async () => {
    const row = (name: string, style = '') =>
      `<tr${style}><td>${name}</td><td><button aria-haspopup="menu">More</button></td></tr>`;
    const lines = await why(`<table>${row('Ann')}${row('Bob', ' style="display:none"')}</table>`, 'text=Bob');
    expect(lines.join('\n')).not.toContain('To bring it out');
  });

  test('what covers it is named with its number', async () => {
    const html =
      '<button id="pay">Pay</button><div id="veil" onclick="1" style="position:fixed;inset:0;background:#fff"></div>';
    const lines = await why(html, '#pay');
    expect(lines.join('\n')).toMatch(/not shown: covered by #veil: \[\d+\]<div id="veil">/);
  });

  test('every reason is shown, also after one has decided', async () => {
    const html =
      '<div role="dialog" aria-modal="true" style="position:fixed;inset:100px;background:#fff">Hello</div>' +
      '<p style="visibility:hidden"><button id="b">Behind</button></p>';
    const lines = await why(html, '#b');
    expect(lines[0]).toMatch(/not shown: visibility:hidden on p$/);
    expect(lines[1]).toBe(
      'also behind the modal div; once it shows it has a number: a control by its tag, <button>',
    );
  });
});

describe('why something is shown', () => {
  test('a number, its place and what made it a target', async () => {
    await pages.open('<div style="height:3000px"></div><div id="d">Card</div>');
    await pages.session.page.evaluate("document.getElementById('d').addEventListener('click', () => 1)");
    const { text } = await pages.session.look();
    const number = /\[(\d+)\]/.exec(text)?.[1] ?? '';
    const { text: explanation } = await pages.session.explain(number);
    expect(explanation).toMatch(/below the viewport: scrolling down shows it/);
    expect(explanation).toMatch(/\n {2}.*it listens for clicks/);
  });

  test('a hidden checkbox is spared for its label', async () => {
    const html = '<label><input type="checkbox" style="position:absolute;opacity:0">Agree</label>';
    const lines = await why(html, 'Agree');
    expect(lines[0]).toMatch(/<checkbox>"Agree": shown with its number$/);
    expect(lines[1]).toContain('a person sees and clicks its label in its place');
  });

  test('one of many like items is shown, and folded', async () => {
    const items = Array.from({ length: 60 }, (_, i) => `<li><a href="#${i}">Item ${i}</a>`).join('');
    expect((await why(`<ul>${items}</ul>`, 'Item 50'))[0]).toMatch(
      /folded among the "\d+ more items like these"/,
    );
  });
});

test('of words in a table the cell is explained, not the boxes around it, in words of the page', async () => {
  const html = '<table><tr><td><div>limit</div><td><p>Size of a page</p><input></table>';
  const lines = await why(html, 'limit');
  expect(lines).toHaveLength(2);
  expect(lines.join(' ')).not.toMatch(/invisible|occluded|wrappers|keeps/);
});

describe('what a target names', () => {
  const html =
    '<p class="note">Save the date</p><button>Save</button><template><i>x</i></template>' +
    '<div id="host"><template shadowrootmode="open"><em id="inner">Shadow</em></template></div>';

  test('words: whole matches first', async () => {
    expect((await why(html, 'save'))[0]).toMatch(/^\[\d+\]<button>"Save"/);
  });

  test('a selector, also within shadow roots', async () => {
    expect((await why(html, 'p.note'))[0]).toMatch(/^<p>: shown by what it holds/);
    expect((await why(html, '#inner'))[0]).toMatch(/^<em id="inner">/);
    expect((await why(html, 'css=button'))[0]).toMatch(/^\[\d+\]<button>"Save"/);
  });

  test('in frames', async () => {
    const inner = pages.url('<button id="in">Inside</button>');
    expect((await why(`<iframe src="${inner}"></iframe>`, '#in'))[0]).toMatch(/<button id="in">"Inside"/);
  });

  test('what is not rendered at all is said to be so', async () => {
    expect(await why(html, 'css=template')).toEqual([
      '1 match is not rendered at all: in the head or a template, not slotted, inside a native control, or added since.',
    ]);
  });

  test.each([
    ['css=a[[', 'invalid_selector'],
    ['no such words', 'not_found'],
    ['9999', 'not_shown'],
  ])('%s: %s', async (target, code) => {
    await pages.open(html);
    await expect(pages.session.explain(target)).rejects.toMatchObject({ code });
  });

  test('a number whose element was made anew: with what took its place, as a click would find it', async () => {
    await pages.open('<main><h2>Cart</h2><button>Pay</button><button>Empty</button></main>');
    const { text } = await pages.session.look();
    const number = /\[(\d+)\]<button>Pay/.exec(text)?.[1] ?? '';
    await pages.session.page.evaluate("document.querySelector('main').innerHTML += ''");
    expect((await pages.session.details(Number(number))).text).toContain(`Element [${number}]`);
    expect((await pages.session.explain(number)).text).toContain(`[${number}]<button>"Pay"`);
  });

  test('a number whose element, or document, has gone', async () => {
    await pages.open('<button>One</button><button>Two</button>');
    const { text } = await pages.session.look();
    const number = /\[(\d+)\]<button>One/.exec(text)?.[1] ?? '';
    await pages.session.page.evaluate("document.querySelector('button').remove()");
    await expect(pages.session.explain(number)).rejects.toMatchObject({ code: 'detached' });
    await pages.open('<p>Elsewhere</p>');
    await expect(pages.session.explain(`[${number}]`)).rejects.toMatchObject({ code: 'stale' });
  });
});
