import type { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SightlineError } from '../../../packages/sightline/src/snapshot/SightlineError.ts';
import { WidgetBrowser } from './WidgetBrowser.ts';

// What cannot be done is refused, and the refusal says why: by its code, and by words that name numbers.

let widgets: WidgetBrowser;
beforeAll(async () => {
  widgets = await WidgetBrowser.start();
});
afterAll(() => widgets?.close());

/** The refusal of an action: its code, and all that it says. */
async function refusal(
  action: Promise<unknown>,
): Promise<{ code: string; says: string; retryable: boolean }> {
  const error = await action.then(
    (result) => expect.fail(`was not refused: ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
  if (!(error instanceof SightlineError)) throw error;
  const { code, message, hint, retryable } = error;
  return { code, says: `${message} ${hint}`, retryable };
}

/** Where waiting is not what is tested. */
const SOON = { timeoutMs: 1_000 };
/** However still the page is meanwhile. */
const LONG = { timeoutMs: 20_000 };

const click = (label: string, options = {}) => refusal(widgets.session.click(widgets.number(label), options));
const fill = (label: string, text = 'words') =>
  refusal(widgets.session.fill(widgets.number(label), text, SOON));

describe('covered, by what', () => {
  const COVER = 'position:fixed;inset:0;background:#000c;color:#fff';

  test('a layer that came after the look, with what it holds', async () => {
    await widgets.show({
      html: `<button>Buy</button><div id=veil hidden style="${COVER}"><p>We use cookies</p><button>Accept</button></div>`,
    });
    await widgets.state('find("veil").hidden = false');
    const { code, says, retryable } = await click('Buy', SOON);
    expect(code).toBe('covered');
    expect(says).toMatch(
      /^\[\d+\]<button>"Buy" is covered by <div id="veil"> "We use cookies Accept".* It holds \[\d+\]<button>"Accept"/,
    );
    expect(retryable).toBe(true);
  });

  test('what something would be dragged to: nothing is pressed for it', async () => {
    await widgets.show({
      html: `<button id=one>One</button><p><button>Two</button><div id=veil hidden style="${COVER};top:50%">Wait</div>`,
      script: 'find("one").addEventListener("mousedown", () => note("pressed"))',
    });
    await widgets.state(
      '(find("veil").hidden = false, find("veil").style.top = find("one").getBoundingClientRect().bottom + "px")',
    );
    const drag = widgets.session.drag(widgets.number('One'), widgets.number('Two'), SOON);
    expect((await refusal(drag)).code).toBe('covered');
    expect(await widgets.events()).not.toContain('pressed');
  });

  test('a dialog, by its number or name', async () => {
    await widgets.show({
      html: `<button>Buy</button><div id=d role=dialog aria-label=Offer hidden style="${COVER}">Only today <button>No thanks</button></div>`,
    });
    await widgets.state('find("d").hidden = false');
    expect((await click('Buy', SOON)).says).toMatch(
      /covered by the dialog <div id="d">"Offer".* It holds \[\d+\]<button>"No thanks"/,
    );
  });

  test('a modal dialog, though nothing of it lies over the element', async () => {
    await widgets.show({
      html: '<button>Buy</button><label>Name <input id=n></label><dialog id=d aria-label=Terms><input autofocus aria-label=Sign><button>Agree</button></dialog>',
    });
    await widgets.state('find("d").showModal()');
    expect(await click('Buy', SOON)).toMatchObject({
      code: 'covered',
      says: expect.stringMatching(/dialog.*"Terms"/),
    });
    const { code, says } = await fill('Name');
    expect(says).toMatch(/is covered by .*dialog.*"Terms"/);
    expect(code).toBe('covered');
    expect((await refusal(widgets.session.press('x', widgets.number('Name')))).code).toBe('covered');
    expect(await widgets.state('find("n").value + find("d").querySelector("input").value')).toBe('');
  });

  test.for(['frame of the same origin', 'frame of another process'] as const)(
    'a modal dialog of the page around: %s',
    async (place) => {
      await widgets.show({ html: '<button id=go>Go</button>' }, place);
      await widgets.session.page.evaluate(
        'document.body.insertAdjacentHTML("beforeend", "<dialog id=d aria-label=Terms>Sign <button>Agree</button></dialog>"); d.showModal()',
      );
      expect(await click('Go', SOON)).toMatchObject({
        code: 'covered',
        says: expect.stringMatching(/dialog.*"Terms"/),
      });
      expect(await widgets.events()).not.toContain('click go');
    },
  );

  test('a bar that stays over the only place that it can be scrolled to', async () => {
    await widgets.show({
      html: `<style>body{margin:0}</style><div id=bar role=banner style="position:fixed;top:0;left:0;right:0;height:300px;background:#cde" hidden>Bar</div><button>Go</button><p>Short</p>`,
    });
    await widgets.state('find("bar").hidden = false');
    expect(await click('Go', SOON)).toMatchObject({
      code: 'covered',
      says: expect.stringMatching(/<.*id="bar">/),
    });
  });
});

describe('disabled, and why', () => {
  test('by itself', async () => {
    await widgets.show({
      html: '<button disabled>Go</button><input aria-label=Name disabled><div role=button tabindex=0 aria-disabled=true>Save</div>',
    });
    expect(await click('Go', SOON)).toMatchObject({
      code: 'disabled',
      says: expect.stringContaining('"Go" is disabled.'),
    });
    expect((await fill('Name')).code).toBe('disabled');
    expect((await click('Save', SOON)).code).toBe('disabled');
    expect((await refusal(widgets.session.press('Enter', widgets.number('Go')))).code).toBe('disabled');
  });

  test('by a group around it', async () => {
    await widgets.show({
      html: '<fieldset disabled><legend>Shipping</legend><button>Go</button></fieldset>',
    });
    expect((await click('Go', SOON)).says).toMatch(/is disabled by <fieldset>"Shipping"/);
  });

  test('by fields that its form still needs', async () => {
    await widgets.show({
      html: '<form><input aria-label=Name required><input aria-label=City required value=Oslo><label>Terms <input type=checkbox required></label><button disabled>Send</button></form>',
    });
    const { says } = await click('Send', SOON);
    expect(says).toMatch(/its form still needs \[\d+\]<input>"Name", \[\d+\]<checkbox>"Terms"\./);
    expect(says).not.toContain('City');
  });

  test('an option, a select, a checkbox', async () => {
    await widgets.show({
      html: '<select aria-label=Size><option>S<option disabled>L</select><select aria-label=Colour disabled><option>Red</select><label>News <input type=checkbox disabled></label>',
    });
    const { session } = widgets;
    expect((await refusal(session.selectOption(widgets.number('Size'), 'L'))).code).toBe('disabled');
    expect((await refusal(session.selectOption(widgets.number('Colour'), 'Red'))).code).toBe('disabled');
    expect((await refusal(session.check(widgets.number('News')))).code).toBe('disabled');
  });
});

describe('not shown, and the way to it', () => {
  /** Numbers an element while it is shown, and hides it then. */
  async function hide(html: string, how: string): Promise<void> {
    await widgets.show({ html });
    await widgets.state(how);
  }

  test('by a menu that was closed', async () => {
    await hide(
      '<button id=m aria-expanded=true aria-controls=l onclick="l.hidden = false">Menu</button><div id=l><button>Log out</button></div>',
      'find("l").hidden = true, find("m").ariaExpanded = "false"',
    );
    const { code, says } = await click('Log out', SOON);
    expect(code).toBe('not_found');
    expect(says).toMatch(/is not shown: .*#l.* To bring it out: \[\d+\]<button id="m">"Menu"/);
  });

  test('in details that were closed', async () => {
    await hide(
      '<details id=d open><summary>More</summary><button>Inside</button></details>',
      'find("d").open = false',
    );
    expect((await click('Inside', SOON)).says).toMatch(
      /is not shown: .*To bring it out: \[\d+\]<summary>"More"/,
    );
  });

  test('a field', async () => {
    await hide('<input id=n aria-label=Name>', 'find("n").style.display = "none"');
    expect(await fill('Name')).toMatchObject({
      code: 'not_found',
      says: expect.stringContaining('is not shown'),
    });
  });

  test('with no size', async () => {
    await hide(
      '<button id=n>Name</button>',
      'find("n").style = "width:0;height:0;overflow:hidden;padding:0;border:0"',
    );
    expect((await click('Name', SOON)).code).toBe('not_found');
  });

  test('outside of what any scroll reaches', async () => {
    await hide('<button id=n>Name</button>', 'find("n").style = "position:absolute;left:-900px"');
    expect((await click('Name', SOON)).code).toBe('not_found');
  });
});

test('what a menu keeps from the mouse, as long as it is open', async () => {
  await widgets.show({
    html: '<button>Save</button><div id=m role=menu aria-label=File hidden style="pointer-events:auto"><button role=menuitem>Open</button></div>',
  });
  await widgets.state('(find("m").hidden = false, document.body.style.pointerEvents = "none")');
  const { code, says } = await click('Save', SOON);
  expect(code).toBe('disabled');
  expect(says).toMatch(/takes no clicks now.*Choose in the menu <div id="m">"File" first, .*Escape/);
});

describe('not editable', () => {
  test.for([
    ['a read-only field', '<input readonly aria-label=It value=1>', 'not_editable', /read-only.*Click it/s],
    ['a button', '<button>It</button>', 'not_editable', /cannot be edited/],
    ['a select', '<select aria-label=It><option>1</select>', 'not_editable', /select_option/],
    ['a checkbox', '<label>It <input type=checkbox></label>', 'not_editable', /check/],
    ['a field for files', '<label>It <input type=file></label>', 'not_editable', /upload_file/],
    ['words in a field of numbers', '<label>It <input type=number></label>', 'invalid_argument', /a number/],
    ['a date as one would say it', '<label>It <input type=date></label>', 'not_accepted', /2026-11-22/],
    ['more than fits', '<label>It <input maxlength=3></label>', 'not_accepted', /"wor".* 3 characters/],
    [
      'what the page undoes',
      '<label>It <input oninput="this.value = 7"></label>',
      'not_accepted',
      /holds "7"/,
    ],
    ['what is out of bounds', '<label>It <input type=range min=0 max=10></label>', 'not_accepted', /bounds/],
  ] as const)('%s', async ([, html, code, says]) => {
    await widgets.show({ html });
    expect(await fill('It')).toMatchObject({ code, says: expect.stringMatching(says) });
  });

  test('a number that a slider does not reach', async () => {
    await widgets.show({ html: '<label>It <input type=range min=0 max=10></label>' });
    expect(await fill('It', '70')).toMatchObject({
      code: 'not_accepted',
      says: expect.stringContaining('"10"'),
    });
  });
});

describe('what it is not', () => {
  test('an option that is not there, with those that are', async () => {
    await widgets.show({ html: '<select aria-label=Size><option>Small<option>Large</select>' });
    const { code, says } = await refusal(widgets.session.selectOption(widgets.number('Size'), 'Huge'));
    expect(code).toBe('not_found');
    expect(says).toMatch(/There is no such option\. Options: "Small", "Large"\./);
    const several = refusal(widgets.session.selectOption(widgets.number('Size'), ['Small', 'Large']));
    expect((await several).code).toBe('invalid_argument');
  });

  test('an option that no typing brings, after which the field holds what it did', async () => {
    await widgets.show({ html: '<input id=c role=combobox aria-label=City value=Rome>' });
    expect((await refusal(widgets.session.selectOption(widgets.number('City'), 'Paris'))).code).toBe(
      'not_found',
    );
    expect(await widgets.state('find("c").value')).toBe('Rome');
  });

  test('a toggle that does not toggle, and a button that is none', async () => {
    await widgets.show({
      html: '<div role=checkbox aria-checked=false tabindex=0>News</div><button>Go</button><input type=radio checked aria-label=Cash>',
    });
    const { session } = widgets;
    expect((await refusal(session.check(widgets.number('News')))).code).toBe('not_accepted');
    expect((await refusal(session.check(widgets.number('Go')))).code).toBe('not_accepted');
    expect((await refusal(session.uncheck(widgets.number('Cash')))).code).toBe('invalid_argument');
  });

  test('what takes no focus', async () => {
    await widgets.show({
      html: '<div id=x style="cursor:pointer" onclick="0">Card</div><input id=q autofocus aria-label=Query>',
    });
    const { code, says } = await refusal(widgets.session.press('x', widgets.number('Card')));
    expect(code).toBe('not_accepted');
    expect(says).toMatch(/does not take the focus/);
    expect(await widgets.state('find("q").value')).toBe('');
  });

  test('keys for a list go to its item, for an item to its list, where nothing has the focus to the page', async () => {
    const sheet = `<ul role=listbox id=g tabindex=0 aria-label=Sheet aria-activedescendant=a><li role=option id=a>A1</li><li role=option id=b>B1</li></ul>
      <ul role=listbox aria-label=Fruits><li role=option tabindex=0 id=o>Apple</li><li role=option tabindex=-1>Pear</li></ul>
      <div style="cursor:pointer" onclick="0">Canvas</div>
      <script>addEventListener('keydown', ({ key }) => { keys.push(key + ' ' + document.activeElement.id) }); var keys = []</script>`;
    await widgets.show({ html: sheet });
    const { session } = widgets;
    const canvas = await session.press('Delete', widgets.number('Canvas'));
    expect(canvas.text).toContain('it takes no focus: the page got the key');
    await session.press('ArrowDown', widgets.number('Fruits'));
    await session.press('x', widgets.number('Sheet'));
    await session.press('y', widgets.number('A1'));
    expect((await refusal(session.press('z', widgets.number('B1')))).code).toBe('not_accepted');
    expect(await widgets.state('keys.join()')).toBe('Delete ,ArrowDown o,x g,y g');
  });

  test('a field that passes the focus to another one, which is named', async () => {
    await widgets.show({
      html: '<input aria-label=Fake onfocus="real.focus()"><input id=real aria-label=Real>',
    });
    expect((await fill('Fake')).says).toMatch(/it is at \[\d+\]<input id="real">"Real"/);
  });
});

describe('what changes meanwhile', () => {
  test('it moves for ever', async () => {
    await widgets.show({
      html: '<style>@keyframes k{to{transform:translateX(600px)}} button{animation:k 1s infinite alternate}</style><button>Go</button>',
    });
    const refused = refusal(widgets.session.click(widgets.number('Go'), { timeoutMs: 1_500 }));
    expect(await refused).toMatchObject({
      code: 'timeout',
      retryable: true,
      says: expect.stringContaining('moving'),
    });
  });

  test('it is removed while it is waited for', async () => {
    await widgets.show({
      html: '<button id=go disabled>Go</button>',
    });
    await widgets.state('setTimeout(() => find("go").remove(), 900)');
    expect((await click('Go', LONG)).code).toBe('detached');
  });

  test('the page leaves while it is waited for', async () => {
    await widgets.show({
      html: '<button id=go disabled>Go</button>',
    });
    await widgets.state('setTimeout(() => { location = "?next" }, 900)');
    // A slow machine may see it left before the action begins.
    expect(['navigated', 'stale']).toContain((await click('Go', LONG)).code);
    await widgets.look();
  });

  test('its document was left before', async () => {
    await widgets.show({ html: '<button>Go</button>' });
    const number = widgets.number('Go');
    await widgets.show({ html: '<button>Go</button>' });
    expect((await refusal(widgets.session.click(number))).code).toBe('stale');
  });

  test('it was removed before', async () => {
    await widgets.show({ html: '<button id=go>Go</button>' });
    await widgets.state('find("go").remove()');
    expect((await click('Go')).code).toBe('detached');
  });

  test('its number was never shown', async () => {
    expect((await refusal(widgets.session.click(987_654))).code).toBe('not_shown');
  });
});

describe('how long it waits', () => {
  const LATE = {
    html: '<button id=go disabled>Go</button>',
    script: 'setTimeout(() => { find("go").disabled = false }, 2500)',
  };

  test('as long as the caller says, however still the page is', async () => {
    await widgets.show(LATE);
    await widgets.session.click(widgets.number('Go'), LONG);
    expect(await widgets.events()).toContain('click go');
  });

  test('not as long where nothing is under way', async () => {
    await widgets.show({ html: '<button disabled>Go</button>' });
    const lasted = async (options: object): Promise<number> => {
      const begun = performance.now();
      expect((await click('Go', options)).code).toBe('disabled');
      return performance.now() - begun;
    };
    // The same, on the same machine, of a caller who says how long: by default it is 5 s too.
    expect(await lasted({})).toBeLessThan(await lasted({ timeoutMs: 5_000 }));
  });

  test('longer where a request is under way, or an animation runs', async () => {
    widgets.serve('/late', (_, response) => void setTimeout(() => response.end('{}'), 1_800));
    await widgets.show({ html: '<button id=go disabled>Go</button>' });
    // A request counts that begins after the action has, which listens for them from then on.
    const page = widgets.session.page as unknown as EventEmitter;
    const before = page.listenerCount('request');
    const clicking = widgets.session.click(widgets.number('Go'));
    await expect.poll(() => page.listenerCount('request'), { interval: 2 }).toBeGreaterThan(before);
    await widgets.state('fetch("/late").then(() => { find("go").disabled = false }), 0');
    await clicking;
    expect(await widgets.events()).toContain('click go');
    await widgets.show({
      html: '<style>@keyframes k{to{opacity:.2}} i{animation:k 1s infinite}</style><i>Busy</i><button id=go disabled>Go</button>',
    });
    await widgets.state('setTimeout(() => { find("go").disabled = false }, 1800)');
    await widgets.session.click(widgets.number('Go'));
    expect(await widgets.events()).toContain('click go');
  });

  test('longer where a toast lies over it', async () => {
    await widgets.show({
      html: '<button id=go>Go</button><div id=t hidden role=status style="position:fixed;inset:0;background:#eee">Saved</div>',
    });
    await widgets.state('find("t").hidden = false, setTimeout(() => { find("t").hidden = true }, 2000)');
    await widgets.session.click(widgets.number('Go'));
    expect(await widgets.events()).toContain('click go');
  });
});

test('choosing in a button that names no list: it is not clicked, for it may delete', async () => {
  await widgets.show({
    html: '<button id=b>Delete</button>',
    script: 'find("b").addEventListener("click", () => note("deleted"))',
  });
  const { code, says } = await refusal(
    widgets.session.selectOption(widgets.number('Delete'), ['Packed'], SOON),
  );
  expect(code).toBe('not_found');
  expect(says).toContain('was not clicked');
  expect(await widgets.events()).not.toContain('deleted');
});

test('dragging to nowhere', async () => {
  await widgets.show({ html: '<button>Go</button>' });
  const { code, says } = await refusal(widgets.session.drag(widgets.number('Go'), { x: 0, y: 0 }, SOON));
  expect(code).toBe('invalid_argument');
  expect(says).toContain('the element to drop it on');
});

test('an item behind a dialog is covered, and not said to be another', async () => {
  const card = (name: string) => `<div><h3>${name}</h3><button>Choose ${name}</button></div>`;
  await widgets.show({
    html: `${card('Desk')}${card('Lamp')}<dialog id=d aria-label=Basket><button>Shut</button></dialog>`,
  });
  const number = widgets.number('Choose Lamp');
  await widgets.state('find("d").showModal()');
  await widgets.session.look();
  const { code, says } = await refusal(widgets.session.click(number, SOON));
  expect(code).toBe('covered');
  expect(says).toContain('"Shut"');
});

test('a table asked for by the number of what is none', async () => {
  await widgets.show({ html: '<button>Go</button><table><tr><th>A<th>B<tr><td>1<td>2</table>' });
  const { code, says } = await refusal(widgets.session.table(widgets.number('Go')));
  expect(code).toBe('not_found');
  expect(says).toMatch(
    /^\[\d+\] is no table or list, and stands in none\. Give the number of one: \[\d+\] table/,
  );
});
