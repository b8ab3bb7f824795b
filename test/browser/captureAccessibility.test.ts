import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { byId, type Row } from '../support/decode.ts';

/** Chrome's accessibility tree is the oracle for roles and names of what a person can use. */

let connected: ConnectedPage;
beforeAll(async () => {
  connected = await ConnectedPage.open();
});
afterAll(() => connected.close());

interface AxNode {
  id: string;
  role: string;
  name: string;
}

const page = `
<style>.gone{display:none}.veiled{visibility:hidden}.flex{display:flex}.ib{display:inline-block}
.drawn::before{content:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E")}.marked::after{content:" \\2197" / " (opens elsewhere)"}</style>
<span id=ref1>Billing</span><span id=ref2 class=gone>hidden <b>part</b></span><h2 id=ref3>Section title</h2>
<a id=a1 href=/x>Plain link</a> <a id=a2 href=/x>Link <b>with</b> <i>inline</i></a> <a id=a3 href=/x><img alt="Logo"></a>
<a id=a4 href=/x title="Only title"></a> <a id=a5 href=/x aria-label="Labelled">content</a> <a id=a6 href=/x><div>Block</div><div>two</div></a>
<a id=a7 href=/x><span>one</span><span>two</span></a> <a id=a8 href=/x>seen<span class=gone> gone</span><span class=veiled> veiled</span></a>
<a id=a9 href=/x aria-labelledby="ref1 ref2">x</a> <a id=a10 href=/x>with<br>break</a> <a id=a11 href=/x><span aria-hidden=true>x</span>said</a>
<a id=a12 href=/x><svg width=10 height=10><title>Graph</title><path d="M0 0"/></svg></a> <a id=a13 href=/x><img src=x></a>
<a id=a14 href=/x><span title="From title"></span></a> <a id=a15 href=/x title=t>Has text</a> <a id=a16 href=/x><span aria-label="Inner">y</span> tail</a>
<a id=a17 href=/x><span class=ib>ib1</span><span class=ib>ib2</span></a> <a id=a18 href=/x class=flex><span>f1</span><span>f2</span></a>
<a id=a19 href=/x aria-labelledby=missing>Fallback</a> <a id=a20 href=/x><img alt="" src=x>Text</a>
<button id=b1>Press</button><button id=b2 aria-label=Close>x</button><button id=b3 title=Tip><svg width=9 height=9></svg></button>
<button id=b4><img alt="Pic"> Go</button><button id=b5 aria-labelledby="b5 ref1">Edit</button><button id=b6 value=v>Shown</button><button id=b7 role=tab>Tab</button>
<label for=b8>For button</label><button id=b8>Own</button>
<button id=b9>  spaces   and
 lines  </button><button id=b10><span class=gone>x</span></button><button id=b11 role=none>None ignored</button>
<input id=i1 type=submit><input id=i2 type=submit value=Send><input id=i3 type=reset><input id=i4 type=button value=Go title=t><input id=i5 type=image alt=Find><input id=i6 type=image>
<label for=t1>Name</label><input id=t1><label>Wrapped <input id=t2></label><label>Age <input id=t3 type=number value=4> years</label>
<input id=t4 placeholder="Your mail" type=email><input id=t5 title=Titled><input id=t6 title=Titled placeholder=Held><input id=t7 aria-label=Aria placeholder=p>
<label for=t8>One</label><label for=t8>Two</label><input id=t8 type=search><input id=t9 aria-labelledby="ref3 ref1" type=tel><input id=t10 list=dl><datalist id=dl><option>x</datalist>
<input id=t11 type=url aria-labelledby=ref2><label for=t12>Hidden <span class=gone>no</span>label</label><input id=t12 type=password value=s3cret>
<label>Flash <input id=t13 type=checkbox> the screen <input value=3 size=2 aria-label=count> times</label>
<input type=radio id=r1 name=r><label for=r1>First</label><label><input type=radio id=r2 name=r checked>Second</label><input type=range id=rg aria-label=Volume><input id=ck type=checkbox role=switch aria-label=Dark>
<label style="display:contents"><input id=ck2 type=checkbox> <span>Boxless label</span></label>
<label for=s1>Country</label><select id=s1><option>France<option selected>Spain</select><select id=s2 multiple aria-label=Many><option id=o1>A<option id=o2 label=Bee>B</select><select id=s3 size=3 title=Sized><option>x</select>
<label>Pick <select id=s4><option>in label</select></label><textarea id=ta1 placeholder=Write></textarea><label>Bio<textarea id=ta2>content</textarea></label>
<div id=w1 role=button tabindex=0>Div <b>button</b></div><div id=w2 role=checkbox aria-checked=true tabindex=0>Agree</div><div id=w3 role=textbox contenteditable aria-label=Editor>text</div>
<div id=w4 role=combobox aria-label=Combo tabindex=0>v</div><ul role=menu aria-label=Menu><li id=w5 role=menuitem tabindex=0>Cut</li><li id=w6 role=menuitemcheckbox aria-checked=false tabindex=0>Wrap</li></ul>
<div role=tablist aria-label=tl><div id=w7 role=tab tabindex=0>Tab one</div></div><div role=tree aria-label=tr><div id=w8 role=treeitem tabindex=0>Leaf</div></div><div id=w9 role=slider aria-valuenow=5 tabindex=0 aria-label=Zoom></div>
<div id=w10 role="bogus button" tabindex=0>Second token</div><div id=w11 role=link tabindex=0><span>Deep</span> <em>link</em></div><div id=w12 role=switch aria-checked=false tabindex=0>Wifi</div>
<div id=w13 role=radio aria-checked=false tabindex=0>R</div><div id=w14 role=option tabindex=0 aria-selected=false>Opt</div><div id=w15 role=searchbox tabindex=0 contenteditable aria-placeholder="Seek"></div><div id=w16 role=spinbutton tabindex=0 aria-valuenow=2 title=Spin></div>
<details><summary id=sm1>More</summary>text</details><a id=n1 href=/x><h3>Heading in link</h3><p>and paragraph</p></a><button id=n2><table><tr><td>c1<td>c2</table></button>
<a id=n3 href=/x>Total: <input value=7 aria-label=qty></a><button id=n4>Volume <span role=slider aria-valuenow=11 aria-valuetext=eleven></span></button><button id=n5><select><option>chosen</select></button>
<button id=n6>x<span aria-labelledby=ref1>not this</span></button><a id=n7 href=/x><ul><li>one<li>two</ul></a><a id=n8 href=/x>a<wbr>b</a><a id=n9 href=/x>&nbsp;nb&nbsp;sp </a>
<fieldset><legend>Leg</legend><input id=f1 aria-label=in></fieldset><map name=m><area id=ar href=/x alt="Area" shape=rect coords=0,0,9,9></map><img usemap=#m src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=20 height=20 alt=map>
<a id=e1 href=/x><img alt=A src=x>B</a><a id=e2 href=/x>text<span class=ib>box</span>text</a><a id=e3 href=/x>text <span class=ib>box</span> text</a><a id=e4 href=/x><span class=ib></span>icon</a><a id=e5 href=/x><b>x</b><span class=ib>y</span></a><a id=e6 href=/x><svg width=5 height=5><title>G</title></svg>H</a>
<button id=n10 class=drawn>Play</button><a id=n11 href=/x class=marked>Docs</a><label for=n12>Load (<a href=/x><img alt="" width=9 height=9>reload needed</a>)</label><input id=n12 type=checkbox>
<div id=n13 role=tab tabindex=0>Orders <button title=Fold><svg width=9 height=9></svg></button></div>
<ul role=tree aria-label=Files><li id=n14 role=treeitem tabindex=0>src<ul role=group><li id=n15 role=treeitem>index.ts</li></ul></li><li id=n16 role=treeitem tabindex=-1><input aria-label=Pick value=one><ul role=group><li role=treeitem>deep</li></ul></li></ul>
<div id=sh></div><script>sh.attachShadow({mode:'open'}).innerHTML='<button id=sh1>Shadow <slot></slot></button><label for=sh2>In shadow</label><input id=sh2><input id=sh3>';sh.append('slotted');
sh.shadowRoot.getElementById('sh3').ariaLabelledByElements=[ref1,ref3]</script>`;

