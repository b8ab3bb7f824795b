import { join, resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { UrlRules } from '../model/UrlRules.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import { McpHost } from './McpHost.ts';
import { OutputFolder } from './OutputFolder.ts';
import { isBrief, type Profile } from './profiles.ts';
import { Sessions } from './Sessions.ts';
import { serveHttp } from './serveHttp.ts';

export interface ServeOptions {
  profile: Profile;
  /** Port of the loopback interface; undefined for standard input and output. */
  http?: number;
  output?: string;
  maxTokens: number;
  allow: string[];
  block: string[];
  headed: boolean;
  cdpUrl?: string;
}

/** Serves until the client closes the connection, or the context is aborted; then every browser of it is closed. */
export async function serveMcp(
  { profile, http, output, maxTokens, ...browser }: ServeOptions,
  { cwd, env = {}, signal, version = '' }: ToolContext,
): Promise<void> {
  // A pattern that is none ends the command, not a call.
  new UrlRules(browser);
  const folder = new OutputFolder(output === undefined ? undefined : resolve(cwd, output));
  const downloads = join(folder.path, 'downloads');
  const sessions = new Sessions(
    { ...browser, calls: isBrief(profile) ? 'few tools' : 'tools', downloads, env },
    folder.path,
  );
  const host = new McpHost({ version, profile, sessions, folder, maxTokens });
  process.on('unhandledRejection', tellError);
  try {
    await (http === undefined ? overStdio(host, signal) : overHttp(host, http, env, signal));
  } finally {
    await sessions.close();
    folder.dispose();
    process.off('unhandledRejection', tellError);
  }
}

async function overStdio(host: McpHost, signal: AbortSignal): Promise<void> {
  const connection = serveStdio(() => host.server(), { onerror: tellError });
  await ended(signal);
  await connection.close();
}

async function overHttp(
  host: McpHost,
  port: number,
  { SIGHTLINE_MCP_TOKEN: wanted }: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const { url, token, close } = await serveHttp(host, { port, ...(wanted && { token: wanted }) });
  const told = wanted ? 'the token of SIGHTLINE_MCP_TOKEN' : `the token ${token}`;
  process.stderr.write(`sightline mcp: serving at ${url} to whoever has ${told}\n`);
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await close();
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
