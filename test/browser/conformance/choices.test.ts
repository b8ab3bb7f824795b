import { expect } from 'vitest';
import { type Case, conform, EVERYWHERE, HARDEST } from './conform.ts';
import type { Widget } from './WidgetBrowser.ts';

// Options are chosen in native selects and in what pages build in their place; toggles of every kind are brought
// into a state.

const select =
  (label: string, ...options: string[]): Case['act'] =>
  (session, number) =>
    session.selectOption(number(label), options);

const check =
  (label: string, checked = true): Case['act'] =>
  (session, number) =>
    checked ? session.check(number(label)) : session.uncheck(number(label));

const SELECT: Widget = {
  html: `<label>Size <select id=s><option value=sm>Small<option value=m>Medium<optgroup label=Big><option value=l>Large<option value=xl disabled>Huge</optgroup></select></label>`,
};

/** A button, or a div, that opens a list of options elsewhere in the document. */
const COMBOBOX: Widget = {
  html: `<div id=c role=combobox tabindex=0 aria-label=Fruit aria-expanded=false aria-controls=l style="width:150px;border:1px solid">Choose</div>
    <ul id=l role=listbox hidden style="margin:0">${['Apple', 'Pear', 'Plum'].map((fruit) => `<li role=option aria-selected=false>${fruit}</li>`).join('')}</ul>`,
  script: `find('c').addEventListener('click', () => { const { hidden } = find('l'); find('l').hidden = !hidden; find('c').setAttribute('aria-expanded', hidden) });
    find('l').addEventListener('click', ({ target, isTrusted }) => { find('c').textContent = target.textContent; find('l').hidden = true;
      find('c').setAttribute('aria-expanded', false); note('chose ' + target.textContent + (isTrusted ? '' : ' UNTRUSTED')) })`,
};

/** A listbox that is always open. */
const listbox = (attributes: string): Widget => ({
  html: `<div id=l role=listbox aria-label=Colours tabindex=0 ${attributes}>${['Red', 'Green', 'Blue'].map((colour) => `<div role=option aria-selected=${colour === 'Blue'} id=${colour}>${colour}</div>`).join('')}</div>`,
  script: `find('l').addEventListener('click', ({ target, ctrlKey }) => {
    const several = find('l').getAttribute('aria-multiselectable') === 'true';
    for (const one of find('l').children) if (!several && one !== target) one.setAttribute('aria-selected', false);
    target.setAttribute('aria-selected', several ? target.getAttribute('aria-selected') !== 'true' : true) })`,
});
const CHOSEN = "[...find('l').querySelectorAll('[aria-selected=true]')].map((one) => one.textContent).join()";

/** Options that are made anew as one types, and put at the end of the document's body. */
const filter = (attributes: string): Widget => ({
  html: `<label>City <input id=c role=combobox autocomplete=off ${attributes}></label><div id=portal></div>`,
  script: `const cities = ['Paris', 'Prague', 'Perth', 'Lisbon', 'London', 'Oslo'];
    const draw = () => { const typed = find('c').value.toLowerCase();
      find('portal').innerHTML = '<ul id=l role=listbox>' + cities.filter((city) => typed && city.toLowerCase().startsWith(typed)).map((city) => '<li role=option>' + city + '</li>').join('') + '</ul>' };
    find('c').addEventListener('input', () => setTimeout(draw, 150));
    find('portal').addEventListener('click', ({ target }) => { find('c').value = target.textContent; find('portal').innerHTML = ''; note('chose ' + target.textContent) })`,
});

