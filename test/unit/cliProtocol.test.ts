import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  onMessages,
  type ServerReply,
  sendMessage,
} from '../../packages/sightline/src/cli/daemon/protocol.ts';
import { SessionServer } from '../../packages/sightline/src/cli/daemon/SessionServer.ts';

/** Bytes as `send` writes them. */
function bytesOf(values: unknown[]): Buffer {
  const written: string[] = [];
  const socket = { write: (text: string) => written.push(text) } as unknown as Socket;
  for (const value of values) sendMessage(socket, value as ServerReply);
  return Buffer.from(written.join(''));
}

async function receiveIn(chunks: Buffer[]): Promise<{ values: unknown[]; destroyed: boolean }> {
  const stream = new PassThrough();
  const values: unknown[] = [];
  onMessages(stream as unknown as Socket, (value) => values.push(value));
  for (const chunk of chunks) if (!stream.destroyed) stream.write(chunk);
  await new Promise((resolve) => setImmediate(resolve));
  return { values, destroyed: stream.destroyed };
}

describe('send and receive', () => {
  it('agree, wherever the bytes are cut', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\n', '漢\u2028', '\u0000'),
    );
    const value = fc.record({ out: text, err: text, exit: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), fc.nat(40), async (values, size) => {
        const bytes = bytesOf(values);
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size + 1) chunks.push(bytes.subarray(at, at + size + 1));
        expect((await receiveIn(chunks)).values).toEqual(values);
      }),
    );
  });

  it('carry megabytes in one line', async () => {
    const value = { out: 'é漢'.repeat(1_000_000), err: '', exit: 0 };
    const bytes = bytesOf([value]);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
      bytes.subarray(i * 65_536, (i + 1) * 65_536),
    );
    expect((await receiveIn(chunks)).values).toEqual([value]);
  });

  it.each(['GET / HTTP/1.1\r\n', 'null\n', '3\n', '{"argv"\n'])('hangs up on %j', async (line) => {
    expect(await receiveIn([Buffer.from(line)])).toEqual({ values: [], destroyed: true });
  });
});

describe('a session that is sent a command of another shape', () => {
  const command = { version: '1', argv: ['--version'], cwd: '/', env: {} };
  let session: SessionServer;
  const server = createServer((socket) => session.accept(socket));
  const connected = new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  // A command that opens nothing ends its session.
  beforeEach(() => {
    session = new SessionServer({ name: 'default', version: '1', idleMs: 1 });
  });
  afterEach(() => session.end());
  afterAll(() => server.close());

  /** What the session answers before the connection ends, or at once. */
  async function send(message: object): Promise<string> {
    const socket = connect(await connected, '127.0.0.1');
    socket.write(`${JSON.stringify(message)}\n`);
    return new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        resolve(String(data).trim());
        socket.destroy();
      });
      socket.once('close', () => resolve(''));
    });
  }

  it.each([
    { env: null },
    { env: { SIGHTLINE_LOG: 7 } },
    { argv: 'look' },
    { argv: [null] },
    { cwd: undefined },
    { stdin: {} },
    { columns: '80' },
  ])('hangs up on %j, and serves the next', async (part) => {
    expect(await send({ ...command, ...part })).toBe('');
    expect(JSON.parse(await send(command))).toMatchObject({ exit: 0 });
  });

  it('reports another version so, whatever it looks like', async () => {
    expect(await send({})).toBe('{"other":"1"}');
  });
});
