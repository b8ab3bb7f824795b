import { EventEmitter } from 'node:events';
import type { Frame, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { maskBody, maskHeaders, maskText } from '../../packages/sightline/src/browser/network/maskSecrets.ts';
import { PageLog, parseStackLine } from '../../packages/sightline/src/browser/network/PageLog.ts';
import { matchesUrl } from '../../packages/sightline/src/browser/network/Routes.ts';
import { fitLast, selectLogged } from '../../packages/sightline/src/session/developer/listLogged.ts';
import { renderExchange } from '../../packages/sightline/src/session/developer/renderExchange.ts';
import { structureOf } from '../support/lookalikes.ts';

const body = (text: string, contentType: string): string | undefined =>
  maskBody(Buffer.from(text), contentType);

describe('what is shown of a request', () => {
  it('names cookies, and holds no value of one', () => {
    const headers = [
      { name: 'Cookie', value: 'sid=abc123; theme=dark' },
      { name: 'set-cookie', value: 'sid=abc123; Path=/; HttpOnly\nlang=de; Secure' },
      { name: 'Authorization', value: 'Bearer abcdefghijk' },
      { name: 'x-csrf-token', value: 'abcdefghijk' },
      { name: 'x-request-id', value: '42' },
      { name: 'location', value: 'https://a.example/?code=123456&page=2' },
    ];
    expect(maskHeaders(headers).map(({ value }) => value)).toEqual([
      'sid=[filled]; theme=[filled]',
      'sid=[filled]; Path=/; HttpOnly\nlang=[filled]; Secure',
      '[filled]',
      '[filled]',
      '42',
      'https://a.example/?code=[filled]&page=2',
    ]);
  });

  it.each([
    [
      'application/json; charset=utf-8',
      '{"user":"ann","password":"x\\"y","auth":{"pin":1234,"ok":true},"total_tokens":7}',
      '{"user":"ann","password":"[filled]","auth":{"pin":"[filled]","ok":true},"total_tokens":7}',
    ],
    [
      'application/x-www-form-urlencoded',
      'name=Ann+Lee&user%5Bpassword%5D=a%26b&page=2',
      'name=Ann Lee&user[password]=[filled]&page=2',
    ],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2\r\n--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nwords\r\n--x--\r\n',
      'password=[filled]&f=(file a.txt)',
    ],
    [
      'text/html',
      '<!-- a --><h1 title="a > b">Not found</h1>\n  <p>No &#38; <b>thing</b></p><input value="x"><textarea>typed</textarea><script>let token = "abc"</script>',
      'Not found\nNo & thing',
    ],
    ['application/xml', '<a b="1">&lt;x&gt; &#x27;z&#39; &auml;</a>', '<a b="1"><x> \'z\' &auml;</a>'],
    ['text/plain', 'api_key=abcdef token: "a b" user=ann', 'api_key=[filled] token: "[filled]" user=ann'],
    ['application/json', '{"password": "cut off', '{"password": "[filled]"'],
  ])('masks a body of %s', (contentType, text, shown) => {
    expect(body(text, contentType)).toBe(shown);
  });

  it('is no body that is not text', () => {
    expect(body('abc', 'image/png')).toBeUndefined();
    expect(maskBody(Buffer.from([97, 0]), 'text/plain')).toBeUndefined();
  });

  it('masks tokens wherever they stand, and says still that there is none', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP';
    expect(maskText(`sent ${token} as Bearer abcdefghijk`)).toBe('sent [filled] as Bearer [filled]');
    expect(maskText(`x-${token} a.${token} ab.cd.${token}, a-b.c eyJ.eyJhbGciOiJI.x`)).toBe(
      'x-[filled] a.[filled] ab.cd.[filled], a-b.c eyJ.eyJhbGciOiJI.x',
    );
    expect(maskText('token: undefined, password = null')).toBe('token: undefined, password = null');
  });
});

