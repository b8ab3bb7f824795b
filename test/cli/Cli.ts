import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeFolder } from '../support/removeFolder.ts';

/** The built command. */
export const main = fileURLToPath(new URL('../../packages/sightline/dist/cli/main.cjs', import.meta.url));

export interface Result {
  /** null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Another copy of the command. */
  main?: string;
}

/** The command line of one test, with sockets, temporary files and a default session that no other test shares. */
export class Cli {
  readonly folder = mkdtempSync(join(tmpdir(), 'sl-'));
  /** Name of the default session. */
  readonly session = `test-${Math.random().toString(36).slice(2)}`;
  readonly env: Record<string, string>;

  /** Where commands put temporary files. */
  readonly temporary: string = join(this.folder, 'tmp');

  constructor(env: Record<string, string> = {}) {
    mkdirSync(this.temporary);
    const own = { XDG_RUNTIME_DIR: this.folder, TMPDIR: this.temporary, SIGHTLINE_SESSION: this.session };
    this.env = { ...(process.env as Record<string, string>), ...own, ...env };
  }

  /** Starts a command, its output piped. */
  start(args: string[], options: RunOptions = {}): ChildProcess {
    const { cwd = this.folder, env } = options;
    return spawn(process.execPath, [options.main ?? main, ...args], {
      cwd,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs a command to its end, which is when its output is closed by everybody who holds it. */
  run(args: string[], options: RunOptions = {}): Promise<Result> {
    return finish(this.start(args, options));
  }

  /** Runs a command that must succeed; answers its standard output. */
  async ok(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`sightline ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs a command with `--json`; answers its exit code and its object. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the command says
  async json(...args: string[]): Promise<{ code: number | null; value: any; stderr: string }> {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    return { code, value: JSON.parse(stdout), stderr };
  }

  /** Runs a line of the shell in which `sightline` is the command. */
  shell(line: string): Promise<Result> {
    const sightline = `sightline() { "${process.execPath}" "${main}" "$@"; }`;
    return finish(
      spawn('/bin/bash', ['-c', `${sightline}; ${line}`], {
        cwd: this.folder,
        env: this.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  /** Ids of the background processes of a session. */
  hosts(session = this.session): number[] {
    return processes((args) => args.includes(`--serve ${session} `));
  }

  /** Ids of the browsers that this test's commands have started, a process each. */
  browsers(): number[] {
    return processes((args) => this.#isBrowser(args) && !args.includes(' --type='));
  }

  /** Ids of every process that is still there of any browser. */
  browserProcesses(): number[] {
    return processes((args) => this.#isBrowser(args));
  }

  #isBrowser(args: string): boolean {
    return args.includes(`--user-data-dir=${this.folder}/`);
  }

  /** What lies in the folder of the sockets. */
  files(): string[] {
    return readdirSync(join(this.folder, 'sightline')).sort();
  }

  async close(): Promise<void> {
    await this.run(['close', '--everywhere']);
    for (const pid of [...this.hosts(), ...this.browserProcesses()]) kill(pid, 'SIGKILL');
    await until(() => this.browserProcesses().length === 0);
    await removeFolder(this.folder);
  }
}

export function finish(child: ChildProcess): Promise<Result> {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

/** Waits for something that must come; a test that waits in vain fails by its own time limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
}

export function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new Error('there is no process to kill');
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ids of the processes whose command line fits. */
export function processes(matches: (args: string) => boolean): number[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,stat=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*?)\s*$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , state = '', args = '']) => !state.startsWith('Z') && matches(args))
    .map(([, pid]) => Number(pid));
}
