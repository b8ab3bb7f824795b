import { execFile } from 'node:child_process';

/** How a program of this folder that is an MCP client is started; the plan follows as its last argument. */
interface ClientProgram {
  program: string;
  isPython?: boolean;
  era?: 'modern' | 'legacy';
}

const PROGRAMS: Readonly<Record<string, ClientProgram>> = {
  'TypeScript SDK, 2026-07-28': { program: 'typescript_sdk.mjs', era: 'modern' },
  'TypeScript SDK, 2025-11-25': { program: 'typescript_sdk.mjs', era: 'legacy' },
  'AI SDK': { program: 'ai_sdk.mjs' },
  'MCP Inspector': { program: 'inspector.mjs' },
  'Python SDK': { program: 'python_mcp.py', isPython: true },
  'LangChain adapters': { program: 'python_langchain.py', isPython: true },
};

/** Clients of other makers. */
export const CLIENTS: readonly string[] = Object.keys(PROGRAMS);

/** A server that a client starts, or one that serves over HTTP. */
export type FlowServer =
  | { command: string; args: readonly string[]; env: Readonly<Record<string, string>> }
  | { url: string; headers: Readonly<Record<string, string>>; env: Readonly<Record<string, string>> };

/** Calls of tools, in order. */
export type FlowStep = [name: string, input: object];

export interface ToolDefinition {
  name: string;
  description: string;
  inputSchema: object;
}

export interface Flow {
  /** As the client sees them. */
  tools: ToolDefinition[];
  /** The text of each answer. The Inspector starts a server a call: over standard input there is the first answer alone. */
  answers: string[];
  /** What the client printed to standard error. */
  stderr: string;
}

/**
 * Plays the steps in a process of its own, which has to end by itself. Throws where it ends with another code than 0, with its
 * standard error.
 * @param folder with the programs and their packages @param python with the packages of requirements.txt
 */
export async function playFlow(
  client: string,
  plan: { server: FlowServer; steps: readonly FlowStep[] },
  { folder, python }: { folder: string; python: string },
): Promise<Flow> {
  const { program, isPython = false, era } = PROGRAMS[client] ?? { program: '' };
  const args = [program, JSON.stringify({ ...plan.server, era, steps: plan.steps })];
  const options = { cwd: folder, timeout: 600_000, maxBuffer: 2 ** 27 };
  return new Promise((resolve, reject) => {
    execFile(isPython ? python : process.execPath, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${client}: ${error.message}\n${stderr}`));
      else resolve({ ...JSON.parse(stdout), stderr });
    });
  });
}

/** Whether an end with this standard error is a clean one. */
export const isCleanEnd = (stderr: string): boolean => !/Error|Traceback|Exception/.test(stderr);
