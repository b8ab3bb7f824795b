import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const PAGE = `<h1>People</h1>
<form><label>Email <input name=email></label><label>Terms <input type=checkbox></label><button type=button>Save</button></form>
<a href="#email">Email</a>
<table><tr><td>Ann<td><button onclick="this.textContent = 'More of Ann'">More</button>
<tr><td>Ben<td><button>More</button></table>
<button style="display:none">Delete all</button>`;

/** The error of a call that names its element by words. */
const failure = (call: Promise<unknown>): Promise<SightlineError> =>
  call.then(
    () => Promise.reject(new Error('it was done')),
    (error: SightlineError) => error,
  );

/** What was done, without what changed. */
const done = async (call: Promise<{ text: string }>): Promise<string> =>
  (await call).text.split('\n')[0] ?? '';

describe('one usable element that words fit is used, and reported', () => {
  test.each([
    ['Save', 'clicked [1]<button>"Save"'],
    ['[1]', 'clicked [1]<button>"Save"'],
    ['button "More" in row "Ann"', 'clicked [2]<button>"More"'],
    ['form > button', 'clicked [1]<button>"Save"'],
    ['role=button[name="Save"]', 'clicked [1]<button>"Save"'],
    ['tr:has-text("Ben") button', 'clicked [3]<button>"More"'],
    ["getByRole('button', { name: 'Save' })", 'clicked [1]<button>"Save"'],
    ['text=Save', 'clicked [1]<button>"Save"'],
  ])('%s', async (words, expected) => {
    await pages.open(PAGE);
    const { session } = pages;
    const [save, ann, ben] = await Promise.all([
      session.numberOf('Save'),
      session.numberOf('More in row "Ann"'),
      session.numberOf('More in row "Ben"'),
    ]);
    const numbers = [save, ann, ben];
    const target = words.replace('[1]', `[${save}]`);
    expect(await done(session.click(target))).toBe(
      expected.replace(/\[(\d)\]/, (_, n) => `[${numbers[Number(n) - 1]}]`),
    );
  });

  test('words in a box that listens for all of its texts are used where they stand', async () => {
    const events = ['Dentist', 'Stand-up'].map(
      (name, i) => `<div style="height:80px" id=e${i}><i>9:00</i> <b>${name}</b></div>`,
    );
    await pages.open(`<div id=box style="height:90px;width:300px;overflow:auto"><div style="height:500px">${events.join('')}</div></div><p id=out></p>
<script>box.addEventListener('click', ({ target }) => { out.textContent = 'On ' + (target.closest('[id]')?.textContent ?? 'the box') })</script>`);
    const { text } = await pages.session.look();
    expect(text).toMatch(/^ \[\d+\]<div scroll=.*>\n 9:00 Dentist\n 9:00 Stand-up$/m);
    expect((await pages.session.click('Stand-up')).text).toContain('On 9:00 Stand-up');
  });

  test('what the action has a use for goes first', async () => {
    await pages.open(PAGE);
    expect(await done(pages.session.fill('Email', 'a@x.org'))).toMatch(/^filled \[\d+\]<input>"Email"$/);
    expect(await done(pages.session.check('Terms'))).toMatch(/^checked \[\d+\]<checkbox>"Terms"$/);
  });

  test('an own name goes before what else an element may be meant by', async () => {
    await pages.open(`<ul><li><a href="#d">Deploy</a> <a href="#m"></a></li><li><a href="#x">Other</a></li></ul>
      <form><input id="proj-search"><button type=button>Search</button></form><a href="#s">Search</a>
      <a href="#e" title="Edit section: Care">edit</a>`);
    const { session } = pages;
    expect(await done(session.click('link "Deploy"'))).toMatch(/^clicked \[\d+\]<a>"Deploy"$/);
    expect(await done(session.fill('Search', 'gyro'))).toMatch(/^filled \[\d+\]<input id="proj-search">$/);
    expect(await done(session.click('link "Edit section: Care"'))).toMatch(/^clicked \[\d+\]<a>"edit"$/);
  });

  test('it can be read, also where it cannot be used', async () => {
    await pages.open(PAGE);
    const { session } = pages;
    expect((await session.details('Save')).text).toContain('"Save"');
    expect((await session.details('People')).text).toContain('<h1>');
    expect((await session.table('button "More" in row "Ann"')).text).toContain('Ben');
    expect((await session.query({ role: 'button', near: 'Terms' })).text).toContain('Save');
    expect((await session.explain('button "More" in row "Ann"')).text).toContain('shown with its number');
  });
});