it('a body takes time by its length alone, whatever its page has written', () => {
  const pieces = [
    'eyJ-',
    'eyJ',
    '.eyJhbGciOiJI',
    'a.',
    'bearer  ',
    'a="',
    '\\',
    'a="\\',
    'name="',
    '<a "',
    '<!--',
    '<script',
    '&#1',
    '&a=',
    '{"a":',
  ];
  const types = [
    'text/plain',
    'text/html',
    'application/json',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
  ];
  for (const piece of pieces)
    for (const type of types) {
      const before = process.cpuUsage();
      body(piece.repeat(100_000 / piece.length), type);
      expect([piece, type, process.cpuUsage(before).user < 1_000_000]).toEqual([piece, type, true]);
    }
});

/** A page as far as its log looks at it. */
class LoggedPage extends EventEmitter {
  url = '';
  readonly frame = { url: () => this.url } as Frame;
  mainFrame = (): Frame => this.frame;
  frames = (): Frame[] => [this.frame];
  request(
    url: string,
    { isDocument = false, from = null as Request | null, frame = this.frame } = {},
  ): Request {
    const request = {
      url: () => url,
      frame: () => frame,
      isNavigationRequest: () => isDocument,
      redirectedFrom: () => from,
      failure: () => (url.includes('fail') ? { errorText: 'net::ERR_FAILED' } : null),
      timing: () => ({ startTime: url.includes('fail') ? -1 : 1_000.7 }),
    } as Request;
    this.emit('request', request);
    return request;
  }
}

