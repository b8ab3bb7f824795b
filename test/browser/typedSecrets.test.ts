import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { serveFile } from '../support/serveFile.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import type { Handler } from '../support/startServer.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

// What the session gives to a field for secrets is shown by nothing afterwards, whatever the page does with it: it clears the
// field, replaces it, leaves, opens other pages, and says it there.

const routes: Record<string, string | Handler> = {};
const here = serveFile(routes);
const there = serveFile(routes);
let session: Session;
let folder: string;
beforeAll(async () => {
  session = await shareSession();
  folder = mkdtempSync(join(tmpdir(), 'sl-typed-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await session?.close();
});

const page = (html: string): string =>
  `<!doctype html><meta charset=utf-8><title>Test</title><link rel=icon href=data:,><main>${html}</main>`;
/** What a page did to it, shown as the page's words. */
const reacts = (script: string, field = '<label>Password <input id=p type=password></label>'): string =>
  page(
    `${field}<p id=o></p><script>p.addEventListener('input', () => { const v = p.value; ${script} })</script>`,
  );

const other = (): string => there.origin.replace('127.0.0.1', 'localhost');

/** What pages do with what is filled in; `AWAY` is the address of another site. */
const BEHAVIOURS: Readonly<Record<string, string>> = {
  'moves it out of the field': reacts("p.value = ''; o.textContent = v"),
  'replaces the field': reacts(`p.outerHTML = '<input id=p aria-label=Field>'; o.textContent = v`),
  'makes it plain text': reacts("p.type = 'text'; o.textContent = v; p.setCustomValidity('not ' + v)"),
  'makes it secret only then': reacts(
    "o.textContent = v; p.type = 'password'; p.value = ''",
    '<label>Word <input id=p></label>',
  ),
  'says it in a title, an address and a dialog': reacts(
    "p.value = ''; document.title = v; history.replaceState(0, '', '/u/' + v); alert('Not ' + v)",
  ),
  'complains on the console and by requests': reacts(
    "p.value = ''; console.error('bad ' + v); fetch('/fail/' + v); setTimeout(() => { throw Error(v) })",
  ),
  'shows it for a moment': reacts(
    "p.value = ''; o.textContent = 'hint ' + v; setTimeout(() => { o.textContent = '' }, 300)",
  ),
  'leaves for an address that holds it': reacts("location.href = '/echo/' + v"),
  'leaves for another site that says it': reacts("location.href = 'AWAY/echo?q=' + v"),
  'opens a page for it': reacts("p.value = ''; window.open('/echo/' + v)"),
  'sends it in a form': page(
    '<form method=post action=/post><label>Password <input id=p type=password name=foo></label></form><script>p.addEventListener("input", () => document.forms[0].submit())</script>',
  ),
  'draws it by a style sheet': reacts(
    "p.value = ''; const s = document.createElement('style'); s.textContent = '#o::after{content:\"' + v + '\"}'; document.head.append(s)",
  ),
  'spells it letter by letter': reacts(
    "p.value = ''; o.innerHTML = [...v].map((c) => '<b>' + c + '</b>').join('')",
  ),
  'says it in capitals, with what is not seen': reacts(
    "p.value = ''; o.textContent = [...v.toUpperCase()].join('\\u200b\\u034f')",
  ),
  'shows the page around its frame': page(
    `<p id=o></p><iframe srcdoc='<label>Password <input id=p type=password oninput="parent.o.textContent = value; value = &apos;&apos;"></label>'></iframe>`,
  ),
  'keeps it in web storage, and repeats it in the next document': reacts(
    "localStorage.k = sessionStorage.k = window.name = v; document.cookie = 'k=' + v; location.href = '/kept'",
  ),
  'posts it to a frame of another site': `${reacts("p.value = ''; f.contentWindow.postMessage(v, '*')")}<iframe id=f src="AWAY/frame"></iframe>`,
  'names a download by it': reacts(
    "p.value = ''; o.innerHTML = '<a>File</a>'; const a = o.firstChild; a.download = v + '.txt'; a.href = 'data:text/plain,' + v; a.click()",
  ),
  'sends it in bodies and headers': reacts(`p.value = ''; (async () => {
    for (const options of [{ headers: { 'x-note': v, ['x-' + v]: 'a' } }, { method: 'POST', body: JSON.stringify({ note: v }) },
      { method: 'POST', body: new URLSearchParams({ ['a' + v]: v }) }])
      o.textContent += await fetch('/sent?q=' + v, options).then(async (r) => [r.statusText, ...r.headers, await r.text()]).catch(() => '');
    o.textContent += '.' })()`),
  'asks whether it is right': reacts(
    "p.value = ''; o.textContent = [confirm('Is it ' + v + '?'), prompt('It is', v)]; try { new Notification(v) } catch {}",
  ),
  'makes names of it': reacts(
    "p.value = ''; o.id = o.className = v; o.setAttribute('data-' + v, v); o.append(document.createElement('x-' + v)); o.innerHTML += '<a href=\"/x/' + v + '\" name=' + v + '>Link</a>'",
  ),
  'has it in tooltips, placeholders and suggestions': reacts(
    "p.value = ''; p.placeholder = p.title = v; p.ariaLabel = 'Field ' + v; o.innerHTML = '<input list=l><datalist id=l><option value=' + v + '></datalist><img alt=' + v + '>'",
  ),
  'goes on, and back to where it stood': reacts(
    "p.value = ''; history.pushState(0, '', '/a#' + v); document.title = v; history.pushState(0, '', '/b'); history.back()",
  ),
  'is a field in a closed shadow root':
    page(`<x-field></x-field><script>customElements.define('x-field', class extends HTMLElement { connectedCallback() {
    const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = '<label>Password <input id=p type=password></label><p></p>';
    const p = root.querySelector('input'); p.oninput = () => { root.querySelector('p').textContent = p.value; p.value = '' } } })</script>`),
};

routes['/post'] = (request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += String(part);
  });
  request.on('end', () => response.end(page(`<p>Wrong: ${body}</p>`)));
};

