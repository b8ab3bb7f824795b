import { expect, it, vi } from 'vitest';
import { ClientFolders } from '../../packages/sightline/src/mcp/ClientFolders.ts';
import { ClientSessions } from '../../packages/sightline/src/mcp/ClientSessions.ts';
import { HttpClients } from '../../packages/sightline/src/mcp/HttpClients.ts';
import { McpBackend } from '../../packages/sightline/src/mcp/McpBackend.ts';
import type { McpClient } from '../../packages/sightline/src/mcp/McpClient.ts';
import { OutputFolder } from '../../packages/sightline/src/mcp/OutputFolder.ts';

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

it('plays a client beforehand, which lists the tools, calls one and leaves', async () => {
  const sessions = new ClientSessions({ calls: 'tools', env: {} });
  const folders = new ClientFolders(new OutputFolder());
  const options = {
    version: '',
    profile: 'core',
    sessions,
    folders,
    maxTokens: 400,
    isStructured: false,
  } as const;
  const clients = new HttpClients(new McpBackend(options), sessions);
  const asked = vi.spyOn(clients, 'handle');
  const called = vi.spyOn(sessions, 'run');
  await clients.warmUp();
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<Response>));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(called).toHaveBeenCalledOnce();
  const id = answers[0]?.headers.get('mcp-session-id') ?? '';
  expect((await clients.handle(request(id), { jsonrpc: '2.0', id: 2, method: 'ping' }, open)).status).toBe(
    404,
  );
  await clients.close();
  folders.dispose();
});
