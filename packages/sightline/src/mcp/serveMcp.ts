import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { UrlRules } from '../snapshot/urls/UrlRules.ts';
import { type BrowserInput, readBrowserFields, splitBrowserFields } from '../tools/browserFields.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import { ClientFolders } from './ClientFolders.ts';
import { ClientSessions, REMOTE_IDLE_MS } from './ClientSessions.ts';
import { HttpClients } from './HttpClients.ts';
import { answersData } from './listTools.ts';
import { McpBackend } from './McpBackend.ts';
import { OutputFolder } from './OutputFolder.ts';
import { type Profile, usesBriefs } from './profiles.ts';
import { SavedLogins } from './SavedLogins.ts';
import { serveHttp } from './serveHttp.ts';

export interface McpServeOptions extends BrowserInput {
  profile: Profile;
  /** Port of the loopback interface; undefined for standard input and output. */
  http?: number;
  /** Address to listen at; default 127.0.0.1. */
  host?: string;
  output?: string;
  maxTokens: number;
  /** Default: where the profile is for programs. */
  structured?: boolean;
  allow: string[];
  block: string[];
  allowEvaluate: boolean;
  headed: boolean;
  cdpUrl?: string;
  grid?: string;
  /** Saved logins that sessions may begin with. */
  state: string[];
}

/** Sessions open at once over HTTP. */
const MAX_REMOTE_SESSIONS = 20;

/** Serves until the client closes the connection or the context is aborted, then closes every browser. */
export async function serveMcp(
  {
    profile,
    http,
    host,
    output,
    maxTokens,
    structured = answersData(profile),
    state,
    ...options
  }: McpServeOptions,
  { cwd, env = {}, signal, version = '' }: ToolContext,
): Promise<void> {
  const folders = new ClientFolders(
    new OutputFolder(output === undefined ? undefined : resolve(cwd, output)),
  );
  const defaults = {
    ...readAccess(options, cwd),
    logins: new SavedLogins(state, cwd),
    calls: usesBriefs(profile) ? ('few tools' as const) : ('tools' as const),
    env,
  };
  const remote = {
    idleMs: REMOTE_IDLE_MS,
    maxSessions: MAX_REMOTE_SESSIONS,
    onClosed: (name: string) => folders.release(name),
  };
  const sessions = new ClientSessions(defaults, http === undefined ? {} : remote);
  const backend = new McpBackend({
    version,
    profile,
    sessions,
    folders,
    maxTokens,
    isStructured: structured,
  });
  process.on('unhandledRejection', logError);
  try {
    await (http === undefined
      ? serveOverStdio(backend, signal)
      : serveOverHttp({ backend, sessions }, { port: http, host }, env, signal));
  } finally {
    await sessions.close();
    folders.dispose();
    process.off('unhandledRejection', logError);
  }
}

/** How browsers are set up, and what they may reach. What cannot be set fails the command, not a later call. */
function readAccess(
  options: Pick<McpServeOptions, 'allow' | 'block' | 'allowEvaluate' | 'headed' | 'cdpUrl' | 'grid'> &
    BrowserInput,
  cwd: string,
) {
  const [browserInput, access] = splitBrowserFields(options);
  const browser = readBrowserFields(browserInput, cwd);
  new UrlRules(access);
  return { ...access, ...(browser && { browser }) };
}

async function serveOverStdio(backend: McpBackend, signal: AbortSignal): Promise<void> {
  const connection = serveStdio(() => backend.createServer(), { onerror: logError });
  await connectionEnd(signal);
  await connection.close();
}

async function serveOverHttp(
  { backend, sessions }: { backend: McpBackend; sessions: ClientSessions },
  address: { port: number; host?: string },
  { SIGHTLINE_MCP_TOKEN: configuredToken }: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const clients = new HttpClients(backend, sessions);
  const { url, token, close } = await serveHttp(clients, {
    ...address,
    ...(configuredToken && { token: configuredToken }),
  });
  const tokenText = configuredToken ? 'the token of SIGHTLINE_MCP_TOKEN' : `the token ${token}`;
  process.stderr.write(`sightline mcp: serving at ${url} to whoever has ${tokenText}\n`);
  // It serves for long: what the first client would wait for is loaded before, and what it would fail of is said.
  const warmUp = Promise.all([sessions.warmUp(signal), clients.warmUp()]).catch((error) => {
    if (!signal.aborted) logError(error);
  });
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await close();
  await warmUp;
}

/** Settles when the client closes its end, or the signal is aborted. */
function connectionEnd(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Standard output belongs to the protocol: other errors go to standard error. */
function logError(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`sightline mcp: ${error instanceof SightlineError ? error.advice : text}\n`);
}
