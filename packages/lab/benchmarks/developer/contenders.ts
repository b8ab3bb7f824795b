import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Session } from '../../../sightline/src/index.ts';
import { AgentBrowser } from '../AgentBrowser.ts';
import { benchmarkPath, commandPath, repositoryPath } from '../paths.ts';

/** What is asked of a page that is being built. */
export const QUESTIONS = {
  console: 'which errors are in the console?',
  network: 'which requests failed?',
  request: 'the failed POST in full',
  extract: 'all orders as data',
  performance: 'how does it load?',
  tools: 'which tools has the page for agents?',
  call: 'ship A-101 by the tool of the page',
  evaluate: 'what do its variables and fields hold? (JavaScript)',
  pdf: 'the page as a PDF',
} as const;
export type Question = keyof typeof QUESTIONS;

/** A tool that answers them, by its own means; undefined for a question that it has none for. */
export interface Contender {
  /** Loads the page, with all that it needs to answer afterwards. */
  open(url: string): Promise<unknown>;
  answer: Partial<Record<Question, () => Promise<string>>>;
  /** The definitions that a model pays for before it asks; undefined for a command line. */
  definitions(): Promise<string | undefined>;
  close(): Promise<unknown>;
}

const ORDERS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      number: { type: 'string', description: 'No. of the order' },
      customer: { type: 'string' },
      status: { type: 'string' },
      total: { type: 'number' },
    },
    required: ['customer', 'total'],
  },
};

/** Run in the page by each tool; a field of it is secret. */
const EXPRESSION =
  '({ part, rows: [...document.querySelectorAll("tr")].length, key: document.querySelector("input").value })';

/** Where each tool writes the page. */
const pdfPath = (): string => benchmarkPath('out/developer.pdf');

export const contenders: Record<string, (endpoint: string, session: Session) => Promise<Contender>> = {
  Sightline: async (_, session) => ({
    open: (url) => session.navigate(url),
    answer: {
      console: async () => (await session.console({ level: 'error', all: true })).text,
      network: async () => (await session.network({ status: 'failed', all: true })).text,
      request: async () => {
        const { data } = await session.network({ method: 'POST', all: true });
        const [{ number } = { number: 0 }] = data.requests as { number: number }[];
        return (await session.network({ number })).text;
      },
      extract: async () => (await session.extract(ORDERS, { maxTokens: 10_000 })).text,
      performance: async () => (await session.performance()).text,
      tools: async () => (await session.pageTools()).text,
      call: async () => (await session.callPageTool('ship_order', { order: 'A-101' })).text,
      evaluate: async () => (await session.evaluate(EXPRESSION)).text,
      pdf: async () => (await session.pdf({ path: pdfPath() })).text,
    },
    definitions: () => definitionsOf([commandPath(), 'mcp', '--profile', 'developer']),
    close: async () => undefined,
  }),
  'Playwright MCP': async (endpoint) => {
    const command = [repositoryPath('node_modules/playwright-core/cli.js'), 'mcp'];
    const { call, client } = await connect([...command, '--cdp-endpoint', endpoint, '--caps', 'pdf']);
    return {
      open: (url) => call('browser_navigate', { url }),
      answer: {
        console: () => call('browser_console_messages', { level: 'error' }),
        network: () => call('browser_network_requests'),
        request: async () => {
          const list = await call('browser_network_requests');
          const [, index] = /^\s*(?:- )?\[?(\d+)[\].]+ .*POST/m.exec(list) ?? [];
          return call('browser_network_request', { index: Number(index) });
        },
        extract: () => call('browser_snapshot'),
        // It makes tools of its own of them, and lists them in every snapshot.
        tools: async () => (await call('browser_snapshot')).split('- main')[0] ?? '',
        call: () => call('webmcp_ship_order', { order: 'A-101' }),
        evaluate: () => call('browser_evaluate', { function: `() => ${EXPRESSION}` }),
        pdf: () => call('browser_pdf_save', { filename: pdfPath() }),
      },
      definitions: () => definitionsText(client),
      close: () => client.close(),
    };
  },
  'chrome-devtools-mcp': async (endpoint) => {
    const server = benchmarkPath('node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js');
    const flags = ['--browserUrl', endpoint, '--no-usage-statistics', '--categoryExperimentalWebmcp'];
    const { call: callTool, client } = await connect([server, ...flags]);
    const [, pageId] = /^(\d+): /m.exec(await callTool('list_pages')) ?? [];
    const call: CallTool = (name, input = {}) => callTool(name, { ...input, pageId: Number(pageId) });
    return {
      open: (url) => call('navigate_page', { url }),
      answer: {
        console: () => call('list_console_messages', { types: ['error'] }),
        network: () => call('list_network_requests', { resourceTypes: ['document', 'fetch', 'xhr'] }),
        request: async () => {
          const list = await call('list_network_requests', { resourceTypes: ['fetch'] });
          const [, id] = /reqid=(\d+) POST/.exec(list) ?? [];
          return call('get_network_request', { reqid: Number(id) });
        },
        extract: () => call('take_snapshot'),
        performance: () => call('performance_start_trace', { reload: true, autoStop: true }),
        tools: () => call('list_webmcp_tools'),
        call: () => call('execute_webmcp_tool', { toolName: 'ship_order', input: '{"order":"A-101"}' }),
        evaluate: () => call('evaluate_script', { function: `() => ${EXPRESSION}` }),
      },
      definitions: () => definitionsText(client),
      close: () => client.close(),
    };
  },
  'agent-browser': async (endpoint) => {
    const peer = new AgentBrowser();
    await peer.command('connect', new URL(endpoint).port);
    return {
      open: (url) => peer.command('open', url),
      answer: {
        console: async () => (await peer.command('errors')) + (await peer.command('console')),
        network: () => peer.command('network', 'requests'),
        extract: () => peer.command('snapshot'),
        performance: () => peer.command('vitals', '--json'),
        evaluate: () => peer.command('eval', EXPRESSION),
        pdf: () => peer.command('pdf', pdfPath()),
      },
      definitions: async () => undefined,
      close: () => peer.close(),
    };
  },
};

/** Calls a tool; returns its text. Throws where the tool fails. */
type CallTool = (name: string, input?: Record<string, unknown>) => Promise<string>;

async function connect(args: string[]): Promise<{ client: Client; call: CallTool }> {
  const client = new Client({ name: 'bench', version: '1' });
  const env = { ...(process.env as Record<string, string>), CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  const call: CallTool = async (name, input = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input }, { timeout: 120_000 });
    const text = content.map((part) => ('text' in part ? part.text : '')).join('\n');
    if (isError) throw new Error(text);
    return text;
  };
  return { client, call };
}

async function definitionsText(client: Client): Promise<string> {
  const { tools } = await client.listTools();
  return JSON.stringify(
    tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
}

async function definitionsOf(args: string[]): Promise<string> {
  const { client } = await connect(args);
  try {
    return await definitionsText(client);
  } finally {
    await client.close();
  }
}
