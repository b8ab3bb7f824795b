import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import {
  computeVisibility,
  markupPreset,
} from '../../packages/sightline/src/visibility/computeVisibility.ts';
import type { Visibility } from '../../packages/sightline/src/visibility/Visibility.ts';
import { HtmlPages, linesOf } from '../support/HtmlPages.ts';

/** docs/spec/serialisation.md, held by the flat view in markup style. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** The flat markup view, with every number written as N. */
async function markup(html: string): Promise<string[]> {
  const lines = await pages.lines(html, { view: 'flat', style: 'markup' });
  return lines.map((line) => line.replace(/\[\d+\]/, '[N]'));
}

async function pruned(html: string): Promise<Visibility> {
  const { snapshot } = await pages.look(html);
  return computeVisibility(buildPage(snapshot), markupPreset);
}

/** Tier and usability of the element with id `x`. */
async function tierOfX(html: string): Promise<string> {
  const pruning = await pruned(html);
  const node = pruning.page.nodes.find((candidate) => candidate.attributes.id === 'x');
  if (!node) return 'absent';
  return `${pruning.tiers[node.index]}${pruning.interactive[node.index] === 1 ? '' : ', not numbered'}`;
}

describe('1. Serialization format', () => {
  test('indices, self-closed tags, tab depth, text below', async () => {
    expect(
      await markup('<button type=submit aria-label=Search><b>Go</b></button><a href=/docs>Docs</a>'),
    ).toEqual(['[N]<button type="submit" aria-label="Search" />', '\tGo', '[N]<a />', '\tDocs']);
  });

  test('*[N] marks an element that was not there at the last look', async () => {
    await pages.look('<div id=d><button>Old</button></div>', { view: 'flat', style: 'markup' });
    await pages.session.page.evaluate("d.insertAdjacentHTML('beforeend', '<button>New</button>')");
    const lines = linesOf(await pages.session.look({ view: 'flat', style: 'markup' }));
    expect(lines.map((line) => line.replace(/\d+/, 'N'))).toEqual([
      '[N]<button />',
      '\tOld',
      '*[N]<button />',
      '\tNew',
    ]);
  });
});

describe('3.1 Attribute selection', () => {
  test('curated list, without class and style; values capped at 100 characters', async () => {
    const long = 'x'.repeat(150);
    const [line] = await markup(
      `<input class=c style="color:red" type=email placeholder="${long}" minlength=3 required>`,
    );
    expect(line).toBe(
      `[N]<input type="email" placeholder="${'x'.repeat(99)}…" minlength="3" required="true" />`,
    );
  });
});

describe('3.2 Node filtering: three tiers', () => {
  test.each([
    ['<button id=x>a</button>', 'semantic'],
    ['<a id=x href=/>a</a>', 'semantic'],
    ['<div id=x role=slider tabindex=0 aria-valuenow=1>a</div>', 'semantic'],
    ['<div id=x tabindex=0>a</div>', 'semantic'],
    ['<div id=x contenteditable>a</div>', 'semantic'],
    ['<div id=x onclick="1">a</div>', 'non-semantic'],
    ['<div id=x onmousedown="1">a</div>', 'non-semantic'],
    ['<div id=x style="cursor:pointer">a</div>', 'non-semantic'],
    ['<div id=x>a</div>', 'structural, not numbered'],
    ['<div id=x onkeydown="1" onkeyup="1">a</div>', 'structural, not numbered'],
    ['<h2 id=x>a</h2>', 'structural, not numbered'],
    ['<img id=x alt=a width=9 height=9>', 'structural, not numbered'],
    ['<input id=x type=hidden value=1>a', 'structural, not numbered'],
  ])('%s is %s', async (html, tier) => {
    expect(await tierOfX(html)).toBe(tier);
  });

  test.each([
    ['a test id alone', '<div id=x data-testid=a>a</div>'],
    [
      'a class of a library (jquery-ui is not a search box)',
      '<div id=x class="jquery-ui search-results">a</div>',
    ],
    ['a small box with a class', '<i id=x class=icon style="display:block;width:20px;height:20px">a</i>'],
  ])('corrected: %s is no control', async (_, html) => {
    expect(await tierOfX(html)).toBe('structural, not numbered');
  });

  test('a small icon with a role, a name, a listener or a pointer is one', async () => {
    expect(
      await tierOfX(
        '<i id=x role=button aria-label=Find style="display:block;width:20px;height:20px;background:#ccc"></i>',
      ),
    ).toBe('semantic');
    expect(await tierOfX('<i id=x style="display:block;width:20px;height:20px;cursor:pointer">a</i>')).toBe(
      'non-semantic',
    );
  });
});

describe('3.3 Element obscuring removal', () => {
  const cover = (style: string) =>
    `<style>*{margin:0}</style><div style="height:40px"><button>Under</button><p>Text under</p></div>
     <div style="position:fixed;inset:0;z-index:9;${style}"><button>Over</button></div>`;

  test('what an opaque layer covers is not shown', async () => {
    expect(await markup(cover('background:#fff'))).toEqual(['[N]<button />', '\tOver']);
  });

  test('a layer of opacity below 0.8 does not cover text', async () => {
    expect(await markup(cover('background:rgba(0,0,0,.1);pointer-events:none'))).toContain('Text under');
  });
});

describe('3.4 Bounding box filtering', () => {
  test('a contained target without a role of its own is part of the link around it', async () => {
    expect(
      await markup('<a href=/ style="display:block;padding:9px"><span tabindex=0>In</span></a>'),
    ).toEqual(['[N]<a />', '\tIn']);
  });

  test('form fields and elements with a handler of their own stay', async () => {
    const html =
      '<a href=/ style="display:block;padding:9px">L <input type=checkbox> <b onclick="1">x</b></a>';
    expect((await markup(html)).filter((line) => line.includes('[N]')).length).toBe(3);
  });
});

