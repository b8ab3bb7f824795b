import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { removeFolder } from '../../support/removeFolder.ts';
import { main } from '../Cli.ts';
import type { Host, HostAnswer } from './Host.ts';

/** One block of an answer, as both clients give it. */
export interface Block {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
}

export interface McpResult {
  content: Block[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** `sightline mcp` behind a real client, with a folder of its own. */
export class McpServerUnderTest<Client extends ModernClient | LegacyClient> implements Host {
  readonly client: Client;
  readonly folder: string;
  readonly pid: number;

  constructor(client: Client, folder: string, pid: number) {
    this.client = client;
    this.folder = folder;
    this.pid = pid;
  }

  async tool(name: string, input: Record<string, unknown> = {}): Promise<McpResult> {
    return (await this.client.callTool({ name, arguments: input })) as unknown as McpResult;
  }

  /** The texts inside their boundaries, and what this server says below them. */
  async call(name: string, input: Record<string, unknown> = {}): Promise<HostAnswer> {
    const { content, isError = false } = await this.tool(name, input);
    const text = content.map((block) => block.text ?? '').join('\n');
    return { text: text.replace(/^<\/?(?:page|notes|error)-[0-9a-f]{10}>\n?/gm, '').trim(), failed: isError };
  }

  async close(): Promise<void> {
    await this.client.close();
    await removeFolder(this.folder);
  }
}

function startOf(args: readonly string[]): {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  stderr: 'inherit';
} {
  const folder = mkdtempSync(join(tmpdir(), 'sl-mcp-'));
  mkdirSync(join(folder, 'tmp'));
  const env = {
    ...(process.env as Record<string, string>),
    TMPDIR: join(folder, 'tmp'),
    XDG_RUNTIME_DIR: folder,
  };
  return { command: process.execPath, args: [main, 'mcp', ...args], env, cwd: folder, stderr: 'inherit' };
}

/** A client of the protocol of 2026-07-28, and of no other. */
export async function modernServer(...args: string[]): Promise<McpServerUnderTest<ModernClient>> {
  const start = startOf(args);
  const transport = new ModernTransport(start);
  const client = new ModernClient(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(transport);
  return new McpServerUnderTest(client, start.cwd, transport.pid ?? 0);
}

/** A client of the protocol of 2025-11-25. */
export async function legacyServer(...args: string[]): Promise<McpServerUnderTest<LegacyClient>> {
  const start = startOf(args);
  const transport = new LegacyTransport(start);
  const client = new LegacyClient({ name: 'test', version: '1' });
  await client.connect(transport);
  return new McpServerUnderTest(client, start.cwd, transport.pid ?? 0);
}