routes['/kept'] = page(
  '<p id=o></p><p id=n></p><script>o.textContent = [localStorage.k, sessionStorage.k, document.cookie]; n.textContent = name</script>',
);
routes['/frame'] = page(
  '<p id=o></p><script>onmessage = ({ data }) => { o.textContent = document.title = data; console.log(data); fetch("/sent?q=" + data) }</script>',
);
/** A server that says in all parts of its answer what it was sent. */
routes['/sent'] = (request, response) => {
  const said = new URL(request.url ?? '', 'http://host').searchParams.get('q') ?? '';
  response.writeHead(400, `No ${said}`, {
    'x-note': said,
    [`x-${said}`]: '1',
    'content-type': `text/${said}`,
  });
  response.end(`<p>No ${said}</p>`);
};

const echo: Handler = (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page(`<p>You sent ${request.url}</p>`));
};

/** All that is shown of the pages as they are now. */
async function written(): Promise<string> {
  const context = fakeContext({
    cwd: folder,
    session: () => session,
    openSession: async () => session,
    takeNotices: () => session.takeNotices(),
  });
  const parts: unknown[] = [session.takeEvents()];
  for (const [tool, input] of [
    ['look', { full: true, save: 'page.json' }],
    ['look', { view: 'html' }],
    ['query_dom', { selector: '*', properties: ['value', 'textContent', 'title', 'validationMessage'] }],
    ['tabs', {}],
  ] as const)
    for (const json of [false, true]) parts.push(await executeTool(toolNamed(tool), input, context, json));
  parts.push(readFileSync(join(folder, 'page.json'), 'utf8'));
  return JSON.stringify([...parts, await logged()]);
}

/** What is shown to who builds pages, and to scripts. */
async function logged(): Promise<unknown[]> {
  const har = join(folder, 'all.har');
  const { text, data } = await session.network({ all: true, maxTokens: 5_000 });
  const parts: unknown[] = [text, data, await session.network({ all: true, har }), readFileSync(har, 'utf8')];
  for (const { number } of data.requests as { number: number }[])
    parts.push(await session.network({ number }));
  parts.push(await session.console({ all: true, maxTokens: 5_000 }), await session.performance());
  parts.push(
    await session.run(
      'print(page.url(), await page.title(), await page.tabs(), await page.look({ full: true }))',
    ),
  );
  return parts;
}

/** Of the value, or of half of it, as it is read. */
const findParts = (text: string, value: string): string[] => {
  const read = text.replace(/[\u200b\u034f]/g, '').toLowerCase();
  return [value, value.slice(0, 6), value.slice(-6)].filter((part) => read.includes(part.toLowerCase()));
};

