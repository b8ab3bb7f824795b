import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a client of an OpenAI-compatible server sends. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content: unknown; tool_calls?: unknown }[];
  tools?: { function: { name: string } }[];
  response_format?: { type: string };
  authorization: string | undefined;
}

/** An answer: text, calls of tools, or whatever is done with the response. */
export type ChatAnswer =
  | string
  | { tool: string; input: unknown }
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** An OpenAI-compatible server on this machine that answers as a test says. */
export class ModelServer {
  readonly requests: ChatRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(answer: (request: ChatRequest, turn: number) => ChatAnswer): Promise<ModelServer> {
    const server = createServer();
    const models = new ModelServer(server);
    server.on('request', async (request, response) => {
      const parts: Buffer[] = [];
      try {
        for await (const part of request) parts.push(part as Buffer);
      } catch {
        return;
      }
      // A client that ended in the middle of its request is no concern of the test.
      if (!request.complete) return;
      const body = JSON.parse(Buffer.concat(parts).toString()) as ChatRequest;
      const asked = { ...body, authorization: request.headers.authorization };
      const turn = models.requests.push(asked) - 1;
      const said = answer(asked, turn);
      if (typeof said === 'function') said(response, request);
      else reply(response, messageOf(said, turn));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return models;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function messageOf(said: Exclude<ChatAnswer, (...args: never[]) => void>, turn: number): object {
  if (typeof said === 'string') return { role: 'assistant', content: said };
  const call = { name: said.tool, arguments: JSON.stringify(said.input) };
  return {
    role: 'assistant',
    content: 'So I do.',
    tool_calls: [{ id: `call_${turn}`, type: 'function', function: call }],
  };
}

export function reply(response: ServerResponse, message: object): void {
  response.setHeader('content-type', 'application/json');
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }];
  response.end(
    JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }),
  );
}

/** An error as these servers show it. */
export const refuse =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'error' } }));
  };
