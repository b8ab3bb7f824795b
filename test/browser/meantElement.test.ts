import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

// A number means what its reader was shown: a button of a dialog, a message or a part with a heading is not that of another one
// which has taken its place, whether it was made anew or is the same element, before an action or while that waits.

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const BUTTON = '<button>Confirm</button>';
const SHAPES: Record<string, string> = {
  'a dialog': `<div role=dialog aria-label="#t"><h2>#t</h2><p>#d</p>${BUTTON}</div>`,
  'a dialog without a name': `<div role=dialog><p>#t #d</p>${BUTTON}</div>`,
  'a dialog of several buttons': `<dialog open><h2>#t</h2><p>#d</p><div><button>Cancel</button>${BUTTON}</div></dialog>`,
  'a message': `<div role=alert>#t ${BUTTON}</div>`,
  'a form with a heading': `<form onsubmit="return false"><h2>#t</h2><p>#d</p><button type=button>Confirm</button></form>`,
  'a part with a heading': `<section><h2>#t</h2>${BUTTON}</section>`,
};
const FIRST = ['Archive report?', 'It moves to the archive.'] as const;
const SECOND = ['Delete account?', 'All data is lost for ever.'] as const;

/** `swap` shows the second text in place of the first: in elements made anew, or in the same ones. */
const pageOf = (
  shape: string,
): string => `<style>[hidden] { display: none } #over { position: fixed; inset: 0 }</style>
  <main><h1>Mail</h1><button>New</button><div id=place></div><p id=done></p></main><div id=over hidden>Busy</div><script>
  const shape = ${JSON.stringify(shape)}, texts = ${JSON.stringify([FIRST, SECOND])};
  const draw = ([t, d]) => { place.innerHTML = shape.replaceAll('#t', t).replaceAll('#d', d) };
  draw(texts[0]);
  place.onclick = ({ target }) => { if (target.textContent === 'Confirm') done.textContent = 'Done: ' + place.textContent };
  window.swap = (isKept) => {
    if (!isKept) return draw(texts[1]);
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace(texts[0][0], texts[1][0]).replace(texts[0][1], texts[1][1]);
  };
</script>`;

async function shownNumber(shape: string): Promise<number> {
  const { text } = await pages.look(pageOf(shape));
  return Number(/\[(\d+)\]<button>Confirm/.exec(text)?.[1]);
}

async function refusalOf(action: Promise<unknown>): Promise<string> {
  const code = await action.then(
    () => 'no refusal',
    (error: SightlineError) => error.code,
  );
  const done = await pages.session.page.locator('#done').textContent();
  return done ? `${code}, ${done}` : code;
}

const run = (script: string): Promise<unknown> => pages.session.page.evaluate(script);

test.each(Object.entries(SHAPES))('%s that has taken the place of another', async (_, shape) => {
  const first = await shownNumber(shape);
  await run('swap(false)');
  expect(await refusalOf(pages.session.click(first))).toBe('detached');
  const second = await shownNumber(shape);
  await run('swap(true)');
  expect(await refusalOf(pages.session.click(second))).toBe('stale');
  // The refusal said what it is now.
  expect(await refusalOf(pages.session.click(second))).toContain('Delete account?');
});

const WAITS: Record<string, [begin: string, end: string]> = {
  'is disabled': ['confirm.disabled = true', 'confirm.disabled = false'],
  'lies below something': ['over.hidden = false', 'over.hidden = true'],
};

test.each(Object.entries(WAITS))(
  'a button that %s until its dialog is another one',
  async (_, [begin, end]) => {
    const number = await shownNumber(SHAPES['a dialog'] as string);
    await run(
      `confirm = document.querySelector('#place button'); ${begin}; setTimeout(() => { swap(true); ${end} }, 500); 0`,
    );
    expect(await refusalOf(pages.session.click(number))).toBe('stale');
  },
);

test('a button that is waited for while words elsewhere change', async () => {
  const number = await shownNumber(SHAPES['a dialog'] as string);
  await run(
    `confirm = document.querySelector('#place button'); confirm.disabled = true; setTimeout(() => { document.querySelector('h1').textContent = 'Post'; confirm.disabled = false }, 500); 0`,
  );
  expect(await refusalOf(pages.session.click(number))).toContain('no refusal, Done: Archive report?');
});

const FIELDS: Record<string, string> = {
  'a slider': '<input type=range aria-label=Amount>',
  'a list': '<label>Amount <select><option>1<option>2</select></label>',
  'a field below others': '<p>Name <b>first</b></p><label>Note <input></label><label>Amount <input></label>',
  'a link': '<a href="#amount">Amount</a>',
  'a row': '<ul><li>Read <button>Amount</button><li>Write <button>Else</button></ul>',
};

test.each(
  Object.entries(FIELDS).flatMap(([name, field]) =>
    [true, false].map((isKept) => [name, isKept ? 'the same elements' : 'new ones', field, isKept] as const),
  ),
)('%s of a dialog that is another one now, drawn with %s', async (_, __, field, isKept) => {
  for (const around of [
    `<div role=dialog aria-labelledby=h><h2 id=h>#t</h2><p>#d</p>${field}<button>Save</button></div>`,
    `<form role=dialog aria-label="Of an account"><h2>#t</h2>${field}<button type=button>Save</button></form>`.replace(
      ' aria-label="Of an account"',
      '',
    ),
  ]) {
    const { text } = await pages.look(pageOf(around));
    const number = Number(/\[(\d+)\]<[^\n]*Amount/.exec(text)?.[1]);
    await run(`swap(${isKept})`);
    await expect(pages.session.hover(number)).rejects.toMatchObject({
      code: expect.stringMatching(/stale|detached/),
    });
  }
});

test('a number of one tab is not that of another tab with the same page', async () => {
  const url = pages.url('<main><h1>Pay</h1><button onclick="this.textContent = 1">Pay now</button></main>');
  await pages.session.navigate(url);
  const { text } = await pages.session.look();
  const number = Number(/\[(\d+)\]<button>Pay now/.exec(text)?.[1]);
  await pages.session.openTab();
  await pages.session.navigate(url);
  await expect(pages.session.click(number)).rejects.toMatchObject({ code: 'stale' });
  await pages.session.switchTab(1);
  expect((await pages.session.click(number)).text).not.toContain('loaded again');
  await pages.session.closeTab(2);
});
