import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { SightlineError } from '../model/SightlineError.ts';
import type { Tool } from '../tools/defineTool.ts';
import { inputSchema } from '../tools/fieldsOf.ts';
import { runTool, toSightlineError } from '../tools/runTool.ts';
import { answerContent, errorContent } from './answerContent.ts';
import { instructions } from './instructions.ts';
import { listTools, takesSession } from './listTools.ts';
import { nameOf, type OutputFolder } from './OutputFolder.ts';
import { Progress } from './Progress.ts';
import { type Profile, toolsOf, unknownTool } from './profiles.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import type { Sessions } from './Sessions.ts';

export interface McpHostOptions {
  version: string;
  profile: Profile;
  sessions: Sessions;
  folder: OutputFolder;
  /** Most tokens of an answer, unless a call asks for another bound. */
  maxTokens: number;
}

/** Tokens that a call may ask for. */
const MOST_TOKENS = 25_000;

/** What every connection is served from: the tools of a profile, the sessions, the files. */
export class McpHost {
  readonly #options: McpHostOptions;

  constructor(options: McpHostOptions) {
    this.#options = options;
  }

  /** A server for one connection, or for one request, of either era. */
  server(): Server {
    const { profile, version } = this.#options;
    const server = new Server(
      { name: 'sightline', title: 'Sightline', version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
    );
    server.setRequestHandler('tools/list', () => ({ tools: listTools(profile) }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.#call(params.name, params.arguments ?? {}, context),
    );
    server.setRequestHandler('resources/list', () => ({ resources: this.#options.folder.list() }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', ({ params }) => this.#read(params.uri));
    server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts() }));
    server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments));
    return server;
  }

  async #call(name: string, given: Record<string, unknown>, context: ServerContext): Promise<CallToolResult> {
    const { profile, sessions } = this.#options;
    const tool = toolsOf(profile).find((one) => one.name === name);
    if (!tool) throw invalid(unknownTool(name, profile));
    const progress = new Progress(context);
    try {
      const { session, input } = this.#inputOf(tool, given);
      const { signal } = context.mcpReq;
      const call = { signal, progress: (stage: string) => progress.tell(stage) };
      return await sessions.run(session, call, async (toolContext) =>
        answerContent(tool, await runTool(tool, toolContext, input), this.#roomFor(input)),
      );
    } catch (error) {
      return errorContent(toSightlineError(error));
    } finally {
      progress.end();
    }
  }

  /** What a model may say, checked; and what it may leave to this host. */
  #inputOf(tool: Tool, given: Record<string, unknown>): { session: string; input: Record<string, unknown> } {
    const { profile, maxTokens } = this.#options;
    const { session = 'default', ...input } = takesSession(profile)
      ? given
      : { ...given, session: undefined };
    const fields = Object.keys((inputSchema(tool).properties ?? {}) as object);
    const other = Object.keys(input).find((key) => !fields.includes(key));
    if (other !== undefined) throw unknownField(tool, other, fields);
    if (typeof session !== 'string' || !/^[\w.-]{1,64}$/.test(session)) throw badSession();
    const bound = fields.includes('maxTokens') && input.maxTokens === undefined ? { maxTokens } : {};
    return { session, input: { ...input, ...bound } };
  }

  #roomFor({ maxTokens: asked }: Record<string, unknown>): { tokens: number; folder: OutputFolder } {
    const { maxTokens, folder } = this.#options;
    const tokens = typeof asked === 'number' ? Math.max(asked, maxTokens) : maxTokens;
    return { tokens: Math.min(tokens, Math.max(maxTokens, MOST_TOKENS)), folder };
  }

  #read(uri: string): {
    contents: [
      { uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string },
    ];
  } {
    const name = nameOf(uri);
    const found = name === undefined ? undefined : this.#options.folder.read(name);
    if (!found)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.', { uri });
    const { file, content } = found;
    const { mimeType } = file;
    return mimeType.startsWith('image/')
      ? { contents: [{ uri, mimeType, blob: content.toString('base64') }] }
      : { contents: [{ uri, mimeType, text: content.toString('utf8') }] };
  }
}

function invalid({ message, hint }: SightlineError): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${message} ${hint}`);
}

function unknownField(tool: Tool, field: string, fields: string[]): SightlineError {
  return new SightlineError(
    'invalid_argument',
    `${tool.name} takes no ${JSON.stringify(field.slice(0, 100))}.`,
    {
      hint: `It takes ${fields.join(', ') || 'nothing'}.`,
    },
  );
}

function badSession(): SightlineError {
  return new SightlineError('invalid_argument', 'That cannot be the name of a session.', {
    hint: 'Use 1 to 64 letters, digits, dots, dashes and underscores.',
  });
}
