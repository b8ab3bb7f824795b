import type { LanguageModel } from 'ai';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { CallFormat, Model } from './Model.ts';
import type { SdkModelOptions } from './SdkModel.ts';

export interface OpenModelOptions extends Pick<SdkModelOptions, 'timeoutMs' | 'attempts' | 'waitMs'> {
  /** Base URL of an OpenAI-compatible server (Ollama, vLLM, llama.cpp, a proxy), or of the named provider. */
  baseUrl?: string | undefined;
  /** Where keys and addresses are read from. Default `process.env`. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Default: `native` for hosted providers, else `step`, which any server supports. */
  callFormat?: CallFormat | undefined;
}

interface ModelAccess {
  model: string;
  key: string | undefined;
  baseUrl: string | undefined;
}

interface ModelProvider {
  /** Variables for the key, in order of precedence; empty if no key is needed. */
  keys: readonly string[];
  callFormat: CallFormat;
  /** Default base URL. */
  baseUrl?(env: NonNullable<OpenModelOptions['env']>): string;
  load(access: ModelAccess): Promise<LanguageModel>;
}

/** Each provider's package is loaded on first use. */
const PROVIDERS: Readonly<Record<string, ModelProvider>> = {
  openai: {
    keys: ['OPENAI_API_KEY'],
    callFormat: 'native',
    baseUrl: (env) => env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    load: loadCompatible,
  },
  ollama: {
    keys: [],
    callFormat: 'step',
    baseUrl: (env) => `${ollamaHost(env.OLLAMA_HOST)}/v1`,
    load: loadCompatible,
  },
  anthropic: {
    keys: ['ANTHROPIC_API_KEY'],
    callFormat: 'native',
    async load({ model, key, baseUrl }) {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: key, baseURL: baseUrl })(model);
    },
  },
  google: {
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    callFormat: 'native',
    async load({ model, key, baseUrl }) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ apiKey: key, baseURL: baseUrl })(model);
    },
  },
};

/**
 * Opens a model by name: `openai/gpt-...`, `anthropic/claude-...`, `google/gemini-...`, `ollama/qwen...`; with a
 * base URL also any other name that the server knows. Keys come from the environment only; a server at a base URL
 * gets SIGHTLINE_API_KEY only. @throws SightlineError `invalid_argument`
 */
export async function openModel(name: string, options: OpenModelOptions = {}): Promise<Model> {
  const { env = process.env, callFormat, timeoutMs, attempts, waitMs } = options;
  // The SDK logs what a server does not support to standard error, which would break a terminal's progress line.
  const settings: { AI_SDK_LOG_WARNINGS?: unknown } = globalThis;
  settings.AI_SDK_LOG_WARNINGS ??= false;
  const { id, model } = providerOf(name, options.baseUrl);
  const provider = PROVIDERS[id ?? ''] ?? compatibleProvider;
  const key = keyOf(provider, id ?? 'model', env, options.baseUrl);
  const baseUrl = options.baseUrl ?? provider.baseUrl?.(env);
  const languageModel = await provider.load({ model, key, baseUrl });
  const { SdkModel } = await import('./SdkModel.ts');
  return new SdkModel(languageModel, {
    name,
    callFormat: callFormat ?? callFormatOf(provider, options.baseUrl),
    timeoutMs,
    attempts,
    waitMs,
    key,
  });
}

/** A server that the user names. */
const compatibleProvider: ModelProvider = { keys: [], callFormat: 'step', load: loadCompatible };

/** A server at a base URL may not support tools. */
const callFormatOf = ({ callFormat, load }: ModelProvider, baseUrl: string | undefined): CallFormat =>
  baseUrl !== undefined && load === loadCompatible ? 'step' : callFormat;

function providerOf(name: string, baseUrl: string | undefined): { id: string | undefined; model: string } {
  const slash = name.indexOf('/');
  const id = name.slice(0, Math.max(0, slash));
  const isKnown = Object.hasOwn(PROVIDERS, id) && slash < name.length - 1;
  if (isKnown) return { id, model: name.slice(slash + 1) };
  if (baseUrl !== undefined && name !== '') return { id: undefined, model: name };
  throw new SightlineError(
    'invalid_argument',
    `No provider is known for the model ${JSON.stringify(name)}.`,
    {
      hint: `Write ${Object.keys(PROVIDERS).join('/..., ')}/..., or give the base URL of its server.`,
    },
  );
}

function keyOf(
  { keys, load }: ModelProvider,
  id: string,
  env: NonNullable<OpenModelOptions['env']>,
  baseUrl: string | undefined,
): string | undefined {
  if (baseUrl !== undefined && load === loadCompatible) return env.SIGHTLINE_API_KEY;
  const key = keys.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  if (key !== undefined || keys.length === 0) return key;
  throw new SightlineError('invalid_argument', `There is no key for ${id}.`, {
    hint: `Set ${keys.join(' or ')} in the environment.`,
  });
}

async function loadCompatible({ model, key, baseUrl = '' }: ModelAccess): Promise<LanguageModel> {
  if (!URL.canParse(baseUrl))
    throw new SightlineError('invalid_argument', `${JSON.stringify(baseUrl)} is no base URL.`, {
      hint: 'Write it as http://127.0.0.1:8080/v1.',
    });
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    ...(key && { apiKey: key }),
  });
  return provider(model);
}

/** `127.0.0.1:11434`, as Ollama itself reads the variable, or an address. */
function ollamaHost(host: string | undefined): string {
  if (!host) return 'http://127.0.0.1:11434';
  const address = /^https?:\/\//.test(host) ? host : `http://${host}`;
  return address.replace(/\/$/, '').replace('//0.0.0.0', '//127.0.0.1');
}
