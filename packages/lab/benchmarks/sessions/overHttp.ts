import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import WebSocket from 'ws';
import { timed } from '../measureTime.ts';
import { type HttpServer, startHttpServer } from '../startHttpServer.ts';
import { processMemory } from './processMemory.ts';
import { isOf } from './sideBySide.ts';

const CLIENTS = 8;
const CALLS = 200;
const CLICKS = 49;
/** Sessions of clients that have left are closed after a minute. */
const LEFT_MS = 180_000;
/** What ends with a browser ends a little after its process. */
const REST_MS = 15_000;

/** Clients of one server that name no session, each on a page of its own: one, then `CLIENTS` at once. */
export interface HttpResult {
  clients: number;
  calls: number;
  /** Answers that showed the page of another client. */
  crossed: number;
  /** Calls without an answer, or that failed, or that did not count where they should. */
  lost: number;
  callsPerSecond: number;
  /** What the heap has grown by from the start of the server until its clients have left, as a share. */
  kept: number;
  /** The same without the code that V8 compiled. */
  keptData: number;
  memory: ServerMemory[];
}

/** Megabytes at one moment. */
export interface ServerMemory {
  when: string;
  /** Heap of the server after a collection. */
  heap: number;
  /** Of it, what V8 compiled: byte code, machine code, and what belongs to them. */
  code: number;
  /** The server and its browsers. */
  all: number;
  /** Processes besides the server. */
  browsersMb: number;
}

/** @param origin of a page that shows its search parameter, and counts the presses of its button */
export async function measureOverHttp(
  origin: string,
  env: Readonly<Record<string, string>>,
): Promise<HttpResult> {
  const server = await startHttpServer(env, ['--inspect=127.0.0.1:0']);
  const heap = await HeapReader.connect(server.inspector ?? '');
  try {
    const memory: ServerMemory[] = [];
    const note = async (when: string): Promise<void> => {
      memory.push({ when, ...(await memoryOf(server, heap)) });
    };
    // It warms up with a session once it serves.
    await pause(REST_MS);
    await untilAlone(server);
    await pause(REST_MS);
    await note('started');
    const result = {
      clients: CLIENTS,
      calls: 0,
      crossed: 0,
      lost: 0,
      callsPerSecond: 0,
      kept: 0,
      keptData: 0,
      memory,
    };
    // What a first client runs is compiled, and stays so. It comes alone, so that this is not mistaken for what clients leave.
    for (const clients of [1, CLIENTS]) {
      console.error(`bench: ${clients} clients over HTTP`);
      const { ms, result: outcomes } = await timed(() =>
        Promise.all(Array.from({ length: clients }, (_, i) => useServer(server, origin, i))),
      );
      await note(`with ${clients} ${clients === 1 ? 'client' : 'clients'}`);
      for (const { answers, client, index } of outcomes) {
        result.calls += CALLS;
        const lastPressed = answers.findLast((text) => text.includes('pressed')) ?? '';
        const isCounted = lastPressed.includes(`pressed ${CLICKS}`);
        result.lost += CALLS - answers.length + (isCounted ? 0 : 1);
        result.crossed += answers.filter((text) => !isOf(index, text)).length;
        await client.close();
      }
      result.callsPerSecond = (clients * CALLS) / (ms / 1000);
      await untilAlone(server);
      await pause(REST_MS);
      await note(clients === 1 ? 'after it has left' : 'after they have left');
    }
    const [started, end] = [memory[0], memory.at(-1)];
    result.kept = grownBy(started?.heap, end?.heap);
    result.keptData = grownBy(withoutCode(started), withoutCode(end));
    return result;
  } finally {
    heap.close();
    await server.close();
  }
}

const grownBy = (before = Number.NaN, after = Number.NaN): number => after / before - 1;

const withoutCode = (memory?: ServerMemory): number | undefined => memory && memory.heap - memory.code;

interface ClientOutcome {
  client: Client;
  index: number;
  answers: string[];
}

async function useServer(
  { url, headers }: HttpServer,
  origin: string,
  index: number,
): Promise<ClientOutcome> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const answers: string[] = [];
  for (let call = 0; call < CALLS; call++) {
    const [name, input] = callOf(call, `${origin}/?session-${index}`);
    const { content, isError } = await client.callTool({ name, arguments: input }, { timeout: 120_000 });
    const text = content.map((part) => ('text' in part ? part.text : '')).join('\n');
    if (!isError) answers.push(text);
  }
  return { client, index, answers };
}

function callOf(call: number, url: string): [name: string, input: Record<string, unknown>] {
  if (call === 0) return ['open', { url }];
  return call % 4 === 0 ? ['click', { index: 1 }] : ['look', {}];
}

async function untilAlone({ process: { pid = 0 } }: HttpServer): Promise<void> {
  const end = performance.now() + LEFT_MS;
  while (processMemory(pid, { started: true }) > 0) {
    if (performance.now() > end) throw new Error('the browsers of clients that have left are still there');
    await pause(1_000);
  }
}

async function memoryOf(
  { process: { pid = 0 } }: HttpServer,
  heap: HeapReader,
): Promise<Omit<ServerMemory, 'when'>> {
  return {
    ...(await heap.read()),
    all: processMemory(pid),
    browsersMb: processMemory(pid, { started: true }),
  };
}

interface HeapAnswer {
  usedSize?: number;
  result?: { value?: Record<string, number> };
}

/** The heap of a Node process, by its inspector. */
class HeapReader {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: HeapAnswer) => void>();
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const { id, result } = JSON.parse(String(data));
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  static async connect(url: string): Promise<HeapReader> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new HeapReader(socket);
  }

  /** Megabytes after a collection: all, and the compiled code in it. */
  async read(): Promise<{ heap: number; code: number }> {
    // What finalizers let go of is collected the second time.
    for (let i = 0; i < 2; i++) await this.#send('HeapProfiler.collectGarbage');
    const { usedSize = Number.NaN } = await this.#send('Runtime.getHeapUsage');
    const expression = "process.getBuiltinModule('v8').getHeapCodeStatistics()";
    const { result } = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    const { code_and_metadata_size: machine = Number.NaN, bytecode_and_metadata_size: bytes = Number.NaN } =
      result?.value ?? {};
    return { heap: usedSize / 1e6, code: (machine + bytes) / 1e6 };
  }

  close(): void {
    this.#socket.close();
  }

  #send(method: string, params: object = {}): Promise<HeapAnswer> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
