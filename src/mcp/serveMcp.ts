import { join, resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolContext } from '../tools/defineTool.ts';
import { McpHost } from './McpHost.ts';
import { OutputFolder } from './OutputFolder.ts';
import type { Profile } from './profiles.ts';
import { Sessions } from './Sessions.ts';

export interface ServeOptions {
  profile: Profile;
  output?: string;
  maxTokens: number;
  headed: boolean;
  cdpUrl?: string;
}

/** Serves until the client closes the connection, or the context is aborted; then every browser of it is closed. */
export async function serveMcp(
  { profile, output, maxTokens, headed, cdpUrl }: ServeOptions,
  { cwd, env = {}, signal, version = '' }: ToolContext,
): Promise<void> {
  const folder = new OutputFolder(output === undefined ? undefined : resolve(cwd, output));
  const downloads = join(folder.path, 'downloads');
  const sessions = new Sessions({ headed, cdpUrl, downloads, env }, folder.path);
  const host = new McpHost({ version, profile, sessions, folder, maxTokens });
  const connection = serveStdio(() => host.server(), { onerror: tellError });
  process.on('unhandledRejection', tellError);
  await ended(signal);
  await connection.close();
  await sessions.close();
  folder.dispose();
}

/** When the client has closed its end, or nobody waits any more. */
function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Standard output is the protocol's: what goes wrong beside it is told on standard error. */
function tellError(error: unknown): void {
  process.stderr.write(`sightline mcp: ${error instanceof Error ? error.message : String(error)}\n`);
}
