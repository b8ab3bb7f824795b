import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { removeFolder } from './removeFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder with the programs of docs/recipes.md, each under the name in its first line. */
export class Recipes {
  readonly folder = mkdtempSync(join(tmpdir(), 'sightline-recipes-'));

  /** @param address stands for https://example.com @param packages installed by npm; without any those of the checkout */
  private constructor(address: string, endpoint: string) {
    const text = readFileSync(join(root, 'docs/recipes.md'), 'utf8');
    for (const [, block = ''] of text.matchAll(/^```ts\n(.*?)^```$/gms)) {
      const [, name = ''] = /^\/\/ (\S+)\n/.exec(block) ?? [];
      const code = block
        .replaceAll('https://example.com', address)
        .replaceAll('http://127.0.0.1:9222', endpoint);
      // Node 20 runs no TypeScript; runners of tests do.
      const isProgram = !/\.(?:test|spec|config)\.ts$/.test(name);
      const compiled = isProgram ? transformSync(code, { loader: 'ts', format: 'esm' }).code : code;
      writeFileSync(join(this.folder, isProgram ? name.replace(/ts$/, 'mjs') : name), compiled);
    }
    for (const [, block = ''] of text.matchAll(/^```python\n(.*?)^```$/gms)) {
      const [, name = ''] = /^# (\S+\.py)/.exec(block) ?? [];
      writeFileSync(join(this.folder, name), block.replaceAll('https://example.com', address));
    }
    writeFileSync(join(this.folder, 'package.json'), '{"name":"recipes","private":true,"type":"module"}');
  }

  /** With the packages of the checkout. `address` stands for https://example.com. */
  static inCheckout(address: string, endpoint = ''): Recipes {
    const recipes = new Recipes(address, endpoint);
    symlinkSync(join(root, 'node_modules'), join(recipes.folder, 'node_modules'));
    return recipes;
  }

  /** With packages that npm installs, beside the checkout's own. */
  static async withPackages(address: string, packages: readonly string[]): Promise<Recipes> {
    const recipes = new Recipes(address, '');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    const { code, output } = await recipes.#spawn('npm', ['install', ...flags, ...packages]);
    if (code !== 0) throw new Error(`npm install ${packages.join(' ')}: ${output}`);
    mkdirSync(join(recipes.folder, 'node_modules'), { recursive: true });
    symlinkSync(join(root, 'packages/sightline'), join(recipes.folder, 'node_modules/sightline'));
    return recipes;
  }

  /** Runs a program with Node, or with `args` before its name. */
  run(args: readonly string[], env: Record<string, string> = {}): Promise<RecipeRun> {
    return this.#spawn(process.execPath, args, env);
  }

  /** Runs a program with Python, for which `sightline` is that of the checkout. */
  runPython(python: string, name: string, env: Record<string, string> = {}): Promise<RecipeRun> {
    const bin = join(this.folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const command = join(root, 'packages/sightline/bin/sightline.cjs');
    writeFileSync(join(bin, 'sightline'), `#!/bin/sh\nexec node ${command} "$@"\n`, { mode: 0o755 });
    return this.#spawn(python, [name], { PATH: `${bin}:${process.env.PATH}`, ...env });
  }

  remove(): Promise<void> {
    return removeFolder(this.folder);
  }

  #spawn(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<RecipeRun> {
    const child = spawn(command, args, {
      cwd: this.folder,
      env: { ...process.env, CHROME: findBrowser().path, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    });
  }
}

export interface RecipeRun {
  code: number | null;
  /** Standard output and error. */
  output: string;
}

/** What stands for https://example.com. */
export const EXAMPLE_PAGE =
  '<!doctype html><title>Example Domain</title><main><h1>Example Domain</h1><p>For use in documents.</p><a id="learn" href="/more">Learn more</a></main>';
