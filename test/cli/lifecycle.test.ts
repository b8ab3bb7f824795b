import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveFile } from '../support/serveFile.ts';
import { Cli, kill, main, type Result, until } from './Cli.ts';
import { routes } from './routes.ts';

const product = dirname(dirname(dirname(main)));
const root = dirname(dirname(product));

let cli: Cli;
let silentRequests = 0;
const server = serveFile({ ...routes, '/silent': () => void silentRequests++ });
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

const socketOf = (one: Cli): string => {
  const name = one.files().find((file) => file.endsWith('.sock'));
  return join(one.folder, 'sightline', String(name));
};

describe('the background process', () => {
  it('is started once, however many commands open a page at the same time', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => cli.run(['open', server.origin])));
    expect(opened.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    // Those that came too late may need a moment to find out.
    await until(() => cli.hosts().length === 1);
    expect(await cli.ok('tabs')).toContain('Shop');
    expect(cli.browsers()).toHaveLength(1);
  });

  it('has a socket that only its owner can reach, and hangs up on whoever speaks another language', async () => {
    await cli.ok('open', server.origin);
    expect(statSync(join(cli.folder, 'sightline')).mode & 0o777).toBe(0o700);
    expect(statSync(socketOf(cli)).mode & 0o777).toBe(0o600);
    const socket = connect(socketOf(cli));
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await cli.ok('tabs')).toContain('Shop');
  });

  it('refuses a folder for its socket that leads elsewhere, and starts nothing', async () => {
    mkdirSync(join(cli.folder, 'elsewhere'));
    symlinkSync(join(cli.folder, 'elsewhere'), join(cli.folder, 'sightline'));
    const { code, stderr } = await cli.run(['open', server.origin]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^sightline: The folder for session sockets, .*, is not a folder\. Remove it.*\n$/,
    );
    expect(cli.hosts()).toEqual([]);
    // What needs no session works all the same.
    expect((await cli.run(['look', server.origin])).code).toBe(0);
    rmSync(join(cli.folder, 'sightline'));
  });

  it('works where the runtime folder has a path too long for a socket', async () => {
    const long = join(cli.folder, 'x'.repeat(100));
    mkdirSync(long, { mode: 0o700 });
    const env = { XDG_RUNTIME_DIR: long };
    expect((await cli.run(['open', server.origin], { env })).code).toBe(0);
    expect((await cli.run(['tabs'], { env })).stdout).toContain('Shop');
    expect((await cli.run(['close'], { env })).stdout).toContain(cli.session);
  });

  it('ends by itself when nobody has used it for a while', async () => {
    const env = { SIGHTLINE_IDLE_MS: '300' };
    expect((await cli.run(['open', server.origin], { env })).code).toBe(0);
    await until(() => cli.hosts().length === 0 && cli.browserProcesses().length === 0);
    expect(cli.files()).toEqual([]);
    expect((await cli.json('look')).value.error.code).toBe('no_session');
  });

  it('does not end while it works', async () => {
    const env = { SIGHTLINE_IDLE_MS: '1500' };
    await cli.run(['open', server.origin], { env });
    const args = ['open', `${server.origin}/endless`, '--timeout', '6000'];
    expect(await cli.run(args, { env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Endless'),
    });
  });

  it('leaves nothing behind when the page could not be opened', async () => {
    const { code } = await cli.run(['open', 'http://127.0.0.1:1/']);
    expect(code).toBe(1);
    await until(() => cli.hosts().length === 0 && cli.browserProcesses().length === 0);
    expect(cli.files()).toEqual([]);
  });

  it('is not started for a command line that is wrong', async () => {
    expect((await cli.run(['open'])).code).toBe(2);
    await until(() => cli.hosts().length === 0);
  });

  it('says why it could not start', async () => {
    await cli.ok('open', server.origin);
    const socket = socketOf(cli);
    await cli.ok('close');
    mkdirSync(join(socket, 'in the way'), { recursive: true });
    const { code, stdout, stderr } = await cli.run(['open', server.origin]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^sightline: The session's background process could not start: .+ See .+\.log\.\n$/,
    );
    rmSync(socket, { recursive: true });
    expect((await cli.run(['open', server.origin])).code).toBe(0);
  });
});

describe('a process that is killed', () => {
  it('by any signal takes its browser along, and what it held while it starts is taken over', async () => {
    await cli.ok('open', server.origin);
    const lock = socketOf(cli).replace(/\.sock$/, '.lock');
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
      const [host] = cli.hosts();
      kill(host, signal);
      await until(() => cli.hosts().length === 0 && cli.browserProcesses().length === 0);
      expect([signal, (await cli.json('look')).value.error.code]).toEqual([signal, 'no_session']);
      if (signal === 'SIGKILL') writeFileSync(lock, `${host} 0 0`);
      expect(await cli.ok('open', server.origin)).toContain('Shop');
      expect(cli.hosts()).toHaveLength(1);
      expect(existsSync(lock)).toBe(false);
    }
  });

  it('while it works, is reported to the command that waits', async () => {
    await cli.ok('open', server.origin);
    const running = cli.json('open', `${server.origin}/silent`);
    await until(() => silentRequests > 0);
    kill(cli.hosts()[0], 'SIGKILL');
    const { code, value, stderr } = await running;
    expect([code, stderr, value.error.code]).toEqual([1, '', 'browser_closed']);
    expect(value.error.hint).toContain('sightline open URL');
  });
});

