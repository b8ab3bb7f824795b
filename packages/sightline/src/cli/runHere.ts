import { SightlineError } from '../model/SightlineError.ts';
import { SessionHolder } from '../tools/SessionHolder.ts';
import { commandOf, sessionOf } from './commandOf.ts';
import { commands } from './commands.ts';
import { contextOf } from './contextOf.ts';
import { endHost } from './endHost.ts';
import { Cancelled, errorOutput, execute } from './execute.ts';
import { forward, type Outcome, print } from './forward.ts';
import type { Installation } from './Installation.ts';
import { noSession } from './noSession.ts';
import { ProgressLine } from './ProgressLine.ts';
import { badSessionName, type Parsed, parseCommand } from './parseCommand.ts';
import { placeOf } from './placeOf.ts';
import type { Command, Output } from './protocol.ts';
import { isSessionName, pathsOf } from './runtimeFolder.ts';
import { startHost } from './startHost.ts';

type Run = Extract<Parsed, { kind: 'run' }>;

/** Runs a command that no session's process has served (`outcome` says why), and prints what it gives. */
export async function runHere(argv: string[], outcome: Outcome, installation: Installation): Promise<void> {
  const command = commandOf(argv, installation.version);
  const parsed = parseCommand(argv, {
    tools: commands,
    version: installation.version,
    columns: command.columns,
  });
  if (parsed.kind === 'text') return print({ out: parsed.text, err: '', exit: 0 });
  if (parsed.kind === 'usage') return print(errorOutput(parsed.error, { json: parsed.json, exit: 2 }));
  const place = placeOf(parsed.tool, parsed.input, command);
  if (place === 'here' || place === 'anywhere') return print(await runAlone(parsed, command));
  try {
    await runInSession(command, outcome, { installation, starts: place === 'start' });
  } catch (error) {
    if (!(error instanceof SightlineError)) throw error;
    print(errorOutput(error, { json: parsed.json, exit: error.code === 'invalid_argument' ? 2 : 1 }));
  }
}

/** With a browser of its own, if it needs any, which is closed whatever happens. */
async function runAlone({ tool, input, json }: Run, command: Command): Promise<Output> {
  const holder = new SessionHolder();
  const line = new ProgressLine();
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new Cancelled());
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, cancel);
  try {
    const progress = (stage: string): void => line.show(stage);
    const course = { signal: controller.signal, progress, tell: (told: string) => line.tell(told) };
    return await execute(tool, input, contextOf(holder, command, course), json);
  } finally {
    line.clear();
    await holder.close();
    for (const signal of signals) process.off(signal, cancel);
  }
}

/** In the session's process, which is started if the command may do so. @throws SightlineError */
async function runInSession(
  command: Command,
  outcome: Outcome,
  { installation, starts }: { installation: Installation; starts: boolean },
): Promise<void> {
  const name = sessionOf(command.argv);
  if (!isSessionName(name)) throw badSessionName(name);
  if (outcome.kind === 'lost') throw lost(name);
  const { socket } = pathsOf(name);
  if (outcome.kind === 'other') await replaceOther(socket, name, outcome.version, starts);
  if (!starts) throw noSession(name);
  await startHost(name, installation);
  const again = await forward(socket, command);
  if (again.kind !== 'served') throw lost(name);
}

/** A process of another version may hold the page, but cannot be trusted to understand the command. */
async function replaceOther(socket: string, name: string, version: string, starts: boolean): Promise<void> {
  await endHost(socket);
  const why = `: it was held by Sightline ${version} and has been closed`;
  if (!starts) throw noSession(name, why);
  process.stderr.write(`note: session "${name}" was held by Sightline ${version}; it starts afresh\n`);
}

function lost(name: string): SightlineError {
  return new SightlineError('browser_closed', `The process of session "${name}" ended while it worked.`, {
    hint: `Open the page again with \`sightline open URL\`. The process may have said why in ${pathsOf(name).log}.`,
    retryable: true,
  });
}