test.each(Object.entries(BEHAVIOURS))('a page %s', async (name, html) => {
  const value = `Hn7x${Object.keys(BEHAVIOURS).indexOf(name) + 10}Wq92k`;
  routes['/'] = html.replace('AWAY', other());
  for (const path of ['/echo', `/echo/${value}`]) routes[path] = echo;
  await session.navigate(`${here.origin}/`);
  const [, number] = /\[(\d+)\]<input/.exec((await session.look()).text) ?? [];
  const answer = await session.fill(Number(number), value).catch((error) => [error, String(error.stack)]);
  const answered = JSON.stringify(answer) + (await written());
  await session.navigate(`${other()}/echo?q=${value}`).then((result) => JSON.stringify(result));
  expect(findParts(answered + (await written()), value)).toEqual([]);
  for (const { number: tab } of (await session.tabs()).slice(1)) await session.closeTab(tab);
});

test('a text that is given as a secret is one in any field, however short, and however it is given', async () => {
  routes['/'] = page(
    '<label>Note <input id=a></label><label>Word <input id=b></label><label>Tag <input id=c></label><p id=o></p><script>addEventListener("input", (e) => { if (e.target.value.length === 10) o.textContent += e.target.value })</script>',
  );
  await session.navigate(`${here.origin}/`);
  const answers: unknown[] = [await session.fill('Note', 'Jk4vTr8wQz', { secret: true })];
  answers.push(await session.type('Word', 'Gb9', { secret: true }), await session.click('Tag'));
  answers.push(await session.typeAtFocus('Mw3xLp6rYv', { secret: true }));
  answers.push(await session.getValue('Word'), await session.getText('#o').catch(String));
  const answered = JSON.stringify(answers) + (await written());
  expect(answered).toContain('[filled]');
  expect(['Jk4vTr8wQz', 'Gb9', 'Mw3xLp6rYv'].flatMap((value) => findParts(answered, value))).toEqual([]);
  expect(await session.page.evaluate('[a.value, b.value, c.value]')).toEqual([
    'Jk4vTr8wQz',
    'Gb9',
    'Mw3xLp6rYv',
  ]);
});

