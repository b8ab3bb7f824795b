import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  onMessages,
  type ServerReply,
  sendMessage,
} from '../../packages/sightline/src/cli/daemon/protocol.ts';

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
