import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { UrlRules } from '../../packages/sightline/src/snapshot/urls/UrlRules.ts';

const admits = (pattern: string, ...urls: string[]): boolean[] =>
  urls.map((url) => new UrlRules({ allow: [pattern] }).allows(url));

describe('UrlRules', () => {
  it('admits everything without patterns, and with schemes alone', () => {
    expect(new UrlRules().allows('https://a.test/')).toBe(true);
    const rules = new UrlRules({ allow: ['file', 'data:'] });
    expect([rules.schemes, rules.isRestricted, rules.allows('https://a.test/')]).toEqual([
      ['file', 'data'],
      false,
      true,
    ]);
  });

  it('takes a host for that host, at any port and scheme', () => {
    expect(
      admits('a.test', 'https://a.test/x', 'http://a.test:8080/', 'wss://A.test/', 'https://a.test./'),
    ).toEqual([true, true, true, true]);
    expect(admits('a.test', 'https://b.a.test/', 'https://a.test.evil.test/', 'https://evila.test/')).toEqual(
      [false, false, false],
    );
    expect(admits('localhost', 'http://localhost:3000/', 'http://127.0.0.1/')).toEqual([true, false]);
    expect(admits('localhost:81', 'http://localhost:81/', 'http://localhost/')).toEqual([true, false]);
  });

  it('says in a script for proxies what it says itself', () => {
    const options = [
      { block: ['127.0.0.1', '*.evil.test', 'https://b.test', 'a.test:8080'] },
      { allow: ['a.test', '*.b.test', 'http://c.test:81', 'wss://d.test', '[::2]', '*:444'] },
      { allow: ['*'], block: ['a.test'] },
    ];
    const hosts = ['a.test', 'a.test.', 'x.b.test', 'b.test', 'c.test', 'd.test', 'x.evil.test', '127.0.0.1'];
    hosts.push('[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[::2]', '[::3]');
    for (const one of options) {
      const rules = new UrlRules(one);
      const find = runInNewContext(`${rules.proxyScript('PROXY p:1', ['c.test'])}; FindProxyForURL`);
      for (const protocol of ['http:', 'https:', 'ws:', 'wss:'])
        for (const port of ['', ':81', ':443', ':444', ':8080'])
          for (const host of hosts) {
            const url = `${protocol}//${host}${port}/`;
            const way = host === 'c.test' ? 'DIRECT' : 'PROXY p:1';
            const expected = rules.allows(url) ? way : 'PROXY 127.0.0.1:1';
            expect([url, find(url, host), find(url, host.replace(/[[\]]/g, ''))]).toEqual([
              url,
              expected,
              expected,
            ]);
          }
    }
  });

  it('takes *. for every host below', () => {
    expect(
      admits('*.a.test', 'https://b.a.test/', 'https://c.b.a.test/', 'https://a.test/', 'https://xa.test/'),
    ).toEqual([true, true, false, false]);
  });

  it('takes origins and ports as they are written', () => {
    expect(
      admits('https://a.test', 'https://a.test/', 'http://a.test/', 'https://a.test:444/', 'wss://a.test/'),
    ).toEqual([true, false, false, true]);
    expect(admits('a.test:8080', 'http://a.test:8080/', 'http://a.test/')).toEqual([true, false]);
    expect(admits('a.test:443', 'https://a.test/', 'http://a.test/')).toEqual([true, false]);
  });

  it('is not fooled by user names, other spellings of a host, and blobs', () => {
    expect(
      admits('a.test', 'https://a.test@evil.test/', 'https://evil.test/?a.test', 'blob:https://evil.test/1'),
    ).toEqual([false, false, false]);
    expect(admits('127.0.0.1', 'http://127.1/', 'http://0x7f000001/', 'http://2130706433/')).toEqual([
      true,
      true,
      true,
    ]);
    const block = new UrlRules({ block: ['127.0.0.1', '*.evil.test', 'münchen.test'] });
    for (const url of [
      'http://127.1/',
      'http://0x7f.0.0.1/',
      'http://a.evil.test./',
      'http://M%C3%BCnchen.test/',
    ])
      expect([url, block.allows(url)]).toEqual([url, false]);
  });

  it('knows an IPv4 address in every IPv6 address that leads to it', () => {
    const block = new UrlRules({ block: ['169.254.169.254'] });
    const spellings = [
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      '0:0:0:0:0:FFFF:a9fe:a9fe',
      '::169.254.169.254',
    ];
    for (const host of [
      ...spellings,
      '::ffff:0:169.254.169.254',
      '64:ff9b::169.254.169.254',
      '64:ff9b:0::a9fe:a9fe',
    ])
      expect([host, block.allows(`http://[${host}]:80/`)]).toEqual([host, false]);
    expect(block.allows('http://[::ffff:169.254.169.253]/')).toBe(true);
    expect(admits('[::ffff:10.0.0.1]', 'http://10.0.0.1/', 'http://[::1]/', 'http://[::]/')).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('blocks whatever is allowed too', () => {
    const rules = new UrlRules({ allow: ['*.a.test', '*'], block: ['b.a.test', 'https://*'] });
    expect(rules.allows('http://c.a.test/')).toBe(true);
    expect(rules.allows('http://b.a.test/')).toBe(false);
    expect(rules.allows('https://c.a.test/')).toBe(false);
    expect(() => rules.check('http://b.a.test/')).toThrow(
      'The rules of this session keep it from loading b.a.test.',
    );
  });

  it('keeps schemes out that are not allowed, but what loads nothing', () => {
    const rules = new UrlRules({ allow: ['a.test'] });
    for (const url of ['file:///etc/passwd', 'chrome://version', 'ftp://a.test/', 'not a url'])
      expect([url, rules.allows(url)]).toEqual([url, false]);
    for (const url of ['about:blank', 'data:image/png,x', 'chrome-error://chromewebdata/'])
      expect([url, rules.allows(url)]).toEqual([url, true]);
    expect(new UrlRules({ allow: ['a.test', 'file:'] }).allows('file:///page.html')).toBe(true);
  });

  it('says what the browser looks up', () => {
    expect(new UrlRules({ allow: ['a.test:8080', '*.b.test'] }).resolverRules).toBe(
      'MAP * ~NOTFOUND, EXCLUDE a.test, EXCLUDE *.b.test',
    );
    expect(new UrlRules({ block: ['a.test', 'https://c.test', 'd.test:1', '*.b.test'] }).resolverRules).toBe(
      'MAP a.test ~NOTFOUND, MAP a.test. ~NOTFOUND, MAP *.b.test ~NOTFOUND, MAP *.b.test. ~NOTFOUND',
    );
    expect(new UrlRules({ block: ['127.0.0.1', '[::1]'] }).resolverRules.replaceAll(' ~NOTFOUND', '')).toBe(
      'MAP 127.0.0.1, MAP ::ffff:7f00:1, MAP ::ffff:0:7f00:1, MAP ::7f00:1, MAP 64:ff9b::7f00:1, MAP ::1',
    );
    expect(new UrlRules({ allow: ['*', 'file:'] }).resolverRules).toBe('');
  });

  it('says what the browser asks itself, where only that is allowed', () => {
    const direct = (...allow: string[]) => new UrlRules({ allow, block: ['z.test'] }).directHosts?.join(' ');
    expect(direct('a.test', '*.b.test:8080')).toBe('a.test a.test. *.b.test:8080 *.b.test.:8080');
    expect(direct('https://a.test', '[::1]:81')).toBe('a.test:443 a.test.:443 [::1]:81');
    expect(direct('127.0.0.1:80')).toBe(
      '127.0.0.1:80 [::ffff:7f00:1]:80 [::ffff:0:7f00:1]:80 [::7f00:1]:80 [64:ff9b::7f00:1]:80',
    );
    expect(direct('*:8443', 'https://*')).toBe('*:8443 https://* wss://*');
    expect([direct(), direct('file:'), direct('a.test', '*')]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    '',
    ' ',
    'a b',
    '*a.test',
    'a.*.test',
    'https://a.test/path',
    'a.test, MAP * b',
    'a.test,b.test',
    'a.test;b.test',
    'ftp://a.test',
    '@',
  ])('refuses %j', (pattern) => {
    expect(() => new UrlRules({ allow: [pattern] })).toThrow('names no host, origin or scheme');
  });
});