describe('5. Compound components', () => {
  test.each([
    [
      '<input type=date>',
      '(name=Day,role=spinbutton,min=1,max=31),(name=Month,role=spinbutton,min=1,max=12),(name=Year,role=spinbutton,min=1,max=275760)',
    ],
    ['<input type=range min=0 max=10 value=3>', '(name=Value,role=slider,min=0,max=10,current=3)'],
    [
      '<input type=number max=9>',
      '(name=Increment,role=button),(name=Decrement,role=button),(name=Value,role=textbox,max=9)',
    ],
    [
      '<select><option>A<option>B<option>C<option>D<option>E</select>',
      '(name=Dropdown Toggle,role=button),(name=Options,role=listbox,count=5,options=A|B|C|D)',
    ],
    [
      '<input type=file multiple>',
      '(name=Browse Files,role=button),(name=File Name,role=textbox,current=none)',
    ],
  ])('%s', async (html, compound) => {
    expect((await markup(html)).join('\n')).toContain(`compound_components=${compound}`);
  });

  test('time, and the players of sound and film', async () => {
    expect((await markup('<input type=time>'))[0]).toContain('(name=Hour,role=spinbutton,min=0,max=23)');
    expect((await markup('<audio controls></audio>'))[0]).toContain('(name=Play/Pause,role=button)');
    expect((await markup('<video controls style="width:300px;height:200px"></video>'))[0]).toContain(
      '(name=Mute,role=button)',
    );
  });
});

describe('6. Text content', () => {
  test('visible text is shown; hidden and blank text is not; one character is text', async () => {
    expect(
      await markup(
        '<p>Price</p><p>5</p><p> </p><p style="display:none">no</p><p style="visibility:hidden">no</p>',
      ),
    ).toEqual(['Price', '5']);
  });
});

describe('7. Shadow DOM', () => {
  test('open shadow content stands between its markers', async () => {
    const html = `<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<button>In</button>'</script>`;
    expect(await markup(html)).toEqual([
      '▼ Shadow Content (Open)',
      '\t[N]<button />',
      '\t\tIn',
      '▲ Shadow Content End',
    ]);
  });
});

describe('8. Iframes', () => {
  test('one larger than 100 x 100 px is a target, its content stands within', async () => {
    const lines = await markup(
      '<iframe src="/in.html" width=300 height=200 srcdoc="<button>In</button>"></iframe>',
    );
    expect(lines).toEqual(['[N]|IFRAME|<iframe src="/in.html" />', '\t[N]<button />', '\t\tIn']);
  });

  test('a smaller one is not', async () => {
    const lines = await markup('<iframe width=90 height=90 srcdoc="<button>In</button>"></iframe>');
    expect(lines[0]).toMatch(/^\|IFRAME\|/);
  });
});

describe('10. Attribute deduplication', () => {
  test('role, label and title that say what the text says are dropped', async () => {
    expect(await markup('<button role=button aria-label=Submit title=Submit>Submit</button>')).toEqual([
      '[N]<button />',
      '\tSubmit',
    ]);
  });

  test('one value in two attributes is shown once', async () => {
    expect(await markup('<input name=customer id=customer type=text>')).toEqual([
      '[N]<input id="customer" />',
    ]);
  });
});

describe('12. Unique optimization techniques', () => {
  test('B, corrected: aria-* alone makes nothing visible', async () => {
    expect(await markup('<div aria-label=x style="display:none"><button>no</button></div>')).toEqual([
      '(nothing visible)',
    ]);
  });

  test.each([
    [['1', '2', '3'], 'numeric'],
    [['US', 'DE', 'FR'], 'country/state codes'],
    [['2026/01', '2026/02'], 'date/path format'],
    [['a@b.c', 'd@e.f'], 'email addresses'],
  ])('C. format hint of %s is %s', async (values, hint) => {
    const options = values.map((value) => `<option value="${value}">Choice</option>`).join('');
    expect((await markup(`<select>${options}</select>`))[0]).toContain(`format=${hint}`);
  });

  test('D. scrollability: overflow allows it and the content is larger', async () => {
    const scroller = (overflow: string) =>
      `<div style="height:100px;overflow:${overflow}"><div style="height:400px">text</div></div>`;
    expect((await markup(scroller('auto')))[0]).toBe('|SCROLL|<div /> (scroll: 0.0↑ 3.0↓ 0%)');
    expect(await markup(scroller('visible'))).toEqual(['text']);
  });

  test('D. a scrollable element that is a target too', async () => {
    const html =
      '<div onclick="1" style="height:100px;overflow:auto"><p style="height:400px;margin:0">text</p></div>';
    expect((await markup(html))[0]).toBe('|SCROLL+[N]|<div /> (scroll: 0.0↑ 3.0↓ 0%)');
  });
});

test('13. Disabled elements: style, script, head, meta, link and title never appear', async () => {
  expect(
    await markup('<style>a{}</style><script>1</script><noscript>n</noscript><template>t</template>ok'),
  ).toEqual(['ok']);
});

test('15. Tree optimization: a wrapper of one child is gone', async () => {
  expect(
    await markup('<div id=container><div class=wrapper><button id=submit>Submit</button></div></div>'),
  ).toEqual(['[N]<button id="submit" />', '\tSubmit']);
});

test('9. and Testing: every look shows the time of each stage', async () => {
  const { timing } = await pages.look('<p>x</p>');
  expect(Object.keys(timing)).toEqual(
    expect.arrayContaining(['walk', 'capture', 'build', 'prune', 'structure', 'view', 'total']),
  );
});
