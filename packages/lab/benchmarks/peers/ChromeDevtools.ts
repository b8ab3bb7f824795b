import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { benchmarkPath } from '../paths.ts';
import type { PeerRef } from './compare.ts';
import { MARK } from './judgePage.ts';
import type { MeasuredBrowser, Peer } from './Peer.ts';

/** Calls a tool; returns its text. Throws where the tool fails. */
type CallTool = (name: string, input?: Record<string, unknown>) => Promise<string>;

/** The peer `chrome-devtools-mcp`, over standard input and output as its hosts start it. */
export async function openChromeDevtools({ endpoint }: MeasuredBrowser): Promise<Peer> {
  const server = benchmarkPath('node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js');
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [server, '--browserUrl', endpoint, '--no-usage-statistics'],
      env: { ...(process.env as Record<string, string>), CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' },
      stderr: 'ignore',
    }),
  );
  const call: CallTool = async (name, input = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input }, { timeout: 120_000 });
    const text = content.map((part) => ('text' in part ? part.text : '')).join('\n');
    if (isError) throw new Error(text);
    return text;
  };
  const pageId = await onlyPageId(call);
  const onPage: CallTool = (name, input = {}) => call(name, { ...input, pageId });
  return {
    views: [
      {
        name: `chrome-devtools-mcp ${client.getServerVersion()?.version}`,
        read: () => onPage('take_snapshot'),
        refs: (text) => refsOf(onPage, text),
      },
    ],
    close: () => client.close(),
  };
}

/** The tab that is measured is the only one there is. */
async function onlyPageId(call: CallTool): Promise<number> {
  const [, id] = /^(\d+): /m.exec(await call('list_pages')) ?? [];
  return Number(id);
}

/** `uid=1_3 link "name" ...`: each uid is passed to a function that reads the mark. */
async function refsOf(call: CallTool, text: string): Promise<PeerRef[]> {
  const lines = [...text.matchAll(/^\s*uid=(\S+) (\S+)(?: "(.*?)"(?= [a-z]+(?:=|\s|$)|\s*$))?/gm)]
    .map(([, uid = '', role = '', name = '']) => ({ uid, role, name }))
    .filter(({ role }) => !['StaticText', 'InlineTextBox', 'RootWebArea'].includes(role));
  const refs: PeerRef[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const batch = lines.slice(at, at + 100);
    const marks = await marksOf(
      call,
      batch.map(({ uid }) => uid),
    );
    refs.push(...batch.map(({ role, name }, n) => ({ role, name, mark: marks[n] ?? undefined })));
  }
  return refs;
}

/** A uid without an element of its own fails the call that names it: the others are asked in halves. */
async function marksOf(call: CallTool, uids: readonly string[]): Promise<(string | null)[]> {
  const read = `(...elements) => elements.map((one) => one.getAttribute?.('${MARK}') ?? null)`;
  try {
    const answer = await call('evaluate_script', { function: read, args: uids });
    return JSON.parse(/```json\n(.*?)\n```/s.exec(answer)?.[1] ?? '[]');
  } catch {
    if (uids.length === 1) return [null];
    const half = uids.length / 2;
    return [...(await marksOf(call, uids.slice(0, half))), ...(await marksOf(call, uids.slice(half)))];
  }
}
