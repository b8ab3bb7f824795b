import type { Socket } from 'node:net';
import { parseJsonObject } from '../../snapshot/parseJson.ts';

/** Message to a session's process, one JSON value per line. The first is a CommandRequest or EndRequest. */
export type ClientMessage = CommandRequest | { cancel: true } | EndRequest;

export interface CommandRequest {
  version: string;
  argv: string[];
  cwd: string;
  /** `SIGHTLINE_*`, and what the command takes secrets from; with `hasModelKeys` also the keys of models. */
  env: Record<string, string>;
  /** Default false: a command that needs them is answered `here`, and sent again with them. */
  hasModelKeys?: boolean;
  /** What came on standard input, for a command that reads it. */
  stdin?: string;
  /** Width of the terminal; undefined when the output is no terminal. */
  columns?: number;
}

/** Ends the session. Understood by every version: never change it. */
export interface EndRequest {
  end: true;
}

/** Reply of the process, one JSON value per line. */
export type ServerReply =
  | { taken: true }
  /** The process is of this other version: it only accepts EndRequest. Never change it. */
  | { other: string }
  /** The command is to run in the client's process. */
  | { here: true }
  | { progress: string }
  /** A line to print. */
  | { line: string }
  | CommandOutput
  | EndedReply;

export interface CommandOutput {
  out: string;
  err: string;
  exit: number;
}

/** The session of this name has ended, with its browser. Never change it. */
export interface EndedReply {
  ended: string;
}

/** Whether a message has the shape of a command: whoever may connect may send anything. */
export function isCommandRequest(message: object): message is CommandRequest {
  const { version, argv, cwd, env, stdin, columns } = message as Record<keyof CommandRequest, unknown>;
  const isText = (value: unknown): boolean => typeof value === 'string';
  return (
    [version, cwd].every(isText) &&
    Array.isArray(argv) &&
    argv.every(isText) &&
    typeof env === 'object' &&
    env !== null &&
    Object.values(env).every(isText) &&
    (stdin === undefined || isText(stdin)) &&
    (columns === undefined || typeof columns === 'number')
  );
}

export function sendMessage(socket: Socket, value: ClientMessage | ServerReply): void {
  if (!socket.destroyed && !socket.writableEnded) socket.write(`${JSON.stringify(value)}\n`);
}

/**
 * Calls back for each complete line. Lines may have megabytes, so only new data is searched. Invalid JSON closes
 * the connection.
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
      const value = parseJsonObject(text) as T | undefined;
      if (value === undefined) socket.destroy();
      else onValue(value);
    }
  });
}
