import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import type { DomQueryOptions, Log, Session } from '../../packages/sightline/src/session/Session.ts';
import { type Canary, canary, digitCanary, findCanaries } from '../support/canary.ts';
import { byId, decode } from '../support/decode.ts';
import { escapeHtml, fieldsHtml, secretFields } from '../support/secretFields.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

// Nothing that was typed or put into a field that takes a secret is ever written, by anything that writes. What
// is added to Sightline and writes something (a trace, a report, the result of an action) is added to `writeAll`.

const routes: Record<string, string | Handler> = {};
let here: TestServer;
let there: TestServer;
let session: Session;
const logged: unknown[] = [];
let folder: string;
beforeAll(async () => {
  const log: Log = (entry) => logged.push(entry);
  [session, here, there] = await Promise.all([
    shareSession({ log }),
    startServer(routes),
    startServer(routes),
  ]);
  folder = mkdtempSync(join(tmpdir(), 'sl-canary-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([session?.close(), here?.close(), there?.close()]);
});

let pages = 0;
/** Serves the HTML and opens it, under a new address or the one given. */
async function open(html: string, query = ''): Promise<string> {
  const path = `/${++pages}`;
  routes[path] = `<!doctype html><meta charset=utf-8><title>Test</title>${html}`;
  const { url, title } = await session.navigate(here.origin + path + query);
  return `${url} ${title}`;
}

const otherSite = (): string => there.origin.replace('127.0.0.1', 'localhost');

const properties =
  'value defaultValue textContent innerText innerHTML outerHTML validationMessage valueAsNumber textLength title ariaLabel dataset className label text href nonce selected'.split(
    ' ',
  );
const domQueries: [string, DomQueryOptions][] = [
  [
    'input, textarea, select, option, output, a, meta, [contenteditable], [contenteditable] *',
    { properties },
  ],
  ['html', { includeChildren: true, maxDepth: 5, properties }],
  ['script, style, template, p, div, iframe', { includeStyles: true }],
];

/** Everything that writes, in one text. */
async function writeAll(): Promise<string> {
  const written: string[] = [];
  const write = (...parts: unknown[]): void => {
    for (const part of parts) written.push(typeof part === 'string' ? part : JSON.stringify(part));
  };
  for (const view of ['outline', 'flat', 'summary', 'minimal', 'json'] as const)
    for (const style of ['compact', 'markup'] as const) {
      const { text, data, snapshot } = await session.look({ view, style, full: true });
      write(text, data, snapshot, (await session.look({ view, style, interactiveOnly: true })).text);
    }
  for (const htmlMode of ['full', 'structure', 'minimal', 'interactive-only'] as const)
    write((await session.look({ view: 'html', htmlMode })).text);
  write((await session.look({ view: 'json', locators: true })).text);
  for (const [selector, options] of domQueries)
    write(await session.queryDom(selector, { ...options, pierceShadow: true }));
  write(await session.console({ all: true, maxTokens: 100_000 }));
  const { data: requested } = await session.network({ all: true, maxTokens: 100_000 });
  write(requested);
  for (const { number } of requested.requests as { number: number }[])
    write(await session.network({ number, maxTokens: 100_000 }));
  write(await session.pageTools(undefined, { maxTokens: 100_000 }));
  const context = fakeContext({
    cwd: folder,
    session: () => session,
    openSession: async () => session,
    takeNotices: () => session.takeNotices(),
  });
  const commands: [tool: string, input: object][] = [
    ['look', { save: 'page.json', full: true }],
    ['get_page_summary', {}],
    ['list_headings', {}],
    ['get_region', { landmark: 'MAIN', content: 'full' }],
    ['get_region', { landmark: 'MAIN', content: 'text' }],
    ['get_region', { landmark: 'NOWHERE' }],
    ['get_element_details', { index: 1, locators: true }],
    ['explain', { target: 'input' }],
    ['explain', { target: 'nothing like that' }],
    ['tabs', {}],
    ['tabs', { number: 99 }],
    ['screenshot', { output: 'page.png' }],
    ['screenshot', { output: 'page.txt' }],
    ['screenshot', { output: 'numbers.png', numbers: true }],
    ['screenshot', { output: 'element.png', element: 1, timeoutMs: 2_000 }],
    ['screenshot', { output: 'page.png', color: 'Kvq-none' }],
    // These leave the page.
    ['open', { url: 'http://bob:Kvq-secret@[/' }],
    ['open', { url: 'http://127.0.0.1:1/?password=Kvq-secret' }],
    ['look', {}],
    ['tabs', {}],
  ];
  for (const [i, [tool, input]] of commands.entries()) {
    const { error, out, err } = await executeTool(toolNamed(tool), input, context, i % 2 === 0);
    write(out, err, error ? [error, error.stack, error.message] : '');
  }
  write(readFileSync(join(folder, 'page.json'), 'utf8'), readFileSync(join(folder, 'page.png'), 'latin1'));
  write(await session.locator(9_999).catch((error) => [error, error.stack]));
  write(session.takeEvents(), await session.tabs(), logged);
  return written.join('\n');
}

const canaries = Object.keys(secretFields).map((_, n) => canary(n));
const valueOf = (n: number): string => (canaries[n] as Canary).value;

/** Nothing of them, and that they are there at all was shown. */
async function expectNoSecret(secrets: Canary[], alsoWritten = ''): Promise<string> {
  const written = (await writeAll()) + alsoWritten;
  expect(findCanaries(written, secrets)).toEqual([]);
  expect(/.{80}Kvq-secret.{20}/s.exec(written)?.[0]).toBeUndefined();
  return written;
}

describe('a secret in every field that takes one', () => {
  test('that the page brings with it', async () => {
    await open(`<main><h1>Fields</h1>${fieldsHtml(valueOf)}</main>`);
    await session.page.evaluate("document.querySelector('[data-show]').type = 'text'");
    const rows = decode((await session.look()).snapshot);
    await expectNoSecret(canaries);
    const values = rows.filter(({ attributes, tag }) => tag !== 'button' && attributes['.value']);
    expect(values.map(({ attributes }) => attributes['.value'])).toEqual(canaries.map(() => '[filled]'));
  });

  test('that a person types', async () => {
    await open(`<main><h1>Fields</h1>${fieldsHtml(() => '')}</main>`);
    const typed = canaries.map((_, n) => canary(n, false));
    for (const [n, { value }] of typed.entries())
      await session.page.locator(`[data-n="${n}"]`).pressSequentially(value);
    await session.page.evaluate("document.querySelector('[data-show]').type = 'text'");
    await expectNoSecret(typed);
  });

  test('that a script sets, and changes between two looks', async () => {
    await open(`<main><h1>Fields</h1>${fieldsHtml(() => '')}</main>`);
    const set = (values: string[]) =>
      session.page.evaluate(
        `for (const [n, value] of ${JSON.stringify(values)}.entries()) {
          const field = document.querySelector('[data-n="' + n + '"]');
          if ('value' in field) { field.value = value; field.setAttribute('value', value); } else field.textContent = value;
        }`,
      );
    await session.look();
    await set(canaries.map((_, n) => canary(n + 40).value));
    await session.look();
    await set(canaries.map(({ value }) => value));
    await expectNoSecret([...canaries, ...canaries.map((_, n) => canary(n + 40))]);
  });

  test('hidden inputs and choices of a card', async () => {
    const [hidden, month] = [canary(1), canary(2)] as const;
    await open(`<main><input type=hidden name=csrf_token value="${escapeHtml(hidden.value)}">
      <select autocomplete=cc-exp-month><option>01<option selected>02</select><button>Pay</button></main>`);
    const rows = decode((await session.look()).snapshot);
    await expectNoSecret([hidden, month]);
    expect(rows.filter(({ tag, attributes }) => tag === 'option' && attributes['.selected'])).toEqual([]);
  });

  test('short ones, in names and messages about the field', async () => {
    const pin = 'q7z';
    await open(`<main><input id=pw type=password value=${pin} data-state=${pin} title="is ${pin}" aria-description=${pin}>
      <button aria-labelledby=pw>x</button><b id=pin-x contenteditable>${pin}</b><button aria-labelledby=pin-x>y</button><button>Send <input type=password value=${pin}></button><button>Say <b contenteditable aria-label=Pin>${pin}</b></button>
      <label for=email>Code <input autocomplete=one-time-code value=${pin}></label><input id=email>
      <input id=mail autocomplete=one-time-code type=email required><input id=least name=pin minlength=5></main>`);
    await session.page.locator('#mail').pressSequentially(`${pin}@`);
    await session.page.locator('#least').pressSequentially(pin);
    await session.page.press('#least', 'Tab');
    const rows = decode((await session.look()).snapshot);
    const output = JSON.stringify(
      rows.map(({ name, text, attributes }) => [name, text, Object.values(attributes)]),
    );
    expect(output).not.toContain(pin);
    const { text, data } = await session.queryDom('main, main *', { properties });
    expect(text + JSON.stringify(data)).not.toContain(pin);
    expect(byId(rows, 'least').attributes['.validation']).toMatch(/5 characters or more\.?$/);
  });

  test('the boxes of a code, and the code they make', async () => {
    const code = '739482';
    const boxes = [...code].map(
      (digit, i) => `<input maxlength=1 inputmode=numeric aria-label="Digit ${i + 1}" value=${digit}>`,
    );
    await open(`<main><p>Enter it</p><div>${boxes.join('')}</div><p>You typed ${code}</p></main>`);
    const { text, snapshot } = await session.look();
    expect(text).not.toContain(code);
    expect(decode(snapshot).flatMap(({ attributes }) => attributes['.value'] ?? [])).toEqual(
      [...code].map(() => '[filled]'),
    );
  });
});

test('in frames of every kind, and in open and closed shadow roots', async () => {
  const secrets = Array.from({ length: 7 }, (_, n) => canary(n));
  const field = (n: number) =>
    `<label>Passwort <input value="${escapeHtml(secrets[n]?.value ?? '')}"></label>`;
  const echo = (n: number) => `${field(n)}<p>${escapeHtml(secrets[n]?.value ?? '')}</p>`;
  routes['/same'] = echo(0);
  routes['/port'] = echo(1);
  routes['/site'] = echo(2) + `<iframe src="${here.origin}/deep"></iframe>`;
  routes['/deep'] = echo(3);
  await open(`<main><iframe src=/same></iframe><iframe src="${there.origin}/port"></iframe><iframe src="${otherSite()}/site" height=400></iframe>
    <iframe sandbox srcdoc="${escapeHtml(echo(4))}"></iframe><div id=opened></div><x-closed style="display:block"></x-closed></main>
    <script>opened.attachShadow({mode: 'open'}).innerHTML = ${JSON.stringify(echo(5))};
    customElements.define('x-closed', class extends HTMLElement {
      constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = ${JSON.stringify(echo(6))}; } })</script>`);
  const { text } = await session.look();
  expect(text.match(/Passwort/g)?.length).toBeGreaterThanOrEqual(7);
  await expectNoSecret(secrets);
});

test.each(['open', 'closed'])('in a shadow root that is %s and new, beside other secrets', async (mode) => {
  await open(`<label>Enter the 6-digit code <input autocomplete=one-time-code value=482913></label><button onclick=show()>Show</button>
    <script>function show() {
      document.body.append(document.createElement('div'));
      document.body.lastElementChild.attachShadow({ mode: '${mode}' }).innerHTML =
        '<input type=password value=Zq7vXk4Tr9><button title="Key Zq7vXk4Tr9">Copy Zq7vXk4Tr9</button>';
      console.log('is Zq7vXk4Tr9');
    }
    addEventListener('load', show)</script>`);
  const first = (await session.look()).text;
  expect(first).toContain('Copy [filled]');
  const { text } = await session.click('Show');
  const logged = JSON.stringify(await session.console());
  expect(first + text + logged).not.toContain('Zq7v');
});

test('what a page keeps in attributes whose names say so', async () => {
  const secrets = Array.from({ length: 6 }, (_, n) => canary(n));
  const written = secrets.map(({ value }) => escapeHtml(value)) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await open(`<meta name=csrf-token content="${written[0]}"><main data-api-key="${written[1]}" data-session-id="${written[2]}">
    <div data-xsrf="${written[3]}"></div><a href="/?access_token=${encodeURIComponent(secrets[4]?.value ?? '')}">Link</a>
    <input type=hidden value="${written[5]}"></main>`);
  const answer = await session.queryDom('*', { properties: [...properties, 'content'] });
  expect(findCanaries(JSON.stringify(answer), secrets)).toEqual([]);
  expect(JSON.stringify(answer.data)).toContain('"data-api-key":"[filled]"');
});

test('no question for an attribute that captures do not hold shows a secret that is repeated in it', async () => {
  await open('<input id=pw type=password value=hunter><input name=plan value=basic>');
  await session.page.evaluate("document.querySelector('[name=plan]').setAttribute('data-copy', pw.value)");
  for (const [guess, total] of Object.entries({ 'h*': 0, '*unte*': 0, hunter: 0, '*': 1 }))
    expect((await session.query({ attributes: { 'data-copy': guess } })).data.total).toBe(total);
  // A test of a selector still finds what is no secret.
  for (const [selector, total] of Object.entries({
    '[value^=b]': 1,
    '[value^=h]': 0,
    'input:not([value^=h])': 2,
  }))
    expect((await session.queryDom(selector)).data.data.totalMatchCount).toBe(total);
});

describe('a toggle that shows the password', () => {
  const secret = canary(1);
  const field = '<input id=x1 type=password>';
  const type = (selector: string, { value } = secret) =>
    session.page.locator(selector).pressSequentially(value);

  test('that was used after a look, and takes more typing', async () => {
    await open('<main><form><input id=x1></form></main>');
    await session.look();
    await session.page.evaluate("x1.type = 'password'");
    await session.page.evaluate("x1.type = 'text'");
    await type('#x1');
    await expectNoSecret([secret]);
  });

  test('that was used before any look, and is shown by its button alone', async () => {
    await open('<a href=/later>Later</a>');
    routes['/later'] =
      `<main><form>${field}<button type=button onclick="x1.type='text'; this.textContent='Hide password'">Show password</button></form></main>`;
    // Not by the session, which would know the page from its beginning.
    await session.page.click('a');
    await type('#x1');
    await session.page.click('button');
    await expectNoSecret([secret]);
  });

  test('that shows a twin, into which a person goes on typing', async () => {
    await open(`<main><form>${field}</form><div><input id=x2 hidden></div><p id=echo></p></main>`);
    await type('#x1');
    await session.page.evaluate('x2.value = x1.value; x2.hidden = false; x1.hidden = true');
    await session.look();
    await type('#x2', canary(2));
    await session.page.evaluate('echo.textContent = x2.value');
    await expectNoSecret([secret, canary(2)]);
  });

  test('that replaces the field, inside a shadow root too', async () => {
    for (const root of ['document.querySelector("main")', 'host.attachShadow({mode: "open"})']) {
      await open(
        `<main><p id=host></p></main><script>var root = ${root}; root.innerHTML = '<div>${field}</div><p>At last</p>'</script>`,
      );
      await session.look();
      await session.page.evaluate(`{ const old = root.querySelector('input');
        old.value = ${JSON.stringify(secret.value)};
        const twin = document.createElement('input'); twin.value = old.value; old.replaceWith(twin) }`);
      await expectNoSecret([secret]);
    }
  });

  test('an echo outlives what is typed over it, what a page set and what a field began with', async () => {
    const others = [secret, canary(2)];
    const opened =
      await open(`<main><form><label>Password <input id=x1 type=password value="${escapeHtml(secret.value)}"></label>
      <label>Key <input id=x2 type=password></label></form><p id=echo></p><p id=more></p></main><script>
      x2.value = ${JSON.stringify(canary(2).value).replaceAll('<', '\\u003c')}; echo.textContent = 'It is ' + x1.value; more.textContent = 'Or ' + x2.value</script>`);
    const answers = [
      await session.fill('Password', 'another-77-one'),
      await session.fill('Key', 'other-99-key'),
    ];
    answers.push(await session.fill('Key', ''));
    expect(findCanaries(JSON.stringify(answers), others)).toEqual([]);
    const written = await expectNoSecret(others, opened);
    expect(written).toContain('It is [filled]');
  });

  test('an echo outlives the field that was emptied', async () => {
    await open(`<main><form>${field}<input id=x2></form><output id=echo></output></main>`);
    await session.look();
    await type('#x1');
    await session.page.focus('#x2');
    await session.page.evaluate("echo.textContent = 'You typed ' + x1.value; x1.value = ''");
    const written = await expectNoSecret([secret]);
    expect(written).toContain('You typed [filled]');
  });
});

describe('what repeats a secret', () => {
  const echoes = (value: string) => `
    const v = ${JSON.stringify(value)}, e = encodeURIComponent(v);
    for (const key of ['title', 'aria-label', 'aria-description', 'data-state', 'data-value', 'alt', 'placeholder']) {
      pw.setAttribute(key, v); other.setAttribute(key, 'is ' + v); button.setAttribute(key, v); }
    pw.setAttribute('value', v); other.value = 'pre ' + v; area.value = v; editing.textContent = v;
    document.title = 'Hello ' + v; live.textContent = 'Strong: ' + v; output.value = v;
    link.href = '/x?q=' + e; link.textContent = 'Go'; history.replaceState(null, '', '?q=' + e + '#' + e);
    option.textContent = v; svg.textContent = v; made.dataset.v = v; basic.href = '/b/' + btoa(unescape(e));
    long.textContent = 'x'.repeat(9990) + v; cut.title = 'x'.repeat(190) + v;
    pw.setCustomValidity('Not ' + v); pw.reportValidity();
    frame.src = 'about:blank?' + e; pre.textContent = 'line\\n' + v; quote.textContent = JSON.stringify({v});`;
  const html = `<style>#made::after{content:attr(data-v)}</style><main><h1>Echo</h1><form><input id=pw type=password required></form>
    <p><input id=other aria-describedby=live><textarea id=area></textarea><button id=button>B</button><p id=live role=status></p><output id=output></output>
    <div id=editing contenteditable></div><a id=link></a><a id=basic>Basic</a><select><option id=option></select><svg width=90 height=20><text id=svg y=15></text></svg>
    <p id=made>made </p><p id=long></p><i id=cut>cut</i><iframe id=frame></iframe><pre id=pre></pre><p id=quote></p><p>${'word '.repeat(9)}</p></main>`;

  test('in text, attributes, titles, addresses and other fields', async () => {
    const secret = canary(1);
    const opened = await open(html);
    await session.page.fill('#pw', secret.value);
    await session.page.evaluate(echoes(secret.value));
    const written = await expectNoSecret([secret], opened);
    for (const words of ['Strong: [filled]', 'Hello [filled]', 'pre [filled]', 'made[filled]', '?q=[filled]'])
      expect(written.includes(words), words).toBe(true);
  });

  test('in a line that is broken by what is hidden, annotates it or stands elsewhere, and in attributes for words of HTML', async () => {
    const secret = { value: 'Zq7vXk4Tr9', pieces: ['Zq7vXk', '4Tr9', 'q7vX'] };
    const between = [
      '<i hidden>x</i>',
      ...[
        'display:none',
        'visibility:hidden',
        'opacity:0',
        'font-size:0',
        'position:absolute',
        'float:right',
        'clip-path:inset(100%)',
      ].map((style) => `<i style="${style}">x</i>`),
      ...['position:relative;left:-9999px', 'display:inline-block;width:0;height:0;overflow:hidden'].map(
        (style) => `<i style="${style}">x</i>`,
      ),
      '<select hidden><option>x</select>',
      '<canvas width=0 height=0>x</canvas>',
    ];
    const lines = between.flatMap((one) => [
      `<p>${secret.value.slice(0, 6)}${one}${secret.value.slice(6)}</p>`,
      `<p>${[...secret.value].join(one)}</p>`,
      `<p>${Array.from(secret.value, (letter) => `<b>${letter}</b>`).join(one)}</p>`,
    ]);
    // As Base64: the body of the answer has nothing of its styles, by which alone it is one text.
    await open(`<main><input type=password value="${secret.value}"><script>document.write(atob('${btoa(lines.join(''))}'))</script>
      <p id=q></p><a href=/x type="${secret.value}" aria-${secret.value}=true>Link</a><input autocomplete="section-${secret.value} name">
      <script>q.innerHTML = atob('${btoa(`<ruby>${secret.value.slice(0, 6)}<rt>a</rt>${secret.value.slice(6)}<rt>b</rt></ruby>`)}')</script><p>Seen</p></main>`);
    const written = await expectNoSecret([secret]);
    expect(written).toContain('Seen');
  });

  test('each of several in one line, with whatever other texts each is read', async () => {
    const [long, other] = ['Zq7vXk4Tr9Wp2Nd6', 'Hn3wBm8Ls2'];
    const lines = [1, 2, 4].flatMap((times) => [
      `<p>${`<b>${long}</b> `.repeat(times)}<b>Hn3wB</b><i hidden>x</i><b>m8Ls2</b> tail</p>`,
      `<p>${`<b>${long}</b> `.repeat(times)}Hn3<i style="font-size:0">x</i>wBm8Ls2 tail</p>`,
      `<p>Hn3wB<i hidden>x</i>m8Ls2 ${`and <b>${long}</b> `.repeat(times)} tail</p>`,
      `<p>Zq7vXk4T<i hidden>${other}</i>r9Wp2Nd6 ${`${other} `.repeat(times)} tail</p>`,
    ]);
    await open(`<main><input type=password value=${long}><label>Code <input autocomplete=one-time-code value=${other}></label>
      <p>9</p>${lines.join('')}</main>`);
    const { text } = await session.look({ view: 'flat', full: true });
    const { data } = await session.queryDom('p', { properties: ['textContent'] });
    for (const said of [text, JSON.stringify(data)]) {
      expect(said.match(/tail/g)?.length).toBeGreaterThanOrEqual(lines.length);
      // Nothing is left of them, and nothing is taken of what stands beside them.
      expect(said.replaceAll('[filled]', '').match(/[ZqvXkTrWpNdHnBmLs]\d|\d[vXTWNBL]/)).toBeNull();
      expect(said).toMatch(/\[filled\](?:x|<[^>]*>)? and (?:<b>)?\[filled\]/);
    }
  });

  test('in items that stand in an order of their own', async () => {
    const [first, last] = ['Zq7vX', 'k4Tr9'];
    await open(`<main><input type=password value="${first}${last}"><p>Seen</p>
      <div style="display:flex"><i style="order:1">${last}</i><i>${first}</i></div>
      <div style="display:flex;flex-direction:row-reverse;justify-content:flex-end">${Array.from(
        first + last,
        (one) => `<i>${one}</i>`,
      )
        .reverse()
        .join('')}</div></main>`);
    for (const view of ['outline', 'flat', 'html', 'json'] as const) {
      const { text } = await session.look({ view, full: true });
      expect(text.replace(/[\s|"]|<.*?>/g, '')).not.toContain(`${first}${last}`);
      expect(text).toContain('Seen');
    }
  });

  test('a card number, however its digits are grouped', async () => {
    const card = digitCanary(1);
    await open(`<main><input id=f autocomplete=cc-number value=${card.value}><p>Pay with ${card.value.replace(/\d{4}(?=\d)/g, '$& ')}</p>
      <p>or ${card.value.replace(/\d{4}(?=\d)/g, '$&-')}, which ends in ${card.value.slice(-4)}</p></main>`);
    const written = await expectNoSecret([card]);
    expect(written).toContain(`which ends in ${card.value.slice(-4)}`);
  });

  test('in dialogs, and in a title that a navigation brings', async () => {
    const secret = canary(1);
    const opened = await open(`<input type=password value="${escapeHtml(secret.value)}"><script>
      const v = document.querySelector('input').value; document.title = v; alert('Your password is ' + v); confirm(v); prompt('Sure?', v)</script>`);
    const { title } = await session.reload();
    const events = JSON.stringify(session.takeEvents());
    expect(events).toContain('Your password is [filled]');
    await expectNoSecret([secret], opened + title + events);
  });

  test('in the address of a form that was sent by GET', async () => {
    const secret = canary(1);
    await open(
      `<form action=/sent><input name=user><input name=userPassword type=password><button>Send</button></form>`,
    );
    routes['/sent'] =
      '<main><h1>Sent</h1><a href="">again</a><a href="/r?resetToken=Kvq9999">reset</a></main>';
    await session.page.fill('[name=userPassword]', secret.value);
    await session.page.click('button');
    await session.page.waitForURL('**/sent?**');
    await session.page.evaluate("document.querySelector('a').href = location.href");
    const { url } = await session.reload();
    expect(url).toMatch(/\?user=&userPassword=\[filled\]$/);
    await expectNoSecret([secret, { value: 'Kvq9999', pieces: ['Kvq9999'] }], url);
  });

  test('not where it is a word of the page, or only a part of one', async () => {
    await open(
      '<main><input type=password value=pass><p>Password, passport, compass</p><input type=hidden value=English><p>English</p></main>',
    );
    const { text } = await session.look();
    expect(text).toContain('Password, passport, compass');
    expect(text).toContain('English');
  });
});

describe('what actions answer', () => {
  /** Answers and errors, as a library's caller and as a command's sees them. */
  async function outputOf(...work: Promise<unknown>[]): Promise<string> {
    const all = await Promise.all(
      work.map((one) => one.catch((error) => [error, error.stack, error.hint, String(error.cause ?? '')])),
    );
    return JSON.stringify(all);
  }

  /** The number of a field. */
  async function numberOf(selector: string): Promise<number> {
    return Number(/\[(\d+)\]/.exec((await session.explain(`css=${selector}`)).text)?.[1]);
  }

  test('in every field that takes one: filled, typed into, read', async () => {
    await open(`<main><h1>Fields</h1>${fieldsHtml(() => '')}</main>`);
    const typed = canaries.map((_, n) => canary(n, false));
    const answers: string[] = [];
    for (const [n, { value }] of typed.entries()) {
      // Each kind of field is shown by the same few ways: a third of them shows those.
      if (n % 3 > 0) continue;
      const number = await numberOf(`[data-n="${n}"]`);
      const act = n % 2 === 0 ? session.fill(number, value) : session.type(number, value);
      answers.push(await outputOf(act), await outputOf(session.getValue(number), session.getText(number)));
      if (n % 9 === 0)
        answers.push(
          await outputOf(session.type(number, 'x', { clear: false }), session.press('Tab', number)),
        );
    }
    expect(answers.join()).toContain('filled');
    expect(findCanaries(answers.join('\n'), typed)).toEqual([]);
    await expectNoSecret(typed);
  });

  test('a field that does not take it, and says why', async () => {
    const secrets = [canary(1, false), canary(2, false), digitCanary(3)] as const;
    await open(`<main><label>Password <input id=a type=password oninput="this.value += 'x'; this.setCustomValidity('Not ' + this.value); bad.textContent = 'Not ' + this.value; console.error(this.value)"></label><a id=bad href=#>bad</a>
      <label>Card number <input id=b name=card_number maxlength=4></label><label>Card number <input id=c type=number autocomplete=cc-number></label>
      <label>Password <input id=d type=password readonly></label><label>Passwort <select id=e><option>1</select></label></main>`);
    const answers = [
      await outputOf(session.fill(await numberOf('#a'), secrets[0].value, { timeoutMs: 1_000 })),
      await outputOf(session.type(await numberOf('#a'), secrets[0].value)),
      await outputOf(session.fill(await numberOf('#b'), secrets[1].value)),
      await outputOf(session.fill(await numberOf('#c'), `x${secrets[2].value}`)),
      await outputOf(session.fill(await numberOf('#d'), secrets[0].value, { timeoutMs: 300 })),
      await outputOf(session.selectOption(await numberOf('#e'), secrets[0].value)),
      await outputOf(session.selectOption(await numberOf('#a'), secrets[0].value)),
      await outputOf(session.getText(await numberOf('#bad')), session.getValue(await numberOf('#a'))),
    ];
    for (const code of ['not_accepted', 'invalid_argument', 'not_editable', 'not_found'])
      expect(answers.join()).toContain(code);
    expect(findCanaries(answers.join('\n'), secrets)).toEqual([]);
    await expectNoSecret([...secrets]);
  });

  test('a toggle that shows the password, a mask that formats a card, and a page that repeats both', async () => {
    const [secret, card] = [canary(1, false), digitCanary(2)] as const;
    await open(`<main><form onsubmit="return false"><label>Password <input id=pw type=password></label>
      <button id=eye type=button aria-label="Show password" onclick="pw.type = pw.type === 'text' ? 'password' : 'text'">eye</button>
      <label>Card number <input id=card autocomplete=cc-number oninput="this.value = this.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ')"></label>
      <button id=pay onclick="out.textContent = pw.value + ' / ' + card.value; document.title = pw.value; alert(card.value)">Pay</button></form><a id=out href=#>out</a></main>`);
    const answers = [
      await outputOf(session.fill(await numberOf('#pw'), secret.value)),
      await outputOf(session.click(await numberOf('#eye'))),
      await outputOf(session.type(await numberOf('#pw'), secret.value)),
      await outputOf(session.getValue(await numberOf('#pw'))),
      await outputOf(session.fill(await numberOf('#card'), card.value)),
      await outputOf(session.getValue(await numberOf('#card'))),
      await outputOf(session.click(await numberOf('#pay'))),
      await outputOf(session.getText(await numberOf('#out'))),
    ];
    expect(findCanaries(answers.join('\n'), [secret, card])).toEqual([]);
    await expectNoSecret([secret, card]);
  });

  test('a page that is left with what was typed in its address', async () => {
    const secret = canary(1, false);
    await open(
      '<form action=/sent><label>Password <input id=pw name=pw type=password></label><button id=b>Send</button></form>',
    );
    routes['/sent'] = '<title>Sent</title><main><h1>Sent</h1></main>';
    const answers = [
      await outputOf(session.fill(await numberOf('#pw'), secret.value)),
      await outputOf(session.press('Enter', await numberOf('#pw'))),
    ];
    expect(session.page.url()).toContain('/sent?pw=');
    expect(findCanaries(answers.join('\n'), [secret])).toEqual([]);
  });
});

test('what is cut, or written otherwise, shows no part of a secret', async () => {
  const secret = 'Kvq7;mzrkxr|12secret34wrenz';
  const turned = [...secret].reverse().join('');
  await open(`<input type=password value="${secret}"><main><ol style='list-style-type:"pad pad ${secret}"'><li>one</ol>
    <p>${' '.repeat(19_990)}${secret}</p><button>${'\u200b'.repeat(19_990)}${secret}</button>
    <p><bdo dir=rtl>${'x '.repeat(9_995)}${turned}</bdo></p><input list=all aria-label=Plan><datalist id=all><option value="${secret}"></datalist>
    <button style='font-family:"${secret}"'>Go</button><x-named tabindex=0></x-named></main><script>
    customElements.define('x-named', class extends HTMLElement { constructor() { super(); const internals = this.attachInternals();
      internals.role = 'button'; internals.ariaLabel = 'x '.repeat(497) + ${JSON.stringify(secret)}; } })</script>`);
  const { text, snapshot } = await session.look({ full: true });
  const { text: json } = await session.look({ view: 'json', full: true });
  const written = text + json + JSON.stringify(snapshot);
  expect(text).toContain('Plan');
  expect(/.{0,30}(?:Kvq7|mzrkxr|secret34|wrenz).{0,30}/s.exec(written)?.[0]).toBeUndefined();
});

test('what is no secret is shown', async () => {
  const rows = decode(
    (
      await (async () => {
        await open(`<input id=a type=password><input id=b name=hotpot value=stew><input id=c name=pincode value=12345>
        <label>PIN code<input id=d autocomplete=postal-code value=560001></label><label>Your email, for a new password<input id=e type=email value=a@b.c></label>
        <form><input id=f name=user aria-label=User value=bob><a href=#>Forgot password?</a></form><label>API key<input id=g readonly value=k-123></label>
        <input id=h placeholder="Search keywords" value=red><label>Palabras clave<input id=i value=rojo></label><input id=j name=discount_code value=SAVE10>
        <div><input id=k maxlength=1 value=X><input maxlength=1 value=O></div>`);
        return session.look();
      })()
    ).snapshot,
  );
  const values = 'abcdefghijk'.split('').map((id) => byId(rows, id).attributes['.value']);
  expect(values).toEqual([
    undefined,
    'stew',
    '12345',
    '560001',
    'a@b.c',
    'bob',
    'k-123',
    'red',
    'rojo',
    'SAVE10',
    'X',
  ]);
});

test('nor in the method of a request that fails, in the answer of an action', async () => {
  await open(`<input type=password aria-label=Password value=Zq7vXk4Tr9>
    <button onclick="fetch('/fail', { method: document.querySelector('input').value })">Send</button>`);
  await session.look();
  const { text, data } = await session.click('Send');
  expect(text).toMatch(/requests failed: "\[.*\]" /);
  expect(JSON.stringify([text, data])).not.toContain('Zq7vXk4Tr9');
});
