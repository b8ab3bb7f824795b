import type { Socket } from 'node:net';

/** What a command sends to a session's process, one JSON value a line. The first line is a `Command` or `End`. */
export type ClientMessage = CommandRequest | { cancel: true } | EndRequest;

export interface CommandRequest {
  version: string;
  argv: string[];
  cwd: string;
  /** `SIGHTLINE_*`; with `hasModelKeys` also the keys of models. */
  env: Record<string, string>;
  /** Default false: a command that needs them is answered `here`, and sent again with them. */
  hasModelKeys?: boolean;
  /** Width of the terminal; undefined when the output is no terminal. */
  columns?: number;
}

/** Ends the session. Understood by every version: never change it. */
export interface EndRequest {
  end: true;
}

/** What the process answers, one JSON value a line. */
export type ServerReply =
  | { taken: true }
  /** This process is of that other version: it does nothing for you, except end. Never change it. */
  | { other: string }
  /** This command has no business with the session: run it yourself. */
  | { here: true }
  | { progress: string }
  /** To be shown, and to stay. */
  | { line: string }
  | CommandOutput
  | EndedReply;

export interface CommandOutput {
  out: string;
  err: string;
  exit: number;
}

/** The session of that name has ended, and its browser too. Never change it. */
export interface EndedReply {
  ended: string;
}

export function sendMessage(socket: Socket, value: ClientMessage | ServerReply): void {
  if (!socket.destroyed && !socket.writableEnded) socket.write(`${JSON.stringify(value)}\n`);
}

/**
 * Calls back for each whole line. A line may be megabytes long, so only what is new is searched.
 * Whoever sends anything but JSON is hung up on.
 */
export function onMessages<T>(socket: Socket, onValue: (value: T) => void): void {
  let pendingParts: string[] = [];
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = chunk.split('\n');
    for (const [index, line] of lines.entries()) {
      pendingParts.push(line);
      if (index === lines.length - 1) return;
      const text = pendingParts.join('');
      pendingParts = [];
      const value = parseMessage<T>(text);
      if (value === undefined) socket.destroy();
      else onValue(value);
    }
  });
}

function parseMessage<T>(text: string): T | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
