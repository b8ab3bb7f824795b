import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../cli/routes.ts';
import { CommandLine } from '../support/CommandLine.ts';
import { fullBrowser } from '../support/fullBrowser.ts';
import { closeAfterFile, serveFile } from '../support/serveFile.ts';

const server = serveFile(routes);
const cli = closeAfterFile(new CommandLine(fullBrowser()));
beforeAll(() => cli.ok('open', server.origin));

const address = (target: string): string => (target.startsWith('/') ? server.origin + target : target);

/** Each as `[command line, code of the error]`. */
const refused: [string[], string][] = [
  [['open', 'http://127.0.0.1:1/'], 'navigation_failed'],
  [['open', 'http://no-such-host.invalid/'], 'navigation_failed'],
  [['open', '/loop'], 'navigation_failed'],
  [['open', '/pdf'], 'unsupported_page'],
  [['open', '/silent', '--timeout', '700'], 'timeout'],
  [['open', '/members'], 'navigation_failed'],
  [['open', '/nothing'], 'navigation_failed'],
  [['open', 'javascript:alert(1)'], 'blocked_url'],
  [['open', 'http://'], 'invalid_argument'],
  [['open', './missing.html'], 'invalid_argument'],
  [['open', '.'], 'invalid_argument'],
  [['look', 'missing.json'], 'invalid_snapshot'],
  [['look', 'cut.json'], 'invalid_snapshot'],
  [['look', 'foreign.json'], 'invalid_snapshot'],
  [['region', 'NOWHERE'], 'not_found'],
];

describe('what cannot be done', () => {
  beforeAll(() => {
    writeFileSync(join(cli.folder, 'cut.json'), '{"version":1,"documents":[{"key":');
    writeFileSync(join(cli.folder, 'foreign.json'), '{"name":"a package","version":"1.0.0"}');
  });

  it.each(refused)('%j: %s, in one line or one object, and the session survives', async (line, errorCode) => {
    const args = line.map(address);
    const plain = await cli.run(args);
    expect(plain.stderr).toMatch(/^sightline: [^\n]+\n$/);
    expect([plain.code, plain.stdout]).toEqual([1, '']);
    const { code, value, stderr } = await cli.json(...args);
    expect([code, stderr, value.ok, value.error.code]).toEqual([1, '', false, errorCode]);
    expect(value.error).toEqual({
      code: errorCode,
      message: expect.stringMatching(/\S/),
      hint: expect.stringMatching(/\S/),
      retryable: expect.any(Boolean),
    });
    expect((await cli.run(['open', server.origin])).code).toBe(0);
  });

  it.each(refused.filter(([[command], code]) => command === 'open' && code !== 'timeout'))(
    'a look alone refuses the same: %j',
    async ([, target = ''], errorCode) => {
      const { code, value } = await cli.json('look', address(target));
      expect([code, value.error.code]).toEqual([1, errorCode]);
    },
  );
});

describe('a refusal says what is the case', () => {
  it.each([
    ['.', /^sightline: That is a folder, not a page: \. Give /],
    ['/members', /asks for a name and password.*--http-credentials/],
    ['/nothing', /without a page \(HTTP 204\)\. Nothing was opened\.$/],
    ['/pdf', /is a PDF of type application\/pdf, not a page\. Nothing was opened/],
  ])('%s', async (target, words) => {
    for (const command of ['open', 'look'])
      expect((await cli.run([command, address(target)])).stderr.trim()).toMatch(words);
  });

  it('for a bound that is none: which is the least', async () => {
    const { code, stderr } = await cli.run(['look', '--max-tokens', '0']);
    expect([code, stderr]).toEqual([
      2,
      'sightline: --max-tokens takes a whole number of 1 or more, not 0.\n',
    ]);
  });
});

describe('what is unusual, and shown', () => {
  it('about:blank, as an empty page', async () => {
    expect((await cli.json('open', 'about:blank')).value).toMatchObject({ ok: true, url: 'about:blank' });
    expect((await cli.run(['look'])).code).toBe(0);
  });

  it('a page that does not exist, with its status', async () => {
    const { code, value } = await cli.json('open', `${server.origin}/nowhere`);
    expect([code, value.status, value.title]).toEqual([0, 404, 'Not here']);
    expect(await cli.ok('look')).toContain('No such page');
  });

  it('an XML document', async () => {
    expect((await cli.run(['open', `${server.origin}/xml`])).code).toBe(0);
    expect(await cli.ok('look')).toContain('first item');
  });

  it('a page that never finishes loading, as it stands, and it is said', async () => {
    const { code, stdout } = await cli.run(['open', `${server.origin}/endless`, '--timeout', '4000']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/"Endless" .*\nnote: .*4(\.0)? ?s/);
    expect(await cli.ok('look')).toContain('What there is so far');
  });

  it('a page that moves on while it is read: shown, or a typed error, and the session survives', async () => {
    await cli.run(['open', `${server.origin}/restless`]);
    for (let i = 0; i < 5; i++) {
      const { code, value } = await cli.json('look');
      if (code === 0) expect(value.url).toContain('/restless');
      else expect(value.error.code).toMatch(/^(navigated|timeout)$/);
    }
    // The page's own next step may come after ours, once.
    const opened = await cli.ok('open', server.origin);
    expect(opened.includes('Shop') ? opened : await cli.ok('open', server.origin)).toContain('Shop');
  });
});