/** A list that opens with a field above it, shows its first options, and has the server find the others. */
const searched = (attributes: string): Widget => ({
  html: `<span id=c role=combobox tabindex=0 aria-label=Member aria-expanded=false ${attributes} style="border:1px solid">Choose</span><div id=portal></div>`,
  script: `const members = ['Ann', 'Bo', 'Cy', 'Di', 'Eva', 'Kaya'];
    const draw = (found) => { find('l').innerHTML = found.map((name) => '<li role=option aria-selected=false>' + name + '</li>').join('') };
    find('c').addEventListener('click', () => {
      find('portal').innerHTML = '<input id=f type=search><ul id=l role=listbox></ul>'; draw(members.slice(0, 3)); find('f').focus();
      find('c').setAttribute('aria-expanded', true);
      find('f').addEventListener('input', () => { draw([]); setTimeout(() => draw(members.filter((name) => name.startsWith(find('f').value))), 300) }) });
    find('portal').addEventListener('click', ({ target }) => { if (target.role !== 'option') return;
      find('c').textContent = target.textContent; find('portal').innerHTML = ''; find('c').setAttribute('aria-expanded', false); note('chose ' + target.textContent) })`,
});

const toggle = (role: string, state: string, attribute = 'aria-checked'): Widget => ({
  html: `<div id=t role=${role} tabindex=0 ${attribute}=${state} style="width:90px">News</div>`,
  script: `find('t').addEventListener('click', () => { const is = find('t').getAttribute('${attribute}'); find('t').setAttribute('${attribute}', is !== 'true') })`,
});

/** Its box is a picture; the field itself is not seen. */
const STYLED: Widget = {
  html: `<style>.i{position:absolute;opacity:0;pointer-events:none}.b{display:inline-block;width:20px;height:20px;background:#ccc}.i:checked+.b{background:#090}</style>
    <label><input id=t class=i type=checkbox><span class=b></span> News</label>`,
};

