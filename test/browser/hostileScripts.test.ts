import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { BEGUN, type Outcome, survive, type Visit } from '../support/survive.ts';

/** Pages whose scripts work against whoever reads them. Each is shown, or ends in a typed error in time. */
let pages: HtmlPages;
let plain: string;
beforeAll(async () => {
  pages = await HtmlPages.start();
  plain = pages.url('<button>Fine</button>');
});
afterAll(() => pages.close());

function visit(html: string, options?: Visit): Promise<Outcome> {
  return survive({ session: pages.session, plain }, pages.url(html), options);
}

const HERE = '<button>Here</button>';
const script = (code: string): string => `${HERE}<script>${code}</script>`;
const begin = `console.log('${BEGUN}');`;
/** Does it again every so many milliseconds; it counts as begun at the third time. */
const every = (ms: number, code: string): string =>
  `let times = 0; setInterval(() => { if (++times === 3) ${begin} ${code} }, ${ms})`;
const shown = expect.arrayContaining([expect.stringMatching(/\]<button>Here/)]);

test('built-ins that were redefined, and getters that throw', async () => {
  const spoil = `
    const kinds = [Array, String, Map, Set, WeakMap, WeakRef, Object, RegExp, Promise, JSON, Math, MutationObserver, Element,
      Node, Document, HTMLElement, CharacterData, CSSStyleDeclaration, EventTarget, Text, ShadowRoot, HTMLInputElement];
    for (const kind of kinds) for (const holder of [kind, kind.prototype]) if (holder)
      for (const key of Object.getOwnPropertyNames(holder))
        try { Object.defineProperty(holder, key, { get() { throw new Error(key); } }); } catch {}
    for (const key of ['getComputedStyle', 'JSON', 'Map', 'performance', 'crypto', '__sightline', 'innerWidth', 'scrollX'])
      try { Object.defineProperty(window, key, { get() { throw 1; } }); } catch {}`;
  expect(await visit(script(spoil))).toEqual(shown);
  const json = `Object.prototype.toJSON = () => 'forged'; Object.prototype.then = 1; Array.prototype.toJSON = () => { throw 1; };
    for (const key of ['documentElement', 'body', 'title', 'readyState']) Object.defineProperty(document, key, { get() { throw 1; } });`;
  expect(await visit(script(json))).toEqual(shown);
});

test('forms and pictures named like what we read', async () => {
  const names =
    `attributes children parentNode childNodes firstChild nextSibling nodeType localName namespaceURI getAttribute
    hasAttribute getAttributeNames matches closest shadowRoot getBoundingClientRect getClientRects textContent style id className
    querySelector isConnected ownerDocument elements assignedSlot checkVisibility labels scrollWidth clientHeight scrollTop
    getRootNode contains title role hidden inert tabIndex`.split(/\s+/);
  const inputs = names.map((name) => `<input name=${name} aria-label=${name}>`).join('');
  const onDocument = [
    'documentElement',
    'body',
    'title',
    'querySelector',
    'activeElement',
    'elementFromPoint',
    'scrollingElement',
    'querySelectorAll',
    'createTreeWalker',
    'styleSheets',
    'adoptedStyleSheets',
  ];
  const forms = onDocument.map(
    (name) =>
      `<form name=${name}><input type=hidden name=getBoundingClientRect></form><img name=${name} src="data:,">`,
  );
  const globals = [
    '__sightline',
    'document',
    'location',
    'getComputedStyle',
    'performance',
    'scrollX',
    'innerWidth',
  ];
  const html = `<form>${inputs}${HERE}</form>${forms.join('')}${globals.map((id) => `<form id=${id}></form>`).join('')}`;
  const outcome = await visit(html);
  expect(outcome).toEqual(shown);
  for (const name of names) expect(String(outcome)).toContain(`]<input>${name}`);
});

