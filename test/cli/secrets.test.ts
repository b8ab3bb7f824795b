import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canary, findCanaries } from '../support/canary.ts';
import { escapeHtml, fieldsHtml, secretFields } from '../support/secretFields.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';

const secrets = Object.keys(secretFields).map((_, n) => canary(n));
const value = (n: number): string => secrets[n]?.value ?? '';

let cli: Cli;
let server: TestServer;
beforeEach(async () => {
  cli = new Cli();
  const say = `alert('It is ' + document.querySelector('[type=password]').value)`;
  server = await startServer({
    '/plain':
      '<!doctype html><title>Plain</title><label>User <input></label><label>Note <input></label><label>Tag <input></label>',
    '/': `<!doctype html><title>${escapeHtml(value(0))}</title><main>${fieldsHtml(value)}</main><script>${say}</script>`,
  });
});
afterEach(() => Promise.all([cli.close(), server.close()]));

/** Every file below the folder of the test as bytes, but what the browser keeps for itself. */
function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^tmp\/(?!sightline-)/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

test('a secret is given by a variable or on standard input, and stands in no arguments', async () => {
  const [fromEnv, piped, inStep] = [value(1), value(2), value(3)];
  await cli.run(['open', `${server.origin}/plain`]);
  const env = { SHOP_WORD: fromEnv, SHOP_TAG: inStep };
  const outputs = [
    await cli.run(['fill', 'User', '--secret-env', 'SHOP_WORD'], { env }),
    await cli.shell(`printf '%s\\n' '${piped}' | sightline type Note --secret-stdin`),
    await cli.run(['do', 'fill Tag --secret-env SHOP_TAG; look'], { env }),
    await cli.run(['run', '-e', 'print(args.a.length)', '--arg-env', 'a=SHOP_WORD'], { env }),
    await cli.run(['get', 'User', 'value']),
    await cli.run(['get', 'Note', 'value']),
    await cli.run(['get', 'Tag', 'value']),
  ];
  expect(outputs.map(({ code }) => code)).toEqual(outputs.map(() => 0));
  expect(outputs[3]?.stdout).toContain(`${fromEnv.length}`);
  expect(findCanaries(JSON.stringify(outputs), secrets)).toEqual([]);
  expect(outputs.slice(4).map(({ stdout }) => stdout)).toEqual(['[filled]\n', '[filled]\n', '[filled]\n']);
});

test('a secret that comes late is waited for', async () => {
  const late = value(1);
  await cli.run(['open', `${server.origin}/plain`]);
  const given = await cli.shell(`(sleep 1; printf '%s\\n' '${late}') | sightline fill Note --secret-stdin`);
  expect(given).toMatchObject({ code: 0, stderr: '' });
  expect((await cli.run(['get', 'Note', 'value'])).stdout).toBe('[filled]\n');
});

test('no secret reaches the terminal, a file, or the log of the background process', async () => {
  const address = `${server.origin}/?password=Kvq-secret`;
  const commands = [
    ['open', address],
    ['look', '--full', '--save', 'page.json'],
    ['look', '--view', 'json', '--json'],
    ['look', 'page.json', '--full'],
    ['explain', 'input', '--json'],
    ['region', 'MAIN', '--content', 'full'],
    ['screenshot', '-o', 'page.png'],
    ['screenshot', '--json'],
    ['reload'],
    ['tabs', '--json'],
    ['look', address],
    ['open', 'http://bob:Kvq-secret@[/', '--json'],
  ];
  let written = '';
  for (const command of commands) {
    const { stdout, stderr } = await cli.run(command);
    written += stdout + stderr;
  }
  expect(written).toContain('It is [filled]');
  const files = filesIn(cli.folder);
  expect(files.match(/\bIHDR/g)).toHaveLength(2);
  written += files;
  expect(findCanaries(written, secrets)).toEqual([]);
  expect(written).not.toContain('Kvq-secret');
});
