import { parentPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { BoxSetup, FromBox, ToBox } from '../boxMessages.ts';
import { Sandbox, type SandboxEngine } from './Sandbox.ts';

/** What Node has of WebAssembly, which its types leave to those of browsers. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer } };
};

const PAGE_BYTES = 65_536;
/** As the engine was compiled for. */
const INITIAL_PAGES = 256;

/** QuickJS counts only what it asks for, not what it gets: the limit is that of its memory. */
async function startEngine(wasm: object, memoryBytes: number): Promise<SandboxEngine> {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: memoryBytes / PAGE_BYTES });
  // Its types are of a CommonJS module, and its code is none.
  const syncVariant = variant as unknown as QuickJSSyncVariant;
  const customized = newVariant(syncVariant, { wasmModule: wasm as never, wasmMemory: memory as never });
  const module = await newQuickJSWASMModuleFromVariant(withCheckedMemory(customized));
  return { module, usedBytes: () => memory.buffer.byteLength };
}

/**
 * Its binding takes memory for each text that it passes in, and does not look whether it got any: where none is left, the text would
 * be written over what the engine is made of. An error here ends the thread.
 */
function withCheckedMemory(variant: QuickJSSyncVariant): QuickJSSyncVariant {
  const importModuleLoader = async (): Promise<ModuleLoader> => {
    const load = (await variant.importModuleLoader()) as ModuleLoader;
    return async (options) => {
      const module = await load(options);
      const allocate = module._malloc.bind(module);
      module._malloc = (size) => {
        const pointer = allocate(size);
        if (Number(pointer) === 0) throw new RangeError('out of memory');
        return pointer;
      };
      return module;
    };
  };
  return { ...variant, importModuleLoader };
}

type ModuleLoader = Extract<
  Awaited<ReturnType<QuickJSSyncVariant['importModuleLoader']>>,
  (...options: never[]) => unknown
>;

/** The thread of a box: starts QuickJS, and gives each message to it; another one where all is to be forgotten. */
function serve({ wasm, ...setup }: BoxSetup): void {
  const send = (message: FromBox): void => parentPort?.postMessage(message);
  const start = async (): Promise<Sandbox> =>
    new Sandbox(await startEngine(wasm, setup.memoryBytes), setup, send);
  let sandbox = start();
  parentPort?.on('message', async (message: ToBox) => {
    if (message.kind === 'reset') sandbox = start();
    else (await sandbox).receive(message);
  });
}

serve(workerData as BoxSetup);
