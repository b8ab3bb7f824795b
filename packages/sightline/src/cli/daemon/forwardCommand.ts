import { stripInvisible } from '../../snapshot/stripInvisible.ts';
import { ProgressLine } from '../ProgressLine.ts';
import { connectSocket } from './connectSocket.ts';
import {
  type CommandOutput,
  type CommandRequest,
  onMessages,
  type ServerReply,
  sendMessage,
} from './protocol.ts';
import type { SessionPaths } from './sessionPaths.ts';

/** How a session's process answered a command. */
export type ForwardOutcome =
  | { kind: 'served' }
  /** No process listens. */
  | { kind: 'absent' }
  /** The command is to run in this process. */
  | { kind: 'here'; paths: SessionPaths }
  /** The process is of another version. */
  | { kind: 'other'; version: string; paths: SessionPaths }
  /** The process ended during the command. */
  | { kind: 'lost'; paths: SessionPaths };

/** Runs a command in the process that listens at these paths, and prints its output. Ctrl-C cancels the command. */
export async function forwardCommand(paths: SessionPaths, command: CommandRequest): Promise<ForwardOutcome> {
  const socket = await connectSocket(paths.socket);
  if (!socket) return { kind: 'absent' };
  const progressLine = new ProgressLine();
  let wasTaken = false;
  let outcome: ForwardOutcome | undefined;
  const interrupt = createInterruptHandler(() => sendMessage(socket, { cancel: true }));
  process.on('SIGINT', interrupt);
  onMessages<ServerReply>(socket, (reply) => {
    if ('taken' in reply) wasTaken = true;
    else if ('progress' in reply) progressLine.show(reply.progress);
    else if ('line' in reply) progressLine.print(reply.line);
    else {
      progressLine.clear();
      outcome = outcomeOf(reply, paths);
      socket.end();
    }
  });
  sendMessage(socket, command);
  await new Promise((resolve) => socket.once('close', resolve));
  progressLine.clear();
  process.off('SIGINT', interrupt);
  return outcome ?? (wasTaken ? { kind: 'lost', paths } : { kind: 'absent' });
}

function outcomeOf(reply: ServerReply, paths: SessionPaths): ForwardOutcome {
  if ('other' in reply) return { kind: 'other', version: reply.other, paths };
  if ('here' in reply) return { kind: 'here', paths };
  if ('exit' in reply) {
    print(reply);
    return { kind: 'served' };
  }
  return { kind: 'lost', paths };
}

/**
 * Writes a command's output, without what would steer a terminal, whatever it came from. The exit code is set, not enforced: a
 * pipe must drain first.
 */
export function print({ out, err, exit }: CommandOutput): void {
  process.exitCode = exit;
  // A closed pipe (`| head -1`) is no failure.
  process.stdout.on('error', () => undefined);
  if (err) process.stderr.write(stripInvisible(err));
  if (out) process.stdout.write(stripInvisible(out));
}

/** The first Ctrl-C cancels; a second one, or two seconds without a reply, exits. */
function createInterruptHandler(cancel: () => void): () => void {
  let wasInterrupted = false;
  const exit = (): never => process.exit(130);
  return () => {
    if (wasInterrupted) exit();
    wasInterrupted = true;
    cancel();
    setTimeout(exit, 2000).unref();
  };
}
