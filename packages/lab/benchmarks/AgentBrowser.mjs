import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('node_modules/agent-browser/bin', import.meta.url));

/**
 * The peer `agent-browser`, driven as its users do: its command, its own background process, the browser that
 * Sightline found. It keeps its files in a home of its own, which goes when it is closed.
 */
export class AgentBrowser {
  #home = mkdtempSync(join(tmpdir(), 'bench-'));
  #binary;
  #env;

  /**
   * @param {string} [browser] path of the executable; without one it launches none, and is told to `connect`
   * @param {string[]} [flags] of the browser
   */
  constructor(browser, flags = []) {
    this.#binary = binaryPath();
    this.#env = {
      ...process.env,
      HOME: this.#home,
      AGENT_BROWSER_SESSION: `bench${process.pid}`,
      ...(browser && { AGENT_BROWSER_EXECUTABLE_PATH: browser, AGENT_BROWSER_ARGS: flags.join(',') }),
    };
  }

  /** Null when it cannot run on this machine, or not in two minutes. @param {string} url */
  async snapshot(url, settleMs = 1500) {
    try {
      await this.command('open', url);
      await this.command('set', 'viewport', '1280', '720');
      await this.command('wait', String(settleMs));
      return await this.command('snapshot', '-i');
    } catch (error) {
      console.error(
        `bench: agent-browser: ${
          String(error.stderr || error.message)
            .trim()
            .split('\n')[0]
        }`,
      );
      return null;
    }
  }

  /** The page as it is now, in full: its `-i` leaves the text out. */
  snapshotAgain() {
    return this.command('snapshot');
  }

  async close() {
    await this.command('close').catch(() => undefined);
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Runs a command of its; answers what it prints. */
  async command(...args) {
    const options = { env: this.#env, timeout: 120_000, maxBuffer: 2 ** 28 };
    const { stdout } = await run(this.#binary, args, options);
    return stdout;
  }
}

/** As Sightline launches it: no calls of the browser's own, no sandbox where root forbids it. */
export function peerFlags() {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}

function binaryPath() {
  const system = process.platform === 'linux' && isMusl() ? 'linux-musl' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const path = join(folder, `agent-browser-${system}-${process.arch}${suffix}`);
  if (existsSync(path)) chmodSync(path, 0o755);
  return path;
}

const isMusl = () => !process.report.getReport().header.glibcVersionRuntime;
