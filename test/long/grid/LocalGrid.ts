import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBrowser } from '../../../packages/sightline/src/browser/launch/findBrowser.ts';
import { findChromedriver } from '../../support/findChromedriver.ts';
import { freePort } from '../../support/freePort.ts';

const START_MS = 120_000;

interface GridSlotStatus {
  session: object | null;
}

/** A Selenium Grid on the loopback interface: a hub and nodes, from Maven's central repository (`pom.xml` beside this). */
export class LocalGrid {
  readonly url: string;
  readonly nodes: ChildProcess[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'sightline-grid-'));
  readonly #driver: string;
  readonly #bus: [publish: number, subscribe: number];
  #hub: ChildProcess | undefined;

  private constructor(port: number, bus: [number, number]) {
    this.url = `http://127.0.0.1:${port}`;
    this.#bus = bus;
    this.#driver = findChromedriver(this.#folder);
  }

  /** Ready when each node has reported its slots; throws where they do not within two minutes. */
  static async start({ nodes, slots }: { nodes: number; slots: number }): Promise<LocalGrid> {
    const jars = join(import.meta.dirname, '.jars');
    const copy = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=.jars'];
    if (!existsSync(jars)) execFileSync('mvn', copy, { cwd: import.meta.dirname, stdio: 'ignore' });
    const grid = new LocalGrid(await freePort(), [await freePort(), await freePort()]);
    // A node that is gone is noticed by its heartbeat alone; a browser that hangs keeps nobody waiting for the usual 300 s.
    grid.#hub = grid.#java(['hub', '--port', new URL(grid.url).port, '--healthcheck-interval', '5']);
    for (let i = 0; i < nodes; i++) grid.nodes.push(grid.#java(await grid.#nodeArgs(slots)));
    try {
      await grid.#untilSlots(nodes * slots, AbortSignal.timeout(START_MS));
    } catch (error) {
      grid.close();
      throw error;
    }
    return grid;
  }

  async #untilSlots(count: number, signal: AbortSignal): Promise<void> {
    while ((await this.slots()).length < count) await pause(500, undefined, { signal });
  }

  async #nodeArgs(slots: number): Promise<string[]> {
    const args = ['--headless=new', '--no-sandbox'];
    const stereotype = { browserName: 'chrome', 'goog:chromeOptions': { binary: findBrowser().path, args } };
    return [
      ...['node', '--port', String(await freePort())],
      ...['--detect-drivers', 'false', '--selenium-manager', 'false'],
      ...['--max-sessions', String(slots), '--override-max-sessions', 'true'],
      ...['--driver-configuration', 'display-name=chromium', `max-sessions=${slots}`],
      ...[`webdriver-executable=${this.#driver}`, `stereotype=${JSON.stringify(stereotype)}`],
    ];
  }

  #java(args: string[]): ChildProcess {
    const [publish, subscribe] = this.#bus.map((port) => `tcp://127.0.0.1:${port}`);
    const bus = ['--host', '127.0.0.1', '--publish-events', publish, '--subscribe-events', subscribe];
    const main = ['-cp', join(import.meta.dirname, '.jars/*'), 'org.openqa.selenium.grid.Main'];
    const [role = '', ...rest] = args;
    return spawn('java', [...main, role, ...(bus as string[]), ...rest], { stdio: 'ignore' });
  }

  /** All that the hub knows of; none while it is not there yet. */
  async slots(): Promise<GridSlotStatus[]> {
    try {
      const { value } = await (await fetch(`${this.url}/status`)).json();
      return value.nodes.flatMap(({ slots }: { slots: GridSlotStatus[] }) => slots);
    } catch {
      return [];
    }
  }

  async taken(): Promise<number> {
    return (await this.slots()).filter(({ session }) => session).length;
  }

  /** As if its machine had gone: with its drivers and browsers. */
  killNode(index: number): void {
    killTree(this.nodes[index]);
  }

  /** A browser of a node does nothing more. False where none runs there at the moment. */
  stopBrowser(index: number): boolean {
    const isBrowser = (pid: number): boolean =>
      /chrom(?!edriver).*--headless(?!.*--type=)/s.test(commandOf(pid));
    const pid = descendantsOf(this.nodes[index]?.pid ?? 0).find(isBrowser);
    if (pid !== undefined) process.kill(pid, 'SIGSTOP');
    return pid !== undefined;
  }

  close(): void {
    for (const process of [...this.nodes, this.#hub]) killTree(process);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function killTree(root: ChildProcess | undefined): void {
  if (root?.pid === undefined) return;
  for (const pid of [...descendantsOf(root.pid), root.pid]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

const commandOf = (pid: number): string => readProcess(pid, 'cmdline').replaceAll('\0', ' ');

function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0)
    .map((one) => ({ pid: one, parent: Number(/\) \w (\d+)/.exec(readProcess(one, 'stat'))?.[1]) }));
  const childrenOf = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap((one) => [one.pid, ...childrenOf(one.pid)]);
  return childrenOf(pid);
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
