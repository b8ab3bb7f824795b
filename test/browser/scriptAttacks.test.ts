import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** Scripts that work against the one who runs them. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const withSecret = (
  secret: string,
): string => `<form><input type=password value="${secret}"><input name=plan value=basic>
<input type=hidden name=csrf value="c${secret}"></form><p>Your code: ${secret}</p><div data-copy="${secret}" title="${secret}">Box</div>
<a href="/go?access_token=${secret}">Go</a><i data-api-key="${secret}">K</i><img alt="${secret}" src="data:,"><input type=submit value="${secret}">
<iframe srcdoc="<style>* { font-family: monospace }</style><p>${secret}</p><input type=password value='${secret}'>"></iframe>`;

/** `L`: the first letters of one of the two secrets. */
const PROBES = [
  'css=[value^=L]',
  '[data-copy*=L]',
  '[title$=L]',
  '[data-api-key|=L]',
  'a[href*="token=L"]',
  '[title="/*"], [value^=L], [title="*/"]',
  '[value/* */^=L]',
  'form:has([value^=L]) >> input',
  'xpath=//input[starts-with(@value, "L")]',
  '//*[contains(@*, "L")]',
  '//*[starts-with(attribute::data-copy, "L")]',
  '//p[contains(., "L")]',
  'text=L',
  'text=/code: L/',
  'p:has-text("L")',
  ':text-matches("L")',
  'role=img[name*="L"]',
  'div >> internal:has="text=L"',
  'internal:attr=[title="L"i]',
  '_react=Field[value ^= "L"]',
];

test('a script on two pages that differ in their secrets prints the same', async () => {
  const source = `const count = async (probe, letters) => {
    const locator = page.locator(probe.replace('L', letters));
    const all = locator.or(locator.filter({ visible: false }));
    return [probe, await all.count().catch((e) => e.code)].join(' ');
  };
  const counts = (letters) => Promise.all(args.probes.map((probe) => count(probe, letters)));
  print(await counts('Kv'), await counts('Zw'));
  print(await page.frameLocator('iframe').locator('text=Kv').count().catch((e) => e.code));
  for (const letters of ['Kv', 'Zw', 'phaone'])
    print(await page.getByText(letters).count(), await page.getByTitle(new RegExp(letters)).count(), await page.getByAltText(letters).count());
  print(await page.locator('*').describe('value', 'VALUE', 'title', 'Title', 'href', 'data-copy', 'data-api-key', 'srcdoc'));`;
  const outputs: string[] = [];
  for (const secret of ['Kvqalphaone', 'Zwtbravotwo']) {
    await pages.open(withSecret(secret));
    const { output, failure } = await pages.session.run(source, {
      args: { probes: PROBES },
      maxTokens: 50_000,
      timeoutMs: 200_000,
    });
    expect(failure).toBeUndefined();
    outputs.push(output.replace(/^\[\d+\]/gm, '[N]'));
  }
  expect(outputs[0]).toBe(outputs[1]);
  expect(outputs[0]).not.toMatch(/Kvqalpha/);
  const why = await pages.session.explain('xpath=//p[contains(., "Zw")]').catch((error) => error.code);
  expect(why).toBe('invalid_selector');
});

/** `L`: a whole secret. */
const GUESSES = [
  '[value="L"]',
  '[value=L]',
  'input:not([value="L"])',
  '[value="cL" i]',
  '[va\\lue="L"]',
  '[/**/value="L"]',
  '[*|value="L"]',
  '[data-copy=L]',
  'form:has([value="L"]) [name=plan]',
  '[value="L"]:visible',
  'form:has(> [value="L"]):visible',
  'form:visible >> [value="L"]',
  '> [value="L"]:visible',
  'input >> nth=0 >> xpath=self::*[@value="L"]',
  '//input[@value="L"]',
  'internal:attr=[title="L"s]',
  'role=img[name="L"]',
  'text="L"',
  'option:checked:visible',
  'option:checked',
  'option[selected]',
  'option:not(:checked)',
];

