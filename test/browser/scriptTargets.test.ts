import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** What it prints, or the error as `code: message`, with the numbers of elements as N. */
async function run(source: string): Promise<string> {
  const { output, failure } = await pages.session.run(source);
  const text = failure ? `${failure.code}: ${failure.message} ${failure.hint}` : output;
  return text.replace(/(?<=\[|get\()\d+(?=\])/g, 'N').trim();
}

describe('page.get of words', () => {
  const FORM = `<h1>Timer</h1><label>Minutes <input></label><a href="#m">Minutes</a><button onclick="out.textContent += 'saved'">Save</button>
<table><tr><td>Ann<td><button onclick="out.textContent += 'Ann'">More</button><tr><td>Ben<td><button>More</button></table>
<p id=out></p><p id=total>Total: 7</p>`;

  it.each([
    [`await page.get("Save").click(); print(await page.locator('#out').innerText())`, 'saved'],
    [
      `await page.get('button "More" in row "Ann"').click(); print(await page.locator('#out').innerText())`,
      'Ann',
    ],
    [
      `await page.get('textbox "Minutes"').fill('5'); print(await page.get('textbox Minutes').inputValue())`,
      '5',
    ],
    [`await page.get('Minutes').fill('6'); print(await page.getByLabel('Minutes').inputValue())`, '6'],
    [`print(await page.get('#total').innerText())`, 'Total: 7'],
    [`print(await page.get('row "Ben"').count())`, '1'],
    [`print(String(page.get('Save').first()))`, "page.get('Save').first()"],
  ])('%s', async (source, expected) => {
    await pages.open(FORM);
    expect(await run(source)).toBe(expected);
  });

  it('of several, and of none, tells of them', async () => {
    await pages.open(FORM);
    const several = await run(`await page.get('More').click()`);
    expect(several).toContain("2 elements match get('More')");
    expect(several).toContain('[N]<button>"More" (row "Ann")');
    const none = await run(`await page.get('button "Safe"').click()`);
    expect(none).toContain(`Nothing matches get('button "Safe"'). Nearest:`);
    expect(none).toContain('Save');
    expect(await run('page.get(0)')).toContain('the number of an element, or words for it');
  });
});

describe('elements of one name that lead to the same place are one thing', () => {
  const TABS = `<div role=tablist><a role=tab href="#roles" id=label>Roles</a></div>
<a role=tab href="#roles">Roles</a> <a href="#roles">Roles</a><p id=out></p>
<button aria-controls=menu onclick="out.textContent = 'first'">Menu</button>
<button aria-controls=menu onclick="out.textContent = 'second'">Menu</button>
<button onclick="out.textContent = 'other'">Save</button><button>Save</button><a href="#">More</a><a href="#">More</a>`;

  it('for locators', async () => {
    await pages.open(TABS);
    expect(
      await run("await page.getByRole('tab', { name: 'Roles' }).click(); print(page.url().split('#')[1])"),
    ).toBe('roles');
    expect(
      await run(
        "await page.getByRole('button', { name: 'Menu' }).click(); print(await page.locator('#out').innerText())",
      ),
    ).toBe('first');
    expect(await run("await page.getByRole('button', { name: 'Save' }).click()")).toContain('ambiguous');
  });

  it('for words', async () => {
    await pages.open(TABS);
    expect((await pages.session.click('Roles')).text).toMatch(/^clicked \[\d+\]<tab id="label">"Roles"/);
    expect((await pages.session.click('button "Menu"')).text).toContain('first');
    await expect(pages.session.click('More')).rejects.toMatchObject({ code: 'ambiguous' });
  });
});

it('elements of one name in two rows, or other items, are two things, whatever panel they open', async () => {
  for (const control of [
    '<a href="#remove" onclick="out.textContent = 1">Remove</a>',
    '<a href="#/" onclick="out.textContent = 1">Remove</a>',
    '<button aria-controls=menu onclick="out.textContent = 1">Remove</button>',
  ])
    for (const [before, after] of [
      ['<tr><td>', '<td>'],
      ['<li>', ' '],
      ['<div class=card><h3>', '</h3>'],
    ]) {
      const items = ['Ann', 'Bob', 'Cid'].map((name) => `${before}${name}${after}${control}`);
      const list =
        before === '<tr><td>'
          ? `<table>${items.join('')}</table>`
          : items.join(before?.startsWith('<div') ? '</div>' : '');
      await pages.open(`<main><h1>Staff</h1>${list}</main><p id=out></p>`);
      await expect(pages.session.click('Remove')).rejects.toMatchObject({ code: 'ambiguous' });
      expect(await run("await page.getByText('Remove').click()")).toContain('ambiguous');
      expect(await pages.session.page.locator('#out').textContent()).toBe('');
    }
});

it('a table is read through a pager of its own page, and sends no form', async () => {
  const TABLE = '<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4</table>';
  const frame = pages.url(
    '<button>1</button><button>2</button><button onclick="document.body.id = 1">Next</button>',
  );
  const elsewhere = frame.replace('127.0.0.1', 'localhost');
  await pages.open(`<main><div>${TABLE}<p>1 to 2 of 9</p><iframe src="${elsewhere}"></iframe></div></main>`);
  expect(await run('print((await page.table({ all: true })).length)')).toMatch(/^2\b/);
  const [, inside] = pages.session.page.frames();
  expect(await inside?.evaluate('document.body.id')).toBe('');
  for (const next of [
    '<form method=post action="/pay"><button>Next</button></form>',
    '<form action="/pay"><input type=submit formmethod=post value=Next></form>',
    '<form id=f method=post action="/pay"></form><button form=f>Next</button>',
  ]) {
    await pages.open(`<main><button>1</button><button>2</button>${TABLE}${next}</main>`);
    const address = pages.session.page.url();
    await run('await page.table({ all: true })');
    expect(pages.session.page.url()).toBe(address);
  }
});

it('page.look takes a part of the page', async () => {
  await pages.open('<h2>Edit flow: Reports</h2><button>Publish</button><h2>Other</h2><button>Else</button>');
  const shown = await run("print(await page.look('Edit flow'))");
  expect(shown).toContain('Publish');
  expect(shown).not.toContain('Else');
  expect(await run('print(await page.look({ maxTokens: 90000 }))')).toContain('Publish');
});

it('a selector that matches nothing names what is called nearly so', async () => {
  await pages.open('<input id=zip-code aria-label=Zip><button data-testid=save-order>Save</button>');
  expect(await run("await page.locator('#zipcode').fill('1')")).toContain(
    'Nearest:\n  #zip-code: [N]<input id="zip-code">"Zip"',
  );
  expect(await run(`await page.locator('[data-testid="saveOrder"]').click()`)).toContain(
    '[data-testid="save-order"]: [N]<button>"Save"',
  );
  await expect(pages.session.fill('#zipcode', '1')).rejects.toMatchObject({
    message: expect.stringContaining('#zip-code: ['),
  });
});

it('an expression that no locator takes is refused before anything is done', async () => {
  await pages.open('<button onclick="this.textContent = 1">Go</button><p>Draft</p>');
  const answer = await run(`await page.getByRole('button').click();
await page.getByText(/^(?!Draft).*$/).click()`);
  expect(answer).toContain('Line 2');
  expect(answer).toContain('/^(?!Draft).*$/ has look-around');
  expect(await pages.session.page.locator('button').textContent()).toBe('Go');
  expect(
    await run("print('a1'.replace(/(?<=a)1/, 'b'), await page.getByText(/[(?=]|Dr\\(?aft/).count())"),
  ).toBe('ab 1');
});

describe('frames', () => {
  const framed = (): string =>
    `<p>Out</p><iframe name=first src="${pages.url('<button onclick="this.textContent = 1">One</button>', '/one')}"></iframe>
<iframe id=second src="${pages.url('<p>Two</p>', '/two')}"></iframe>`;

  it.each([
    [
      "const list = await page.frames(); print(list.length, list[1].name(), list[2].url().endsWith('/two'))",
      '3 first true',
    ],
    [
      "const [, one] = await page.frames(); await one.getByRole('button').click(); print(await one.locator('button').innerText())",
      '1',
    ],
    [
      "const two = (await page.frames()).find((one) => /two/.test(one.url())); print(await two.locator('p').innerText())",
      'Two',
    ],
    ["print(await page.frame('first').getByRole('button').innerText())", 'One'],
    ["print(await page.frame({ url: /two$/ }).locator('p').innerText())", 'Two'],
    ["print(await page.mainFrame().locator('p').innerText())", 'Out'],
  ])('%s', async (source, expected) => {
    await pages.open(framed());
    expect(await run(source)).toBe(expected);
  });

  it('are asked for', async () => {
    await pages.open(framed());
    for (const source of [
      'page.frames().find((one) => one.url())',
      'for (const one of page.frames()) print(one)',
    ])
      expect(await run(source)).toContain('(await page.frames())');
  });
});

it('words are taken where Playwright takes a selector, and a name where it takes options', async () => {
  await pages.open(`<label>First name <input id=first></label><label>Country <select><option>Norway<option>New Zealand</select></label>
<label><input type=checkbox id=terms> Terms</label><button onclick="out.textContent += 'saved'">Save draft</button><p id=out></p>`);
  const source = `await page.fill('First name', 'Ann'); await page.selectOption('Country', 'Norway'); await page.check('Terms');
await page.click('Save draft'); await page.getByRole('button', 'Save draft').click(); await page.click('button');
print(await page.inputValue('#first'), await page.isChecked('#terms'), await page.innerText('p'))`;
  expect(await run(source)).toBe('Ann true savedsavedsaved');
  expect(
    await run(
      "await page.getByLabel('First name').focus(); await page.press('End'); await page.type('!'); print(await page.inputValue('#first'))",
    ),
  ).toBe('Ann!');
  expect(
    await run('print((await page.innerText()).includes("Save draft")); await page.scroll("bottom")'),
  ).toBe('true');
  await pages.session.fillFields('{"First name": "Bo", "Terms": false}');
  expect(await run("print(await page.inputValue('#first'), await page.isChecked('#terms'))")).toBe(
    'Bo false',
  );
  await pages.session.selectOption('Country', ['New', 'Zealand']);
  expect(await run("print(await page.inputValue('select'))")).toBe('New Zealand');
});
