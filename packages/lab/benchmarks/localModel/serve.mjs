// `node packages/lab/benchmarks/localModel/serve.mjs --weights FILE.gguf --modules DIR [--port 8080] [--context 8192] [--threads 1]`: a
// model of one's own behind the part of the OpenAI interface that Sightline uses (chat completions with
// `response_format: json_schema`), by node-llama-cpp. DIR is a folder in which `npm install node-llama-cpp` was run;
// neither it nor weights are part of this repository. One request at a time, temperature 0: the same question gets the
// same answer.

import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    weights: { type: 'string' },
    modules: { type: 'string' },
    port: { type: 'string', default: '8080' },
    context: { type: 'string', default: '8192' },
    'max-tokens': { type: 'string', default: '400' },
    threads: { type: 'string', default: '1' },
  },
});
if (!options.weights || !options.modules)
  throw new Error('say --weights FILE.gguf and --modules DIR, where node-llama-cpp is installed');

const { getLlama, LlamaChat, resolveChatWrapper } = await import(entryOf(options.modules));
const threads = Number(options.threads);
const llama = await getLlama({ gpu: false, build: 'never', progressLogs: false, maxThreads: threads });
const model = await llama.loadModel({ modelPath: resolve(options.weights) });
const context = await model.createContext({ contextSize: Number(options.context), threads });
const sequence = context.getSequence();
let queue = Promise.resolve();

createServer((request, response) => {
  const answered = queue.then(() => answer(request, response));
  queue = answered.catch(() => undefined);
  answered.catch((error) => reply(response, 500, { error: { message: error.message } }));
}).listen(Number(options.port), '127.0.0.1', () => console.log(`http://127.0.0.1:${options.port}/v1`));

async function answer(request, response) {
  if (request.url.endsWith('/models')) return reply(response, 200, { data: [{ id: 'local' }] });
  if (!request.url.endsWith('/chat/completions'))
    return reply(response, 404, { error: { message: 'not here' } });
  const { messages, response_format: format, max_tokens: wanted } = JSON.parse(await text(request));
  const schema = format?.json_schema?.schema;
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (response.destroyed) return;
  const { said, prompted, begun } = await complete(messages, schema, wanted, gone.signal);
  const usage = { prompt_tokens: prompted, completion_tokens: model.tokenize(said).length };
  console.error(
    `${prompted} in, ${usage.completion_tokens} out, ${Math.round(performance.now() - begun)} ms`,
  );
  reply(response, 200, {
    id: 'local',
    object: 'chat.completion',
    created: 0,
    model: 'local',
    choices: [{ index: 0, message: { role: 'assistant', content: said }, finish_reason: 'stop' }],
    usage: { ...usage, total_tokens: prompted + usage.completion_tokens },
  });
}

/** What was read before stays in the context as far as the new prompt begins alike. */
async function complete(messages, schema, wanted, signal) {
  const begun = performance.now();
  const chat = new LlamaChat({ contextSequence: sequence, chatWrapper: resolveChatWrapper(model) });
  const grammar = schema && (await llama.createGrammarForJsonSchema(inItsWords(schema)));
  const before = sequence.tokenMeter.usedInputTokens;
  const { response } = await chat.generateResponse(messages.map(toTurn).concat(lastTurn), {
    temperature: 0,
    signal,
    stopOnAbortSignal: true,
    maxTokens: Math.min(wanted ?? Number.POSITIVE_INFINITY, Number(options['max-tokens'])),
    ...(grammar && { grammar }),
  });
  chat.dispose({ disposeSequence: false });
  const read = sequence.tokenMeter.usedInputTokens - before;
  const whole = messages.reduce((sum, { content }) => sum + model.tokenize(contentOf(content)).length, 0);
  return { said: response, prompted: Math.max(whole, read), begun };
}

/**
 * As node-llama-cpp takes it: it knows `oneOf` only, and requires every property. So an object with fields that may be
 * left out becomes a choice: what is required, and with it the first of the others, the first two, and so on.
 */
function inItsWords(schema) {
  if (Array.isArray(schema)) return schema.map(inItsWords);
  if (schema === null || typeof schema !== 'object') return schema;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, inItsWords(value)]),
  );
  if (anyOf) return { ...rest, oneOf: anyOf };
  if (rest.type !== 'object' || !rest.properties) return rest;
  const { required = [], properties } = rest;
  const others = Object.keys(properties).filter((key) => !required.includes(key));
  const chosen = others.map((_, at) => [...required, ...others.slice(0, at + 1)]);
  const choices = [...(required.length > 0 || others.length === 0 ? [required] : []), ...chosen];
  const withKeys = (keys) => ({
    ...rest,
    required: keys,
    properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
  });
  return choices.length === 1 ? withKeys(choices[0] ?? []) : { oneOf: choices.map(withKeys) };
}

const lastTurn = { type: 'model', response: [] };

function toTurn({ role, content }) {
  const told = contentOf(content);
  if (role === 'assistant') return { type: 'model', response: [told] };
  return { type: role === 'system' ? 'system' : 'user', text: told };
}

function contentOf(content) {
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');
}

function reply(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** @param {string} folder */
function entryOf(folder) {
  return pathToFileURL(join(resolve(folder), 'node_modules/node-llama-cpp/dist/index.js')).href;
}
