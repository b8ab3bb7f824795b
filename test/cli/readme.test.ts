import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelServer } from '../support/ModelServer.ts';
import { commandsOf, readme, readTitle } from '../support/readme.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli } from './Cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'packages/sightline/package.json'), 'utf8'));
const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = commandsOf(readme);

let server: TestServer;
let models: ModelServer;
let cli: Cli;
beforeAll(async () => {
  server = await startServer({ '/': readFileSync(join(root, 'demo/index.html'), 'utf8') });
  models = await ModelServer.start(readTitle);
  cli = new Cli({ OLLAMA_HOST: new URL(models.baseUrl).host });
});
afterAll(async () => {
  await cli.close();
  await models.close();
  await server.close();
});

describe('the commands of the README', () => {
  it('are npm scripts that exist, the command itself, and those that install the package', () => {
    const known = [/^npm (test|pack -w sightline)$/, /^npm run \w+$/, /^npx sightline \w/, ...ofInstall];
    for (const command of commands)
      expect(
        known.some((one) => one.test(command)),
        command,
      ).toBe(true);
    for (const [, name = ''] of readme.matchAll(/\bnpm run ([\w:]+)/g))
      expect(workspace.scripts).toHaveProperty(name);
  });

  it('run, one after another', async () => {
    const lines = [...commands.filter((one) => one.startsWith('npx sightline')), ...inline('npx sightline')];
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      const local = line.replace(/^npx /, '').replace('https://example.com', server.origin);
      const { code, stdout, stderr } = await cli.shell(local.replace('demo/', `${root}demo/`));
      expect([line, code, stderr.replace(/^(?:note: saved|\d+\.|\d+\/\d+) .*\n/gm, '')]).toEqual([
        line,
        0,
        '',
      ]);
      expect(stdout, line).toMatch(/\S/);
    }
    // An agent leaves its page open: what follows starts a browser of its own.
    await cli.ok('close');
  });
});

it('the walk through a page prints what docs/getting-started.md says', async () => {
  const guide = readFileSync(join(root, 'docs/getting-started.md'), 'utf8');
  const steps = [...guide.matchAll(/```console\n\$ npx (sightline (?!.*shop\.test).+)\n([^`]*)```/g)];
  expect(steps).toHaveLength(6);
  for (const [, command = '', printed] of steps) {
    const { stdout } = await cli.shell(command.replace('demo/', `${root}demo/`));
    expect(stdout.replace(`file://${root}`, 'file:///.../')).toBe(printed);
  }
  await cli.ok('close');
});

/** Commands in running text. */
function inline(start: string): string[] {
  return [...readme.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    code.startsWith(`${start} `) ? [code] : [],
  );
}

/** Commands of the section on installing that are no commands of Sightline's. */
const ofInstall = [
  /^npm init -y && npm pkg set type=module$/,
  /^npm install (--global )?\S+\.tgz( \S+)*$/,
  /^npx tsc .*\.ts$/,
  /^node \w+\.js$/,
];

/** The package as an install makes it: `test/long/package.test.ts`. */
describe('the package', () => {
  it('runs nothing when it is installed, nor does what it needs', () => {
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts).not.toHaveProperty(name);
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    const packages = Object.entries<{ dev?: boolean; hasInstallScript?: boolean }>(JSON.parse(lock).packages);
    expect(packages.filter(([, one]) => !one.dev && one.hasInstallScript)).toEqual([]);
  });

  it('without a build, its command says what to do', () => {
    const bare = join(cli.folder, 'bare');
    cpSync(join(root, 'packages/sightline/bin'), join(bare, 'bin'), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(bare, 'bin/sightline.cjs'), 'help'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^sightline: .*not built yet.* `npm run build`/),
    ]);
  });
});
