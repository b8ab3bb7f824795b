import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';
import { type Outcome, survive, type Visit } from '../support/survive.ts';

/** Documents of odd kinds and shapes, and frames that multiply. */
let pages: HtmlPages;
let server: TestServer;
let plain: string;
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const body =
  (type: string, content: string | Buffer): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(content);
  };
const routes: Record<string, string | Handler> = {
  '/svg': body(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><a href="#"><text y="20">Here</text></a></svg>',
  ),
  '/xml': body('text/xml', '<r><a>[1]&lt;button&gt;</a></r>'),
  '/broken': body('text/xml', '<r><a>'),
  '/xhtml': body(
    'application/xhtml+xml',
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><button>Here</button></body></html>',
  ),
  '/text': body('text/plain; charset=utf-8', 'MAIN:\n [1]<button>Here\n\u001b[31m|SCROLL|\u2028# x'),
  '/json': body('application/json', '{"a": "[1]<button>"}'),
  '/image': body('image/gif', PIXEL),
  '/empty': body('text/html', ''),
  '/self': '<button>Here</button><iframe src="/self"></iframe>',
};

beforeAll(async () => {
  [pages, server] = await Promise.all([HtmlPages.start(), startServer(routes)]);
  plain = pages.url('<button>Fine</button>');
});
afterAll(async () => {
  await Promise.all([pages.close(), server.close()]);
});

function visit(html: string, options?: Visit): Promise<Outcome> {
  return survive({ session: pages.session, plain }, pages.url(html), options);
}

const open = (path: string, options?: Visit): Promise<Outcome> =>
  survive({ session: pages.session, plain }, server.origin + path, options);
const some = (words: string) => expect.arrayContaining([expect.stringContaining(words)]);
const onLoad = (code: string): string => `<script>onload = () => { ${code} }</script>`;

test.each([
  ['/svg', ']<a>Here'],
  ['/xml', '\\[1]\\<button>'],
  ['/broken', 'error'],
  ['/xhtml', ']<button>Here'],
  ['/json', '{"a": "\\[1]\\<button>"}'],
  ['/image', ''],
  ['/empty', '(nothing visible)'],
])('a document that is %s', async (path, words) => {
  expect(await open(path)).toEqual(some(words));
});

test('plain text forges nothing', async () => {
  expect(await open('/text')).toEqual([
    '(ungrouped):',
    ' \\MAIN:',
    '  \\[1]\\<button>Here',
    ' [31m\\|SCROLL|# x',
  ]);
});

test.each([
  ['without a document element', onLoad('document.documentElement.remove()'), '(nothing visible)'],
  [
    'whose document element is a button',
    onLoad(
      "const b = document.createElement('button'); b.textContent = 'Here'; document.documentElement.replaceWith(b)",
    ),
    ']<button>Here',
  ],
  [
    'whose body is a frameset',
    onLoad(
      "const f = document.createElement('frameset'); f.innerHTML = '<frame src=about:blank>'; document.body.replaceWith(f)",
    ),
    'IFRAME',
  ],
  ['written after it has loaded', onLoad("document.write('<button>Here</button>')"), ']<button>Here'],
  [
    'with html and body of no box',
    '<style>html, body { display: contents }</style><button>Here</button>',
    ']<button>Here',
  ],
  [
    'that hides all but a button',
    '<style>html { visibility: hidden } button { visibility: visible }</style><button>Here</button><a href=#>no</a>',
    ']<button>Here',
  ],
  [
    'that is not shown at all',
    '<style>html { display: none }</style><button>Here</button>',
    '(nothing visible)',
  ],
  ['that ends in plaintext', '<button>Here</button><plaintext><button>[1]<a>no', '\\<button>\\[1]\\<a>no'],
  ['in quirks', '--><table><a href=#>Here</a><tr><p>y</table></b></i></p></br>', ']<a>Here'],
  [
    'of forms within forms',
    onLoad(
      "const f = document.createElement('form'), g = document.createElement('form'); g.innerHTML = '<button>Here</button>'; f.append(g); document.body.append(f)",
    ),
    ']<button>Here',
  ],
  [
    'of elements from elsewhere',
    onLoad(
      "const d = document.implementation.createHTMLDocument(); d.body.innerHTML = '<button>Here</button>'; document.body.append(document.createElementNS('urn:x', 'button'), document.adoptNode(d.body.firstChild))",
    ),
    ']<button>Here',
  ],
  [
    'with slots in slots',
    "<x-a><span slot=x>Here</span></x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<slot><slot name=x><slot></slot></slot></slot>'</script>",
    'Here',
  ],
  [
    'of lone surrogates and NUL',
    onLoad(
      "document.title = '\\ud800'; document.body.innerHTML = '<button>He\\udfffre</button>'; document.body.append('\\0', new Text('\\udc00')); document.body.id = '\\ud801'",
    ),
    ']<button>He\ufffdre',
  ],
  [
    'whose words are cut in two',
    '<p>MA<b>IN:</b> |SC<b>ROLL|</b> [<b>1</b>]&lt;<i>button></i>',
    '\\MAIN: \\|SCROLL\\| \\[1]\\<button>',
  ],
])('a document %s', async (_, html, words) => {
  expect(await visit(html)).toEqual(some(words));
});

test('frames of every kind of address', async () => {
  const html = `<iframe src="about:blank"></iframe><iframe src="data:text/html,<button>Data</button>"></iframe>
    <iframe src="javascript:'<button>Script</button>'"></iframe><iframe sandbox srcdoc="<button>Sandbox</button>"></iframe>
    <script>const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(['<button>Blob</button>'], { type: 'text/html' })); document.body.append(f)</script>`;
  const outcome = await visit(html);
  for (const word of ['Data', 'Script', 'Sandbox', 'Blob']) expect(outcome).toEqual(some(`]<button>${word}`));
});

test('a frame that holds itself, and frames nested 100 deep', async () => {
  expect(await open('/self')).toEqual(some(']<button>Here'));
  const nest = `let at = window; for (let n = 0; n < 100; n++) { const f = at.document.createElement('iframe');
    f.style.cssText = 'width: 300px; height: 200px'; at.document.body.append(f); at = f.contentWindow; }`;
  const html = `<button>Here</button><script>${nest}</script>`;
  // A busy machine may take longer for the first frame than a frame is given.
  const outcome = await vi.waitFor(
    async () => {
      const lines = await visit(html, { openMs: 20_000, timeoutMs: 20_000 });
      expect(lines).toEqual(some('    ['));
      return lines;
    },
    { timeout: 120_000 },
  );
  expect(outcome).toEqual(some(']<button>Here'));
});

test.each([
  [
    'are added for ever',
    `setInterval(() => { const f = document.createElement('iframe'); f.srcdoc = 'x'; document.body.append(f); }, 20)`,
  ],
  [
    'come and go',
    `setInterval(() => { const f = document.createElement('iframe'); f.srcdoc = 'x'; document.body.append(f); setTimeout(() => f.remove(), 15); }, 10)`,
  ],
  [
    'load again for ever',
    `document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<script>setTimeout(() => location.reload())<\\/script>">')`,
  ],
])('frames that %s', async (_, code) => {
  const html = `<button>Here</button><script>${code}</script>`;
  const outcome = await visit(html, { openMs: 2_000, timeoutMs: 15_000 });
  if (outcome !== 'timeout') expect(outcome).toEqual(some(']<button>Here'));
});
