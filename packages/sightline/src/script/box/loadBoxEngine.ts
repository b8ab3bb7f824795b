import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What Node has of WebAssembly, which its types leave to those of browsers. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
};

/** QuickJS as a `WebAssembly.Module`, from the package that has it. */
export async function loadBoxEngine(): Promise<object> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
  return WebAssembly.compile(await readFile(path));
}
