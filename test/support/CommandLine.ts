import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLocationOf } from '../../packages/sightline/src/cli/commandLine.ts';
import { commands } from '../../packages/sightline/src/cli/commands.ts';
import { createToolContext, noSession } from '../../packages/sightline/src/cli/createToolContext.ts';
import type { CommandOutput } from '../../packages/sightline/src/cli/daemon/protocol.ts';
import { errorOutput, executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import { parseCommand, type ToolRun } from '../../packages/sightline/src/cli/parseCommand.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { SessionSlot } from '../../packages/sightline/src/tools/SessionSlot.ts';
import { removeFolder } from './removeFolder.ts';
import { shareSession } from './sharedBrowser.ts';

const VERSION = '0.0.0';
const SESSION = 'test';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Commands as `sightline` parses, runs and answers them, in this process and in the browser that the worker shares. A
 * command that needs no session opens one of its own, as the real one does. What processes do is tested in `test/cli`.
 */
export class CommandLine {
  /** Where commands are called. */
  readonly folder = mkdtempSync(join(tmpdir(), 'sl-'));
  readonly #opened: OpenedSession;

  /** `executablePath`: of the browser of its sessions; default the tests' own. */
  constructor(executablePath?: string) {
    this.#opened = { executablePath };
  }

  async run(argv: string[], cwd = this.folder): Promise<CommandResult> {
    const { out, err, exit } = await this.#execute(argv, cwd);
    return { code: exit, stdout: out, stderr: err };
  }

  /** Runs a command that must succeed; answers its standard output. */
  async ok(...argv: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(argv);
    if (code !== 0) throw new Error(`sightline ${argv.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs a command with `--json`; answers its exit code and its object. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the command says
  async json(...argv: string[]): Promise<{ code: number; value: any; stderr: string }> {
    const { code, stdout, stderr } = await this.run([...argv, '--json']);
    return { code, value: JSON.parse(stdout), stderr };
  }

  async close(): Promise<void> {
    await this.#opened.session?.close();
    await removeFolder(this.folder);
  }

  async #execute(argv: string[], cwd: string): Promise<CommandOutput> {
    const parsed = parseCommand(argv, { tools: commands, version: VERSION });
    if (parsed.kind === 'text') return { out: parsed.text, err: '', exit: 0 };
    if (parsed.kind === 'usage') return errorOutput(parsed.error, { json: parsed.json, exit: 2 });
    const location = runLocationOf(parsed.tool, parsed.input, { argv, cwd });
    if (location === 'session' || location === 'start') return runTool(parsed, { argv, cwd }, this.#opened);
    const own: OpenedSession = { executablePath: this.#opened.executablePath };
    try {
      return await runTool(parsed, { argv, cwd }, own);
    } finally {
      await own.session?.close();
    }
  }
}

/** The session that commands work in, once one has opened it. */
interface OpenedSession {
  executablePath: string | undefined;
  session?: Session;
}

function runTool(
  { tool, input, json }: ToolRun,
  { argv, cwd }: { argv: string[]; cwd: string },
  opened: OpenedSession,
): Promise<CommandOutput> {
  const command = { version: VERSION, argv, cwd, env: { SIGHTLINE_SESSION: SESSION }, columns: undefined };
  const { signal } = new AbortController();
  const ignore = (): void => undefined;
  const context = createToolContext(new SessionSlot(), command, { signal, progress: ignore, print: ignore });
  return executeTool(
    tool,
    input,
    {
      ...context,
      session: () => {
        if (!opened.session) throw noSession(SESSION);
        return opened.session;
      },
      openSession: async () => {
        opened.session ??= await shareSession({ calls: 'commands', executablePath: opened.executablePath });
        return opened.session;
      },
      takeNotices: () => opened.session?.takeNotices() ?? [],
    },
    json,
  );
}
