import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { listApps, type Thing } from '../support/listApps.ts';
import { numbersOf as findNumbers, lookForElements } from '../support/shownElements.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const PEOPLE: Thing[] = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Flo'].map((name, i) => ({
  key: i + 1,
  name,
  state: i % 2 ? 'Open' : 'Shut',
  likes: i,
}));

/** Looks, and answers the numbers of all that is called so, in order. */
async function numbersOf(name: string): Promise<number[]> {
  return findNumbers(await lookForElements(pages.session), name);
}

/** What a click came to, as the app saw it: what it was on, or why there was none. */
async function click(number: number): Promise<string> {
  const { session } = pages;
  await session.page.evaluate('window.clicked = ""');
  const failed = await session.click(number).then(() => '', codeOf);
  const clicked = String(await session.page.evaluate('window.clicked'));
  return failed === '' ? clicked : `${failed}${clicked && ` after ${clicked}`}`;
}

const codeOf = (error: SightlineError): string => error.code ?? String(error);

async function show(things: Thing[], keyed: boolean): Promise<void> {
  await pages.session.page.evaluate(
    ([list, isKeyed]) => {
      (window as unknown as { show(list: unknown, keyed: unknown): void }).show(list, isKeyed);
    },
    [things, keyed] as const,
  );
}

/** What a page may do to its list, and what becomes of the third row. */
const CHANGES: { name: string; change(list: Thing[]): Thing[]; third?: 'gone' }[] = [
  { name: 'the third row is deleted', change: (list) => list.filter(({ key }) => key !== 3), third: 'gone' },
  { name: 'the first row is deleted', change: (list) => list.slice(1) },
  {
    name: 'a row is added above',
    change: (list) => [{ key: 9, name: 'Zoe', state: 'Open', likes: 0 }, ...list],
  },
  { name: 'all is turned around', change: (list) => [...list].reverse() },
  {
    name: 'two rows change places',
    change: ([a, b, c, d, ...rest]) => [a, b, d, c, ...rest] as Thing[],
  },
  {
    name: 'states and counts change',
    change: (list) =>
      list.map((one, i) => ({ ...one, state: i % 3 ? 'Shut' : 'Open', likes: one.likes + 1 })),
  },
  {
    name: 'other rows come in their place',
    change: (list) => list.map((one) => ({ ...one, key: one.key + 10, name: `New ${one.name}` })),
    third: 'gone',
  },
];

describe.each(listApps)('a table made by $name', ({ html, keys }) => {
  test.each(keys)('by key %s: a click reaches the row that was meant, or none', async (keyed) => {
    await pages.open(await html());
    const refs: Record<string, string> = {};
    for (const { name, change } of CHANGES) {
      await show(PEOPLE, keyed);
      const third = (await numbersOf('Open'))[2] as number;
      await show(change(PEOPLE), keyed);
      refs[name] = await click(third);
    }
    const expected = CHANGES.map(({ name, third }) => [
      name,
      third ? expect.stringMatching(/^(stale|detached)$/) : 'open 3',
    ]);
    expect(refs).toEqual(Object.fromEntries(expected));
  });

  test.each(keys)('by key %s: to delete again deletes no other row', async (keyed) => {
    await pages.open(await html());
    await show(PEOPLE, keyed);
    const [, second, third] = await numbersOf('Delete');
    expect(await click(third as number)).toBe('delete 3');
    expect(await click(third as number)).toMatch(/^(stale|detached)$/);
    expect(await click(second as number)).toBe('delete 2');
    expect(await click(second as number)).toMatch(/^(stale|detached)$/);
  });
});

/** What an error says, word for word; numbers from 1 in the order in which they are shown. */
async function refusal(number: number): Promise<string> {
  const text = await pages.session.click(number).then(
    () => 'no error',
    ({ code, message, hint }: SightlineError) => `${code}: ${message} ${hint}`,
  );
  const numbers = [...new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, one]) => one))];
  return text.replace(/\[(\d+)\]/g, (_, one) => `[${numbers.indexOf(one) + 1}]`);
}

const buttons = (...names: string[]): string => names.map((name) => `<button>${name}</button>`).join('');
const rows = (...names: string[]): string =>
  `<table>${names.map((name) => `<tr><td>${name}</td><td><button onclick="clicked='${name}'">Go</button></td></tr>`).join('')}</table>`;

