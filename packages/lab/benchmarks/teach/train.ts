import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchmarkPath } from '../paths.ts';

/**
 * `train --base FILE.gguf [-o DIR] [--data DIR] [-- OPTIONS OF train.py]`: runs train.py in a virtual environment of its own,
 * DIR/venv, with the packages of requirements.txt; makes it where it is missing.
 */
export async function train(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      base: { type: 'string' },
      output: { type: 'string', short: 'o', default: benchmarkPath('out/teach/model') },
      data: { type: 'string', default: benchmarkPath('out/teach') },
      venv: { type: 'string', default: benchmarkPath('out/teach/venv') },
      python: { type: 'string', default: 'python3' },
    },
  });
  if (!options.base) throw new Error('say which model is taught: --base FILE.gguf');
  const base = resolve(options.base);
  const data = resolve(options.data);
  const output = resolve(options.output);
  // Before gigabytes of packages are installed.
  if (!existsSync(base)) throw new Error(`there is no ${base}`);
  if (!existsSync(join(data, 'train.jsonl')) && !existsSync(join(output, 'taught.pt')))
    throw new Error(
      `there are no examples in ${data}: make them with npm run lab -- data -o ${options.data}`,
    );
  const python = makeEnvironment(resolve(options.venv), options.python);
  const folders = ['--base', base, '--data', data, '--output', output];
  execute(python, [benchmarkPath('teach/train.py'), ...folders, ...positionals]);
}

/** The interpreter of the environment. */
function makeEnvironment(venv: string, python: string): string {
  const interpreter = join(venv, 'bin/python');
  if (existsSync(interpreter)) return interpreter;
  execute(python, ['-m', 'venv', venv]);
  execute(interpreter, ['-m', 'pip', 'install', '--quiet', '-r', benchmarkPath('teach/requirements.txt')]);
  return interpreter;
}

function execute(program: string, args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}