const INTERACTIVE = new Set(
  'button link checkbox radio switch tab textbox searchbox combobox listbox option menuitem menuitemcheckbox menuitemradio slider spinbutton treeitem'.split(
    ' ',
  ),
);

/** Chrome's own words for what ARIA calls otherwise. */
const CHROME_WORDS: Record<string, string> = { DisclosureTriangle: 'button', MenuListOption: 'option' };

async function axNodes(): Promise<AxNode[]> {
  const session = await connected.context.newCDPSession(connected.page);
  await session.send('DOM.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const found: AxNode[] = [];
  for (const { role, name, backendDOMNodeId, ignored } of nodes) {
    const word = String(role?.value ?? '');
    if (ignored || !backendDOMNodeId || !INTERACTIVE.has(CHROME_WORDS[word] ?? word)) continue;
    const { node } = await session.send('DOM.describeNode', { backendNodeId: backendDOMNodeId });
    const at = node.attributes?.indexOf('id') ?? -1;
    if (at >= 0 && node.attributes) {
      found.push({
        id: node.attributes[at + 1] as string,
        role: CHROME_WORDS[word] ?? word,
        name: String(name?.value ?? ''),
      });
    }
  }
  await session.detach();
  return found;
}

/** Where Chrome and the standard part, with who is right. */
const WE_ARE_RIGHT: Record<string, string> = {
  a14: 'accname 1.2, step 2I: the title of a descendant without content is part of the name',
  n8: 'a wbr is a place to break a word, not a space',
};

test('roles and names of interactive elements agree with Chrome', async () => {
  const rows = await connected.rows(page);
  const expected = await axNodes();
  expect(expected.length).toBeGreaterThan(90);
  const differences = expected.filter((ax) => !agrees(byId(rows, ax.id), ax));
  expect(differences.map(({ id }) => id)).toEqual(Object.keys(WE_ARE_RIGHT));
});

test('what Chrome says of landmarks, headings and tables is what the rows say', async () => {
  const rows = await connected.rows(`<header id=h1>x</header><nav id=n1 aria-label=Main>x</nav>
    <main id=m1><article id=ar1><header id=h2>x</header><footer id=f2>x</footer><aside id=as1>x</aside></article>
    <section id=s1>x</section><section id=s2 aria-label=Named>x</section><h2 id=hd>Title</h2>
    <table id=tb><caption>Cap</caption><tr id=tr1><th id=th1>H<td id=td1>D</table><table id=tb2 role=presentation><tr><td id=td2>x</table>
    <ul id=ul1><li id=li1>x</ul><ul id=ul2 role=none><li id=li2>x</ul><form id=fo1>x</form><form id=fo2 aria-label=F>x</form>
    <fieldset id=fs><legend>Leg</legend></fieldset><figure id=fg><figcaption>Fig</figcaption></figure><img id=im1 alt="" src=x><img id=im2 src=x>
    <hr id=hr1><progress id=pg></progress><output id=ou>x</output><dialog id=dg open>x</dialog><search id=se>x</search></main>
    <aside id=as2>x</aside><footer id=f1>x</footer>`);
  const roles = Object.fromEntries(
    rows
      .filter(({ attributes }) => attributes.id)
      .map(({ attributes, role, name }) => [
        attributes.id,
        name && role !== 'row' && role !== 'cell' && role !== 'rowheader' ? `${role} "${name}"` : role,
      ]),
  );
  expect(roles).toEqual({
    h1: 'banner',
    n1: 'navigation "Main"',
    m1: 'main',
    ar1: 'article',
    h2: '',
    f2: '',
    as1: '',
    s1: '',
    s2: 'region "Named"',
    hd: 'heading "Title"',
    tb: 'table "Cap"',
    tr1: 'row',
    th1: 'rowheader',
    td1: 'cell',
    tb2: '',
    td2: '',
    ul1: 'list',
    li1: 'listitem',
    ul2: '',
    li2: '',
    fo1: '',
    fo2: 'form "F"',
    fs: 'group "Leg"',
    fg: 'figure "Fig"',
    im1: '',
    im2: 'img',
    hr1: 'separator',
    pg: 'progressbar',
    ou: 'status',
    dg: 'dialog',
    se: 'search',
    as2: 'complementary',
    f1: 'contentinfo',
  });
});

function agrees(row: Row, ax: AxNode): boolean {
  return row.role === ax.role && row.name === ax.name.replace(/\s+/g, ' ').trim();
}
