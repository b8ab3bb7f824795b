import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request of a test's page. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on the loopback interface. */
export interface TestServer {
  /** Without a slash at the end: `http://127.0.0.1:34567`. */
  origin: string;
  close(): Promise<void>;
}

/** Serves each path of `routes`: HTML as it stands, or what the handler makes. Any other path is a 404. */
export async function startServer(routes: Record<string, string | Handler>): Promise<TestServer> {
  const server = createServer((request, response) => {
    const route = routes[new URL(request.url ?? '/', 'http://host').pathname];
    if (typeof route === 'function') return route(request, response);
    response.writeHead(route === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(route ?? '<title>Not here</title>No such page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, close };
}
