import { afterAll, beforeAll, expect, test } from 'vitest';
import { doSteps } from '../../packages/sightline/src/tools/definitions/doSteps.ts';
import { runTool } from '../../packages/sightline/src/tools/runTool.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { commandContext } from '../support/tools.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const PAGE = `<form onsubmit="event.preventDefault(); done.textContent = 'Saved ' + who.value">
<label>Name <input name=who></label><label>Terms <input type=checkbox></label><button>Save</button></form>
<p id=done></p><button onclick="alert('Sure?')">Ask</button><a href="/gone">Next</a>`;

async function steps(
  text: string,
  options: { maxTokens?: number } = {},
): Promise<{ text: string; failure: string | undefined }> {
  const { session } = pages;
  const context = commandContext(session);
  const { text: answer, failure } = await runTool(doSteps, context, { steps: text, ...options });
  return {
    text: answer.replace(/(?<=\[)\d+(?=\])/g, 'N'),
    failure: failure?.message.replace(/\d+(?=\])/g, 'N'),
  };
}

test('steps are done one after another, with a line each and one change for all', async () => {
  await pages.open(PAGE.replace('event.preventDefault();', 'event.preventDefault(); var who = this.who;'));
  const { text, failure } = await steps('fill Name Ann Lee; check "Terms"; click Save');
  expect(failure).toBeUndefined();
  expect(text.split('\n').slice(0, 3)).toEqual([
    'filled [N]<input>"Name"',
    'checked [N]<checkbox>"Terms"',
    'clicked [N]<button>"Save"',
  ]);
  expect(text).toContain('Saved Ann Lee');
});

test('the first error stops it: what was done and what was not is reported', async () => {
  await pages.open(PAGE);
  const { text, failure } = await steps('check Terms; click Sav1; click Ask');
  expect(text.split('\n')[0]).toBe('checked [N]<checkbox>"Terms"');
  expect(failure).toContain('Stopped at `click Sav1`: Nothing that can be used now is called "Sav1".');
});

test('a dialog stops it', async () => {
  await pages.open(PAGE);
  const { failure } = await steps('click Ask; check Terms');
  expect(failure).toContain('Stopped at `click Ask`: A dialog came up.');
  expect(failure).toContain('Not done: check Terms.');
});

test('another page stops it only where a number follows', async () => {
  await pages.open(PAGE);
  const number = await pages.session.numberOf('Save');
  expect((await steps(`click Next; click ${number}`)).failure).toContain('It led to another page');
  await pages.open(PAGE);
  expect((await steps('click Next; back; check Terms')).failure).toBeUndefined();
});

test('what cannot be read is refused before anything is done', async () => {
  await pages.open(PAGE);
  await expect(steps('check Terms; dance')).rejects.toMatchObject({ code: 'invalid_argument' });
  expect(await pages.session.page.evaluate(`document.querySelector('[type=checkbox]').checked`)).toBe(false);
});

test('what only reads the page is answered whole; a form is filled by its labels', async () => {
  await pages.open(`<form><label>Name <input></label><label>City <input></label></form>
    <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>12</td></tr></table>`);
  const { text } = await steps('fill Name=Ann Lee; City=Oslo\ntable');
  expect(text).toContain('Lamp');
  const values = await pages.session.page.evaluate(
    `Array.from(document.querySelectorAll('input'), ({ value }) => value)`,
  );
  expect(values).toEqual(['Ann Lee', 'Oslo']);
});

test('what is done on a page that was opened is compared with the page as it was opened', async () => {
  await pages.open(PAGE);
  const url = pages.session.page.url();
  const { text, failure } = await steps(`open ${url}; check Terms`);
  expect(failure).toBeUndefined();
  expect(text).toContain('checked [N]<checkbox>"Terms"');
  expect(text).not.toContain('BUTTON');
  expect((await steps(`open ${url}`)).text).toContain('<button>Ask');
});

test.each(['table', 'look', 'query person'])(
  'what `%s` printed at the end is not reported again',
  async (reading) => {
    await pages.open(`<button onclick="for (const name of ['Ann', 'Bob', 'Cid', 'Dan', 'Eva'])
    people.insertAdjacentHTML('beforeend', '<tr><td>person ' + name + '<td><a href=#' + name + '>Open ' + name + '</a>')">Load</button>
    <table><thead><tr><th>Name<th>Link</thead><tbody id=people></tbody></table>`);
    const { text } = await steps(`click Load; ${reading}`);
    const times = text.match(/person Dan/g)?.length;
    expect(times, text).toBe(1);
  },
);

test('behind a look at the whole page only what that does not show is reported', async () => {
  await pages.open(`<h1>Orders</h1><p>Three orders</p><input aria-label=Filter><button onclick="document.title = 'Two';
    document.querySelector('h1').textContent = 'Two orders'; document.querySelector('p').remove();
    this.insertAdjacentHTML('afterend', '<a href=#a>Packed</a><p>One more was packed by Ann</p>')">Show</button>`);
  const { text } = await steps('click Show; look');
  const [, report] = text.split('One more was packed by Ann\n');
  expect(report).toBe('gone from the page: "Three orders"');
});

test('a landmark that is named by its position is the one of the page as it was before the first step', async () => {
  const columns = ['To do', 'Doing', 'Done'].map(
    (name) => `<main aria-labelledby=none><p>${name}</p></main>`,
  );
  await pages.open(`${columns.join('')}<script>
    for (const main of document.querySelectorAll('main'))
      main.onclick = () => { document.title = main.textContent; };
    document.body.insertAdjacentHTML('beforeend', '<button onclick="document.querySelectorAll(\\'main\\')[0].hidden = true">Hide</button>');
  </script>`);
  const { text, failure } = await steps('click Hide; click MAIN#3');
  expect(failure, text).toBeUndefined();
  expect(await pages.session.page.title()).toBe('Done');
});

test('pictures, tabs, the viewport, and questions about the page are steps too', async () => {
  await pages.open(`${PAGE}<h2>Orders</h2><p hidden id=secret>Later</p>`);
  const { text, failure } = await steps(
    'resize 640 480; check Terms; headings; dom #done; why #secret; summary; tabs; screenshot',
  );
  expect(failure).toBeUndefined();
  for (const part of ['640 x 480', 'checked', 'Orders', '<p', 'display:none', '* 1', 'saved /'])
    expect(text).toContain(part);
  expect(text).toContain('<checkbox "Terms"> checked');
});

test('a small report leaves what was done and read as it is', async () => {
  await pages.open(PAGE.replace('event.preventDefault();', 'event.preventDefault(); var who = this.who;'));
  const { text, failure } = await steps('fill Name Ann Lee; click Save', { maxTokens: 1 });
  expect(failure).toBeUndefined();
  expect(text.split('\n').slice(0, 2)).toEqual(['filled [N]<input>"Name"', 'clicked [N]<button>"Save"']);
});

test('open --full answers all of the page', async () => {
  await pages.open(`${'<p>One more paragraph of this long page.</p>'.repeat(200)}<p>The very end</p>`);
  const url = pages.session.page.url();
  expect((await steps(`open ${url}`)).text).not.toContain('The very end');
  expect((await steps(`open ${url} --full`)).text).toContain('The very end');
});
