import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** Widgets of component kits, each as its kit does it, judged by what the page took. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const evaluate = (script: string): Promise<unknown> => pages.session.page.evaluate(script);
const refusal = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'done',
    ({ code, hint }) => `${code}: ${hint}`,
  );

const box = (id: string, label: string): string =>
  `<div class=box><label>${label} <input id=${id} role=combobox aria-expanded=false aria-controls=${id}-list></label><span id=${id}-shown></span></div>
<ul id=${id}-list role=listbox hidden></ul>`;
const COMBOBOXES = `${box('start', 'Start')}${box('word', 'Word')}${box('tags', 'Tags')}<script>
window.taken = {};
const setUp = (input, leave, choose) => {
  const list = document.getElementById(input.id + '-list');
  const open = (isOpen) => { list.hidden = !isOpen; input.setAttribute('aria-expanded', isOpen); };
  input.oninput = () => {
    list.innerHTML = '';
    for (const word of ['09:00', '09:15', '10:00'].filter((one) => one.startsWith(input.value))) {
      const option = list.appendChild(document.createElement('li'));
      option.role = 'option';
      option.textContent = word;
      option.onmousedown = (event) => event.preventDefault();
      option.onclick = () => { choose(word); open(false); };
    }
    open(true);
  };
  input.onblur = () => { leave(); setTimeout(() => open(false), 100); };
};
const show = (input, word) => { taken[input.id] = word; document.getElementById(input.id + '-shown').textContent = word; input.value = ''; };
setUp(start, () => { start.value = ''; }, (word) => show(start, word));
setUp(word, () => undefined, (chosen) => { word.value = chosen; });
setUp(tags, () => { if (tags.value) show(tags, tags.value); }, (word) => show(tags, word));
</script>`;

test('a combobox that keeps only what is chosen has it chosen, or refuses; one that keeps any text has its list open', async () => {
  await pages.open(COMBOBOXES);
  const { session } = pages;
  expect((await session.fill('#start', '09:15')).text).toContain('chose "09:15"');
  expect(await refusal(session.fill('#start', 'noon'))).toContain('not_accepted');
  expect((await session.fill('#word', '09:')).text).toContain('filled');
  expect(await evaluate('[word.value, word.getAttribute("aria-expanded")]')).toEqual(['09:', 'true']);
  expect((await session.fill('#tags', 'red')).text).toContain('it took the text, and is empty again');
  expect(await evaluate('taken')).toEqual({ start: '09:15', tags: 'red' });
});

const PANELS = `<label>Year <input id=year></label> <label>Month <input id=month></label><div id=panel></div><script>
const panels = {
  year: [Array.from({ length: 12 }, (_, i) => String(2019 + i)), /^[0-9]{4}$/],
  month: ['Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '), /^[0-9]{4}-(0[1-9]|1[0-2])$/],
};
for (const [id, [cells, form]] of Object.entries(panels)) {
  const input = document.getElementById(id);
  input.onfocus = () => { panel.innerHTML = '<table><tr>' + cells.map((cell) => '<td><div>' + cell + '</div>').join('') + '</table>'; };
  input.onblur = () => { panel.innerHTML = ''; if (!form.test(input.value)) input.value = ''; };
}
</script>`;

test('panels of years and months decide what their field holds, as calendars do', async () => {
  await pages.open(PANELS);
  const { session } = pages;
  expect(await refusal(session.fill('#year', 'next'))).toContain('not_accepted');
  expect(await refusal(session.fill('#month', '2024-15'))).toContain('not_accepted');
  await session.fill('#month', '2024-05');
  await session.fill('#year', '2031');
  expect(await evaluate('[year.value, month.value, panel.innerHTML]')).toEqual(['2031', '2024-05', '']);
});

const SWITCH = `<label for=nightly>Nightly</label> <div id=switch style="display:inline-flex;position:relative">
<input id=nightly type=checkbox role=switch aria-checked=false style="position:absolute;width:0;height:0;opacity:0;margin:0"><span
 style="width:40px;height:20px;background:#ccc"></span></div><script>
document.getElementById('switch').onclick = (event) => {
  event.preventDefault();
  const on = nightly.getAttribute('aria-checked') === 'false';
  nightly.setAttribute('aria-checked', on);
  nightly.nextElementSibling.style.background = on ? '#06c' : '#ccc';
};
</script>`;

