// A client of the Model Context Protocol: `sightline mcp` as a process of its own, over its input and output.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: 'npx', args: ['sightline', 'mcp'] }));
await client.callTool({ name: 'open', arguments: { url: 'https://example.com' } });
const { content } = await client.callTool({ name: 'look', arguments: {} });
for (const block of content) if (block.type === 'text') console.log(block.text);
await client.close();
