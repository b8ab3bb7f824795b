import { Worker } from 'node:worker_threads';
import type { BoxError, BoxSetup, BoxState, FromBox, ScriptPlace, ToBox } from './boxMessages.ts';
import { apiSource, workerSource } from './boxSources.gen.ts';
import { loadBoxEngine } from './loadBoxEngine.ts';

const MEGABYTE = 2 ** 20;
const MEMORY_BYTES = 64 * MEGABYTE;
const STACK_BYTES = 256 * 1024;
/** For the parsers of sources, which call themselves: where it ends at a bad moment, V8 ends the process. */
const STACK_MEGABYTES = 64;
/** Characters of one text that crosses the border. */
const MAX_MESSAGE_LENGTH = 2 * MEGABYTE;
/** Milliseconds that a script which is to stop has before its thread is ended. */
const STOP_GRACE_MS = 1_000;

/** A call that a script makes: the word, and its parameters as they came. */
export interface BoxCall {
  word: string;
  params: unknown;
  place: ScriptPlace | undefined;
}

/** What runs a script's calls. Each answer is sent as JSON; an error as `{ code, message, hint }`. */
export interface BoxHost {
  call(call: BoxCall): Promise<unknown>;
  print(text: string): void;
  /** So many characters more were printed, which nobody is shown. */
  countDropped(length: number): void;
  /** What the script knows of the page without asking. */
  state(): BoxState;
  /** An error of a call, as the script sees it. */
  describeError(error: unknown): { code: string; message: string; hint: string };
}

export interface BoxRun {
  source: string;
  /** A JSON value. */
  args: unknown;
  host: BoxHost;
  /** Aborted when the script is to stop: at its deadline, or because nobody waits for it any more. */
  signal: AbortSignal;
}

/** How a script ended. */
export interface BoxOutcome {
  error?: BoxError;
  /** What scripts had defined is gone. */
  memoryLost: boolean;
}

interface ActiveRun extends BoxRun {
  finish(outcome: BoxOutcome): void;
}

/**
 * A JavaScript engine in a thread of its own, with no way out but `BoxHost`. One script at a time; what they define at the
 * top stays for the next. The thread starts with the first script, and does not keep the process alive between scripts.
 */
export class ScriptBox {
  readonly #stopFlag = new Int32Array(new SharedArrayBuffer(4));
  /** Compiled once: a thread that is lost has a successor. */
  #engine: Promise<object> | undefined;
  #worker: Promise<Worker> | undefined;
  #active: ActiveRun | undefined;

  /** Starts the thread, where it does not run, before there is a script for it. */
  warmUp(): void {
    this.#worker ??= this.#start();
    // Whoever runs a script gets the error.
    this.#worker.catch(() => undefined);
  }

  /** Forgets what scripts have defined. */
  async reset(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    if (worker) post(worker, { kind: 'reset' });
  }

  /**
   * Runs a script to its end. Rejects only where the engine is not installed: what went wrong in the script is in the
   * outcome.
   */
  async run(run: BoxRun): Promise<BoxOutcome> {
    Atomics.store(this.#stopFlag, 0, 0);
    this.#worker ??= this.#start();
    const worker = await this.#worker.catch((error: unknown) => {
      this.#worker = undefined;
      this.#engine = undefined;
      throw error;
    });
    if (run.signal.aborted) return { error: { name: 'Error', message: 'stopped' }, memoryLost: false };
    worker.ref();
    try {
      return await this.#runIn(worker, run);
    } finally {
      worker.unref();
    }
  }

  /** Reports to the script something that the page did. */
  async dispatch(name: string, value: unknown): Promise<void> {
    const worker = this.#active && (await this.#worker);
    if (worker) post(worker, { kind: 'event', name, json: JSON.stringify(value) });
  }

  /** Ends the thread; the next script starts another. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#active?.finish({ error: { name: 'Error', message: 'stopped' }, memoryLost: true });
    await (await worker)?.terminate();
  }

  async #start(): Promise<Worker> {
    this.#engine ??= loadBoxEngine();
    const setup: BoxSetup = {
      wasm: await this.#engine,
      api: apiSource,
      memoryBytes: MEMORY_BYTES,
      stackBytes: STACK_BYTES,
      maxMessageLength: MAX_MESSAGE_LENGTH,
      stopFlag: this.#stopFlag.buffer as SharedArrayBuffer,
    };
    const worker = new Worker(workerSource, {
      eval: true,
      name: 'sightline script',
      workerData: setup,
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: 256,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: STACK_MEGABYTES,
      },
    });
    worker.unref();
    worker.on('message', (message: FromBox) => this.#receive(worker, message));
    const lost = (): void => {
      this.#worker = undefined;
      this.#active?.finish({ error: { name: 'Error', message: 'out of memory' }, memoryLost: true });
    };
    worker.on('error', lost);
    worker.on('exit', lost);
    return worker;
  }

  #runIn(worker: Worker, run: BoxRun): Promise<BoxOutcome> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const stop = (): void => {
        Atomics.store(this.#stopFlag, 0, 1);
        post(worker, { kind: 'stop' });
        timer = setTimeout(() => finish({ error: stopped, memoryLost: true }), STOP_GRACE_MS);
      };
      const finish = (outcome: BoxOutcome): void => {
        if (!this.#active) return;
        this.#active = undefined;
        clearTimeout(timer);
        run.signal.removeEventListener('abort', stop);
        if (outcome.memoryLost) this.#discard(worker);
        resolve(outcome);
      };
      this.#active = { ...run, finish };
      run.signal.addEventListener('abort', stop, { once: true });
      const { source, args, host } = run;
      post(worker, { kind: 'run', source, args: JSON.stringify(args ?? {}), state: host.state() });
    });
  }

  #discard(worker: Worker): void {
    this.#worker = undefined;
    // What it still sends would be taken for the next script's.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    worker.on('error', () => undefined);
    void worker.terminate();
  }

  #receive(worker: Worker, message: FromBox): void {
    const run = this.#active;
    // A script that has ended has no say any more.
    if (!run) return;
    if (message.kind === 'print') run.host.print(message.text);
    if (message.kind === 'call') void this.#answer(worker, run, message);
    if (message.kind === 'end') {
      const { error, memoryLost, droppedLength } = message;
      if (droppedLength) run.host.countDropped(droppedLength);
      run.finish({ ...(error && { error }), memoryLost });
    }
  }

  async #answer(worker: Worker, run: ActiveRun, { call, word, json, place }: BoxCallMessage): Promise<void> {
    let reply: { ok: boolean; json: string };
    try {
      const answer = await run.host.call({ word, params: parseParams(json), place });
      reply = { ok: true, json: answer === undefined ? '' : JSON.stringify(answer) };
    } catch (error) {
      reply = { ok: false, json: JSON.stringify(run.host.describeError(error)) };
    }
    if (this.#active !== run && this.#active?.finish !== run.finish) return;
    post(worker, { kind: 'reply', call, ...reply, state: run.host.state() });
  }
}

type BoxCallMessage = Extract<FromBox, { kind: 'call' }>;

const stopped: BoxError = { name: 'Error', message: 'stopped', code: 'timeout' };

const post = (worker: Worker, message: ToBox): void => worker.postMessage(message);

/** Without `__proto__`, which would be a property like any other here, and something else to who copies it. */
const parseParams = (json: string): unknown =>
  JSON.parse(json, (key, value) => (key === '__proto__' ? undefined : value));
