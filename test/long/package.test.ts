import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Analysis, checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { transformSync } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { formatPairingCode } from '../../packages/sightline/src/relay/Pairing.ts';
import { Cli, finish } from '../cli/Cli.ts';
import { ExtensionBrowser } from '../support/ExtensionBrowser.ts';
import { FreshInstall } from '../support/FreshInstall.ts';
import { freePort } from '../support/freePort.ts';
import { ModelServer } from '../support/ModelServer.ts';
import { blocks, commandsOf, installSection, readme, readTitle } from '../support/readme.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

/** The packed file in an empty project, by the README alone. The README's commands themselves: `test/cli/readme.test.ts`. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'packages/sightline/package.json'), 'utf8'));

let server: TestServer;
let models: ModelServer;
let cli: Cli;
let project: string;
let fresh: FreshInstall;
beforeAll(async () => {
  server = await startServer({
    '/': readFileSync(join(root, 'demo/index.html'), 'utf8'),
    '/example': '<title>Example Domain</title><h1>Example Domain</h1><p><a href="/more">Learn more</a>',
    '/more': '<title>More</title><h1>Example Domains</h1>',
  });
  models = await ModelServer.start(readTitle);
  cli = new Cli({ OLLAMA_HOST: new URL(models.baseUrl).host });
  const folder = join(cli.folder, 'install');
  mkdirSync(folder);
  fresh = new FreshInstall(folder, cli.env);
  project = fresh.project;
});
afterAll(async () => {
  await cli.close();
  await models.close();
  await server.close();
});

describe('a fresh install, by the README alone', () => {
  it('installs the packed file into an empty project with an empty home', async () => {
    const [pack, init = '', add = ''] = commandsOf(installSection);
    expect(pack).toBe('npm pack -w sightline');
    expect(add).toContain(`../sightline/${basename(fresh.tarball)}`);
    await fresh.run(init);
    await fresh.install(add);
    if (fresh.installed !== 'by npm') console.warn('no registry: packages came', fresh.installed);
    for (const name of ['puppeteer-core', '@playwright/test']) fresh.borrow(name);
  });

  it('finds and clicks, types a program, and runs it', async () => {
    const here = (text: string) => text.replace('https://example.com', `${server.origin}/example`);
    writeFileSync(join(project, 'first.ts'), here(blocks('ts', installSection).join('')));
    const answers = new Map<string, string>();
    for (const line of commandsOf(installSection).slice(3)) answers.set(line, await fresh.run(here(line)));
    const answerOf = (start: string) => [...answers].find(([line]) => line.startsWith(start))?.[1];
    expect(answerOf('npx sightline query')).toContain('[1]<a>Learn more');
    expect(answerOf('npx sightline click')).toContain('/more');
    expect(answerOf('node first.js')).toMatch(/Learn more[\s\S]*\/more/);
  });
});

describe('the package', () => {
  it('is what publint and, for ES modules, attw accept', async () => {
    const { messages, pkg } = await publint({
      pkgDir: join(project, 'node_modules/sightline'),
      strict: true,
      pack: false,
    });
    expect(messages.map((one) => formatMessage(one, pkg))).toEqual([]);
    const { problems = [], ...analysis } = (await checkPackage(
      createPackageFromTarballData(readFileSync(fresh.tarball)),
    )) as Analysis;
    expect(analysis.types).toEqual({ kind: 'included' });
    const others = ['node10', 'node16-cjs'];
    const modern = problems.filter(
      (one) => !('resolutionKind' in one && others.includes(one.resolutionKind)),
    );
    expect(modern).toEqual([]);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types that are right by themselves: --module %s', (module, resolution) => {
    const entries = Object.keys(manifest.exports).filter((entry) => manifest.exports[entry].types);
    const imports = entries.map(
      (entry, i) => `import * as entry${i} from 'sightline${entry.slice(1)}'; export { entry${i} };`,
    );
    writeFileSync(join(project, 'entries.ts'), imports.join('\n'));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const args = `--noEmit --strict --target es2022 --module ${module} --moduleResolution ${resolution} --types node`;
    const { stdout } = spawnSync(process.execPath, [tsc, ...args.split(' '), 'entries.ts'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  it('loads no browser engine and no model where the library is imported', () => {
    const logUrl = `(url, context, next) => (writeSync(1, url + '\\n'), next(url, context))`;
    const seen = `import { writeSync } from 'node:fs'; export const load = ${logUrl}`;
    const hooks = `data:text/javascript,${encodeURIComponent(seen)}`;
    const register = `import { register } from 'node:module'; register(${JSON.stringify(hooks)})`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
    const required = `createRequire(import.meta.url).cache`;
    const logRequired = `const { createRequire } = await import('node:module'); console.log(Object.keys(${required}).join('\\n'))`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...args, '--input-type=module', '--eval', `await import('sightline'); ${logRequired}`],
      { cwd: project, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    const packages = [...stdout.matchAll(/node_modules\/((?:@[^/]+\/)?[^/\s]+)\/\S*$/gm)].map(
      ([, name]) => name,
    );
    expect([...new Set(packages)].sort()).toEqual(['re2js', 'sightline', 'stemmer']);
    expect(packages.length).toBeLessThan(60);
  });
});

describe('the library, from the packed file', () => {
  const inReadme = blocks('ts', readme.replace(installSection, '')).map(
    (code, i) => [`readme${i}.ts`, code] as const,
  );
  const files = readdirSync(join(root, 'examples')).map(
    (name) => [name, readFileSync(join(root, 'examples', name), 'utf8')] as const,
  );
  const examples = [...inReadme, ...files];
  let browser: LaunchedBrowser;
  let endpoint: string;
  beforeAll(async () => {
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
    fresh.borrow('@modelcontextprotocol/client');
    await cli.ok('look', server.origin, '--save', join(project, 'page.json'));
  });
  afterAll(() => browser?.close());

  /** Starts an example as it stands, with the addresses of this test for those it names. */
  function start(code: string, env = cli.env) {
    const file = join(project, 'example.mjs');
    const here = code
      .replace('https://example.com', server.origin)
      .replace('http://127.0.0.1:9222', endpoint)
      .replace('http://127.0.0.1:11434/v1', models.baseUrl);
    writeFileSync(file, transformSync(here, { loader: 'ts' }).code);
    return spawn(process.execPath, [file], { cwd: project, env });
  }

  it.each(examples.filter(([name]) => name !== 'extension.ts'))('runs %s', async (name, code) => {
    const { code: status, stdout, stderr } = await finish(start(code));
    expect([status, stderr.replace(/^npm (?:warn|notice)\b.*\n/gm, '')]).toEqual([0, '']);
    expect(stdout).toContain(name === 'acting.ts' ? 'Thank you' : 'Page: "Fernway');
  });

  it('runs extension.ts, while a person shares a tab', async () => {
    const chrome = await ExtensionBrowser.start();
    try {
      await chrome.pair();
      const settings = join(cli.folder, 'settings');
      mkdirSync(join(settings, 'sightline'), { recursive: true });
      writeFileSync(join(settings, 'sightline/pairing'), formatPairingCode(chrome.pairing));
      const [, code = ''] = files.find(([name]) => name === 'extension.ts') ?? [];
      const running = finish(start(code, { ...cli.env, XDG_CONFIG_HOME: settings }));
      await chrome.share(server.origin, 'Example');
      const { code: status, stdout } = await running;
      expect([status, stdout]).toEqual([0, expect.stringContaining('Page: "Fernway')]);
    } finally {
      await chrome.close();
    }
  });

  it('is typed: the examples are accepted, and a wrong option is not', () => {
    const check = (all: (readonly [string, string])[]): string => {
      for (const [name, code] of all) writeFileSync(join(project, name), code);
      const strict = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2023',
        '--types',
        'node',
      ];
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      return spawnSync(process.execPath, [tsc, ...strict, ...all.map(([name]) => name)], {
        cwd: project,
        encoding: 'utf8',
      }).stdout;
    };
    expect(check(examples)).toBe('');
    const wrong = examples.map(([, code]) => code).find((code) => code.includes('maxTokens')) ?? '';
    expect(check([['wrong.ts', wrong.replace('maxTokens', 'maxToken')]])).toContain(
      "'maxToken' does not exist",
    );
  });

  it('is what every configuration of MCP clients in the README starts, installed by its line', async () => {
    const [install = ''] = commandsOf(readme).filter((line) => line.startsWith('npm install --global'));
    const prefix = join(cli.folder, 'prefix');
    await fresh.run(`export npm_config_prefix=${prefix}; ${install}`);
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    });
    const env = { ...fresh.env, PATH: `${join(prefix, 'bin')}:${fresh.env.PATH}` };
    const { command, args } = JSON.parse(blocks('json', readme)[0] ?? '').mcpServers.sightline;
    const answer = execFileSync(command, args, {
      env,
      cwd: project,
      input: `${initialize}\n`,
      encoding: 'utf8',
    });
    expect(JSON.parse(answer.split('\n')[0] ?? '').result.serverInfo.name).toBe('sightline');
  });

  it('brings the command', () => {
    const bin = join(project, 'node_modules/sightline', manifest.bin.sightline);
    const { stdout } = spawnSync(process.execPath, [bin, '--version'], { env: cli.env, encoding: 'utf8' });
    expect(stdout).toBe(`${manifest.version}\n`);
  });
});