describe('a refusal says what the number was, and what it is now', () => {
  test('where the row became another', async () => {
    await pages.open(rows('Ann', 'Ben', 'Cat'));
    const [, ben] = await numbersOf('Go');
    await pages.session.page.evaluate('document.querySelectorAll("td")[2].textContent = "Zoe"');
    expect(await refusal(ben as number)).toBe(
      'stale: [1], the button "Go", has other text around it now, and may be another item\'s: it is now [1]<button>"Go" (row "Zoe"). ' +
        'Use [1] again if that is what you mean, else look at the page again.',
    );
    expect(await refusal(ben as number)).toBe('no error');
  });

  test('where the name became another', async () => {
    await pages.open(buttons('Approve', 'Later'));
    const [approve] = await numbersOf('Approve');
    await pages.session.page.evaluate('document.querySelector("button").textContent = "Reject"');
    expect(await refusal(approve as number)).toBe(
      'stale: [1] was the button "Approve" and is now [1]<button>"Reject". ' +
        'Use [1] again if that is what you mean, else look at the page again.',
    );
  });

  test('where it is gone, or may be any of several', async () => {
    await pages.open(`<div id=a>${buttons('Go', 'Go', 'Stop')}</div>`);
    const [first, , stop] = await numbersOf('<button');
    await pages.session.page.evaluate(
      (html) => {
        (document.querySelector('#a') as Element).innerHTML = html;
      },
      buttons('Go', 'Go', 'Go'),
    );
    expect(await refusal(stop as number)).toBe(
      'detached: [1], the button "Stop", is no longer part of the page. Look at the page again.',
    );
    expect(await refusal(first as number)).toBe(
      'ambiguous: [1], the button "Go", was replaced, and it is not clear which of these it is now: ' +
        '[2]<button>"Go", [3]<button>"Go", [4]<button>"Go". Use the number of the one you mean.',
    );
  });

  test('where its row is not loaded any more, with the way to it', async () => {
    const grid = (...names: string[]): string =>
      `<div role=grid aria-label=People aria-rowcount=500>${names
        .map(
          (name, i) =>
            `<div role=row tabindex=0 aria-rowindex=${i + 1} aria-label="${name}"><span role=gridcell>${name}</span></div>`,
        )
        .join('')}</div>`;
    await pages.open(`<main id=a>${grid('Person 1', 'Person 2', 'Person 3', 'Person 4')}</main>`);
    const [person] = await numbersOf('Person 1');
    await pages.session.page.evaluate(
      (html) => {
        (document.querySelector('#a') as Element).innerHTML = html;
      },
      grid('Person 500', 'Person 499', 'Person 498', 'Person 497'),
    );
    expect(await refusal(person as number)).toBe(
      'detached: [1], the row "Person 1", is no longer part of the page. ' +
        'It may not be loaded (496 more rows are not loaded: scroll for them): a sort or filter brings it, too. Look at the page again.',
    );
  });

  test('where it was never shown, or of a document that was left', async () => {
    await pages.open(buttons('Go'));
    const [go] = await numbersOf('Go');
    expect(await refusal(99_999)).toBe(
      'not_shown: No element [1] was ever shown. Use a number from the last look or query.',
    );
    await pages.open(buttons('Go'));
    expect(await refusal(go as number)).toBe(
      'stale: [1] is of a document that was left. Of that name now: [2]<button>"Go". Look at the page again: its numbers are new.',
    );
  });
});

test('rows that are recycled as a list scrolls are not what they were', async () => {
  await pages.open(`<div id=box style="height:120px;overflow:auto;position:relative"><div style="height:4000px"></div></div><script>
    const rows = [...Array(5)].map(() => {
      const row = document.createElement('div'); row.innerHTML = '<span></span> <button>Pick</button>'; row.style.position = 'absolute';
      row.querySelector('button').onclick = () => { clicked = row.textContent; }; box.append(row); return row;
    });
    const draw = () => { const from = Math.floor(box.scrollTop / 30);
      for (let i = from; i < from + 5; i++) { const row = rows[i % 5]; row.style.top = i * 30 + 'px'; row.querySelector('span').textContent = 'Entry ' + (i + 1); } };
    box.onscroll = draw; draw();</script>`);
  const [, second, third] = await numbersOf('Pick');
  await pages.session.page.evaluate(
    'new Promise((done) => { box.scrollTop = 60; requestAnimationFrame(() => requestAnimationFrame(done)); })',
  );
  expect(await click(third as number)).toBe('Entry 3 Pick');
  expect(await click(second as number)).toBe('stale');
});

test('pages of a list that reuse their rows', async () => {
  await pages.open(`<ul id=list></ul><button id=next>Next page</button><script>
    const names = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Flo', 'Gus', 'Hal', 'Ida']; let at = 0;
    for (let i = 0; i < 3; i++) { const item = document.createElement('li'); item.innerHTML = '<b></b> <button>Pick</button>'; list.append(item);
      item.querySelector('button').onclick = () => { clicked = item.querySelector('b').textContent; }; }
    const draw = () => list.querySelectorAll('b').forEach((b, i) => { b.textContent = names[(at + i) % 9]; });
    next.onclick = () => { at += 3; clicked = 'page'; draw(); }; draw();</script>`);
  const [first] = await numbersOf('Pick');
  const [next] = await numbersOf('Next');
  expect(await click(next as number)).toBe('page');
  expect(await click(first as number)).toBe('stale');
  expect(await click(first as number)).toBe('Dan');
  expect(await click(next as number)).toBe('page');
  expect(await click(next as number)).toBe('page');
});

