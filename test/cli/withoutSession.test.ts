import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli, finish, kill, until } from './Cli.ts';
import { routes } from './routes.ts';

let server: TestServer;
let cli: Cli;
beforeAll(async () => {
  server = await startServer(routes);
  cli = new Cli();
});
afterAll(async () => {
  await cli.cleanUp();
  await server.close();
});

describe('look without a session', () => {
  it('shows a page, and leaves nothing running and nothing on disk', async () => {
    const { code, stdout, stderr } = await cli.run(['look', server.origin]);
    expect(stdout).toContain('Add to cart');
    expect([code, stderr]).toEqual([0, '']);
    expect(cli.hosts()).toEqual([]);
    expect(cli.browsers()).toEqual([]);
    expect(readdirSync(cli.temporary)).toEqual([]);
    expect(cli.files()).toEqual([]);
  });

  it('shows a local file, named from where the command is called', async () => {
    const folder = join(cli.folder, 'pages');
    mkdirSync(folder);
    writeFileSync(join(folder, 'local.html'), '<title>Local</title><button>Here</button>');
    const { code, stdout } = await cli.run(['look', 'local.html'], { cwd: folder });
    expect(stdout).toContain('Here');
    expect(code).toBe(0);
  });

  it('tells the time of each stage when asked, and in the json always', async () => {
    const { stdout, stderr } = await cli.run(['look', server.origin, '--timing']);
    expect(stdout).not.toContain('timing');
    expect(stderr).toMatch(/^note: timing \(ms\): .*\btotal \d/);
    const { value } = await cli.json('look', server.origin);
    expect(value).toMatchObject({ ok: true, title: 'Shop', url: `${server.origin}/` });
    expect(value.timing.total).toBeGreaterThan(0);
  });

  it('tells of a saved snapshot only the stages that run again', async () => {
    await cli.ok('look', server.origin, '--save', 'shop.json');
    const { value } = await cli.json('look', 'shop.json');
    expect(Object.keys(value.timing)).toEqual(['capture', 'build', 'prune', 'structure', 'view', 'total']);
    const { stderr } = await cli.run(['look', 'shop.json', '--timing']);
    expect(stderr).toMatch(/^note: timing \(ms\): [^()]*total [\d.]+\n$/);
  });

  it('answers `text` as a string in every view, and the page as `data` in the json view', async () => {
    await cli.ok('look', server.origin, '--save', 'views.json');
    for (const view of ['outline', 'flat', 'summary', 'minimal']) {
      const { value } = await cli.json('look', 'views.json', '--view', view);
      expect([value.view, typeof value.text, value.data]).toEqual([view, 'string', undefined]);
    }
    const { value } = await cli.json('look', server.origin, '--view', 'json');
    expect(value).toMatchObject({ ok: true, title: 'Shop', url: `${server.origin}/`, view: 'json' });
    expect([typeof value.text, typeof value.timing]).toEqual(['undefined', 'object']);
    expect(value.data.headings).toHaveLength(2);
  });

  it('is stopped by Ctrl-C, and its browser with it', async () => {
    const child = cli.start(['look', `${server.origin}/silent`]);
    const finished = finish(child);
    await until(() => cli.browsers().length > 0);
    kill(child.pid, 'SIGINT');
    expect((await finished).code).toBe(130);
    await until(() => cli.browserProcesses().length === 0);
  });

  it('takes its browser with it when it is killed', async () => {
    const child = cli.start(['look', `${server.origin}/silent`]);
    const finished = finish(child);
    await until(() => cli.browsers().length > 0);
    kill(child.pid, 'SIGKILL');
    await finished;
    await until(() => cli.browserProcesses().length === 0);
  });
});

describe('a saved snapshot', () => {
  it('shows the same page, without a browser', async () => {
    const file = join(cli.folder, 'shop.json');
    const { stderr } = await cli.run(['look', server.origin, '--save', 'shop.json']);
    expect(stderr).toMatch(/^note: saved shop\.json \(\d+ KB\)\n$/);
    expect(JSON.parse(readFileSync(file, 'utf8')).url).toBe(`${server.origin}/`);
    for (const view of ['outline', 'summary']) {
      const live = await cli.ok('look', server.origin, '--view', view);
      const { code, stdout } = await cli.run(['look', 'shop.json', '--view', view], {
        env: { SIGHTLINE_BROWSER: '/nowhere/browser' },
      });
      expect([code, stdout]).toEqual([0, live]);
    }
  });
});

describe('commands that need no page', () => {
  it('shows help alone, and the version', async () => {
    const alone = await cli.run([]);
    expect(alone).toMatchObject({ code: 0, stderr: '' });
    expect(alone.stdout).toMatch(/^Usage: sightline/);
    expect(await cli.ok('help', 'look')).toContain('--max-tokens');
    const manifest = JSON.parse(
      readFileSync(new URL('../../packages/sightline/package.json', import.meta.url), 'utf8'),
    );
    expect(await cli.ok('--version')).toBe(`${manifest.version}\n`);
  });

  it('doctor says what it found, and that a page can be opened', async () => {
    const { code, value } = await cli.json('doctor');
    expect(code).toBe(0);
    expect(value.ok).toBe(true);
    expect(value.checks.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['node', 'browser', 'page']),
    );
  });

  it('doctor says what is missing', async () => {
    const env = { SIGHTLINE_BROWSER: '/nowhere/browser' };
    const { code, stdout, stderr } = await cli.run(['doctor'], { env });
    expect(code).toBe(1);
    expect(stdout).toContain('FAILED browser');
    expect(stderr).toMatch(/^sightline: .*\/nowhere\/browser.*\n$/);
  });

  it('what is no address is refused before a browser is looked for', async () => {
    const env = { SIGHTLINE_BROWSER: '/nowhere/browser' };
    const { code, stderr } = await cli.run(['look', 'http://'], { env });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^sightline: Not an address: /)]);
  });

  it('close finds nothing to close', async () => {
    expect(await cli.ok('close')).toBe('No session was open.\n');
    expect(await cli.ok('close', '--everywhere')).toBe('No session was open.\n');
  });
});

describe('without a session', () => {
  it.each([[['look']], [['summary']], [['region', 'MAIN']], [['headings']], [['back']], [['tabs']]])(
    '%j says how to open one',
    async (args) => {
      const plain = await cli.run(args);
      expect(plain).toMatchObject({ code: 1, stdout: '' });
      expect(plain.stderr).toBe(
        `sightline: No session "${cli.session}" is open. Call \`sightline open URL --session ${cli.session}\`.\n`,
      );
      const { code, value, stderr } = await cli.json(...args);
      expect([code, stderr, value.ok, value.error.code]).toEqual([1, '', false, 'no_session']);
      expect(value.error.hint).toContain('sightline open URL');
    },
  );

  it('a wrong command line ends with 2', async () => {
    const plain = await cli.run(['lok']);
    expect(plain).toEqual({
      code: 2,
      stdout: '',
      stderr: "sightline: Unknown command 'lok'. Did you mean look?\n",
    });
    const { code, value } = await cli.json('look', '--max-tokens', 'x');
    expect([code, value.error.code]).toEqual([2, 'invalid_argument']);
    expect((await cli.run(['look', '--session', 'a/b'])).code).toBe(2);
    expect((await cli.run(['look'], { env: { SIGHTLINE_SESSION: 'a b' } })).code).toBe(2);
  });
});
