import { expect, it } from 'vitest';
import { ClientSessions } from '../../packages/sightline/src/mcp/ClientSessions.ts';
import { HttpClients } from '../../packages/sightline/src/mcp/HttpClients.ts';
import type { McpBackend } from '../../packages/sightline/src/mcp/McpBackend.ts';
import type { McpClient } from '../../packages/sightline/src/mcp/McpClient.ts';

const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
const open = new AbortController().signal;

function request(id?: string): Request {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(id && { 'mcp-session-id': id }),
  };
  return new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: '{}' });
}

it('of more clients than are remembered, one is forgotten that has no session', async () => {
  const sessions = new ClientSessions({ calls: 'tools', env: {} });
  const connected: McpClient[] = [];
  const backend = {
    createServer: (client: McpClient) => {
      connected.push(client);
      return { connect: async () => undefined };
    },
  } as unknown as McpBackend;
  const clients = new HttpClients(backend, sessions, 2);
  const join = async (): Promise<string> => {
    const { headers } = await clients.handle(request(), initialize, open);
    return headers.get('mcp-session-id') ?? '';
  };
  const first = await join();
  let leave = (): void => undefined;
  const scope = { files: '', noSessionHint: '', signal: open, progress: () => undefined };
  const using = sessions.run(
    connected[0]?.session ?? '',
    scope,
    () => new Promise<void>((resolve) => (leave = resolve)),
  );
  const others = [await join(), await join(), await join()];
  const statusOf = async (id: string): Promise<number> =>
    (await clients.handle(request(id), { jsonrpc: '2.0', id: 2, method: 'ping' }, open)).status;
  expect(await Promise.all([first, ...others].map(statusOf))).toEqual([200, 404, 404, 200]);
  leave();
  await using;
  await clients.close();
});
