import {
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core';
import type { BoxError, BoxSetup, FromBox, ToBox } from '../boxMessages.ts';
import { parsePlace, toBoxError } from '../toBoxError.ts';
import { prepareSource, SourceError } from './prepareSource.ts';

/** `JS_EVAL_FLAG_ASYNC` of QuickJS: await at the top, and declarations that last. */
const ASYNC_GLOBAL_EVAL = 128;
/** Jobs between two looks at whether the script is to stop. */
const JOBS_AT_ONCE = 200;
/** Timers of one script. */
const MAX_TIMERS = 1_000;
/** Calls of one script that are under way at once. */
const MAX_PENDING_CALLS = 2_000;
/** Characters of the calls of one script that are under way at once. */
const MAX_PENDING_LENGTH = 16 * 2 ** 20;
/** Characters that one script may print; each text counts a little more than it has. What comes after is counted only. */
const MAX_PRINTED_LENGTH = 2 ** 20;
const PRINT_OVERHEAD = 16;
/** Of the memory; what is left in use after a script beyond that is given up. */
const KEPT_SHARE = 0.75;

type Setup = Omit<BoxSetup, 'wasm'>;

interface PendingCall {
  deferred: QuickJSDeferredPromise;
  /** Of its parameters. */
  length: number;
}

/** QuickJS in a memory of its own, which is as large as it may become. */
export interface SandboxEngine {
  module: QuickJSWASMModule;
  usedBytes(): number;
}

/**
 * A QuickJS runtime in which one script after another is run. What they define at the top stays from one to the next. After
 * an end with `memoryLost` it is of no more use.
 */
export class Sandbox {
  readonly #usedBytes: () => number;
  readonly #setup: Setup;
  readonly #send: (message: FromBox) => void;
  readonly #stopFlag: Int32Array;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  /** Functions of the interface inside: `begin`, `dispatch`, `describeError`. */
  readonly #api: QuickJSHandle;
  readonly #pending = new Map<number, PendingCall>();
  readonly #timers = new Map<NodeJS.Timeout, QuickJSDeferredPromise>();
  #result: QuickJSHandle | undefined;
  /** It was in the middle of something, which cannot go on. */
  #wasInterrupted = false;
  #runCount = 0;
  #callCount = 0;
  #pendingLength = 0;
  #printedLength = 0;
  #droppedLength = 0;

  constructor({ module, usedBytes }: SandboxEngine, setup: Setup, send: (message: FromBox) => void) {
    this.#usedBytes = usedBytes;
    this.#setup = setup;
    this.#send = send;
    this.#stopFlag = new Int32Array(setup.stopFlag);
    this.#runtime = module.newRuntime();
    this.#runtime.setMaxStackSize(setup.stackBytes);
    this.#runtime.setInterruptHandler(() => {
      this.#wasInterrupted = this.#isStopping();
      return this.#wasInterrupted;
    });
    this.#context = this.#runtime.newContext();
    this.#api = this.#installApi(setup.api);
  }

  receive(message: Exclude<ToBox, { kind: 'reset' }>): void {
    switch (message.kind) {
      case 'run':
        this.#run(message);
        break;
      case 'reply':
        this.#reply(message);
        break;
      case 'event':
        this.#callApi('dispatch', message.name, message.json);
        this.#advance();
        break;
      case 'stop':
        // A script that has ended meanwhile is not to end the next one.
        if (this.#result) this.#end(stopped);
        break;
    }
  }

  #installApi(source: string): QuickJSHandle {
    const context = this.#context;
    return Scope.withScope((scope) => {
      const install = scope.manage(context.unwrapResult(context.evalCode(source, 'sightline')));
      const host = scope.manage(this.#createHost());
      return context.unwrapResult(context.callFunction(install, context.undefined, host));
    });
  }

  /** What the interface inside is made of: the only functions that lead out. */
  #createHost(): QuickJSHandle {
    const context = this.#context;
    const host = context.newObject();
    const define = (name: string, run: (...values: QuickJSHandle[]) => QuickJSHandle): void => {
      const made = context.newFunction(name, run);
      context.setProp(host, name, made);
      made.dispose();
    };
    define('call', (word, json, place) => {
      if (this.#pending.size >= MAX_PENDING_CALLS) throw new Error('Too many calls at once: await them.');
      const message = { word: this.#textOf(word), json: this.#textOf(json) };
      const known = parsePlace(this.#textOf(place));
      if (this.#pendingLength + message.json.length > MAX_PENDING_LENGTH)
        throw new Error('That is too much in calls at once: await them.');
      const call = ++this.#callCount;
      this.#send({ kind: 'call', call, ...message, ...(known && { place: known }) });
      const deferred = context.newPromise();
      this.#pending.set(call, { deferred, length: message.json.length });
      this.#pendingLength += message.json.length;
      return deferred.handle.dup();
    });
    define('print', (text) => {
      this.#print(this.#textOf(text));
      return context.undefined;
    });
    define('wait', (milliseconds) => this.#startTimer(context.getNumber(milliseconds)));
    return host;
  }

  /** Whoever prints more than anybody reads must not fill the memory of the host. */
  #print(text: string): void {
    this.#printedLength += text.length + PRINT_OVERHEAD;
    if (this.#printedLength > MAX_PRINTED_LENGTH) this.#droppedLength += text.length + 1;
    else this.#send({ kind: 'print', text });
  }

  #textOf(handle: QuickJSHandle): string {
    const text = this.#context.getString(handle);
    if (text.length <= this.#setup.maxMessageLength) return text;
    throw new Error(`That is too long: ${text.length} characters at once.`);
  }

  #startTimer(milliseconds: number): QuickJSHandle {
    if (this.#timers.size >= MAX_TIMERS) throw new Error('Too many timers at once.');
    const deferred = this.#context.newPromise();
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        deferred.resolve();
        deferred.dispose();
        this.#advance();
      },
      Math.min(Math.max(milliseconds || 0, 0), 600_000),
    );
    this.#timers.set(timer, deferred);
    return deferred.handle.dup();
  }

  #run({ source, args, state }: Extract<ToBox, { kind: 'run' }>): void {
    const file = `script-${++this.#runCount}`;
    this.#printedLength = 0;
    this.#droppedLength = 0;
    let code: string;
    try {
      code = prepareSource(source);
    } catch (error) {
      this.#end(sourceFailure(error));
      return;
    }
    if (this.#callApi('begin', args, JSON.stringify({ ...state, file })) !== 'begun') {
      this.#end(this.#isNearlyFull() ? outOfMemory : changedLanguage);
      return;
    }
    const evaluated = this.#context.evalCode(code, file, ASYNC_GLOBAL_EVAL);
    if (evaluated.error) this.#end(this.#dumpError(evaluated.error));
    else {
      this.#result = evaluated.value;
      this.#advance();
    }
  }

  #reply({ call, ok, json, state }: Extract<ToBox, { kind: 'reply' }>): void {
    const pending = this.#pending.get(call);
    if (!pending) return;
    const { deferred, length } = pending;
    this.#pending.delete(call);
    this.#pendingLength -= length;
    this.#callApi('update', JSON.stringify(state));
    const text = this.#context.newString(json);
    if (ok) deferred.resolve(text);
    else deferred.reject(text);
    text.dispose();
    deferred.dispose();
    this.#advance();
  }

  /** Runs what can be run now, and ends the script when it is at its end and all that it has asked for has come. */
  #advance(): void {
    while (this.#runtime.hasPendingJob()) {
      const executed = this.#runtime.executePendingJobs(JOBS_AT_ONCE);
      if (executed.error) executed.error.dispose();
      if (!this.#isStopping()) continue;
      this.#end(stopped);
      return;
    }
    if (!this.#result) return;
    const { type, error } = this.#stateOfResult(this.#result);
    if (type === 'rejected') this.#end(error);
    else if (type === 'fulfilled' && this.#pending.size === 0) this.#end(this.#unhandledError());
  }

  #stateOfResult(result: QuickJSHandle): { type: string; error?: BoxError } {
    const state = this.#context.getPromiseState(result);
    if (state.type === 'rejected') return { type: state.type, ...this.#failureOf(state.error) };
    if (state.type === 'fulfilled' && !state.notAPromise) state.value.dispose();
    return { type: state.type };
  }

  /** None where the script ended itself by `return`. */
  #failureOf(error: QuickJSHandle): { error?: BoxError } {
    const dumped = this.#dumpError(error);
    return dumped.name === 'EndOfScript' ? {} : { error: dumped };
  }

  /** Read by the interface inside, which knows its own errors; text only. */
  #dumpError(error: QuickJSHandle): BoxError {
    const context = this.#context;
    const described = context.getProp(this.#api, 'describeError');
    const result = context.callFunction(described, context.undefined, error);
    described.dispose();
    error.dispose();
    if (result.error) {
      result.error.dispose();
      if (this.#isStopping()) return stopped;
      return this.#isNearlyFull() ? outOfMemory : toBoxError('');
    }
    const json = context.getString(result.value);
    result.value.dispose();
    const dumped = toBoxError(json);
    // Where there was no room for the error itself either.
    return dumped.message === 'null' && this.#isNearlyFull() ? outOfMemory : dumped;
  }

  /** Of a call that the script did not wait for. */
  #unhandledError(): BoxError | undefined {
    const json = this.#callApi('unhandled');
    return json ? toBoxError(json) : undefined;
  }

  /** Undefined where it answers no text, or fails. */
  #callApi(name: string, ...texts: string[]): string | undefined {
    const context = this.#context;
    return Scope.withScope((scope) => {
      const method = scope.manage(context.getProp(this.#api, name));
      const values = texts.map((text) => scope.manage(context.newString(text)));
      const result = context.callFunction(method, context.undefined, ...values);
      const value = scope.manage(result.error ?? result.value);
      return !result.error && context.typeof(value) === 'string' ? context.getString(value) : undefined;
    });
  }

  #end(error?: BoxError): void {
    this.#result?.dispose();
    this.#result = undefined;
    const mayStillRun = this.#wasInterrupted || this.#runtime.hasPendingJob();
    this.#dropPending();
    const memoryLost =
      mayStillRun ||
      error === changedLanguage ||
      /out of memory/.test(error?.message ?? '') ||
      this.#isNearlyFull();
    const droppedLength = this.#droppedLength;
    this.#send({
      kind: 'end',
      ...(error && { error }),
      memoryLost,
      ...(droppedLength > 0 && { droppedLength }),
    });
  }

  /** What a script has not waited for has no effect on the next one. */
  #dropPending(): void {
    for (const timer of this.#timers.keys()) clearTimeout(timer);
    for (const deferred of this.#timers.values()) deferred.dispose();
    for (const { deferred } of this.#pending.values()) deferred.dispose();
    this.#timers.clear();
    this.#pending.clear();
    this.#pendingLength = 0;
  }

  /** Memory that was needed once is not given back. */
  #isNearlyFull(): boolean {
    return this.#usedBytes() > KEPT_SHARE * this.#setup.memoryBytes;
  }

  #isStopping(): boolean {
    return Atomics.load(this.#stopFlag, 0) === 1;
  }
}

const changedLanguage: BoxError = {
  name: 'Error',
  message:
    'An earlier script has changed what scripts are made of: run this one again, without what they defined.',
};
const outOfMemory: BoxError = { name: 'InternalError', message: 'out of memory' };
const stopped: BoxError = { name: 'Error', message: 'stopped', code: 'timeout' };

function sourceFailure(error: unknown): BoxError {
  if (error instanceof SourceError) {
    const { name, message, line, column } = error;
    return { name, message, place: { line, column } };
  }
  return { name: 'SyntaxError', message: 'The script is nested too deeply.' };
}
