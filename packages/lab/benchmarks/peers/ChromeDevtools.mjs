import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MARK } from './judgePage.mjs';

const server = fileURLToPath(
  new URL('../node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js', import.meta.url),
);

/**
 * The peer `chrome-devtools-mcp`, over standard input and output as its hosts start it.
 * @param {import('./contenders.mjs').Place} place @returns {Promise<import('./contenders.mjs').Peer>}
 */
export async function openChromeDevtools({ endpoint }) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, '--browserUrl', endpoint, '--no-usage-statistics'],
    env: { ...process.env, CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  const call = (name, input = {}) =>
    client.callTool({ name, arguments: input }, { timeout: 120_000 }).then(({ content, isError }) => {
      const text = content.map((one) => one.text ?? '').join('\n');
      if (isError) throw new Error(text);
      return text;
    });
  const { version } = client.getServerVersion();
  const pageId = await onlyPage(call);
  const onPage = (name, input = {}) => call(name, { ...input, pageId });
  return {
    contenders: [
      {
        name: `chrome-devtools-mcp ${version}`,
        read: () => onPage('take_snapshot'),
        refs: (text) => refsOf(onPage, text),
      },
    ],
    close: () => client.close(),
  };
}

/** The tab that is measured is the only one there is. */
async function onlyPage(call) {
  const [, id] = /^(\d+): /m.exec(await call('list_pages')) ?? [];
  return Number(id);
}

/** `uid=1_3 link "name" ...`: each uid is handed to a function that reads the mark. */
async function refsOf(call, text) {
  const lines = [...text.matchAll(/^\s*uid=(\S+) (\S+)(?: "(.*?)"(?= [a-z]+(?:=|\s|$)|\s*$))?/gm)]
    .map(([, uid, role, name = '']) => ({ uid, role, name }))
    .filter(({ role }) => !['StaticText', 'InlineTextBox', 'RootWebArea'].includes(role));
  const refs = [];
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100);
    const marks = await marksOf(
      call,
      some.map(({ uid }) => uid),
    );
    refs.push(...some.map(({ role, name }, n) => ({ role, name, mark: marks[n] ?? undefined })));
  }
  return refs;
}

/** A uid without an element of its own fails the call that names it: then each is asked alone. */
async function marksOf(call, uids) {
  const read = `(...elements) => elements.map((one) => one.getAttribute?.('${MARK}') ?? null)`;
  try {
    const answer = await call('evaluate_script', { function: read, args: uids });
    return JSON.parse(/```json\n(.*?)\n```/s.exec(answer)?.[1] ?? '[]');
  } catch {
    if (uids.length === 1) return [null];
    const halves = [uids.slice(0, uids.length / 2), uids.slice(uids.length / 2)];
    return [...(await marksOf(call, halves[0])), ...(await marksOf(call, halves[1]))];
  }
}