test('a row is still itself where a button in it was used and renamed it', async () => {
  const row = (name: string): string =>
    `<tr tabindex=0 onmouseover=""><td>${name}</td><td><button onclick="this.textContent = 'Starred'; clicked = 'star'">Star</button></td></tr>`;
  await pages.open(`<table role=grid>${['Ann', 'Ben', 'Cat'].map(row).join('')}</table>`);
  const { elements } = (await pages.session.query({ role: 'row' })).data as { elements: { index: number }[] };
  const [, star] = await numbersOf('Star');
  expect(await click(star as number)).toBe('star');
  const { targets } = await pages.session.hover(elements[1]?.index as number);
  expect(targets).toEqual([{ number: elements[1]?.index, verdict: 'same' }]);
});

describe('a row is still itself where it says what was entered into an editor that closed then', () => {
  const grid = `<table role=grid><tr><th>Badge<th>Name<th>Team<th>Room</tr>
    <tr><td tabindex=0>K-4471</td><td tabindex=0>Hal Pires</td><td tabindex=0>Finance</td><td tabindex=0>3042</td></tr></table>`;

  test('chosen in a list', async () => {
    await pages.open(`${grid}<script>
      const cell = document.querySelectorAll('td')[2];
      const list = (names) => { const box = document.createElement('div'); box.setAttribute('role', 'listbox');
        for (const name of names) { const option = document.createElement('div'); option.setAttribute('role', 'option'); option.textContent = name;
          option.onclick = () => { box.remove(); const old = cell.textContent; cell.replaceChildren(name); }; box.append(option); }
        document.body.append(box); };
      cell.ondblclick = () => { const field = document.createElement('div'); field.setAttribute('role', 'combobox'); field.setAttribute('aria-expanded', 'false');
        field.tabIndex = 0; field.textContent = cell.textContent; field.onclick = () => list(['Finance', 'Logistics']); cell.replaceChildren(field); };
      document.querySelectorAll('td')[3].onclick = () => { clicked = 'room'; };</script>`);
    const [room] = await numbersOf('3042');
    const [team] = await numbersOf('Finance');
    await pages.session.click(team as number, { clickCount: 2 });
    await pages.session.selectOption('combobox', 'Logistics');
    expect(await click(room as number)).toBe('room');
  });

  test('typed', async () => {
    await pages.open(`${grid}<script>
      const cell = document.querySelectorAll('td')[2];
      cell.ondblclick = () => { cell.innerHTML = '<input value=Finance>'; const field = cell.firstChild; field.select();
        field.onkeydown = ({ key }) => { if (key === 'Enter') cell.replaceChildren(field.value); };
        field.focus(); };
      document.querySelectorAll('td')[3].onclick = () => { clicked = 'room'; };</script>`);
    const [room] = await numbersOf('3042');
    const [team] = await numbersOf('Finance');
    await pages.session.click(team as number, { clickCount: 2 });
    await pages.session.typeAtFocus('Logistics');
    await pages.session.press('Enter');
    expect(await click(room as number)).toBe('room');
  });
});

describe('a number of a page that was loaded again', () => {
  const FORM =
    '<h2>Order 7</h2><label>Minutes <input></label><button>Save</button><ul><li>Ann <button>More</button><li>Ben <button>More</button></ul>';
  const reopened = async (html: string, path = '/again') => {
    const { session } = pages;
    const url = pages.url(FORM, '/again');
    await session.navigate(url);
    const shown = await lookForElements(session);
    await session.navigate(pages.url(html, path));
    return (name: string, i = 0) => findNumbers(shown, name)[i] as number;
  };

  test('means its successor, and says so', async () => {
    const numberOf = await reopened(FORM);
    const save = numberOf('Save');
    const now = (await numbersOf('Save'))[0];
    const { text } = await pages.session.click(save);
    expect(text.split('\n')[0]).toBe(`clicked [${save}]<button>"Save"`);
    expect(text).toContain(
      `([${save}] is now [${now}]: it was loaded again; known again by its role and name: button "Save")`,
    );
    expect((await pages.session.fill(numberOf('Minutes'), '5')).text).toContain('filled');
    expect(
      (await pages.session.run(`await page.get(${numberOf('More', 1)}).click()`)).failure,
    ).toBeUndefined();
  });

  test.each([
    ['of another heading', FORM.replace('Order 7', 'Order 8'), '/again', 'Save'],
    ['of another row', FORM.replace('Ben', 'Eve'), '/again', 'More'],
    ['at another address', FORM, '/other', 'Save'],
    ['with two of them', `${FORM}<button>Save</button>`, '/again', 'Save'],
  ])('and none %s', async (_, html, path, name) => {
    const numberOf = await reopened(html, path);
    await expect(pages.session.click(numberOf(name, name === 'More' ? 1 : 0))).rejects.toMatchObject({
      code: 'stale',
    });
  });
});