describe('the log of a tab', () => {
  const urlsOf = (log: PageLog): string[] => log.requests.map(({ request }) => request.url());

  it('begins anew with each document, at the first of the requests that led to it', () => {
    const page = new LoggedPage();
    const log = new PageLog(page as unknown as Page);
    page.request('/old', { isDocument: true });
    page.emit('framenavigated', page.frame);
    page.request('/old.js');
    page.emit('pageerror', new TypeError('old'));
    page.emit('framenavigated', page.frame);
    expect(urlsOf(log)).toEqual(['/old', '/old.js']);
    const first = page.request('/login', { isDocument: true });
    page.request('/home', { isDocument: true, from: first });
    page.emit('framenavigated', page.frame);
    page.request('/home.js');
    expect(urlsOf(log)).toEqual(['/login', '/home', '/home.js']);
    expect(log.errors).toEqual([]);
  });

  it('says when a request began as the browser does, however late its event comes', () => {
    const page = new LoggedPage();
    const log = new PageLog(page as unknown as Page);
    const before = Date.now();
    for (const url of ['/kept', '/fail']) page.emit('requestfinished', page.request(url));
    expect(log.requests[0]?.startedAt).toBe(1_000);
    expect(log.requests[1]?.startedAt).toBeGreaterThanOrEqual(before);
  });

  it('holds nothing of a frame whose document has gone, of any other frame all', () => {
    const page = new LoggedPage();
    const log = new PageLog(page as unknown as Page);
    page.request('/shop', { isDocument: true });
    page.emit('framenavigated', page.frame);
    let url = '/inner';
    const frame = { url: () => url } as Frame;
    const load = (): void => {
      page.request(url, { isDocument: true, frame });
      page.emit('framenavigated', frame);
      page.request(`${url}.js`, { frame });
      for (const at of ['/shop', url])
        page.emit('pageerror', Object.assign(new TypeError(at), { stack: `TypeError\n    at ${at}:1:1` }));
    };
    load();
    page.emit('framenavigated', frame);
    expect([urlsOf(log), log.errors.length]).toEqual([['/shop', '/inner', '/inner.js'], 2]);
    url = 'about:srcdoc';
    const before = Date.now();
    page.emit('framenavigated', frame);
    expect([urlsOf(log), log.errors.map(({ text }) => text)]).toEqual([['/shop'], ['TypeError: /shop']]);
    expect(['/inner', '/inner.js', '', '/shop'].map((one) => log.isOfGone(before, one))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(log.isOfGone(Date.now() + 60_000, '/inner')).toBe(false);
    url = '/next';
    load();
    page.emit('framedetached', frame);
    expect([urlsOf(log), log.errors.length]).toEqual([['/shop'], 2]);
    page.url = 'about:blank';
    page.emit('framenavigated', page.frame);
    expect([urlsOf(log), log.errors.length, log.isOfGone(0, '/inner')]).toEqual([[], 0, false]);
  });

  it('takes time by the length of an error alone, and keeps no more of it than is shown', () => {
    const page = new LoggedPage();
    const log = new PageLog(page as unknown as Page);
    page.request('http://a/shop', { isDocument: true });
    page.emit('framenavigated', page.frame);
    const frame = { url: () => 'http://a/inner' } as Frame;
    page.request('http://a/inner', { isDocument: true, frame });
    page.emit('framenavigated', frame);
    page.emit('framedetached', frame);
    // Read for each start of a word, the last of these lines would take hours.
    const lines = [
      'at f (http://a/shop:1:2)',
      `at ${':1:1 '.repeat(200_000)}`,
      `at ${'a:1:'.repeat(500_000)}`,
    ];
    const stack = lines.map((line) => `\n    ${line}`).join('');
    page.emit('pageerror', Object.assign(new TypeError('x'.repeat(2_000_000)), { stack }));
    expect(log.errors.map(({ text, stack: kept }) => [text.length, kept.length])).toEqual([[8_000, 2_000]]);
    expect(parseStackLine('    at f (http://a/shop.js?x=1:2:3:14)')).toEqual({
      url: 'http://a/shop.js?x=1:2',
      position: ':3:14',
    });
    expect(
      ['    at http://a/b.js:1:2', 'at <anonymous>', '', ':1:2', 'at a:1'].map(
        (line) => parseStackLine(line)?.url,
      ),
    ).toEqual(['http://a/b.js', undefined, undefined, undefined, undefined]);
  });

  it('holds no error or message, once a document has gone, that names a script which none that is there has requested', () => {
    const page = new LoggedPage();
    const log = new PageLog(page as unknown as Page);
    page.request('http://a/shop', { isDocument: true });
    page.emit('framenavigated', page.frame);
    page.request('http://a/shop.js');
    const frame = { url: () => 'http://a/inner' } as Frame;
    page.request('http://a/inner', { isDocument: true, frame });
    page.emit('framenavigated', frame);
    const fail = (text: string, ...places: string[]): void => {
      const stack = [`Error: ${text}`, ...places.map((place) => `    at f (${place}:1:1)`)].join('\n');
      page.emit('pageerror', Object.assign(new Error(text), { stack }));
    };
    const named = [
      'webpack://app/./src/login.js',
      'data:text/javascript,x',
      'blob:http://a/1',
      'http://a/sho',
      '',
    ];
    fail('shop', 'http://a/shop.js', 'http://a/shop');
    for (const url of named) fail(url, url);
    fail('both', 'http://a/shop.js', 'named.js');
    expect(log.errors).toHaveLength(7);
    const now = Date.now();
    expect(named.map((url) => log.isOfGone(now, url))).not.toContain(true);
    page.emit('framedetached', frame);
    fail('late', 'named.js');
    fail('later', 'http://a/shop');
    expect(log.errors.map(({ text }) => text)).toEqual(['Error: shop', 'Error: later']);
    expect(named.map((url) => log.isOfGone(now, url))).not.toContain(false);
    expect(['http://a/shop', 'http://a/shop.js'].map((url) => log.isOfGone(now, url))).toEqual([
      false,
      false,
    ]);
    for (let i = 0; i < 101; i++) page.emit('framedetached', frame);
    expect(log.isOfGone(now, 'http://a/shop.js')).toBe(true);
  });

  it('keeps what was there at a document that did not come', () => {
    const page = new LoggedPage();
    const log = new PageLog(page as unknown as Page);
    page.request('/shop', { isDocument: true });
    page.emit('framenavigated', page.frame);
    page.emit('requestfailed', page.request('/fail', { isDocument: true }));
    page.emit('framenavigated', page.frame);
    expect(urlsOf(log)).toEqual(['/shop', '/fail']);
    expect(log.requests[1]).toMatchObject({ number: 2, error: 'net::ERR_FAILED' });
  });

  it('holds the last 500 requests, and counts the others', () => {
    const page = new LoggedPage();
    const log = new PageLog(page as unknown as Page);
    for (let i = 1; i <= 502; i++) page.request(`/${i}`);
    expect([urlsOf(log)[0], log.requests.length, log.dropped]).toEqual(['/3', 500, 2]);
    log.dispose();
    expect(page.eventNames()).toEqual([]);
  });
});

describe('a list of what was logged', () => {
  const entries = [1, 2, 3].map((at) => ({ at, kind: at === 2 ? 'image' : 'fetch' }));
  const select = (seen: number | undefined, all = false) =>
    selectLogged(entries, {
      noun: 'request',
      all,
      seen: seen === undefined ? undefined : { at: seen, what: 'the last look' },
      kindOf: ({ kind }) => kind,
    });

  it('is of what came since, and counts all', () => {
    expect(select(3)).toEqual({
      listed: [entries[2]],
      head: '1 request since the last look: 1 fetch; 3 since the page was opened',
    });
    expect(select(3, true).head).toBe('3 requests since the page was opened: 2 fetch, 1 image');
    expect(select(1).head).toBe('3 requests since the page was opened: 2 fetch, 1 image');
  });

  it('is of everything where nothing came since', () => {
    const { listed, head } = select(4);
    expect(listed).toEqual(entries);
    expect(head).toBe('no request since the last look; 3 since the page was opened: 2 fetch, 1 image');
  });

  it('ends with the last lines that fit', () => {
    expect(fitLast('three', ['one one one', 'two two two', 'six'], { maxTokens: 5 })).toBe(
      'three\n(2 earlier ones are not listed)\nsix',
    );
    expect(fitLast('three', ['one', 'two', 'six'], { maxTokens: 90, maxResults: 1 })).toBe(
      'three\n(2 earlier ones are not listed)\nsix',
    );
  });
});

describe('the addresses of a rule', () => {
  it.each([
    ['/api/', 'https://a.example/API/cart', true],
    ['https://a.example/*', 'https://a.example/x', true],
    ['*.png', 'https://a.example/x.png?v=1', false],
    ['*/api/*/items', 'https://a.example/api/2/items', true],
    ['https://b.example/*', 'https://a.example/?to=https://b.example/', false],
    ['*aa', 'a', false],
  ])('%s and %s', (pattern, url, expected) => {
    expect(matchesUrl(pattern, url)).toBe(expected);
  });
});

it('nothing that a server answers reads as a line of ours', () => {
  const lines = [
    'response headers:',
    'Request body:',
    '(3 usual ones, found by text)',
    ' \uff52esponse body:',
    '3 in the response body:',
    'at 12: words',
    '(cut: give more)',
    'note: words',
    '[3]<button>words',
  ];
  const contentType = 'text/plain) [5]<button>';
  const text = lines.join('\n');
  const exchange = {
    requestHeaders: [],
    requestBody: { contentType, text },
    responseHeaders: [{ name: 'x-note', value: '[4]<a>' }],
    responseBody: { contentType, text },
  };
  for (const words of [undefined, 'words']) {
    const answer = renderExchange('GET /', exchange, { words, maxTokens: 5_000 });
    const heads = answer
      .split('\n')
      .filter((line) => /^(?:re(?:quest|sponse) |\d+ in the |\(cut|\(\d+ usual)/i.test(line));
    const ours = ['request body:', 'response body:'];
    expect([words, heads.length, structureOf(answer)]).toEqual([words, words ? 2 : 3, []]);
    if (!words) expect(heads).toEqual([...ours, 'response headers:']);
  }
});