test('a short one is shown by no name or text in which another word follows without a blank', async () => {
  const code = '482913';
  const pair = (word: string): string => `<span>${code}</span><span>${word}</span>`;
  routes['/'] =
    page(`<label>Enter the 6-digit code <input id=p></label><p id=o></p><script>p.oninput = () => { o.innerHTML =
    ${JSON.stringify(`<div id=a style="display: flex; gap: 9px">${pair('expires')}</div><label><input type=checkbox>${pair('valid')}</label>
    <button>${pair('copy')}</button><nav aria-labelledby=l><a href=#>Go</a></nav><div id=l>${pair('menu')}</div>`)} }</script>`);
  await session.navigate(`${here.origin}/`);
  const answers = [
    await session.fill('code', code),
    await session.queryDom('#o, #o *', { properties: ['innerText'] }),
  ];
  const answered = JSON.stringify(answers) + (await written());
  expect(answered).toContain('[filled]expires');
  expect(findParts(answered, code)).toEqual([]);
});

test.each<[how: string, value: string, give: (value: string) => Promise<unknown>]>([
  ['one action', 'Rb6tXw2Nq9', (value) => session.fill('Password', value)],
  [
    'a script',
    'Tc8yZm3Kp5',
    (value) => session.run("await page.getByLabel('Password').fill(args.value)", { args: { value } }),
  ],
  [
    'several steps',
    'Vd5uLk7Hs4',
    (value) =>
      executeTool(
        toolNamed('do'),
        { steps: `fill Password ${value}; press Tab` },
        fakeContext({ session: () => session, takeNotices: () => session.takeNotices() }),
        false,
      ),
  ],
])('nor by the report of %s, where the page said it before it was given', async (_, value, give) => {
  routes['/'] =
    page(`<p>It was ${value}</p><button id=b>Copy ${value}</button><i>${value.slice(0, 5)}</i><i>${value.slice(5)}</i>
    <ul><li id=l>${value}</ul><button onclick="d.showModal()">Open</button><dialog id=d aria-label=Sign>
    <label>Password <input id=p type=password></label><button onclick="d.close()">Close</button></dialog>
    <script>p.oninput = () => { l.remove(); b.after('Done') }</script>`);
  await session.navigate(`${here.origin}/`);
  await session.look();
  await session.click('Open');
  const answered = JSON.stringify([await give(value), await session.click('Close')]);
  expect(answered).toContain('Done');
  expect(findParts(answered, value)).toEqual([]);
});

test('a picture shows as little of what was typed elsewhere as of anything else that is masked', async () => {
  const shots: Buffer[] = [];
  // Before its first pictures a headless shell takes another font for `monospace`: the first round is not compared.
  for (const value of ['Hn7terWq92', 'Hn7terWq92', 'Kr4vopXs61']) {
    routes['/'] = page('<label>Password <input id=p type=password></label>');
    await session.navigate(`${here.origin}/`);
    await session.fill('Password', value);
    routes['/said'] = page(
      `<style>p::after{content:"${value}"}body{font:16px monospace}</style><p>It is </p><b>${value.slice(0, 5)}</b><b>${value.slice(5)}</b>`,
    );
    await session.navigate(`${other()}/said`);
    shots.push(Buffer.from((await session.screenshot()).image));
  }
  expect(shots[1]?.equals(shots[2] as Buffer)).toBe(true);
});

test('nor what was pressed key by key, in a script too', async () => {
  routes['/'] = reacts("p.value = ''; o.textContent += v");
  routes['/echo'] = echo;
  await session.navigate(`${here.origin}/`);
  let answered = '';
  await session.click('Password');
  for (const key of 'Yb3mqZt8') answered += JSON.stringify(await session.press(key));
  const kept: string[] = [];
  const script =
    "await page.getByLabel('Password').focus(); for (const c of 'Wd5nrPv7') await page.keyboard.press(c); await page.keyboard.type('Lx9sgTk2'); return page.locator('#o').textContent()";
  answered += JSON.stringify(await session.run(script, { onSecret: (value) => kept.push(value) }));
  await session.navigate(`${other()}/echo?q=Yb3mqZt8-Wd5nrPv7-Lx9sgTk2`);
  answered += await written();
  expect(['Yb3mqZt8', 'Wd5nrPv7', 'Lx9sgTk2'].flatMap((value) => findParts(answered, value))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(['Wd5nrPv7', 'Lx9sgTk2']));
});

const BOXES = Array.from(
  { length: 6 },
  (_, i) => `<input class=b maxlength=1 aria-label="Digit ${i + 1}">`,
).join('');
/** Boxes of a code that the page empties once all are full, and with each character. */
const emptied = [
  `const code = b.map((one) => one.value).join(''); if (code.length === 6) { o.textContent = document.title = 'Wrong: ' + code; b.map((one) => { one.value = '' }) }`,
  "all += b[i].value; b[i].value = ''; o.textContent = document.title = 'So far: ' + all",
].map((then) =>
  page(`<fieldset><legend>Enter the 6-digit code</legend>${BOXES}</fieldset><p id=o></p><script>let all = ''; const b = [...document.querySelectorAll('.b')];
    b.map((one, i) => one.addEventListener('input', () => { b[(i + 1) % 6].focus(); ${then} }))</script>`),
);

test.each<[how: string, boxes: number, give: (code: string) => Promise<unknown>]>([
  [
    'by a command for each box',
    0,
    async (code) => {
      const answers: unknown[] = [];
      for (const [i, digit] of [...code].entries())
        answers.push(await session.type(`Digit ${i + 1}`, digit).catch((error) => String(error.stack)));
      return answers;
    },
  ],
  ['at the focus', 1, (code) => session.run(`for (const c of '${code}') await page.keyboard.type(c)`)],
  ['as texts', 0, (code) => session.run(`for (const c of '${code}') await page.keyboard.insertText(c)`)],
])('nor a code that is given %s, of which the page empties the boxes', async (how, boxes, give) => {
  routes['/'] = emptied[boxes] as string;
  await session.navigate(`${here.origin}/`);
  await session.focus('Digit 1');
  // Given twice, as after a mistake: where the second begins is not known either.
  for (const code of [7, 8].map((n) => `${n}0${how.length}${n}9364`.slice(0, 6))) {
    const answers = JSON.stringify(await give(code));
    expect(await session.page.evaluate('document.title')).toContain(code);
    expect(findParts(answers + (await written()), code)).toEqual([]);
  }
});

test('nor what is typed in pieces, with other keys between, where the page empties the field each time', async () => {
  routes['/'] = reacts(
    "if (v) p.value = ''; o.textContent = document.title = (o.dataset.all = (o.dataset.all ?? '') + v)",
  ).replace(
    'addEventListener',
    "addEventListener('keydown', (e) => { if (e.key === 'Backspace') o.dataset.all = o.dataset.all.slice(0, -1) }); p.addEventListener",
  );
  const typed: string[] = [];
  let answered = '';
  for (const script of [
    "for (const part of ['kUm', 'qUa', 't7Z']) await page.keyboard.type(part)",
    "for (const part of ['pOm', 'eLo', '8rX']) await page.getByLabel('Password').pressSequentially(part)",
    "for (const c of 'tAnGe9R') { const hold = c < 'a' ? 'down' : 'up'; await page.keyboard[hold]('Shift'); await page.keyboard.press(c) }",
    "for (const c of ['j', 'A', '3', 'k', 'Backspace', 'm', 'b', '6', 'V']) await page.keyboard.press(c)",
    "for (const c of ['KeyW', 'KeyD', 'Digit5', 'KeyN', 'KeyR']) await page.keyboard.press(c)",
    "for (const c of ['q', 'Period', 'Shift+Digit1', 'Minus', 'Shift+2', 'Slash', 'Shift+Comma', 'm']) await page.keyboard.press(c)",
  ]) {
    await session.navigate(`${here.origin}/`);
    await session.focus('Password');
    answered += JSON.stringify((await session.run(script, { timeoutMs: 200_000 })).text) + (await written());
    typed.push(String(await session.page.evaluate('o.dataset.all')));
  }
  expect(typed.map(({ length }) => length)).toEqual([9, 9, 7, 7, 5, 8]);
  expect(typed.flatMap((value) => findParts(answered, value))).toEqual([]);
});

test('nor one of quotes, blanks and letters of any script, as bodies, scripts and addresses write it', async () => {
  const value = 'Kq"7\\vR<b>&\'x 9+\u00e9%Zt \u4e2d';
  routes['/'] = reacts(`p.value = ''; (async () => {
    const said = (q, options) => fetch('/quoted?q=' + encodeURIComponent(q), options).then((r) => r.text());
    o.textContent = await said(v, { method: 'POST', body: JSON.stringify({ note: v }) });
    document.title = await said(v, { method: 'POST', body: new URLSearchParams({ note: v }) });
    console.log({ v }, [v], v); console.error(JSON.stringify(v)); o.title = escape(v); o.dataset.v = encodeURI(v);
    o.innerHTML += '<pre></pre><script type=application/json></' + 'script>'; o.lastChild.textContent = JSON.stringify([v]);
    o.querySelector('pre').textContent = JSON.stringify({ v }, null, 2); location.hash = v; o.append('.') })()`);
  routes['/quoted'] = (request, response) => {
    const said = new URL(request.url ?? '', 'http://host').searchParams.get('q') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ note: said, html: `<p title="${said.replaceAll('"', '&quot;')}">${said}</p>` }),
    );
  };
  await session.navigate(`${here.origin}/`);
  const answer = String(await session.fill('Password', value).catch((error) => error.stack));
  await session.waitFor({ text: '.', timeoutMs: 60_000 });
  const written = await logged();
  const read =
    answer + JSON.stringify(written) + JSON.stringify(await session.look({ view: 'html', full: true }));
  // Each part is of no other text here but an address in a message of the browser itself.
  const said = read.replaceAll(/goo\.gl\/\w+/g, '');
  expect(['Kq', 'vR', 'Zt'].filter((part) => new RegExp(`${part}(?![a-z])`).test(said))).toEqual([]);
});

