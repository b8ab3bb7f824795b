import { afterAll, beforeAll } from 'vitest';
import { type Handler, startServer, type TestServer } from './startServer.ts';

/** A web server for the tests of a file, which ends with them. Its origin is known once they run. */
export function serveFile(routes: Record<string, string | Handler>): Pick<TestServer, 'origin'> {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(routes);
  });
  afterAll(() => server.close());
  return {
    get origin() {
      return server.origin;
    },
  };
}

/** What all tests of a file use, and which is closed after them: a command line, a browser. */
export function closeAfterFile<Closable extends { close(): Promise<void> }>(used: Closable): Closable {
  afterAll(() => used.close());
  return used;
}