describe('a browser that is killed', () => {
  const killBrowser = async (): Promise<void> => {
    for (const pid of cli.browsers()) kill(pid, 'SIGKILL');
    await until(() => cli.browserProcesses().length === 0);
  };

  it('between commands, is reported by the next, and opened afresh, by `open` without a word', async () => {
    await cli.ok('open', server.origin);
    await killBrowser();
    const { code, value } = await cli.json('look');
    expect([code, value.error.code]).toEqual([1, 'browser_closed']);
    expect(value.error.hint).not.toBe('');
    expect(await cli.ok('open', server.origin)).toContain('Shop');
    expect(await cli.ok('look')).toContain('Add to cart');
    await until(() => cli.hosts().length === 1);
    await killBrowser();
    expect(await cli.run(['open', `${server.origin}/two`])).toMatchObject({ code: 0, stderr: '' });
    expect(cli.browsers()).toHaveLength(1);
  });
});

describe('several sessions', () => {
  it('have a page, a process and a browser each', async () => {
    const other = `${cli.session}-other`;
    await Promise.all([
      cli.ok('open', server.origin),
      cli.ok('open', `${server.origin}/two`, '--session', other),
    ]);
    const [one, two] = await Promise.all([cli.ok('look'), cli.ok('look', '--session', other)]);
    expect(one).toContain('Add to cart');
    expect(two).toContain('The second page');
    expect(cli.hosts()).toHaveLength(1);
    expect(cli.hosts(other)).toHaveLength(1);
    await cli.ok('close', '--session', other);
    await until(() => cli.hosts(other).length === 0);
    expect(await cli.ok('tabs')).toContain('Shop');
    await cli.ok('open', server.origin, '--session', other);
    expect(await cli.ok('close', '--all')).toBe(
      `Closed ${cli.session}, ${other} (of this folder; --everywhere ends all).\n`,
    );
    expect(cli.browsers()).toEqual([]);
  });

  it('without a name, belong to the folder, or repository, in which they were opened', async () => {
    const [shop, other] = [join(cli.folder, 'shop'), join(cli.folder, 'elsewhere')];
    for (const folder of [join(shop, '.git'), join(shop, 'src'), other])
      mkdirSync(folder, { recursive: true });
    const run = (cwd: string, ...args: string[]): Promise<Result> =>
      cli.run(args, { cwd, env: { SIGHTLINE_SESSION: '' } });
    await run(join(shop, 'src'), 'open', server.origin);
    expect((await run(shop, 'look')).stdout).toContain('Add to cart');
    expect(await run(other, 'look')).toMatchObject({
      code: 1,
      stderr:
        'sightline: No session "default" is open. Call `sightline open URL`. One that was opened without a name in another folder or repository is used from there.\n',
    });
    expect((await run(other, 'close', '--all')).stdout).toBe(
      'No session was open (of this folder; --everywhere ends all).\n',
    );
    expect((await run(shop, 'close', '--all')).stdout).toBe(
      'Closed default (of this folder; --everywhere ends all).\n',
    );
  });
});

describe('another version', () => {
  let copy: string;

  /** The same build, under another version number. */
  beforeEach(() => {
    const folder = join(cli.folder, 'other');
    cpSync(join(product, 'dist'), join(folder, 'dist'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const manifest = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: '0.0.1' }));
    copy = join(folder, 'dist/cli/main.cjs');
  });

  it('is ended, and said to be, when a page is opened', async () => {
    expect((await cli.run(['open', server.origin], { main: copy })).code).toBe(0);
    const [before] = cli.hosts();
    const { code, stdout, stderr } = await cli.run(['open', server.origin]);
    expect([code, stdout.split('\n')[0]]).toEqual([0, `"Shop" ${server.origin}/ (status 200)`]);
    expect(stderr).toBe(`note: session "${cli.session}" was held by Sightline 0.0.1; it starts afresh\n`);
    expect(cli.hosts()).not.toEqual([before]);
    await expect.poll(() => cli.browsers()).toHaveLength(1);
  });

  it('is left alone by commands that have no business with it, and can be closed', async () => {
    await cli.run(['open', server.origin], { main: copy });
    expect((await cli.run(['look', `${server.origin}/two`])).code).toBe(0);
    expect((await cli.run(['help'])).code).toBe(0);
    expect((await cli.run(['tabs'], { main: copy })).stdout).toContain('Shop');
    expect(await cli.ok('close')).toBe(`Closed ${cli.session}.\n`);
  });

  it('is ended, and said to be, by any other command on its session', async () => {
    await cli.run(['open', server.origin], { main: copy });
    const { code, stderr } = await cli.run(['look']);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'is open: it was held by Sightline 0.0.1 and has been closed. Call `sightline open',
    );
    await until(() => cli.hosts().length === 0 && cli.browserProcesses().length === 0);
  });
});

describe('a command on an open session', () => {
  it('loads no other file than its own', async () => {
    await cli.ok('open', server.origin);
    const folder = join(cli.folder, 'bare');
    mkdirSync(join(folder, 'dist/cli'), { recursive: true });
    cpSync(main, join(folder, 'dist/cli/main.cjs'));
    cpSync(join(product, 'package.json'), join(folder, 'package.json'));
    const bare = { main: join(folder, 'dist/cli/main.cjs') };
    expect((await cli.run(['look'], bare)).stdout).toContain('Add to cart');
    expect((await cli.run(['open', `${server.origin}/two`], bare)).stdout).toContain('Second page');
  });
});
