import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { benchmarkPath } from './paths.ts';

const run = promisify(execFile);

/**
 * The peer `agent-browser`, driven as its users do: by its command, with its own background process. It keeps its files
 * in a home folder of its own, which is deleted when it is closed.
 */
export class AgentBrowser {
  readonly #home = mkdtempSync(join(tmpdir(), 'bench-'));
  readonly #binary = binaryPath();
  readonly #env: NodeJS.ProcessEnv;

  /**
   * @param browser path of the executable; without one it launches none until `connect`
   * @param flags of the browser
   */
  constructor(browser?: string, flags: readonly string[] = []) {
    this.#env = {
      ...process.env,
      HOME: this.#home,
      AGENT_BROWSER_SESSION: `bench${process.pid}`,
      ...(browser && { AGENT_BROWSER_EXECUTABLE_PATH: browser, AGENT_BROWSER_ARGS: flags.join(',') }),
    };
  }

  /** Null when it cannot run on this machine, or not in two minutes. */
  async snapshot(url: string, settleMs = 1500): Promise<string | null> {
    try {
      await this.command('open', url);
      await this.command('set', 'viewport', '1280', '720');
      await this.command('wait', String(settleMs));
      return await this.command('snapshot', '-i');
    } catch (error) {
      console.error(`bench: agent-browser: ${firstLineOf(error)}`);
      return null;
    }
  }

  async close(): Promise<void> {
    await this.command('close').catch(() => undefined);
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Runs one of its commands; returns what it prints. */
  async command(...args: string[]): Promise<string> {
    const options = { env: this.#env, timeout: 120_000, maxBuffer: 2 ** 28 };
    const { stdout } = await run(this.#binary, args, options);
    return stdout;
  }
}

/** Of what a process printed to stderr, or of the error itself. */
export function firstLineOf(thrown: unknown): string {
  const { stderr, message } = thrown as { stderr?: string; message?: string };
  const [line = ''] = String(stderr || message || thrown)
    .trim()
    .split('\n');
  return line;
}

/** As Sightline launches it: no calls of the browser's own, no sandbox where root forbids it. */
export function peerFlags(): string[] {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}

function binaryPath(): string {
  const system = process.platform === 'linux' && isMusl() ? 'linux-musl' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const name = `agent-browser-${system}-${process.arch}${suffix}`;
  const path = benchmarkPath('node_modules/agent-browser/bin', name);
  if (existsSync(path)) chmodSync(path, 0o755);
  return path;
}

function isMusl(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return !header.glibcVersionRuntime;
}
