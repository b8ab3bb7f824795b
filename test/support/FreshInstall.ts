import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const product = join(root, 'packages/sightline');
const manifest = JSON.parse(readFileSync(join(product, 'package.json'), 'utf8'));

/**
 * A person who has a copy of the checkout in `sightline`, an empty folder `project` beside it, an empty home, and the
 * README.
 */
export class FreshInstall {
  readonly project: string;
  /** Path of the packed file. */
  readonly tarball: string;
  /** The environment without what this process has of npm's own settings. */
  readonly env: Record<string, string>;
  /** Whether the packages came from the registry, as they do for a user. */
  installed: 'by npm' | 'from the checkout' = 'by npm';

  /** Packs. @param folder an empty one @param env of the commands, besides the home */
  constructor(folder: string, env: Record<string, string>) {
    this.project = join(folder, 'project');
    const home = join(folder, 'home');
    for (const name of [this.project, home]) mkdirSync(name);
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: folder, encoding: 'utf8' });
    const others = Object.entries(env).filter(([name]) => !/^npm_/i.test(name));
    this.env = {
      ...Object.fromEntries(others),
      HOME: home,
      npm_config_registry: registry.trim(),
      npm_config_fetch_retries: '0',
    };
    this.tarball = this.#pack(join(folder, 'sightline'));
  }

  /** `npm pack` on a copy that is built: in the checkout it would build anew under the feet of other tests. */
  #pack(copy: string): string {
    mkdirSync(copy);
    // Packing copies these from the root of the repository.
    const inRoot = ['README.md', 'LICENSE'];
    const named = manifest.files.filter((name: string) => !name.startsWith('!'));
    for (const name of ['package.json', ...named])
      cpSync(join(inRoot.includes(name) ? root : product, name), join(copy, name), { recursive: true });
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const types = ['-p', 'tsconfig.build.json', '--outDir', join(copy, 'dist')];
    execFileSync(process.execPath, [tsc, ...types], { cwd: root });
    const pack = ['pack', '--silent', '--ignore-scripts'];
    const name = execFileSync('npm', pack, { cwd: copy, env: this.env, encoding: 'utf8' }).trim();
    return join(copy, name.split('\n').at(-1) as string);
  }

  /** Runs a command line of the README in the project; answers what it prints. Throws where it fails. */
  async run(line: string): Promise<string> {
    const options = { cwd: this.project, env: this.env, maxBuffer: 2 ** 24 };
    return (await promisify(execFile)('/bin/bash', ['-c', line], options)).stdout;
  }

  /** Runs the line that installs the packed file; where no registry answers, links what the checkout has installed. */
  async install(line: string): Promise<void> {
    try {
      await this.run(line);
    } catch (error) {
      if (!/\b(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/.test(String(error)))
        throw error;
      this.installed = 'from the checkout';
      this.#link();
    }
  }

  #link(): void {
    const modules = join(this.project, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    execFileSync('tar', ['-xzf', this.tarball, '-C', modules]);
    execFileSync('mv', [join(modules, 'package'), join(modules, 'sightline')]);
    for (const name of [...Object.keys(manifest.dependencies), 'typescript', '@types/node', 'undici-types'])
      this.borrow(name);
    symlinkSync(join('..', 'sightline', manifest.bin.sightline), join(modules, '.bin/sightline'));
    symlinkSync(join('..', 'typescript/bin/tsc'), join(modules, '.bin/tsc'));
  }

  /** Links a package of the checkout into the project. */
  borrow(name: string): void {
    const path = join(this.project, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), path);
  }
}
