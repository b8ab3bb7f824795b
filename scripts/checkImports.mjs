// Which folder of packages/sightline/src may import which folders, packages and Node core modules, and what packages/lab
// may import of the product. Prints a line for each violation and each cycle of files, and fails.
// `node scripts/checkImports.mjs [SRC [LAB]]`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What each folder of `packages/sightline/src` may import, a line each; a folder may always import from itself. `types`:
 * packages of which it may use the types only. `late`: folders above it, loaded by `import()` when a call asks for them.
 * `node`: whether it may use Node's own modules.
 */
export const rules = {
  snapshot: { folders: [], packages: [], node: false },
  injected: { folders: ['snapshot'], packages: ['css-tree'], node: false },
  visibility: { folders: ['snapshot'], packages: [], node: false },
  identity: { folders: ['snapshot', 'visibility'], packages: [], node: false },
  structure: { folders: ['snapshot', 'visibility', 'identity'], packages: [], node: false },
  diff: { folders: ['snapshot', 'visibility', 'identity', 'structure'], packages: [], node: false },
  render: { folders: ['snapshot', 'visibility', 'identity', 'structure', 'diff'], packages: [], node: false },
  search: {
    folders: ['snapshot', 'visibility', 'structure', 'render'],
    packages: ['stemmer', 're2js'],
    node: false,
  },
  relay: { folders: ['snapshot'], packages: ['ws'], node: true },
  browser: {
    folders: ['snapshot', 'injected', 'relay'],
    packages: ['playwright-core', 'fast-png'],
    node: true,
  },
  actions: {
    folders: [
      'snapshot',
      'injected',
      'visibility',
      'identity',
      'structure',
      'diff',
      'render',
      'search',
      'browser',
    ],
    packages: ['playwright-core'],
    node: true,
  },
  session: {
    folders: [
      'snapshot',
      'visibility',
      'identity',
      'structure',
      'diff',
      'render',
      'search',
      'browser',
      'actions',
    ],
    packages: ['zod'],
    types: ['playwright-core'],
    late: ['script'],
    node: true,
  },
  tools: {
    folders: ['snapshot', 'render', 'search', 'browser', 'session'],
    packages: ['zod'],
    late: ['agent'],
    node: true,
  },
  script: {
    folders: ['snapshot', 'visibility', 'structure', 'render', 'search', 'browser', 'actions', 'session'],
    packages: [
      'zod',
      're2js',
      'acorn',
      'sucrase',
      'quickjs-emscripten-core',
      '@jitl/quickjs-wasmfile-release-sync',
    ],
    types: ['playwright-core'],
    node: true,
  },
  failure: {
    folders: [
      'snapshot',
      'visibility',
      'structure',
      'diff',
      'render',
      'search',
      'actions',
      'session',
      'script',
    ],
    packages: ['acorn', 'fastest-levenshtein'],
    node: true,
  },
  agent: {
    folders: ['snapshot', 'injected', 'render', 'search', 'session', 'tools'],
    packages: ['ai', 'zod', '@ai-sdk/openai-compatible', '@ai-sdk/anthropic', '@ai-sdk/google'],
    node: true,
  },
  inspect: {
    folders: ['snapshot', 'visibility', 'structure', 'diff', 'render', 'search', 'session', 'tools', 'agent'],
    packages: ['preact', 'gpt-tokenizer', 'zod'],
    node: true,
  },
  mcp: {
    folders: ['snapshot', 'render', 'session', 'tools'],
    packages: ['@modelcontextprotocol/server', 'zod'],
    node: true,
  },
  playwright: {
    folders: ['snapshot', 'search', 'browser', 'session', 'script', 'failure'],
    packages: [],
    types: ['@playwright/test'],
    late: ['inspect'],
    node: true,
  },
  cli: {
    folders: ['snapshot', 'browser', 'session', 'tools', 'agent', 'inspect', 'mcp'],
    packages: ['commander', 'zod'],
    node: true,
  },
  // The entries of the package: index.ts, core.ts without Node, internal.ts for the laboratory.
  core: { folders: ['snapshot', 'render', 'search', 'session'], packages: [], node: false },
  index: { folders: ['snapshot', 'session'], packages: [], node: false },
  internal: {
    folders: [
      'snapshot',
      'injected',
      'render',
      'search',
      'relay',
      'browser',
      'session',
      'tools',
      'agent',
      'cli',
    ],
    packages: [],
    node: false,
  },
};

/** Files that load fast because nothing they import at start is a package. */
export const light = ['cli/main.ts', 'browser/launch/findBrowser.ts'];

/** Every violation under `src`, one line of text each; empty where all hold. */
export function findViolations(src) {
  const files = listSources(src).map((path) => ({ path, imports: importsOf(join(src, path)) }));
  const graph = new Map(files.map((file) => [file.path, file.imports]));
  return [
    ...files.flatMap(({ path, imports }) =>
      imports.map((one) => checkImport(path, one)).filter((line) => line !== undefined),
    ),
    ...findCycles(graph),
    ...light.filter((path) => graph.has(path)).flatMap((path) => findHeavy(path, graph)),
  ];
}

