import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const PAGE = `<form id=a><label>First name <input id=first></label><label>Email <input id=mail></label>
<label>Country <select id=country><option>Norway<option>Peru</select></label>
<fieldset><legend>Size</legend><label><input type=radio name=s style="opacity:0;position:absolute"> Small</label>
<label><input type=radio name=s id=large style="opacity:0;position:absolute"> Large</label></fieldset>
<label>Phone (home) <input></label><label>Phone (work) <input></label>
<label><input type=checkbox id=terms> Terms</label></form>
<form id=b><label>Email <input id=news></label><button>Subscribe</button></form>`;

/** What the fields hold now. */
const held = (): Promise<unknown> =>
  pages.session.page.evaluate(`['first', 'mail', 'country', 'news'].map((id) => document.getElementById(id).value)
    .concat(['large', 'terms'].map((id) => document.getElementById(id).checked))`);

const firstLine = (text: string): string =>
  (text.split('\n')[0] ?? '').replace(/\d+(?=\])| id="\w+"/g, (part) => (part.startsWith(' ') ? '' : 'N'));

test('fields by label words within one form are filled and checked, and reported in one answer', async () => {
  await pages.open(PAGE);
  const result = await pages.session.fillFields(
    'First name=Ann; Email=ann@x.org; Country=Peru; Size=Large; Terms=yes',
  );
  expect(firstLine(result.text)).toBe(
    'filled 5 fields: [N]<input>"First name", [N]<input>"Email", [N]<select>"Country", [N]<radio>"Large", [N]<checkbox>"Terms"',
  );
  expect(result.failure).toBeUndefined();
  expect(await held()).toEqual(['Ann', 'ann@x.org', 'Peru', '', true, true]);
});

test('of a field that is not visible the refusal says so, and what shows it', async () => {
  await pages.open(
    '<label>Cc <input></label><details><summary>Modify ticket</summary><label>Priority <select><option>low<option>high</select></label></details>',
  );
  const { failure } = await pages.session.fillFields({ Cc: 'ann', Priority: 'high' });
  expect(failure?.message.replace(/\d+(?=\])/g, 'N')).toContain(
    '"Priority": [N]<select>"Priority" is not visible ([N]<summary>"Modify ticket" opens it)',
  );
  expect((await pages.session.query({ text: 'priority' })).text).toMatch(
    /Hidden now:\n \[\d+\]<select [^>]*>Priority - .*"?Modify ticket"? opens it/,
  );
});

test('what no field or several fit is refused by name, and the rest is filled', async () => {
  await pages.open(PAGE);
  const result = await pages.session.fillFields({ 'First name': 'Ann', Phone: '1', Zip: '2', Terms: true });
  expect(firstLine(result.text)).toBe('filled 2 fields: [N]<input>"First name", [N]<checkbox>"Terms"');
  expect(
    result.failure?.message.replace(/\d+(?=\])| id="\w+"/g, (part) => (part.startsWith(' ') ? '' : 'N')),
  ).toBe(
    [
      'Not filled:',
      '  "Phone" fits [N]<input>"Phone (home)", [N]<input>"Phone (work)"',
      '  "Zip": there is no such field',
      '  The form also has [N]<input>"Email", [N]<select>"Country", [N]<radio>"Small", [N]<radio>"Large"',
    ].join('\n'),
  );
  expect(await held()).toEqual(['Ann', '', 'Norway', '', false, true]);
});

test('where no field has all the words as they are, that with most of them is the one', async () => {
  await pages.open(
    '<form><label>Needs a licence <input type=checkbox id=licence></label><label>Bought <input></label><label>Name <input></label></form>',
  );
  const { failure, text } = await pages.session.fillFields({
    'Needs licence': true,
    'Bought on': '2024',
    Name: 'Drill',
  });
  expect(failure).toBeUndefined();
  expect(firstLine(text)).toBe(
    'filled 3 fields: [N]<checkbox>"Needs a licence", [N]<input>"Bought", [N]<input>"Name"',
  );
});

test('a word that fits fields of two forms alone is left to the caller', async () => {
  await pages.open(PAGE);
  const { failure } = await pages.session.fillFields('Email=a@x.org');
  expect(failure?.message.replace(/\d+(?=\])| id="\w+"/g, (part) => (part.startsWith(' ') ? '' : 'N'))).toBe(
    'Not filled:\n  "Email" fits [N]<input>"Email", [N]<input>"Email"',
  );
});

