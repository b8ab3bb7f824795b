// The command line of the MCP Inspector, which connects anew for every call. Prints one JSON object.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { url, headers, command, args, env, steps } = JSON.parse(process.argv[2]);
const cli = fileURLToPath(new URL('node_modules/.bin/mcp-inspector-cli', import.meta.url));
const server = url
  ? [
      url,
      '--transport',
      'http',
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ]
  : [command, ...args];
const ask = (...more) =>
  JSON.parse(execFileSync(process.execPath, [cli, '--cli', ...server, ...more], { env, encoding: 'utf8' }));

const { tools } = ask('--method', 'tools/list');
const answers = [];
let session;
// Over standard input every call starts a server, in which no page is open.
for (const [name, input] of url ? steps : steps.slice(0, 1)) {
  const named = session ? { ...input, session } : input;
  const given = Object.entries(named).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
  const { content } = ask('--method', 'tools/call', '--tool-name', name, ...given);
  const text = content.map(({ text = '' }) => text).join('\n');
  session ??= /session (\w+): calls/.exec(text)?.[1];
  answers.push(text);
}
const definitions = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
console.log(JSON.stringify({ tools: definitions, answers }));
