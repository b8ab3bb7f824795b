import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HtmlPages, linesOf } from '../support/HtmlPages.ts';

/** What a person can use, with the state it is in: each case is what is shown of it, without its number. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** The targets of a page in the compact style, each from its `<` on. */
async function targets(html: string): Promise<string[]> {
  const look = await pages.look(html, { full: true });
  return linesOf(look)
    .join(' ')
    .split(/\[\d+\](?=<)/)
    .slice(1)
    .map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The compound parts in the markup style. */
async function parts(html: string): Promise<string> {
  const { text } = await pages.look(html, { style: 'markup', view: 'flat' });
  return /compound_components=(.*?) ?\/?>/.exec(text)?.[1] ?? '';
}

describe('form controls show their whole state', () => {
  test.each([
    [
      '<input required maxlength=20 placeholder=Jane value=x aria-label=Name>',
      '<input required value=x placeholder=Jane maxlength=20>Name',
    ],
    [
      '<fieldset disabled><legend>Post</legend><input aria-label=F></fieldset>',
      '<input disabled="fieldset Post">F',
    ],
    ['<button disabled>Send</button>', '<button disabled>Send'],
    ['<button aria-disabled=true>Later</button>', '<button disabled>Later'],
    [
      '<input type=email multiple list=l value=bad aria-label=Mail><datalist id=l><option value="a@b.c"><option value=d label=Dee></datalist>',
      '<input type=email multiple value=bad suggestions="a@b.c|d (Dee)">Mail',
    ],
    ['<input pattern="[A-Z]{3}" minlength=3 aria-label=Code>', '<input minlength=3 pattern="[A-Z]{3}">Code'],
    [
      '<input type=number min=1 max=9 step=2 value=3 aria-label=Age>',
      '<input type=number value=3 min=1 max=9 step=2>Age',
    ],
    [
      '<select aria-label=S><optgroup label=Fruit><option>Fig<option selected>Pear</optgroup><optgroup label=Veg disabled><option>Leek</optgroup></select>',
      '<select value=Pear options="Fruit: Fig|Pear|Veg: Leek (disabled)">S',
    ],
    [
      '<select multiple aria-label=M><option selected>1<option>2<option selected>3</select>',
      '<select value="1, 3" options="1|2|3" multiple>M',
    ],
    [
      '<input type=file multiple accept="image/*" aria-label=Pic>',
      '<input type=file multiple accept=image/*>Pic',
    ],
    ['<textarea readonly aria-label=T>txt</textarea>', '<textarea readonly value=txt>T'],
    ['<video controls muted width=300 height=100></video>', '<video paused muted>'],
  ])('%s', async (html, expected) => {
    expect(await targets(html)).toEqual([expected]);
  });

  test('a message of the browser, chosen files, and what has no handle: output, meter, progress', async () => {
    const { page } = pages.session;
    await pages.open(
      '<form><input id=i type=email required aria-label=Mail><input id=f type=file multiple aria-label=Pic><button id=b>Go</button></form><output>42</output><meter value=3 max=9></meter><progress aria-label=Up value=.5></progress>',
    );
    await page.setInputFiles('#f', [
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') },
      { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('b') },
    ]);
    await page.fill('#i', 'nonsense');
    await page.click('#b');
    const { text } = await pages.session.look();
    expect(text).toMatch(/invalid="[^"]*@[^"]*"/);
    expect(text).toContain('value="a.txt, b.txt"');
    expect(text).toMatch(/42 <meter value=3\/9> <progressbar "Up" value=0.5\/?\d*>/);
  });

  test.each([
    [
      '<input type=date value=2026-11-22>',
      '(name=Day,role=spinbutton,min=1,max=31,current=22),(name=Month,role=spinbutton,min=1,max=12,current=11),(name=Year,role=spinbutton,min=1,max=275760,current=2026)',
    ],
    [
      '<input type=time value=09:30>',
      '(name=Hour,role=spinbutton,min=0,max=23,current=9),(name=Minute,role=spinbutton,min=0,max=59,current=30)',
    ],
    [
      '<input type=week value=2026-W47>',
      '(name=Week,role=spinbutton,min=1,max=53,current=47),(name=Year,role=spinbutton,min=1,max=275760,current=2026)',
    ],
    [
      '<input type=month>',
      '(name=Month,role=spinbutton,min=1,max=12),(name=Year,role=spinbutton,min=1,max=275760)',
    ],
    ['<select multiple><option>a<option>b</select>', '(name=Options,role=listbox,count=2,options=a|b)'],
    [
      '<div role=combobox tabindex=0 aria-expanded=true aria-controls=l>x</div><ul role=listbox id=l><li role=option>Bern<li role=option>Ulm</ul>',
      '(name=Dropdown Toggle,role=button),(name=Options,role=listbox,count=2,options=Bern|Ulm)',
    ],
    [
      '<input list=d><datalist id=d><option>Bern</datalist>',
      '(name=Dropdown Toggle,role=button),(name=Options,role=listbox,count=1,options=Bern)',
    ],
  ])('the parts of %s', async (html, expected) => {
    expect(await parts(html)).toBe(expected);
  });
});

describe('ARIA widgets show their states', () => {
  test.each([
    [
      '<div role=combobox aria-expanded=true aria-controls=l tabindex=0 aria-activedescendant=o aria-label=City>Be</div><ul role=listbox id=l aria-label=Cities aria-multiselectable=true><li role=option>Bern<li role=option id=o aria-selected=true>Berlin</ul>',
      [
        '<combobox expanded active=Berlin label=City>Be',
        '<listbox "Cities" multiple>',
        '<option>Bern',
        '<option selected>Berlin',
      ],
    ],
    [
      '<div role=menubar><div role=menuitem tabindex=0 aria-haspopup=menu aria-expanded=false>File</div></div><div role=menu><div role=menuitemcheckbox aria-checked=true tabindex=-1>Wrap</div><div role=menuitemradio aria-checked=false>Left</div></div>',
      ['<menuitem collapsed>File', '<menuitemcheckbox checked>Wrap', '<menuitemradio>Left'],
    ],
    [
      '<div role=tree><div role=treeitem aria-expanded=true aria-level=1 tabindex=0>Root</div><div role=treeitem aria-level=2 aria-selected=true tabindex=-1>Leaf</div></div>',
      ['<treeitem expanded>Root', '<treeitem selected level=2>Leaf'],
    ],
    [
      '<div role=grid><div role=row><div role=columnheader aria-sort=ascending tabindex=0>Name</div><div role=gridcell tabindex=-1 aria-selected=true>Ann</div><div role=gridcell>Bob</div></div></div>',
      ['<columnheader sort=ascending>Name', '<gridcell selected>Ann | Bob'],
    ],
    [
      '<div role=tablist><button role=tab aria-selected=true>One</button><div role=tab tabindex=-1>Two</div></div><div role=tabpanel tabindex=0>Panel</div>',
      ['<tab selected>One', '<tab>Two Panel'],
    ],
    [
      '<div role=slider style="height:9px" tabindex=0 aria-valuemin=0 aria-valuemax=10 aria-valuenow=4 aria-valuetext=four aria-label=Vol></div><div role=switch aria-checked=true tabindex=0>Wifi</div><div role=spinbutton tabindex=0 aria-valuenow=2 aria-valuemax=5>2</div>',
      ['<slider value=four min=0 max=10>Vol', '<switch checked>Wifi', '<spinbutton max=5>2'],
    ],
    [
      '<div role=radiogroup><div role=radio aria-checked=true tabindex=0>S</div><div role=radio aria-checked=false tabindex=-1>M</div></div><div role=toolbar><button aria-pressed=true>B</button><button aria-pressed=mixed>I</button></div>',
      ['<radio checked>S', '<radio>M', '<button pressed>B', '<button pressed=mixed>I'],
    ],
  ])('%#', async (html, expected) => {
    expect(await targets(html)).toEqual(expected);
  });
});

describe('used or not', () => {
  test.each<[string, string, string[]]>([
    [
      'a pointer is shown once, at its root',
      '<div style="cursor:pointer"><b>One</b> <i style="cursor:pointer">two</i></div>',
      ['<div>One two'],
    ],
    [
      'a link whose child listens is two',
      '<a href=x>link <span id=s>own</span></a><script>s.onclick=()=>{}</script>',
      ['<a>link', '<span>own'],
    ],
    [
      'a class, a test id or a cursor of text is no control',
      '<div class="jquery-ui search btn" data-testid=b style="cursor:text">x</div>',
      [],
    ],
    [
      'tabindex alone; a negative one is not',
      '<div tabindex=0>tab</div><div tabindex=-1>no</div>',
      ['<div>tab no'],
    ],
    [
      'handles',
      '<div draggable=true>a</div><div style="cursor:grab">b <i>c</i></div><div style="cursor:move">d</div><p class="head-handle" style="cursor:col-resize;width:5px;height:9px"></p>',
      ['<div draggable>a', '<div cursor=grab>b c', '<div cursor=move>d', '<p cursor=col-resize>'],
    ],
    [
      'a pointer within a handle',
      '<div style="cursor:grab">Card <i style="cursor:pointer">x</i></div>',
      ['<div cursor=grab>Card', '<i>x'],
    ],
    [
      'an editing host is shown once',
      '<div contenteditable><p>a <b>b</b></p><p contenteditable=false>fixed</p></div><div contenteditable=plaintext-only>t</div>',
      ['<textbox>a b fixed', '<textbox>t'],
    ],
    [
      'the body of an editor in a frame',
      '<iframe width=90 height=60 srcdoc="<body contenteditable>rich"></iframe><iframe width=90 height=60 srcdoc="mode<script>document.designMode=`on`</script>"></iframe>',
      ['<textbox>rich', '<textbox>mode'],
    ],
    [
      'summary, label and area',
      '<details><summary>Sum</summary>b</details><label>Click <b>me</b><input type=checkbox></label>',
      ['<summary collapsed>Sum', '<checkbox>Click me'],
    ],
  ])('%s', async (_, html, expected) => {
    expect(await targets(html)).toEqual(expected);
  });
});

test('words of controls under a veil are apart, though they are no controls now', async () => {
  const bar = ['Shop', 'Staff'].map((word) => `<span style="cursor:pointer">${word}</span>`).join('');
  const html = `<div style="display:flex;gap:16px">${bar}</div>
    <table><tr><th style="cursor:pointer">No.<th style="cursor:pointer">Name</table>
    <div style="position:fixed;inset:0;background:#0008"></div>`;
  expect((await pages.lines(html)).join('\n')).toMatch(/Shop Staff\s+No\. Name/);
});
