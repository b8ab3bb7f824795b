import { modelEnvVariables } from '../agent/models/modelEnvVariables.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { SessionSlot } from '../tools/SessionSlot.ts';
import { badSessionName, isSessionName } from '../tools/sessionName.ts';
import { createCommandRequest, runLocationOf, sessionName } from './commandLine.ts';
import { commands } from './commands.ts';
import { createToolContext, noSession } from './createToolContext.ts';
import { type ForwardOutcome, forwardCommand, print } from './daemon/forwardCommand.ts';
import type { CommandOutput, CommandRequest } from './daemon/protocol.ts';
import { type SessionPaths, sessionPaths, workspaceOf } from './daemon/sessionPaths.ts';
import { type Installation, startDaemon } from './daemon/startDaemon.ts';
import { stopDaemon } from './daemon/stopDaemon.ts';
import { CommandCancelledError, errorOutput, executeTool } from './executeTool.ts';
import { ProgressLine } from './ProgressLine.ts';
import { parseCommand, type ToolRun } from './parseCommand.ts';

/** Runs a command that no session's process has served (see `outcome`), and prints its output. */
export async function runHere(
  argv: string[],
  outcome: ForwardOutcome,
  { stdin, ...installation }: Installation & { stdin: string | undefined },
): Promise<void> {
  const { version } = installation;
  const columns = process.stdout.isTTY ? process.stdout.columns : undefined;
  const parsed = parseCommand(argv, { tools: commands, version, columns });
  if (parsed.kind === 'text') return print({ out: parsed.text, err: '', exit: 0 });
  if (parsed.kind === 'usage') return print(errorOutput(parsed.error, { json: parsed.json, exit: 2 }));
  const modelEnv = parsed.tool.cli.needsModelKeys ? modelEnvVariables : [];
  const command = createCommandRequest(argv, version, modelEnv, stdin);
  const runLocation = runLocationOf(parsed.tool, parsed.input, command);
  if (runLocation === 'here' || runLocation === 'anywhere') return print(await runAlone(parsed, command));
  try {
    await runInSession(command, outcome, { installation, mayStart: runLocation === 'start' });
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    print(errorOutput(error, { json: parsed.json, exit: error.code === 'invalid_argument' ? 2 : 1 }));
  }
}

/** Runs a tool in this process, with its own browser if it needs one, which is closed afterwards. */
async function runAlone({ tool, input, json }: ToolRun, command: CommandRequest): Promise<CommandOutput> {
  const slot = new SessionSlot();
  const progressLine = new ProgressLine();
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new CommandCancelledError());
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, cancel);
  try {
    const progress = (stage: string): void => progressLine.show(stage);
    const callbacks = {
      signal: controller.signal,
      progress,
      print: (text: string) => progressLine.print(text),
    };
    return await executeTool(tool, input, createToolContext(slot, command, callbacks), json);
  } finally {
    progressLine.clear();
    await slot.close();
    for (const signal of signals) process.off(signal, cancel);
  }
}

/** Runs a command in the session's process, which is started if the command may do so. @throws SightlineError */
async function runInSession(
  command: CommandRequest,
  outcome: ForwardOutcome,
  { installation, mayStart }: { installation: Installation; mayStart: boolean },
): Promise<void> {
  const name = sessionName(command.argv);
  if (!isSessionName(name)) throw badSessionName(name);
  if (outcome.kind === 'lost') throw processLost(name, outcome.paths);
  if (outcome.kind === 'other') await replaceOtherVersion(outcome, name, mayStart);
  // A process that answered `here` runs already: it lacked the keys of models.
  if (outcome.kind !== 'here') {
    if (!mayStart) throw noSession(name);
    await startDaemon(name, installation);
  }
  const paths = outcome.kind === 'here' ? outcome.paths : sessionPaths(name, workspaceOf(command.cwd));
  const retried = await forwardCommand(paths, command);
  if (retried.kind !== 'served') throw processLost(name, paths);
}

/** Ends a process of another version, which may not understand the command. */
async function replaceOtherVersion(
  { paths, version }: { paths: SessionPaths; version: string },
  name: string,
  mayStart: boolean,
): Promise<void> {
  await stopDaemon(paths.socket);
  const detail = `: it was held by Sightline ${version} and has been closed`;
  if (!mayStart) throw noSession(name, detail);
  process.stderr.write(`note: session "${name}" was held by Sightline ${version}; it starts afresh\n`);
}

function processLost(name: string, { log }: SessionPaths): SightlineError {
  return new SightlineError('browser_closed', `The process of session "${name}" ended while it worked.`, {
    hint: `Open the page again with \`sightline open URL\`. The process may have said why in ${log}.`,
    retryable: true,
  });
}
