import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LaunchedBrowser, launchBrowser } from '../../src/browser/launchBrowser.ts';
import { freePort } from '../support/freePort.ts';
import { type ChatAnswer, type ChatRequest, ModelServer } from '../support/ModelServer.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli, finish } from './Cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The code blocks of a language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, word, text = '']) =>
    word === language ? [text] : [],
  );

/** Every command of every `sh` block, in order, without its remark. */
const commands = blocks('sh').flatMap((block) =>
  block.split('\n').flatMap((line) => line.replace(/\s+#.*$/, '').trim() || []),
);

let server: TestServer;
let models: ModelServer;
let cli: Cli;
let project: string;
let tarball: string;
beforeAll(async () => {
  server = await startServer({ '/': readFileSync(join(root, 'demo/index.html'), 'utf8') });
  models = await ModelServer.start(readTitle);
  cli = new Cli({ OLLAMA_HOST: new URL(models.baseUrl).host });
  project = join(cli.folder, 'project');
  tarball = packCheckout();
  installPacked();
});
afterAll(async () => {
  await cli.cleanUp();
  await models.close();
  await server.close();
});

/** A model that tells the first line of the page: as a step from the state, or by looking with a tool. */
function readTitle({ tools, messages }: ChatRequest): ChatAnswer {
  const said = JSON.stringify(messages.at(-1)?.content);
  const title = /Page: \\"Fernway[^\\]*/.exec(said)?.[0].replace('\\', '') ?? '';
  if (!tools) return JSON.stringify({ thinking: '', next_goal: '', action: [{ done: { text: title } }] });
  return title === '' ? { tool: 'look', input: { view: 'minimal' } } : title;
}

/** `npm pack` on a copy: in the checkout itself it would build anew under the feet of other tests. */
function packCheckout(): string {
  const copy = join(cli.folder, 'copy');
  mkdirSync(copy);
  for (const name of ['package.json', 'README.md', 'LICENSE', 'bin', 'dist'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const types = ['-p', 'tsconfig.build.json', '--outDir', join(copy, 'dist')];
  execFileSync(process.execPath, [tsc, ...types], { cwd: root, encoding: 'utf8' });
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', cli.folder];
  return execFileSync('npm', pack, { cwd: copy, encoding: 'utf8' }).trim().split('\n').at(-1) as string;
}

/** What `npm install` does with the packed file, without a registry. */
function installPacked(): void {
  const modules = join(project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  execFileSync('tar', ['-xzf', join(cli.folder, tarball), '-C', modules]);
  execFileSync('mv', [join(modules, 'package'), join(modules, 'sightline')]);
  for (const name of [...Object.keys(manifest.dependencies), 'puppeteer-core']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
}

describe('the commands of the README', () => {
  it('are npm scripts that exist, the command itself, and those that install the package', () => {
    const known = [/^npm (test|pack)$/, /^npm run \w+$/, /^npx sightline \w/, /^npm install \S+\.tgz$/];
    for (const command of commands)
      expect(
        known.some((one) => one.test(command)),
        command,
      ).toBe(true);
    for (const [, name = ''] of readme.matchAll(/\bnpm run ([\w:]+)/g))
      expect(manifest.scripts).toHaveProperty(name);
    const [, installed] = /npm install \S+\/(\S+\.tgz)/.exec(readme) ?? [];
    expect(installed).toBe(tarball);
  });

  it('run, one after another', { timeout: 240_000 }, async () => {
    const lines = [...commands.filter((one) => one.startsWith('npx ')), ...inline('npx sightline')];
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
  });
});

/** Commands in running text. */
function inline(start: string): string[] {
  return [...readme.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    code.startsWith(`${start} `) ? [code] : [],
  );
}

describe('the library, from the packed file', () => {
  const examples = blocks('ts');
  let browser: LaunchedBrowser;
  let endpoint: string;
  beforeAll(async () => {
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
  });
  afterAll(() => browser?.close());

  it.each(examples.map((example) => [/Session\.\w+/.exec(example)?.[0], example]))(
    'runs the example of %s',
    async (_, example = '') => {
      const file = join(project, 'example.mjs');
      const here = example
        .replace('https://example.com', server.origin)
        .replace('http://127.0.0.1:9222', endpoint)
        .replace('http://127.0.0.1:11434/v1', models.baseUrl);
      writeFileSync(file, transformSync(here, { loader: 'ts' }).code);
      const run = spawn(process.execPath, [file], { cwd: project, env: cli.env });
      const { code, stdout, stderr } = await finish(run);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('Page: "Fernway');
    },
  );

  it('is typed: the example is accepted, and a wrong option is not', () => {
    const check = (name: string, code: string): string => {
      writeFileSync(join(project, name), code);
      const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', ''];
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      return spawnSync(process.execPath, [tsc, ...strict, '--skipLibCheck', name], {
        cwd: project,
        encoding: 'utf8',
      }).stdout;
    };
    for (const [i, example] of examples.entries()) expect(check(`right${i}.ts`, example)).toBe('');
    expect(check('wrong.ts', (examples[0] ?? '').replace('maxTokens', 'maxToken'))).toContain(
      "'maxToken' does not exist",
    );
  });

  it('brings the command', () => {
    const bin = join(project, 'node_modules/sightline', manifest.bin.sightline);
    const { stdout } = spawnSync(process.execPath, [bin, '--version'], { env: cli.env, encoding: 'utf8' });
    expect(stdout).toBe(`${manifest.version}\n`);
  });

  it('without a build, its command says what to do', () => {
    const bare = join(cli.folder, 'bare');
    cpSync(join(root, 'bin'), join(bare, 'bin'), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(bare, 'bin/sightline.cjs'), 'help'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^sightline: .*not built yet.* `npm run build`/),
    ]);
  });
});
