import { connect } from './connect.ts';
import { ProgressLine } from './ProgressLine.ts';
import { type Command, type Output, type Reply, receive, send } from './protocol.ts';

/** How far a session's process served a command. */
export type Outcome =
  | { kind: 'served' }
  /** No process listens. */
  | { kind: 'absent' }
  /** It says that the command is none of its business. */
  | { kind: 'here' }
  /** It is of another version. */
  | { kind: 'other'; version: string }
  /** It ended while it worked. */
  | { kind: 'lost' };

/** Has the process that listens at `path` run a command, and prints what it answers. Ctrl-C cancels the command. */
export async function forward(path: string, command: Command): Promise<Outcome> {
  const socket = await connect(path);
  if (!socket) return { kind: 'absent' };
  const line = new ProgressLine();
  let taken = false;
  let outcome: Outcome | undefined;
  const interrupt = interrupter(() => send(socket, { cancel: true }));
  process.on('SIGINT', interrupt);
  receive<Reply>(socket, (reply) => {
    if ('taken' in reply) taken = true;
    else if ('progress' in reply) line.show(reply.progress);
    else if ('line' in reply) line.tell(reply.line);
    else {
      line.clear();
      outcome = outcomeOf(reply);
      socket.end();
    }
  });
  send(socket, command);
  await new Promise((resolve) => socket.once('close', resolve));
  line.clear();
  process.off('SIGINT', interrupt);
  return outcome ?? { kind: taken ? 'lost' : 'absent' };
}

function outcomeOf(reply: Reply): Outcome {
  if ('other' in reply) return { kind: 'other', version: reply.other };
  if ('here' in reply) return { kind: 'here' };
  if ('exit' in reply) {
    print(reply);
    return { kind: 'served' };
  }
  return { kind: 'lost' };
}

/** Writes a command's output. The exit code is set, not enforced: a pipe must drain first. */
export function print({ out, err, exit }: Output): void {
  process.exitCode = exit;
  // Whoever reads may have had enough (`| head -1`): that is no failure.
  process.stdout.on('error', () => undefined);
  if (err) process.stderr.write(err);
  if (out) process.stdout.write(out);
}

/** The first Ctrl-C asks; the second, or two seconds without an answer, ends this command by force. */
function interrupter(cancel: () => void): () => void {
  let asked = false;
  const leave = (): never => process.exit(130);
  return () => {
    if (asked) leave();
    asked = true;
    cancel();
    setTimeout(leave, 2000).unref();
  };
}
