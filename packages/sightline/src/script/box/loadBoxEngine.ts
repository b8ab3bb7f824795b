import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/** What Node has of WebAssembly, which its types leave to those of browsers. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
};

const PACKAGE = '@jitl/quickjs-wasmfile-release-sync';

/**
 * QuickJS as a `WebAssembly.Module`, from the package that has it. Throws `invalid_argument` where that is not installed, as
 * beside code that was bundled.
 */
export async function loadBoxEngine(): Promise<object> {
  return WebAssembly.compile(await readFile(findEngine()));
}

function findEngine(): string {
  // A bundle in the CommonJS format has no `import.meta`.
  const require = createRequire(import.meta.url ?? `${process.cwd()}/bundle.js`);
  try {
    return require.resolve(`${PACKAGE}/wasm`);
  } catch (cause) {
    throw new SightlineError('invalid_argument', `The engine of scripts, ${PACKAGE}, is not installed.`, {
      hint: `Install it where the bundle runs: npm install ${PACKAGE}.`,
      cause,
    });
  }
}