describe('otherwise nothing is done', () => {
  test('several are listed with their numbers', async () => {
    await pages.open(PAGE);
    const { code, message, hint } = await failure(pages.session.click('More'));
    expect([code, message.replace(/\d+(?=\])/g, 'N'), hint]).toEqual([
      'ambiguous',
      '2 elements fit "More": nothing was done.\n  [N]<button>"More" (row "Ann")\n  [N]<button>"More" (row "Ben")',
      'Use a number, or say more: button "NAME" in row "WORDS".',
    ]);
    const [number] = /(?<=\[)\d+/.exec(message) ?? [];
    expect((await pages.session.click(Number(number))).text).toContain('More of Ann');
  });

  test('none is reported with the nearest', async () => {
    await pages.open(PAGE);
    const { code, message } = await failure(pages.session.click('Save changes'));
    expect([code, message.replace(/\d+(?=\])/g, 'N')]).toEqual([
      'not_found',
      'Nothing that can be used now is called "Save changes". Nearest:\n  [N]<button>"Save"',
    ]);
    expect((await failure(pages.session.click('Sve'))).message).toMatch(/^.*\n {2}\[\d+\]<button>"Save"$/);
    expect((await failure(pages.session.click('Delete all'))).message).toContain(
      '<button>"Delete all" (hidden',
    );
    expect((await failure(pages.session.click('#nothing'))).code).toBe('not_found');
    expect((await failure(pages.session.click('role=button[['))).code).toBe('invalid_selector');
  });
});

test('text that shows is clicked where nothing usable is called so', async () => {
  await pages.open(`<ul id=list><li><span>alpha.txt</span></li><li><span>beta.txt</span></li></ul><p id=done></p><script>
    document.addEventListener('click', ({ target }) => { done.textContent = 'opened ' + target.textContent; });</script>`);
  expect((await pages.session.click('alpha.txt')).text).toContain('opened alpha.txt');
});

test('a question for words that no control has finds the text that shows them', async () => {
  await pages.open('<p>alpha.txt</p><p hidden>alpha.txt too</p><button>Open</button>');
  const { text, data } = await pages.session.query({ text: 'alpha.txt' });
  expect(text.split('\n').slice(0, 2)).toEqual([
    'No control, but text that shows:',
    expect.stringMatching(/^ \[\d+\]<p>alpha\.txt/),
  ]);
  expect(data.texts).toHaveLength(1);
});

test('also words of one sign, and words over several elements of a line', async () => {
  await pages.open(
    '<p lang=ja>吾輩は猫である</p><p lang=ja>何でも<span>12</span>月所で</p><button>Open</button>',
  );
  for (const words of ['猫', '12月']) {
    const { data } = await pages.session.query({ text: words });
    expect(data.texts).toHaveLength(1);
  }
});

test('a custom element is its control, and a symbol in a button without words is the button', async () => {
  await pages.open(`<x-button tabindex="0" aria-label="New folder"></x-button><script>
    const host = document.querySelector('x-button');
    host.addEventListener('click', () => {});
    host.attachShadow({ mode: 'open' }).innerHTML =
      '<button aria-label="New folder" style="width:100%"><span><svg width="16" height="16"></svg></span></button>';
    host.style.display = 'inline-block';
    host.shadowRoot.querySelector('span').addEventListener('click', () => {});</script>`);
  const { text } = await pages.session.look();
  expect(text.match(/\[\d+\]<[^>]+>/g)).toEqual([expect.stringMatching(/<button>/)]);
});

test('a part of the page is shown by its first words, a number or a selector', async () => {
  const { session } = pages;
  await pages.open(`<main><h1>Reports</h1><h2>Edit flow: Reports</h2><label>Owner <input></label>
    <h2>Others</h2><button>Other</button>
    <fieldset><legend>Payment by card</legend><label>Number of card <input></label></fieldset>
    <div role=tabpanel aria-label="History of changes"><button>Restore</button></div>
    <div id=box><button>Boxed</button> <p>Words in it</p></div></main>`);
  const show = async (name: string) => (await session.region(name)).text.replace(/\[\d+\]/g, '[N]');
  expect(await show('Edit flow')).toMatch(/^PAGE > "Edit flow: Reports" \(1 element\):\n[\s\S]*Owner/);
  expect(await show('Edit flow')).not.toContain('Other');
  expect(await show('payment')).toMatch(/^<[\w ]+>"Payment by card" \(1 element\):\n[\s\S]*Number of card/);
  expect(await show('History')).toContain('Restore');
  expect(await show('#box')).toMatch(/Boxed[\s\S]*Words in it/);
  const number = /\[(\d+)\]<button>Restore/.exec((await session.look()).text)?.[1];
  expect(await show(String(number))).toContain('Restore');
  await expect(session.region('Nothing like it')).rejects.toMatchObject({ code: 'not_found' });
});