conform([
  {
    does: 'choosing by label',
    widget: SELECT,
    act: select('Size', 'Medium'),
    events: ['input s UNTRUSTED', 'change s UNTRUSTED'],
    holds: { 'find("s").value': 'm' },
    in: EVERYWHERE,
  },
  { does: 'choosing by value', widget: SELECT, act: select('Size', 'm'), holds: { 'find("s").value': 'm' } },
  {
    does: 'choosing by a label written otherwise',
    widget: SELECT,
    act: select('Size', ' large'),
    holds: { 'find("s").value': 'l' },
  },
  {
    does: 'choosing several',
    widget: {
      html: `<label>Sizes <select id=s multiple>${['S', 'M', 'L', 'XL'].map((size) => `<option>${size}</option>`).join('')}</select></label>`,
    },
    act: select('Sizes', 'M', 'XL'),
    holds: { '[...find("s").selectedOptions].map((one) => one.value)': ['M', 'XL'] },
    in: HARDEST,
  },
  {
    does: 'choosing in a list that shows several lines',
    widget: { html: '<label>Sizes <select id=s size=3><option>One<option>Two<option>Three</select></label>' },
    act: select('Sizes', 'Three'),
    holds: { 'find("s").value': 'Three' },
  },
  {
    does: 'choosing in a combobox that leaves clicks to the box around it',
    widget: {
      html: `<div id=w style="border:1px solid;width:200px;padding:8px"><input id=c role=combobox aria-expanded=false aria-label=Fruit readonly style="pointer-events:none"></div>
        <ul id=l role=listbox hidden><li role=option>Apple<li role=option>Pear</ul>`,
      script: `find('w').addEventListener('click', () => { find('l').hidden = false });
        find('l').addEventListener('click', ({ target }) => { find('c').value = target.textContent.trim(); find('l').hidden = true })`,
    },
    act: select('Fruit', 'Pear'),
    holds: { 'find("c").value': 'Pear' },
    in: HARDEST,
  },
  {
    does: 'choosing in a combobox made of a div',
    widget: COMBOBOX,
    act: select('Fruit', 'Pear'),
    events: ['chose Pear'],
    holds: { 'find("c").textContent': 'Pear' },
    in: EVERYWHERE,
  },
  {
    does: 'choosing what the list only has once its field was typed into',
    widget: searched('aria-owns=l'),
    act: select('Member', 'Kaya'),
    events: ['chose Kaya'],
    holds: { 'find("c").textContent': 'Kaya' },
    in: HARDEST,
  },
  {
    does: 'choosing the same in a list that no attribute names',
    widget: searched(''),
    act: select('Member', 'Kaya'),
    events: ['chose Kaya'],
  },
  {
    does: 'choosing in a combobox that is open already',
    widget: { html: COMBOBOX.html.replace(' hidden', ''), script: COMBOBOX.script ?? '' },
    act: select('Fruit', 'Plum'),
    events: ['chose Plum'],
  },
  {
    does: 'choosing in a listbox',
    widget: listbox(''),
    act: select('Colours', 'Green'),
    holds: { [CHOSEN]: 'Green' },
    in: HARDEST,
  },
  {
    does: 'choosing several in a listbox',
    widget: listbox('aria-multiselectable=true'),
    act: select('Colours', 'Red', 'Green'),
    holds: { [CHOSEN]: 'Red,Green' },
    in: HARDEST,
  },
  {
    does: 'choosing in the menu of a button',
    widget: {
      html: `<button id=b aria-haspopup=menu aria-expanded=false>Sort by</button><div id=m role=menu hidden>${['Name', 'Date', 'Price'].map((key) => `<div role=menuitem tabindex=-1>${key}</div>`).join('')}</div>`,
      script: `find('b').addEventListener('click', () => { find('m').hidden = !find('m').hidden });
        find('m').addEventListener('click', ({ target }) => { find('m').hidden = true; find('b').textContent = 'Sort by ' + target.textContent; note('chose ' + target.textContent) })`,
    },
    act: select('Sort by', 'Price'),
    events: ['chose Price'],
    in: HARDEST,
  },
  {
    does: 'choosing in a menu that leaves its button as it was',
    widget: {
      html: `<button id=b aria-haspopup=menu aria-expanded=false aria-controls=m>Actions</button><div id=m role=menu hidden><div role=menuitem>Rename</div><div role=menuitem>Copy</div></div>`,
      script: `find('b').addEventListener('click', () => { find('m').hidden = !find('m').hidden });
        find('m').addEventListener('click', ({ target }) => { find('m').hidden = true; note('chose ' + target.textContent) })`,
    },
    act: select('Actions', 'Copy'),
    events: ['chose Copy'],
  },
  {
    does: 'choosing in a field that finds as one types',
    widget: filter('aria-controls=l'),
    act: select('City', 'Perth'),
    events: ['chose Perth'],
    holds: { 'find("c").value': 'Perth' },
    in: HARDEST,
  },
  {
    does: 'choosing in a list that nothing ties to its field',
    widget: filter(''),
    act: select('City', 'London'),
    events: ['chose London'],
    holds: { 'find("c").value': 'London' },
  },
  {
    does: 'choosing in a list that opens by the keyboard alone',
    widget: {
      html: COMBOBOX.html,
      script:
        COMBOBOX.script
          ?.replace(
            "find('c').addEventListener('click', () =>",
            "find('c').addEventListener('keydown', ({ key }) => key === 'ArrowDown' &&",
          )
          .replace('{ const', 'void (() => { const')
          .replace('hidden) });', 'hidden) })());') ?? '',
    },
    act: select('Fruit', 'Pear'),
    events: ['keydown c ArrowDown', 'chose Pear'],
  },
  {
    does: 'choosing in a list that opens on the press of the mouse',
    widget: {
      html: COMBOBOX.html,
      script: COMBOBOX.script?.replace("addEventListener('click'", "addEventListener('mousedown'") ?? '',
    },
    act: select('Fruit', 'Apple'),
    events: ['chose Apple'],
  },
  {
    does: 'choosing in a list that comes from a server',
    widget: {
      html: '<button id=b aria-haspopup=listbox>Team</button><div id=p></div>',
      script: `find('b').addEventListener('click', () => { find('p').textContent = 'Loading'; setTimeout(() => {
        find('p').innerHTML = '<div role=listbox><div role=option>Red</div><div role=option>Blue</div></div>' }, 500) });
        find('p').addEventListener('click', ({ target }) => { find('b').textContent = target.textContent; find('p').textContent = '' })`,
    },
    act: select('Team', 'Blue'),
    holds: { 'find("b").textContent': 'Blue' },
  },
  {
    does: 'choosing in a list that says first that it is loading',
    widget: {
      html: '<button id=b aria-haspopup=listbox>Team</button><div id=p></div>',
      script: `find('b').addEventListener('click', () => {
        find('p').innerHTML = '<div role=listbox><div role=option aria-disabled=true>Searching…</div></div>';
        setTimeout(() => { find('p').firstChild.innerHTML = '<div role=option>Red</div><div role=option>Blue</div>' }, 2000) });
        find('p').addEventListener('click', ({ target }) => { find('b').textContent = target.textContent; find('p').textContent = '' })`,
    },
    act: select('Team', 'Blue'),
    holds: { 'find("b").textContent': 'Blue' },
  },
  {
    does: 'checking a checkbox',
    widget: { html: '<label><input id=t type=checkbox> News</label>' },
    act: check('News'),
    events: ['click t', 'change t'],
    holds: { 'find("t").checked': true },
    in: EVERYWHERE,
  },
  {
    does: 'checking what is checked, without a click',
    widget: { html: '<label><input id=t type=checkbox checked> News</label>' },
    act: async (session, number, widgets) => {
      await session.check(number('News'));
      expect(await widgets.events()).toEqual([]);
    },
    holds: { 'find("t").checked': true },
  },
  {
    does: 'unchecking a checkbox',
    widget: { html: '<label><input id=t type=checkbox checked> News</label>' },
    act: check('News', false),
    events: ['click t'],
    holds: { 'find("t").checked': false },
    in: HARDEST,
  },
  {
    does: 'checking one that is neither',
    widget: {
      html: '<label><input id=t type=checkbox> News</label>',
      script: 'find("t").indeterminate = true',
    },
    act: check('News'),
    holds: { '[find("t").checked, find("t").indeterminate]': [true, false] },
  },
  {
    does: 'unchecking one that is neither',
    widget: {
      html: '<label><input id=t type=checkbox> News</label>',
      script: 'find("t").indeterminate = true',
    },
    act: check('News', false),
    holds: { '[find("t").checked, find("t").indeterminate]': [false, false] },
  },
  {
    does: 'choosing a radio button',
    widget: {
      html: '<label><input name=r type=radio checked> Card</label><label><input id=t name=r type=radio> Cash</label>',
    },
    act: check('Cash'),
    events: ['click t', 'change t'],
    holds: { 'find("t").checked': true },
    in: HARDEST,
  },
  {
    does: 'checking a styled checkbox',
    widget: STYLED,
    act: check('News'),
    events: ['change t'],
    holds: { 'find("t").checked': true },
    in: HARDEST,
  },
  {
    does: 'turning a switch on',
    widget: toggle('switch', 'false'),
    act: check('News'),
    events: ['click t'],
    holds: { 'find("t").ariaChecked': 'true' },
    in: HARDEST,
  },
  {
    does: 'turning a switch off',
    widget: toggle('switch', 'true'),
    act: check('News', false),
    holds: { 'find("t").ariaChecked': 'false' },
  },
  {
    does: 'checking a checkbox made of a div',
    widget: toggle('checkbox', 'mixed'),
    act: check('News'),
    holds: { 'find("t").ariaChecked': 'true' },
    in: HARDEST,
  },
  {
    does: 'pressing a toggle button',
    widget: toggle('button', 'false', 'aria-pressed'),
    act: check('News'),
    holds: { 'find("t").ariaPressed': 'true' },
  },
  {
    does: 'choosing a radio button made of a div',
    widget: toggle('radio', 'false'),
    act: check('News'),
    holds: { 'find("t").ariaChecked': 'true' },
  },
  {
    does: 'a checkbox that its page checks a moment later',
    widget: {
      html: '<div id=t role=checkbox tabindex=0 aria-checked=false style="width:90px">News</div>',
      script:
        'find("t").addEventListener("click", () => setTimeout(() => { find("t").ariaChecked = "true" }, 400))',
    },
    act: check('News'),
    holds: { 'find("t").ariaChecked': 'true' },
  },
]);