test('a switch whose click is prevented is in the state that it draws and says', async () => {
  await pages.open(SWITCH);
  const { session } = pages;
  expect((await session.check('Nightly')).text).toContain('checked');
  expect((await session.look({})).text).toMatch(/<switch checked[^>]*>Nightly/);
  expect((await session.check('Nightly')).text).toContain('it was checked already');
  expect(await evaluate('nightly.getAttribute("aria-checked")')).toBe('true');
});

const SECTIONS = `<style>b{display:none} .begun b{display:inline}</style>${['Arrival', 'Departure']
  .map(
    (name) =>
      `<p>${name} <span>${['Month', 'Day', 'Year']
        .map(
          (part, i) =>
            `<span><span role=spinbutton contenteditable tabindex=0 aria-label=${part} aria-valuetext=Empty>--</span>${i < 2 ? '<b>/</b>' : ''}</span>`,
        )
        .join('')}</span></p>`,
  )
  .join('')}<script>
for (const part of document.querySelectorAll('[role=spinbutton]')) part.onkeydown = (event) => {
  event.preventDefault();
  if (!/^[0-9]$/.test(event.key)) return;
  part.textContent = part.textContent.replace(/-/g, '') + event.key;
  for (const state of ['aria-valuenow', 'aria-valuetext']) part.setAttribute(state, part.textContent);
  part.closest('p').classList.add('begun');
};
</script>`;

test('marks between the parts of a date, which come once one is filled, make no other date of it', async () => {
  await pages.open(SECTIONS);
  const { session } = pages;
  const [month = 0, day = 0] = Array.from(
    (await session.look({})).text.matchAll(/\[(\d+)\]<spinbutton/g),
    ([, number]) => Number(number),
  );
  await session.fill(month, '5');
  expect((await session.fill(day, '17')).text).toContain('"Day"');
});

const UNTIED = `<div class=field><label>First name</label><div><input id=first></div></div>
<div class=field><label>Confirmed</label><div style="position:relative;width:400px;height:30px">
<input id=ok type=checkbox style="position:absolute;opacity:0;width:46px;height:22px;margin:0"><div
 style="position:absolute;width:46px;height:22px;background:#ccc;border-radius:11px;pointer-events:none"></div></div></div>`;

test('a field is called by the label that stands beside it untied; a switch painted right behind its checkbox is shown', async () => {
  await pages.open(UNTIED);
  const { session } = pages;
  await session.fill('First name', 'Ada');
  await session.check('Confirmed');
  expect(await evaluate('[first.value, ok.checked]')).toEqual(['Ada', true]);
});

const EVENT =
  `<div id=event style="width:120px;height:24px;background:#9cf">Stand-up</div><div id=detail></div><script>
event.onmousedown = () => requestAnimationFrame(() => {
  document.addEventListener('mouseup', () => { detail.textContent = 'May 12, 09:00'; }, { once: true });
});
</script>`.replaceAll('event.on', "document.getElementById('event').on");

test('a click on what a script drags is held until it listens for the release', async () => {
  await pages.open(EVENT);
  expect((await pages.session.click('Stand-up')).text).toContain('May 12, 09:00');
});

const WINDOW = `<h1>Stock</h1><button>New item</button> <div id=cell style="width:80px">Lamp</div><p>Seven lamps</p>
<div id=veil style="position:absolute;left:0;top:0;width:100vw;height:100vh;background:#000;opacity:.3;z-index:10"></div>
<div role=dialog aria-label="Add an item" style="position:absolute;left:300px;top:90px;width:300px;height:120px;background:#fff;z-index:11">
<label>Title <input></label> <button>Save item</button></div><script>cell.onclick = veil.onmousedown = () => undefined;</script>`;

test('a dialog beside a layer that takes all clicks of the page is modal', async () => {
  await pages.open(WINDOW);
  const { text } = await pages.session.look({});
  expect(text).toContain('Save item');
  expect(text).not.toMatch(/New item|Lamp|lamps|veil/);
  await evaluate('document.getElementById("veil").remove()');
  expect((await pages.session.look({})).text).toMatch(/New item[\s\S]*Lamp[\s\S]*lamps/);
});

