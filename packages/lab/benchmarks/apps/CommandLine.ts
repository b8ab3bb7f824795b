import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { commandPath } from '../paths.ts';

/** What a command printed, and how it ended. */
export interface CommandAnswer {
  text: string;
  exitCode: number;
}

/** The built command, on a session of its own, attached to a browser that runs. Counts what is read. */
export class CommandLine {
  /** Commands run. */
  commands = 0;
  /** o200k, of all answers. */
  tokens = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), 'bench-apps-'));
  readonly #cdp: string;
  readonly #data: string;
  #isOpen = false;

  /**
   * @param cdp `http` address of the browser's debugging port
   * @param data where it is run: files are taken from there
   */
  constructor(cdp: string, data: string) {
    this.#cdp = cdp;
    this.#data = data;
  }

  async run(...args: string[]): Promise<CommandAnswer> {
    const attach = args[0] === 'open' && !this.#isOpen ? ['--cdp', this.#cdp] : [];
    const answer = await this.#call([...args, ...attach]);
    if (answer.exitCode === 0 && args[0] === 'open') this.#isOpen = true;
    this.commands++;
    this.tokens += countTokens(answer.text);
    return answer;
  }

  async close(): Promise<void> {
    if (this.#isOpen) await this.#call(['close']);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #call(args: string[]): Promise<CommandAnswer> {
    const env = { ...process.env, XDG_RUNTIME_DIR: this.#folder, SIGHTLINE_SESSION: 'apps' };
    return new Promise((resolve) => {
      const options = { env, cwd: this.#data, maxBuffer: 2 ** 28 };
      execFile(process.execPath, [commandPath(), ...args], options, (error, out, err) =>
        resolve({ text: out + err, exitCode: typeof error?.code === 'number' ? error.code : error ? 1 : 0 }),
      );
    });
  }
}
