import type { Socket } from 'node:net';
import { SightlineError } from '../model/SightlineError.ts';
import { SessionHolder } from '../tools/SessionHolder.ts';
import { commands } from './commands.ts';
import { contextOf } from './contextOf.ts';
import { Cancelled, errorOutput, execute } from './execute.ts';
import { type Parsed, parseCommand } from './parseCommand.ts';
import { placeOf } from './placeOf.ts';
import { type Command, type Message, type Output, type Reply, receive, send } from './protocol.ts';

export interface SessionServerOptions {
  name: string;
  version: string;
  /** Milliseconds without a command after which it ends. */
  idleMs: number;
}

type Run = Extract<Parsed, { kind: 'run' }>;

/** Milliseconds that a new process waits for the command it was started for. */
const FIRST_COMMAND_MS = 10_000;
/** Milliseconds that closing may take, before the process leaves (and the browser with it) regardless. */
const CLOSING_MS = 5_000;
/** Milliseconds that the last answers may take to be read. */
const SENDING_MS = 1_000;

/** Serves the commands of one session, one after another, and ends when the session has. */
export class SessionServer {
  readonly #options: SessionServerOptions;
  readonly #holder = new SessionHolder();
  readonly #sockets = new Set<Socket>();
  readonly #running = new Set<AbortController>();
  readonly #ending = new Moment();
  readonly #ended = new Moment();
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout;
  #isEnding = false;

  constructor(options: SessionServerOptions) {
    this.#options = options;
    this.#idle = setTimeout(() => this.end(), FIRST_COMMAND_MS);
  }

  /** Settles when no more connections should be accepted. */
  get whenEnding(): Promise<void> {
    return this.#ending.come;
  }

  /** Settles when the browser has gone and everybody was told. */
  get whenEnded(): Promise<void> {
    return this.#ended.come;
  }

  accept(socket: Socket): void {
    const controller = new AbortController();
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      controller.abort(new Cancelled());
    });
    receive<Message>(socket, (message) => {
      if ('end' in message) this.end(socket);
      else if ('cancel' in message) controller.abort(new Cancelled());
      else void this.#serve(message, controller, socket);
    });
  }

  /** Ends the session: commands are refused, the browser is closed. `asker` is told when that is done. */
  end(asker?: Socket): void {
    if (asker) void this.whenEnded.then(() => send(asker, { ended: this.#options.name }));
    if (this.#isEnding) return;
    this.#isEnding = true;
    clearTimeout(this.#idle);
    this.#ending.set();
    void this.#close();
  }

  /** Hangs up once everybody has what was sent to them, or does not take it. */
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
    const closed = this.#last.then(() => this.#holder.close());
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSING_MS))]);
    this.#ended.set();
  }

  async #serve(command: Command, controller: AbortController, socket: Socket): Promise<void> {
    // Not taken: the command finds out, and starts another process.
    if (this.#isEnding) return void socket.destroy();
    const reply = (value: Reply): void => send(socket, value);
    const understood = this.#understand(command);
    if ('tool' in understood) {
      reply({ taken: true });
      clearTimeout(this.#idle);
      this.#running.add(controller);
      const turn = this.#last.then(() => this.#run(understood, command, controller.signal, reply));
      this.#last = turn;
      reply(await turn);
      this.#running.delete(controller);
    } else reply(understood);
    this.#rest();
  }

  /** What is to be run; or the answer, where nothing is. */
  #understand(command: Command): Run | Reply {
    const { version } = this.#options;
    if (command.version !== version) return { other: version };
    const parsed = parseCommand(command.argv, { tools: commands, version, columns: command.columns });
    if (parsed.kind === 'text') return { out: parsed.text, err: '', exit: 0 };
    if (parsed.kind === 'usage') return errorOutput(parsed.error, { json: parsed.json, exit: 2 });
    return placeOf(parsed.tool, parsed.input, command) === 'here' ? { here: true } : parsed;
  }

  async #run(
    { tool, input, json }: Run,
    command: Command,
    signal: AbortSignal,
    reply: (value: Reply) => void,
  ): Promise<Output> {
    const wasOpen = this.#holder.isOpen;
    const progress = (stage: string): void => reply({ progress: stage });
    const tell = (line: string): void => reply({ line });
    const between = <T>(work: () => Promise<T>): Promise<T> => this.#between(work);
    const context = contextOf(this.#holder, command, { signal, progress, tell, between });
    const { error, ...output } = await execute(tool, input, context, json);
    // A page that could not be opened leaves no browser behind, and a browser that has gone no session. What a task
    // has come to stays to be looked at.
    const failedToOpen = !wasOpen && error?.code !== 'task_failed' && (error || output.exit !== 0);
    if (failedToOpen || error?.code === 'browser_closed') await this.#holder.close();
    return output;
  }

  /** In turn with the commands. */
  #between<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** With nothing to do, it leaves: at once where no session is open, else after a while. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#running.size > 0) return;
    this.#idle = setTimeout(() => this.end(), this.#holder.isOpen ? this.#options.idleMs : 0);
  }
}

/** Something that comes once. */
class Moment {
  set: () => void = () => undefined;
  readonly come = new Promise<void>((resolve) => {
    this.set = resolve;
  });
}