test.each<[how: string, give: (value: string) => Promise<unknown>]>([
  ['an option', (value) => session.selectOption('Number', value)],
  ['one of a form', (value) => session.fillFields({ Number: value })],
])('nor what is given as %s to a list that is a field for secrets', async (how, give) => {
  const value = `4929 1182 ${how.length % 10}371 6604`;
  routes['/'] = reacts(
    "p.value = ''; o.textContent = document.title += v + ';'",
    '<label>Number <input id=p role=combobox autocomplete=cc-number></label>',
  );
  await session.navigate(`${here.origin}/`);
  const answer = await give(value).catch((error) => String(error.stack));
  expect(await session.page.title()).toContain(value);
  expect(findParts(JSON.stringify(answer) + (await written()), value)).toEqual([]);
});

test('nor the address of a tab that does not answer', async () => {
  const value = 'correct horse battery staple';
  routes['/'] = page('<label>Password <input id=p type=password></label>');
  routes[`/u/${encodeURIComponent(value)}`] = page('<script>for (;;);</script>');
  await session.navigate(`${here.origin}/`);
  await session.fill('Password', value);
  await session.page.evaluate(`window.open('${other()}/u/' + encodeURIComponent(p.value)) && 1`);
  const tabs = async (): Promise<string> => JSON.stringify(await session.tabs());
  await expect.poll(tabs, { timeout: 10_000 }).toContain('/u/');
  expect(await tabs()).not.toContain('horse');
  const opened = (await session.tabs()).find(({ url }) => url.includes('/u/'));
  await session.closeTab(opened?.number);
});
