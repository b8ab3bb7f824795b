import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeAfterFile, serveFile } from '../support/serveFile.ts';
import { Cli } from './Cli.ts';
import { modernServer } from './hosts/McpHosts.ts';

const page = `<title>Desk</title><h1>Desk</h1><label>Who <input id=who></label>
<button onclick="done.textContent = 'Saved ' + who.value">Save</button><p id=done></p>`;
const server = serveFile({ '/': page });
const cli = closeAfterFile(new Cli());

const numbered = (text: string): string => text.replace(/(?<=\[)\d+(?=\])/g, 'N');

describe('sightline run', () => {
  it('opens the browser for a script on standard input, and reports what the page shows', async () => {
    const { code, stdout, stderr } = await cli.shell(`sightline run <<'END'
const url: string = '${server.origin}/';
await page.goto(url);
const save = async (who) => {
  await page.getByLabel('Who').fill(who);
  await page.getByRole('button', { name: 'Save' }).click();
};
print(await page.title());
END`);
    expect([code, stderr]).toEqual([0, '']);
    expect(numbered(stdout)).toBe(`Desk
--- opened "Desk" ${server.origin}/ (status 200)
`);
    expect(numbered(await cli.ok('run', '-e', `await page.goto('${server.origin}/')`))).toContain(
      '[N]<input>Who [N]<button>Save',
    );
    expect(await cli.ok('run', 'print(await page.title())')).toContain('Desk');
  });

  it('has the functions of the last script, and keeps one under a name', async () => {
    const script =
      "// Saves somebody\nawait save(args.who);\nprint(await page.locator('#done').innerText());";
    const { stdout, stderr } = await cli.run(['run', '-e', script, '--arg', 'who=Ann', '--save', 'save-who']);
    expect(numbered(stdout)).toBe(`Saved Ann
--- page after 2 actions:
changed in the page: [N]<input "Who"> value "Ann"
focus: [N]<button "Save">
`);
    expect(stderr).toMatch(/^note: kept as .*save-who\.js\n$/);
    expect(await cli.ok('scripts')).toBe(`${new URL(server.origin).host} save-who(who): Saves somebody\n`);
    expect(await cli.ok('open', server.origin)).toContain(
      'scripts kept for this site (sightline run NAME --arg KEY=VALUE): save-who(who): Saves somebody',
    );
    expect(await cli.ok('run', 'save-who', '--arg', 'who=Bob')).toContain('Saved Bob');
    expect(existsSync(join(cli.folder, '.sightline'))).toBe(true);
  });

  it('leaves the page open where the first script of a session fails on it, and nothing where none was opened', async () => {
    const run = (session: string, code: string) => cli.run(['run', '--session', session, '-e', code]);
    const failed = await run('first', `await page.goto('${server.origin}/'); await page.get(99).click();`);
    expect(failed.code).toBe(1);
    expect(await cli.ok('look', '--session', 'first')).toContain('# Desk');
    expect((await run('none', "await page.goto('http://127.0.0.1:1/');")).code).toBe(1);
    expect((await cli.run(['look', '--session', 'none'])).stderr).toContain('No session "none" is open');
  });

  it('ends with 1 and the line that failed', async () => {
    const failed = await cli.run(['run', 'save-who', '--fresh']);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('nothing had been done to the page');
    expect(failed.stderr).toBe(
      "sightline: save-who: Line 2, `await save(args.who);`: ReferenceError: 'save' is not defined. The script is kept: `sightline scripts save-who` shows it.\n",
    );
    const syntax = await cli.run(['run', '--json', '-e', 'const a = ;']);
    expect(JSON.parse(syntax.stdout)).toMatchObject({
      ok: false,
      error: {
        code: 'invalid_argument',
        message: 'Line 1, column 11, `const a = ;`: SyntaxError: Unexpected token',
      },
    });
  });
});

it('runs functions in pages only where the person who opens the browser allows it', async () => {
  const count = ['run', '-e', "print(await page.evaluate(() => document.querySelectorAll('button').length))"];
  const own = new Cli();
  try {
    await own.ok('open', server.origin, '--allow-evaluate', '--quiet');
    expect((await own.run(count)).stdout).toBe('1\n');
    const { code, stderr } = await cli.run(count);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Functions are not run in the page.')]);
    expect((await cli.run(['open', server.origin, '--allow-evaluate', '--quiet'])).stderr).toContain(
      'the browser is open without page functions for scripts already: close it first to allow them',
    );
  } finally {
    await own.close();
  }
  const host = await modernServer();
  try {
    const { tools } = await host.client.listTools();
    expect(JSON.stringify(tools)).not.toContain('allowEvaluate');
    await host.call('open', { url: server.origin });
    expect((await host.call('run_script', { script: 'await page.evaluate(() => 1)' })).failed).toBe(true);
  } finally {
    await host.close();
  }
  const allowed = await modernServer('--allow-evaluate');
  try {
    await allowed.call('open', { url: server.origin });
    const { text } = await allowed.call('run_script', { script: 'print(await page.evaluate(() => 40 + 2))' });
    expect(text).toContain('42');
  } finally {
    await allowed.close();
  }
});

it('a client of MCP runs scripts, and reads no file by them', async () => {
  const host = await modernServer();
  try {
    const { tools } = await host.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('run_script');
    const script = "await page.goto(args.url); print((await page.query({ text: 'save' })).length);";
    const { text, failed } = await host.call('run_script', { script, args: { url: server.origin } });
    expect([failed, /^1$/m.test(text), text.includes(server.origin)]).toEqual([false, true, true]);
    const upload = "await page.locator('input').setInputFiles('/etc/passwd')";
    expect((await host.call('run_script', { script: upload })).failed).toBe(true);
    expect((await host.call('run_script', { name: '/etc/passwd' })).text).toContain('No script is kept');
  } finally {
    await host.close();
  }
});