/** Files of packages/sightline/src that packages/lab may import: the entries of the package. */
export const entries = ['internal.ts', 'index.ts', 'core.ts', 'agent/index.ts'];

/** Every violation in the folders `src` and `benchmarks` of the laboratory, one line of text each. */
export function findLabViolations(lab) {
  const folders = ['src', 'benchmarks'].filter((folder) => existsSync(join(lab, folder)));
  const paths = folders.flatMap((folder) =>
    listSources(join(lab, folder)).map((path) => `${folder}/${path}`),
  );
  const graph = new Map(paths.map((path) => [path, importsOf(join(lab, path))]));
  const product = [...graph].flatMap(([path, imports]) =>
    imports.map(({ to }) => checkProductImport(path, to)).filter((line) => line !== undefined),
  );
  return [...product, ...findCycles(graph)];
}

function checkProductImport(path, to) {
  const file = /(?:^|\/)sightline\/(?:src|dist)\/(.*)$/.exec(to)?.[1];
  if (file === undefined || (to.includes('/src/') && entries.includes(file))) return undefined;
  return `lab/${path}: may import ${entries.join(', ')} of the product, not ${file}`;
}

function listSources(src) {
  return readdirSync(src, { recursive: true })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts') && !path.includes('node_modules/'))
    .sort();
}

const statement = /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s*(['"])(.+?)\2/gm;
const sideEffect = /^\s*import\s*(['"])(.+?)\1/gm;
const dynamic = /\bimport\(\s*(['"])(.+?)\1/g;

/** The imports of a file. `type`: erased by the compiler; `late`: loaded only when it is reached. */
function importsOf(file) {
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [
    ...[...source.matchAll(statement)].map((match) => ({ to: match[3], type: Boolean(match[1]) })),
    ...[...source.matchAll(sideEffect)].map((match) => ({ to: match[2] })),
    ...[...source.matchAll(dynamic)].map((match) => ({ to: match[2], late: true })),
  ];
}

function checkImport(path, { to, type, late }) {
  const folder = folderOf(path);
  const allowed = rules[folder];
  if (!allowed) return `${path}: there is no rule for the folder "${folder}" (scripts/checkImports.mjs)`;
  if (to.startsWith('.')) return checkFolder(path, folder, allowed, folderOf(targetOf(path, to)), late);
  if (isCore(to)) return allowed.node ? undefined : `${path}: ${folder}/ may not use Node (${to})`;
  const name = packageOf(to);
  const usable = type ? [...allowed.packages, ...(allowed.types ?? [])] : allowed.packages;
  return usable.includes(name) ? undefined : `${path}: ${folder}/ may not use the package ${name}`;
}

function checkFolder(path, folder, allowed, target, late) {
  if (target === folder || allowed.folders.includes(target)) return undefined;
  if (late && allowed.late?.includes(target)) return undefined;
  return `${path}: ${folder}/ may not import ${target}/`;
}

/** `snapshot/Page.ts` is in `snapshot`; `index.ts` counts as a folder of its own. */
const folderOf = (path) => path.split('/')[0].replace(/\.tsx?$/, '');
const targetOf = (path, to) =>
  relative('/', resolve('/', dirname(path), to))
    .split(sep)
    .join('/');
const isCore = (to) => to.startsWith('node:') || builtinModules.includes(to);
const packageOf = (to) => to.split('/', to.startsWith('@') ? 2 : 1).join('/');

/** Files that import each other, types included, reported once a cycle from its first file in alphabetical order. */
function findCycles(graph) {
  const cycles = new Map();
  const done = new Set();
  const visit = (path, trail) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      const cycle = trail.slice(at);
      cycles.set([...cycle].sort().join(), `import cycle: ${[...cycle, path].join(' -> ')}`);
    } else if (!done.has(path)) {
      for (const next of neighbours(path, graph, { types: true })) visit(next, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of graph.keys()) visit(path, []);
  return [...cycles.values()];
}

function neighbours(path, graph, { types = false } = {}) {
  return (graph.get(path) ?? [])
    .filter(({ to, type, late }) => to.startsWith('.') && (types || !type) && !late)
    .map(({ to }) => targetOf(path, to));
}

function findHeavy(start, graph) {
  const reached = new Set([start]);
  for (const path of reached) for (const next of neighbours(path, graph)) reached.add(next);
  return [...reached].flatMap((path) =>
    (graph.get(path) ?? [])
      .filter(({ to, type, late }) => !to.startsWith('.') && !type && !late && !isCore(to))
      .map(({ to }) => `${start}: must load no package, but ${path} imports ${to}`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = fileURLToPath(new URL('../packages', import.meta.url));
  const [src = join(packages, 'sightline/src'), lab = join(packages, 'lab')] = process.argv.slice(2);
  const violations = [...findViolations(src), ...findLabViolations(lab)];
  for (const line of violations) console.error(`imports: ${line}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