const REDRAWN = `<p><label for=visited>Visited</label> <select id=visited multiple style="clip-path:inset(50%);position:absolute;width:1px;height:1px">
<option selected>Austria<option>Denmark</select><span><span role=combobox tabindex=0 aria-expanded=false aria-haspopup=true style="display:inline-block;width:300px;border:1px solid">
<button title="Remove item">×</button> <span>Austria</span> <textarea role=searchbox aria-label=Search rows=1></textarea></span></span></p>`;

test('a list drawn with its choices in it is called by the label of the select that it hides', async () => {
  await pages.open(REDRAWN);
  expect((await pages.session.look({})).text).toContain('<combobox "Visited" collapsed>');
});

const SEVERAL =
  `<div id=box role=combobox tabindex=0 aria-expanded=false aria-haspopup=true aria-label=Visited style="width:300px;height:24px">Belgium</div>
<ul id=list role=listbox aria-multiselectable=true hidden>${['Austria', 'Belgium', 'Croatia']
    .map((name) => `<li role=option aria-selected=${name === 'Belgium'}>${name}`)
    .join('')}</ul><script>
const open = (isOpen) => { list.hidden = !isOpen; box.setAttribute('aria-expanded', isOpen); };
box.onclick = () => open(true);
for (const one of list.children) one.onclick = () => {
  one.setAttribute('aria-selected', one.getAttribute('aria-selected') === 'false');
  box.textContent = Array.from(list.querySelectorAll('[aria-selected=true]'), ({ textContent }) => textContent).join(' ');
  open(false);
};
</script>`.replaceAll(/\b(list|box)\./g, "document.getElementById('$1').");

test('an option that a list of several has chosen already is not taken away by choosing it', async () => {
  await pages.open(SEVERAL);
  await pages.session.selectOption('Visited', ['Belgium', 'Croatia']);
  expect(await evaluate('box.textContent')).toBe('Belgium Croatia');
});

const OVER_A_BUTTON = `<label>Regions <input id=regions role=combobox aria-expanded=false aria-controls=list></label><span id=chips></span>
<ul id=list role=listbox aria-multiselectable=true hidden style="position:absolute;inset:30px auto auto 0;background:#fff;width:200px;height:200px">
<li role=option aria-selected=false>North<li role=option aria-selected=false>South<li role=option aria-selected=false>West</ul>
<button style="position:absolute;top:80px" onclick="this.textContent = 'Sent'">Send</button><script>
const open = (isOpen) => { list.hidden = !isOpen; regions.setAttribute('aria-expanded', isOpen); };
regions.onclick = () => open(true);
regions.onkeydown = ({ key }) => key === 'Escape' && open(false);
for (const option of list.children) option.onclick = () => {
  option.setAttribute('aria-selected', option.ariaSelected !== 'true');
  chips.textContent = [...list.children].filter((one) => one.ariaSelected === 'true').map((one) => one.textContent).join(' ');
  regions.focus();
};
</script>`;

test('a list of several is closed once all is chosen: what it lay over is there for the next action', async () => {
  await pages.open(OVER_A_BUTTON);
  await pages.session.selectOption('Regions', ['North', 'West']);
  expect((await pages.session.click('Send')).text).toContain('clicked');
  expect(await evaluate('chips.textContent + document.querySelector("button").textContent')).toBe(
    'North WestSent',
  );
});

test.each([
  [
    'in a popover, which that key would close',
    '<div id=filters popover>',
    '</div><script>filters.showPopover()</script>',
  ],
  [
    'where another field has the focus, which that key would empty',
    '<input id=search type=search value=kept aria-label=Search>',
    '<script>regions.addEventListener("focus", () => chips.textContent && search.focus())</script>',
  ],
])('a list of several is not closed by a key %s', async (_, before, after) => {
  await pages.open(before + OVER_A_BUTTON + after);
  await pages.session.selectOption('Regions', ['North', 'West']);
  expect(await evaluate('chips.textContent')).toBe('North West');
  expect(await evaluate('globalThis.search ? search.value : filters.matches(":popover-open")')).toEqual(
    before.includes('search') ? 'kept' : true,
  );
});