test('a guess at a whole secret is neither confirmed nor denied', async () => {
  const source = `const any = (locator) => locator.or(locator.filter({ visible: false })).count().catch((e) => e.code);
  for (const letters of ['Kvqalphaone', 'Zwtbravotwo', 'basic'])
    for (const guess of args.guesses) print(guess, await any(page.locator(guess.replaceAll('L', letters))), await any(page.locator('form').locator(guess.replaceAll('L', letters))));
  for (const letters of ['Kvqalphaone', 'Zwtbravotwo']) {
    print(await any(page.getByText(letters)), await any(page.getByTitle(letters, { exact: true })), await any(page.getByRole('textbox', { name: letters })));
    print(await any(page.locator('*').filter({ hasText: letters })), (await page.query({ text: letters, attributes: { value: letters } })).length);
  }
  for (const selected of [true, false]) print(await any(page.getByRole('option', { selected })));
  print(await page.getByLabel('Month').describe('value'), await page.getByLabel('Month').inputValue());
  print(await page.locator('*').describe('VALUE', 'title', 'data-copy', 'HREF', 'SELECTED', 'placeholder'));
  print(await page.locator('textarea').textContent(), await page.locator('textarea').innerText());`;
  const outputs: string[] = [];
  for (const [secret, first] of [
    ['Kvqalphaone', 'selected'],
    ['Zwtbravotwo', ''],
  ] as const) {
    await pages.open(`<main>${withSecret(secret)}<label>Month <select autocomplete=cc-exp-month><option ${first}>01
      <option ${first ? '' : 'selected'}>02</select></label><textarea aria-label="Card number">${secret}</textarea></main>`);
    const { output, failure } = await pages.session.run(source, {
      args: { guesses: GUESSES },
      maxTokens: 50_000,
      timeoutMs: 200_000,
    });
    expect(failure).toBeUndefined();
    outputs.push(output.replace(/^\[\d+\]/gm, '[N]'));
  }
  expect(outputs[0]).toBe(outputs[1]);
  const [lines = ''] = outputs;
  expect(lines).not.toMatch(/qalpha/);
  // What is no secret is found, also where the page holds some.
  expect(lines).toContain('[value="L"] 1 1\n');
});

test('the words of a dialog give a script no secret', async () => {
  const source = `page.on('dialog', (d) => { print(d.message(), '|', d.defaultValue(), d.message().includes('Kvq'), d.message().length); return d.accept(); });
  await page.getByRole('button').click();
  await page.getByLabel('Card number').fill('4111111111111111');
  await page.getByRole('button').click();`;
  const outputs: string[] = [];
  for (const secret of ['Kvqalphaone', 'Zwtbravo']) {
    await pages.open(`<form><input type=password name=pw value="${secret}"><label>Card number <input name=card></label></form>
      <button onclick="prompt('Is ' + pw() + ' yours, ' + btoa(pw()) + '? ' + card().replace(/(....)(?=.)/g, '$1 '), pw())">Ask</button>
      <script>const pw = () => document.forms[0].pw.value; const card = () => document.forms[0].card.value</script>`);
    outputs.push((await pages.session.run(source)).output);
  }
  expect(outputs[0]).toBe(`Is [filled] yours, [filled]?  | [filled] false 29
Is [filled] yours, [filled]? [filled] | [filled] false 37`);
  expect(outputs[1]).toBe(outputs[0]);
});

test('selectors that ask for nothing secret find what they name, whatever the page holds', async () => {
  await pages.open(`<form><input type=password value=hunter22><input type=hidden value=tok></form><p>Hello</p>
    <a href="/item/1?sid=12345678">One</a><a href="/item/2">Two</a><b data-kind=big-one>Big</b>`);
  const source = `for (const one of ['text=Hello', '//p', '//input[@type="password"]', '[data-kind^=big]', 'a[href^="/item/"]', 'p:visible'])
    print(await page.locator(one).count())`;
  expect((await pages.session.run(source)).output).toBe('1\n1\n1\n1\n2\n1');
});

test('locators in locators that take too long end with the script', async () => {
  await pages.open(`${'<div>'.repeat(200)}<p>Deep</p>`);
  const source = `const all = () => page.locator('div');
    print(await all().filter({ has: all().filter({ has: all().filter({ has: all().filter({ has: all().nth(1) }).nth(1) }).nth(1) }).nth(1) }).count())`;
  const started = performance.now();
  const { failure } = await pages.session.run(source, { timeoutMs: 1_000 });
  expect(failure?.code).toBe('timeout');
  expect(performance.now() - started).toBeLessThan(20_000);
  expect((await pages.session.run("print(await page.getByText('Deep').count())")).output).toBe('1');
});
