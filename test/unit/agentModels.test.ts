import { afterEach, describe, expect, it } from 'vitest';
import { type OpenModelOptions, openModel } from '../../packages/sightline/src/agent/models/openModel.ts';
import { type AgentRun, runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { renderStepLine, type StepReport } from '../../packages/sightline/src/agent/trace/StepLog.ts';
import { paperSession } from '../support/agent.ts';
import { freePort } from '../support/freePort.ts';
import { type ChatAnswer, type ChatRequest, ModelServer, refuse } from '../support/ModelServer.ts';

const servers: ModelServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(answer: (request: ChatRequest, turn: number) => ChatAnswer): Promise<ModelServer> {
  const server = await ModelServer.start(answer);
  servers.push(server);
  return server;
}

const step = (action: object): string => JSON.stringify({ thinking: 't', next_goal: 'g', action: [action] });
const done = { done: { text: 'saved' } };

async function run(baseUrl: string, options: OpenModelOptions = {}, name = 'tiny'): Promise<AgentRun> {
  const model = await openModel(name, { env: {}, waitMs: 1, ...options, baseUrl });
  return runAgent(paperSession(), 'Save it', { model });
}

describe('a server of a base URL', () => {
  it('is asked for a step by its schema', async () => {
    const server = await serve((_, turn) => step(turn === 0 ? { query_elements: { text: 'save' } } : done));
    const result = await run(server.baseUrl);
    expect(result).toMatchObject({ success: true, tokens: { input: 200, output: 20 } });
    const [asked] = server.requests;
    expect(asked).toMatchObject({
      model: 'tiny',
      response_format: { type: 'json_schema' },
      authorization: undefined,
    });
    expect(asked?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('is asked without one where it refuses it', async () => {
    const server = await serve(({ response_format }) =>
      response_format ? refuse(400, 'response_format json_schema is not supported') : `Well:\n${step(done)}`,
    );
    expect(await run(server.baseUrl)).toMatchObject({ success: true, modelCalls: 1 });
    expect(server.requests.map(({ response_format }) => response_format !== undefined)).toEqual([
      true,
      false,
    ]);
  });

  it('is asked natively where its model calls tools, and gets what came of them', async () => {
    const server = await serve((_, turn) =>
      turn === 0
        ? { tool: 'query_elements', input: { text: 'save' } }
        : { tool: 'done', input: { text: 'saved' } },
    );
    const model = await openModel('tiny', { env: {}, baseUrl: server.baseUrl, callFormat: 'native' });
    const result = await runAgent(paperSession(), 'Save it', { model, replan: true });
    expect(result).toMatchObject({ success: true, text: 'saved', modelCalls: 2 });
    expect(server.requests[0]?.tools?.map((tool) => tool.function.name)).toContain('click');
    expect(server.requests[1]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ]);
  });

  it('is asked for a step where it knows no tools', async () => {
    const server = await serve(({ tools }) =>
      tools ? refuse(400, 'tiny does not support tools') : step(done),
    );
    expect(await run(server.baseUrl, { callFormat: 'native' })).toMatchObject({ success: true });
    expect(server.requests).toHaveLength(2);
  });

  it('learns which of its native calls make no sense', async () => {
    const server = await serve((_, turn) =>
      turn === 0 ? { tool: 'fly', input: {} } : { tool: 'done', input: { text: 'saved' } },
    );
    expect(await run(server.baseUrl, { callFormat: 'native' })).toMatchObject({
      success: true,
      modelCalls: 2,
    });
    expect(JSON.stringify(server.requests[1]?.messages)).toContain('There is no tool \\"fly\\"');
  });

  it('gets the key that is meant for it, and no other', async () => {
    const server = await serve(() => step(done));
    await run(server.baseUrl, { env: { SIGHTLINE_API_KEY: 'sk-mine', OPENAI_API_KEY: 'sk-openai' } });
    await run(server.baseUrl, { env: { OPENAI_API_KEY: 'sk-openai' } });
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(['Bearer sk-mine', undefined]);
  });
});

describe('a server that does not answer', () => {
  it('is down: the run ends with a reason', async () => {
    const result = await run(`http://127.0.0.1:${await freePort()}/v1`, { attempts: 2 });
    expect(result).toMatchObject({
      success: false,
      reason: 'model',
      text: expect.stringMatching(/The model did not answer.* Check that the server runs/),
    });
    expect(renderStepLine(result.steps[0] as StepReport)).toContain('1. no answer of the model');
  });

  it('is slow: it is not waited for longer than was said', async () => {
    const server = await serve(() => () => undefined);
    const result = await run(server.baseUrl, { timeoutMs: 50 });
    expect(result).toMatchObject({
      reason: 'model',
      text: expect.stringContaining('no answer within 50 ms'),
    });
  });

  it('wants us to slow down: it is asked again after the time it names', async () => {
    const server = await serve((_, turn) =>
      turn < 2 ? refuse(429, 'slow down', { 'retry-after': '0' }) : step(done),
    );
    expect(await run(server.baseUrl, { waitMs: 60_000 })).toMatchObject({ success: true });
    expect(server.requests).toHaveLength(3);
  });

  it('wants so for ever: the run ends', async () => {
    const server = await serve(() => refuse(429, 'slow down'));
    expect(await run(server.baseUrl, { attempts: 3 })).toMatchObject({
      reason: 'model',
      text: expect.stringContaining('status 429'),
    });
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    [
      'cuts the answer',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"choices": [');
        setTimeout(() => response.destroy(), 5);
      },
    ],
    [
      'answers what is no JSON',
      (response: import('node:http').ServerResponse) => response.end('<html>502</html>'),
    ],
  ])('%s: the run ends with a reason', async (_, answer) => {
    const server = await serve(() => answer);
    expect(await run(server.baseUrl, { attempts: 2 })).toMatchObject({ success: false, reason: 'model' });
  });

  it('refuses the key: it is asked once, and the key is not shown', async () => {
    const server = await serve(() => refuse(401, 'Incorrect API key provided: sk-canary'));
    const result = await run(server.baseUrl, { env: { SIGHTLINE_API_KEY: 'sk-canary' } });
    expect(result).toMatchObject({ reason: 'model', text: expect.stringContaining('status 401') });
    expect(JSON.stringify(result)).not.toContain('sk-canary');
    expect(server.requests).toHaveLength(1);
  });
});

describe('the name of a model', () => {
  it('names its provider', async () => {
    const env = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k' };
    for (const name of ['openai/gpt-x', 'anthropic/claude-x', 'google/gemini-x'])
      expect(await openModel(name, { env })).toMatchObject({ name, callFormat: 'native' });
    expect(await openModel('ollama/qwen3:4b', { env: {} })).toMatchObject({ callFormat: 'step' });
  });

  it('is passed on whole to a server of a base URL, but for a provider before it', async () => {
    const server = await serve(() => step(done));
    await run(server.baseUrl, {}, 'Qwen/Qwen3-4B');
    await run(server.baseUrl, {}, 'openai/openai/gpt-oss-20b');
    expect(server.requests.map(({ model }) => model)).toEqual(['Qwen/Qwen3-4B', 'openai/gpt-oss-20b']);
  });

  it.each([
    ['mistral/large', {}, 'No provider is known for the model "mistral/large"'],
    ['gpt-x', {}, 'No provider is known'],
    ['openai/gpt-x', {}, 'There is no key for openai'],
    ['tiny', { baseUrl: 'localhost' }, 'is no base URL'],
  ])('%s with %o is refused', async (name, options, message) => {
    await expect(openModel(name, { env: {}, ...options })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    });
  });
});
