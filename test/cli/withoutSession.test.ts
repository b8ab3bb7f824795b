import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeAfterFile, serveFile } from '../support/serveFile.ts';
import { Cli, finish, kill, until } from './Cli.ts';
import { routes } from './routes.ts';

const server = serveFile(routes);
const cli = closeAfterFile(new Cli());

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
  it('a command says how to open one', async () => {
    expect(await cli.run(['look'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `sightline: No session "${cli.session}" is open. Call \`sightline open URL --session ${cli.session}\`.\n`,
    });
  });

  it('a snapshot is shown without a browser', async () => {
    await cli.ok('look', server.origin, '--save', 'shop.json');
    const env = { SIGHTLINE_BROWSER: '/nowhere/browser' };
    const { code, stdout } = await cli.run(['look', 'shop.json'], { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Add to cart')]);
  });

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
