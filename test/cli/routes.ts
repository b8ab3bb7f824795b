import type { Handler } from '../support/startServer.ts';

const send =
  (type: string, body: string): Handler =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  };

/** Paragraphs of a large page, in characters of one to four bytes: some 300,000 of them. */
export const paragraphs = Array.from({ length: 300 }, (_, i) =>
  `Absatz ${i}: ${`wörd${i}漢字😀 `.repeat(80)}`.trim(),
);

/** The pages of these tests. */
export const routes: Record<string, string | Handler> = {
  '/': `<!doctype html><title>Shop</title>
    <header><nav aria-label="Primary"><a href="/two">Two</a> <a href="/">Home</a></nav></header>
    <main><h1>Shop</h1><h2>Offers</h2><p>Only today</p><button>Add to cart</button></main>`,
  '/two': '<!doctype html><title>Second page</title><main><h1>Second</h1><p>The second page</p></main>',
  '/large': `<!doctype html><title>Large</title><main><p>${paragraphs.join('<p>')}</main>`,
  '/alert':
    '<!doctype html><title>Alert</title><p>after</p><script>setTimeout(() => alert("Saved"), 0)</script>',
  '/loop': (_, response) => {
    response.writeHead(302, { location: '/loop' });
    response.end();
  },
  '/pdf': send('application/pdf', '%PDF-1.4\ntrailer<</Root 1 0 R>>'),
  '/xml': send('application/xml', '<list><item>first item</item></list>'),
  '/nagging':
    '<!doctype html><title>Nagging</title><p>hello</p><script>setInterval(() => alert("again"), 20)</script>',
  '/members': (request, response) => {
    if (request.headers.authorization)
      return send('text/html', '<title>Members</title><p>welcome')(request, response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="members"' });
    response.end();
  },
  '/nothing': (_, response) => {
    response.writeHead(204);
    response.end();
  },
  '/rows': `<!doctype html><title>Rows</title><main><table>${Array.from({ length: 20 }, (_, i) => `<tr><td>Row ${i}<td>Cell ${i}`).join('')}</table></main>`,
  // Never answers.
  '/silent': () => undefined,
  // Answers, but never ends.
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(
      `<!doctype html><title>Endless</title><main><p>What there is so far</p>${' '.repeat(2_000)}`,
    );
  },
  // Leaves for another page, again and again, while it is read.
  '/restless': `<!doctype html><title>Restless</title><p>on the move</p>
    <script>setTimeout(() => location.replace("/restless?" + Math.random()), 1)</script>`,
};
