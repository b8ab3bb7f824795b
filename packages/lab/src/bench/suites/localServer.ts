import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';

export interface LocalServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a server at a free port of the loopback interface. */
export async function listenLocally(handle: RequestListener): Promise<LocalServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

/**
 * Serves the files of folders, and nothing outside them.
 * @param folders by the prefix of the path; the first that fits is taken: `{ '/pages/': '/path/to/pages' }`
 * @param made bodies that are made when they are asked for, by path; HTML where the path has no extension
 */
export function serveFiles(
  folders: Readonly<Record<string, string>>,
  made: Readonly<Record<string, () => string>> = {},
): Promise<LocalServer> {
  return listenLocally((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = made[pathname]?.() ?? fileAt(pathname, folders);
    const extension = extname(pathname) || (made[pathname] ? '.html' : '');
    const type = CONTENT_TYPES[extension] ?? 'application/octet-stream';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
}

function fileAt(pathname: string, folders: Readonly<Record<string, string>>): Buffer | undefined {
  const [prefix, folder] = Object.entries(folders).find(([start]) => pathname.startsWith(start)) ?? [];
  if (prefix === undefined || folder === undefined) return undefined;
  const root = normalize(folder + sep);
  const path = join(root, decodeURIComponent(pathname.slice(prefix.length)));
  if (!path.startsWith(root) || !existsSync(path) || !statSync(path).isFile()) return undefined;
  return readFileSync(path);
}
