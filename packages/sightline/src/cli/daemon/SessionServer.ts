import type { Socket } from 'node:net';
import { SerialQueue } from '../../session/SerialQueue.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { SessionSlot } from '../../tools/SessionSlot.ts';
import { runLocationOf } from '../commandLine.ts';
import { commands } from '../commands.ts';
import { createToolContext } from '../createToolContext.ts';
import { CommandCancelledError, errorOutput, executeTool } from '../executeTool.ts';
import { parseCommand, type ToolRun } from '../parseCommand.ts';
import {
  type ClientMessage,
  type CommandOutput,
  type CommandRequest,
  isCommandRequest,
  onMessages,
  type ServerReply,
  sendMessage,
} from './protocol.ts';

export interface SessionServerOptions {
  name: string;
  version: string;
  /** Milliseconds without a command after which the process ends. */
  idleMs: number;
}

/** Milliseconds that a new process waits for its first command. */
const FIRST_COMMAND_MS = 10_000;
/** Milliseconds for closing the browser; then the process exits regardless. */
const CLOSING_MS = 5_000;
/** Milliseconds for clients to read the last replies. */
const SENDING_MS = 1_000;

/** Serves the commands of one session in order, and ends with it. */
export class SessionServer {
  readonly #options: SessionServerOptions;
  readonly #slot = new SessionSlot();
  readonly #sockets = new Set<Socket>();
  readonly #running = new Set<AbortController>();
  readonly #endingSignal = new Deferred();
  readonly #endedSignal = new Deferred();
  readonly #queue = new SerialQueue();
  #idleTimer: NodeJS.Timeout;
  #isEnding = false;

  constructor(options: SessionServerOptions) {
    this.#options = options;
    this.#idleTimer = setTimeout(() => this.end(), FIRST_COMMAND_MS);
  }

  /** Settles when no more connections should be accepted. */
  get whenEnding(): Promise<void> {
    return this.#endingSignal.promise;
  }

  /** Settles when the browser is closed and clients were notified. */
  get whenEnded(): Promise<void> {
    return this.#endedSignal.promise;
  }

  accept(socket: Socket): void {
    const controller = new AbortController();
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      controller.abort(new CommandCancelledError());
    });
    onMessages<ClientMessage>(socket, (message) => {
      if ('end' in message) this.end(socket);
      else if ('cancel' in message) controller.abort(new CommandCancelledError());
      // One of another version is answered so, whatever it looks like.
      else if (message.version !== this.#options.version || isCommandRequest(message))
        void this.#serve(message, controller, socket);
      else socket.destroy();
    });
  }

  /** Ends the session: rejects commands and closes the browser. `requester` gets a reply when that is done. */
  end(requester?: Socket): void {
    if (requester) void this.whenEnded.then(() => sendMessage(requester, { ended: this.#options.name }));
    if (this.#isEnding) return;
    this.#isEnding = true;
    clearTimeout(this.#idleTimer);
    this.#endingSignal.resolve();
    void this.#close();
  }

  /** Closes the sockets once their data is read, or after a timeout. */
  async hangUp(): Promise<void> {
    const closing = [...this.#sockets].map((socket) => {
      socket.end();
      return new Promise((resolve) => socket.once('close', resolve));
    });
    await Promise.race([Promise.all(closing), new Promise((resolve) => setTimeout(resolve, SENDING_MS))]);
  }

  async #close(): Promise<void> {
    const reason = new SightlineError('browser_closed', 'The session was closed.', {
      hint: 'Open a page again with `sightline open URL`.',
    });
    for (const controller of this.#running) controller.abort(reason);
    const slotClosed = this.#queue.run(() => this.#slot.close());
    await Promise.race([slotClosed, new Promise((resolve) => setTimeout(resolve, CLOSING_MS))]);
    this.#endedSignal.resolve();
  }

  async #serve(command: CommandRequest, controller: AbortController, socket: Socket): Promise<void> {
    // The client gets no `taken`, and starts another process.
    if (this.#isEnding) return void socket.destroy();
    const reply = (value: ServerReply): void => sendMessage(socket, value);
    const parsedCommand = this.#parse(command);
    if ('tool' in parsedCommand) {
      reply({ taken: true });
      clearTimeout(this.#idleTimer);
      this.#running.add(controller);
      try {
        reply(await this.#queue.run(() => this.#run(parsedCommand, command, controller.signal, reply)));
      } finally {
        this.#running.delete(controller);
      }
    } else reply(parsedCommand);
    this.#scheduleIdleEnd();
  }

  /** The tool to run, or the reply if there is none. */
  #parse(command: CommandRequest): ToolRun | ServerReply {
    const { version } = this.#options;
    if (command.version !== version) return { other: version };
    const parsed = parseCommand(command.argv, { tools: commands, version, columns: command.columns });
    if (parsed.kind === 'text') return { out: parsed.text, err: '', exit: 0 };
    if (parsed.kind === 'usage') return errorOutput(parsed.error, { json: parsed.json, exit: 2 });
    const lacksKeys = parsed.tool.cli.needsModelKeys && !command.hasModelKeys;
    const runsHere = runLocationOf(parsed.tool, parsed.input, command) === 'here';
    return runsHere || lacksKeys ? { here: true } : parsed;
  }

  async #run(
    { tool, input, json }: ToolRun,
    command: CommandRequest,
    signal: AbortSignal,
    reply: (value: ServerReply) => void,
  ): Promise<CommandOutput> {
    const wasOpen = this.#slot.isOpen;
    const progress = (stage: string): void => reply({ progress: stage });
    const print = (line: string): void => reply({ line });
    const context = createToolContext(this.#slot, command, { signal, progress, print, isLasting: true });
    const { error, ...output } = await executeTool(tool, input, context, json);
    // Closes the browser if it was opened in vain or is gone. The page of a script or task that failed stays open.
    const failed = error !== undefined || output.exit !== 0;
    const openedInVain = failed && !wasOpen && !(await this.#slot.hasPage());
    if (openedInVain || error?.code === 'browser_closed') await this.#slot.close();
    return output;
  }

  /** Ends an idle process: at once if no browser is open, else after `idleMs`. */
  #scheduleIdleEnd(): void {
    clearTimeout(this.#idleTimer);
    if (this.#running.size > 0) return;
    this.#idleTimer = setTimeout(() => this.end(), this.#slot.isOpen ? this.#options.idleMs : 0);
  }
}

/** A promise with its resolver. */
class Deferred {
  resolve: () => void = () => undefined;
  readonly promise = new Promise<void>((resolve) => {
    this.resolve = resolve;
  });
}
