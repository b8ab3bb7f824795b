// The client of the AI SDK: lists the tools, plays the steps, ends. Prints one JSON object.
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';

const { url, headers, command, args, env, steps } = JSON.parse(process.argv[2]);
const transport = url
  ? { type: 'http', url, headers }
  : new Experimental_StdioMCPTransport({ command, args, env });
const client = await createMCPClient({ transport });
const tools = await client.tools();
const answers = [];
for (const [name, input] of steps) {
  const { content } = await tools[name].execute(input, { toolCallId: name, messages: [] });
  answers.push(content.map(({ text = '' }) => text).join('\n'));
}
await client.close();
const definitions = Object.entries(tools).map(async ([name, { description, inputSchema }]) => ({
  name,
  description,
  inputSchema: await inputSchema.jsonSchema,
}));
console.log(JSON.stringify({ tools: await Promise.all(definitions), answers }));