test.each([
  ['every millisecond', `setInterval(() => { o.innerHTML = '<p>' + Math.random(); }, 0)`],
  [
    'at every frame',
    `(function f() { requestAnimationFrame(f); o.append('x'); if (o.childNodes.length > 99) o.replaceChildren(); })()`,
  ],
  [
    'at every mutation',
    `new MutationObserver(() => setTimeout(() => o.setAttribute('x', Math.random()))).observe(o, { attributes: true }); o.setAttribute('x', 1)`,
  ],
  [
    'in reactions of elements',
    `customElements.define('x-r', class extends HTMLElement { static observedAttributes = ['a'];
     attributeChangedCallback() { setTimeout(() => this.setAttribute('a', Math.random())); } }); o.innerHTML = '<x-r a=1>'`,
  ],
  [
    'by writing itself anew',
    `setTimeout(function f() { document.open(); document.write('<button>Here</button>'); document.close(); setTimeout(f); })`,
  ],
  [
    'by its dialog',
    `o.innerHTML = '<dialog>${HERE}</dialog>'; setInterval(() => { o.firstChild.close(); o.firstChild.showModal(); }, 1)`,
  ],
])('a document that changes %s', async (_, code) => {
  const { session } = pages;
  await session.navigate(pages.url(`${HERE}<div id=o></div><script>${code}</script>`));
  const looks = [];
  for (let i = 0; i < 5; i++) looks.push((await session.look({ full: true })).text);
  for (const text of looks) expect(text).toMatch(/\]<button(?: focused)?>Here/);
  await session.navigate(plain);
});

test.each([
  ['alert', every(20, `alert('again')`)],
  ['prompt', every(0, `prompt('again')`)],
  ['print', every(50, 'print()')],
])('%s again and again, at a page that is then left', async (_, code) => {
  expect(await visit(script(code), { logsBegun: true })).toEqual(shown);
});

test.each([
  ['confirm without end', `${begin} while (!confirm('sure?'));`],
  ['a loop without end', `setTimeout(() => { ${begin} for (;;); }, 200)`],
  [
    'microtasks without end',
    `setTimeout(() => { ${begin} (function f() { Promise.resolve().then(f); })(); }, 200)`,
  ],
])('%s is a timeout', async (_, code) => {
  expect(await visit(script(code), { logsBegun: true, openMs: 1_000, timeoutMs: 1_000 })).toBe('timeout');
});

test.each([
  ['does not return', `${begin} onbeforeunload = () => { for (;;); }`],
  ['asks', `${begin} onbeforeunload = (event) => event.preventDefault()`],
  ['opens windows', every(30, `open('about:blank')`)],
  ['goes to an unknown scheme', every(50, `location.href = 'foo:bar'`)],
  [
    'offers downloads',
    every(50, `const a = document.createElement('a'); a.download = 'x'; a.href = 'data:,x'; a.click()`),
  ],
  ['pushes states', every(20, `try { history.pushState(0, '', '?' + times); } catch {}`)],
  ['changes its hash', every(1, 'location.hash = times')],
])('a page that %s when it is to be left, or all the time', async (_, code) => {
  expect(await visit(script(code), { logsBegun: true })).toEqual(shown);
});

test.each([
  ['reloads', `${begin} location.reload()`],
  ['reloads when it has loaded', `${begin} setTimeout(() => location.reload(), 0)`],
  ['goes through its history', `${begin} history.go(0)`],
])('a page that %s for ever is shown, or said to navigate', async (_, code) => {
  const outcome = await visit(script(code), { openMs: 1_500, logsBegun: true, timeoutMs: 5_000 });
  if (typeof outcome === 'string') expect(['navigated', 'timeout']).toContain(outcome);
});

test('what is asked of a page, or a frame of another site, whose scripts never end is answered in its time', async () => {
  const session = await shareSession();
  const code = async (asked: Promise<unknown>): Promise<string> => {
    const started = performance.now();
    const outcome = await asked.then(
      () => 'done',
      (error) => error.code,
    );
    return performance.now() - started < 20_000 ? outcome : `${outcome} too late`;
  };
  const frame = pages.url(`${HERE}<script>setTimeout(() => { for (;;); }, 400)</script>`);
  await session.navigate(
    pages.url(`${HERE}<iframe src="${frame.replace('127.0.0.1', 'localhost')}"></iframe>`),
  );
  await session.look();
  await setTimeout(600);
  expect(await code(session.waitFor({ idle: true, timeoutMs: 3_000 }))).toBe('timeout');
  await session.navigate(pages.url(script("addEventListener('message', () => { for (;;); })")));
  await session.look();
  await session.page.evaluate('void setTimeout(() => postMessage(1))');
  await setTimeout(200);
  expect(await code(session.redactSecrets(['some words']))).toBe('timeout');
  expect(await code(session.emulateNetwork('slow-4g'))).toBe('timeout');
  await session.close();
}, 120_000);