const PARAMETERS = `<main><table><tr><th>Name<th>Description</tr>
<tr><td><div>draft</div><div>boolean</div><td><p>Only drafts</p><select id=draft><option>--<option>true</select></tr>
<tr><td>limit<td><input id=limit></tr><tr><td>offset<td><input></tr>
<tr><th scope=row>sort order<td><input id=sort placeholder="asc or desc"></tr>
<tr><td>strict<td><input type=checkbox id=strict></tr></table></main>`;

test('a field without a label is called by the head of its row, in one call and in scripts', async () => {
  const values = (): Promise<unknown> =>
    pages.session.page.evaluate(
      `[draft.value, limit.value, sort.value, strict.checked].map(String).join(' ')`,
    );
  await pages.open(PARAMETERS);
  const { failure } = await pages.session.fillFields('draft=true; limit=5; sort order=asc; strict=yes');
  expect(failure).toBeUndefined();
  expect(await values()).toBe('true 5 asc true');
  await pages.session.run(
    `await page.fill({ draft: '--', limit: '7' });
     await page.getByLabel('sort order').fill('desc');
     await page.getByRole('checkbox', { name: 'strict' }).uncheck();`,
  );
  expect(await values()).toBe('-- 7 desc false');
});

/** As list widgets do: the field that the label is for is cut to a pixel, and a list that the page draws stands behind it. */
const DRAWN_LIST = `<main><label for=author>Author</label> <select id=author style="position:absolute;width:1px;height:1px;clip:rect(0 0 0 0)"><option>Ann<option>Bob</select>
<span><span role=combobox tabindex=0 aria-expanded=false aria-haspopup=true aria-controls=list aria-labelledby=chosen id=box><span id=chosen>Ann</span></span></span></main>
<script>box.onclick = () => {
  box.setAttribute('aria-expanded', 'true');
  document.body.insertAdjacentHTML('beforeend', '<div id=drop><input type=search id=words><ul role=listbox id=list></ul></div>');
  const draw = () => { list.innerHTML = ['Ann', 'Bob', 'Bobby'].filter((one) => one.includes(words.value)).map((one) => '<li role=option>' + one + '</li>').join('') };
  const choose = (name) => { author.value = chosen.textContent = name; drop.remove(); box.setAttribute('aria-expanded', 'false') };
  words.oninput = draw; draw(); words.focus();
  words.onkeydown = ({ key }) => { if (key === 'Enter') choose(list.firstChild.textContent) };
  list.onclick = ({ target }) => choose(target.textContent);
}</script>`;

test('a list that is drawn in the place of the field that the label is for takes its label', async () => {
  const chosen = (): Promise<unknown> => pages.session.page.evaluate('chosen.textContent');
  await pages.open(DRAWN_LIST);
  expect((await pages.session.fillFields('Author=Bob')).failure).toBeUndefined();
  expect(await chosen()).toBe('Bob');
  const sources = {
    Ann: `await page.getByLabel('Author').selectOption('Ann')`,
    Bob: `await page.getByLabel('Author').fill('Bob')`,
    Bobby: `await page.getByLabel('Author').pressSequentially('bby'); await page.keyboard.press('Enter')`,
  };
  for (const [name, source] of Object.entries(sources)) {
    expect((await pages.session.run(source)).failure).toBeUndefined();
    expect(await chosen()).toBe(name);
  }
});

test('a word for a field of the banner that may also be one of the page is refused, with the numbers of both', async () => {
  const site = '<header><form role=search><input aria-label=Search id=site></form></header>';
  await pages.open(`${site}<main><h1>Parts</h1><input aria-label="Search parts" id=own></main>`);
  const { failure } = await pages.session.fillFields({ Search: 'bolt' });
  expect(failure?.message.replace(/\d+(?=\])/g, 'N')).toMatch(/\[N\].*"Search".*\[N\].*"Search parts"/s);
  expect(await pages.session.page.evaluate('site.value + own.value')).toBe('');
  await pages.open(`${site}<main><h1>Parts</h1></main>`);
  expect((await pages.session.fillFields({ Search: 'bolt' })).failure).toBeUndefined();
});
