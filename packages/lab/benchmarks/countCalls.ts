import { Socket } from 'node:net';
import type { CDPSession, Page } from 'playwright-core';

/** What a call asks the browser and the page for. */
export interface CallCounts {
  /** Messages to the browser. */
  messages: number;
  /** Of what it answered. */
  bytes: number;
  /** `getComputedStyle`, and values of styles. */
  styles: number;
  values: number;
  /** `getBoundingClientRect` and `getClientRects`. */
  boxes: number;
  /** `elementFromPoint`, `elementsFromPoint`. */
  hits: number;
}

type InPage = Omit<CallCounts, 'messages' | 'bytes'>;

/**
 * Counts what is asked for in a page that was just loaded, and in which no script of ours or Playwright's has run yet. A
 * counted call is a little slower: to be timed it is called elsewhere.
 */
export class CallCounter {
  readonly #session: CDPSession;
  readonly #contextId: string;

  private constructor(session: CDPSession, contextId: string) {
    this.#session = session;
    this.#contextId = contextId;
  }

  static async start(page: Page): Promise<CallCounter> {
    const session = await page.context().newCDPSession(page);
    const contexts: { name: string; uniqueId: string }[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context));
    await session.send('Runtime.enable');
    const world = contexts.find(({ name }) => name.startsWith('__playwright_utility_world'));
    if (!world) throw new Error('the page has no world for scripts of Playwright');
    const counter = new CallCounter(session, world.uniqueId);
    await counter.#evaluate(`(${countInPage})()`);
    return counter;
  }

  async count(work: () => Promise<unknown>): Promise<CallCounts> {
    const before = await this.#read();
    const pipe = new PipeCounter();
    try {
      await work();
    } finally {
      pipe.stop();
    }
    const after = await this.#read();
    const { styles, values, boxes, hits } = after;
    return {
      messages: pipe.messages,
      bytes: pipe.bytes,
      styles: styles - before.styles,
      values: values - before.values,
      boxes: boxes - before.boxes,
      hits: hits - before.hits,
    };
  }

  stop(): Promise<void> {
    return this.#session.detach();
  }

  #read = (): Promise<InPage> => this.#evaluate('benchCounts');

  async #evaluate(expression: string): Promise<InPage> {
    const { result } = await this.#session.send('Runtime.evaluate', {
      expression,
      uniqueContextId: this.#contextId,
      returnByValue: true,
    });
    return result.value;
  }
}

/** Runs in the page: puts a counter in front of what reads styles and boxes. */
function countInPage(): void {
  const counts: InPage = { styles: 0, values: 0, boxes: 0, hits: 0 };
  Object.assign(globalThis, { benchCounts: counts });
  const wrap = (owner: object, name: string, kind: keyof InPage): void => {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
      counts[kind]++;
      return original.apply(this, args);
    });
  };
  wrap(globalThis, 'getComputedStyle', 'styles');
  wrap(CSSStyleDeclaration.prototype, 'getPropertyValue', 'values');
  wrap(Element.prototype, 'getBoundingClientRect', 'boxes');
  wrap(Element.prototype, 'getClientRects', 'boxes');
  wrap(Document.prototype, 'elementFromPoint', 'hits');
  wrap(Document.prototype, 'elementsFromPoint', 'hits');
}

/** What goes over the pipe to a browser that this process has started. */
class PipeCounter {
  messages = 0;
  bytes = 0;
  readonly #write = Socket.prototype.write;
  readonly #push = Socket.prototype.push;

  constructor() {
    const counter = this;
    const { write, push } = Socket.prototype;
    Socket.prototype.write = function (this: Socket, ...args: Parameters<typeof write>) {
      if (startOf(args[0]) === '{"id":') counter.messages++;
      return write.apply(this, args);
    } as typeof write;
    Socket.prototype.push = function (this: Socket, chunk: unknown, encoding?: BufferEncoding) {
      if (chunk instanceof Uint8Array) counter.bytes += chunk.length;
      return push.call(this, chunk, encoding);
    };
  }

  stop(): void {
    Socket.prototype.write = this.#write;
    Socket.prototype.push = this.#push;
  }
}

const startOf = (chunk: Uint8Array | string): string =>
  typeof chunk === 'string' ? chunk.slice(0, 6) : Buffer.from(chunk.subarray(0, 6)).toString();
