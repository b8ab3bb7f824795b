// The reference client of TypeScript, of the protocol that `era` names. Prints one JSON object.
const { era, url, headers, command, args, env, steps } = JSON.parse(process.argv[2]);
const { Client, StdioClientTransport, StreamableHTTPClientTransport } =
  era === 'modern'
    ? {
        ...(await import('@modelcontextprotocol/client')),
        ...(await import('@modelcontextprotocol/client/stdio')),
      }
    : {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
        ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      };
const options = era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
const client = new Client({ name: 'test', version: '1' }, options);
await client.connect(
  url
    ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
    : new StdioClientTransport({ command, args, env }),
);
const { tools } = await client.listTools();
const answers = [];
let session;
for (const [name, input] of steps) {
  // A client of single requests names the session that `open` answered.
  const named = session && era === 'modern' ? { session } : {};
  const { content } = await client.callTool({ name, arguments: { ...input, ...named } });
  const text = content.map(({ text = '' }) => text).join('\n');
  session ??= url && /session (\w+): calls/.exec(text)?.[1];
  answers.push(text);
}
await client.close();
const definitions = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
console.log(JSON.stringify({ tools: definitions, answers }));
