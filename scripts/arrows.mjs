// Holds the house's arrows: which room of src/ may import which rooms, packages and Node core modules.
// Prints a line for each violation and each cycle of files, and fails. `node scripts/arrows.mjs [SRC]`.

import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Each room's allowed imports, a line each. A room may always import from itself. `types`: packages of which
 * a room may use the types only.
 */
export const house = {
  model: { rooms: [], packages: [], node: false },
  page: { rooms: ['model'], packages: [], node: false },
  prune: { rooms: ['model'], packages: [], node: false },
  structure: { rooms: ['model', 'prune'], packages: [], node: false },
  view: { rooms: ['model', 'prune', 'structure'], packages: [], node: false },
  query: {
    rooms: ['model', 'prune', 'structure', 'view'],
    packages: ['stemmer', 'fastest-levenshtein', 're2js'],
    node: false,
  },
  core: { rooms: ['model', 'prune', 'structure', 'view', 'query'], packages: [], node: false },
  relay: { rooms: ['model'], packages: ['ws'], node: true },
  browser: { rooms: ['model', 'page', 'relay'], packages: ['playwright-core', 'fast-png'], node: true },
  act: {
    rooms: ['model', 'page', 'prune', 'structure', 'view', 'query', 'browser'],
    packages: ['playwright-core'],
    node: true,
  },
  session: {
    rooms: ['model', 'prune', 'structure', 'view', 'query', 'browser', 'act'],
    packages: [],
    types: ['playwright-core'],
    node: true,
  },
  tools: { rooms: ['model', 'view', 'query', 'browser', 'session'], packages: ['zod'], node: true },
  agent: {
    rooms: ['model', 'page', 'view', 'query', 'session', 'tools'],
    packages: ['ai', 'zod', '@ai-sdk/openai-compatible', '@ai-sdk/anthropic', '@ai-sdk/google'],
    node: true,
  },
  inspect: {
    rooms: ['model', 'prune', 'structure', 'view', 'query', 'core', 'session', 'tools', 'agent'],
    packages: ['preact', 'gpt-tokenizer', 'zod'],
    node: true,
  },
  mcp: {
    rooms: ['model', 'view', 'session', 'tools'],
    packages: ['@modelcontextprotocol/server', 'zod'],
    node: true,
  },
  cli: {
    rooms: ['model', 'browser', 'session', 'tools', 'agent', 'inspect', 'mcp'],
    packages: ['commander', 'zod'],
    node: true,
  },
  // src/internal.ts, what the lab uses.
  internal: {
    rooms: ['model', 'page', 'view', 'query', 'browser', 'session', 'tools', 'agent', 'cli'],
    packages: [],
    node: false,
  },
  // src/index.ts, what users of the library import.
  index: {
    rooms: ['model', 'prune', 'structure', 'view', 'query', 'browser', 'act', 'session', 'tools', 'agent'],
    packages: [],
    node: false,
  },
};

/** Files that load fast because nothing they import at start is a package. */
export const light = ['cli/main.ts', 'browser/findBrowser.ts'];

/** Every violation under `src`, one line of text each; empty when the house stands. */
export function findViolations(src) {
  const files = listSources(src).map((path) => ({ path, imports: importsOf(join(src, path)) }));
  const graph = new Map(files.map((file) => [file.path, file.imports]));
  return [
    ...files.flatMap(({ path, imports }) =>
      imports.map((one) => judge(path, one)).filter((line) => line !== undefined),
    ),
    ...findCycles(graph),
    ...light.filter((path) => graph.has(path)).flatMap((path) => findHeavy(path, graph)),
  ];
}

function listSources(src) {
  return readdirSync(src, { recursive: true })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts'))
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

function judge(path, { to, type }) {
  const room = roomOf(path);
  const allowed = house[room];
  if (!allowed) return `${path}: the room "${room}" is not in the house (scripts/arrows.mjs)`;
  if (to.startsWith('.')) return judgeRoom(path, room, allowed, roomOf(targetOf(path, to)));
  if (isCore(to)) return allowed.node ? undefined : `${path}: ${room}/ may not use Node (${to})`;
  const name = packageOf(to);
  const usable = type ? [...allowed.packages, ...(allowed.types ?? [])] : allowed.packages;
  return usable.includes(name) ? undefined : `${path}: ${room}/ may not use the package ${name}`;
}

function judgeRoom(path, room, allowed, target) {
  if (target === room || allowed.rooms.includes(target)) return undefined;
  return `${path}: ${room}/ may not import ${target}/`;
}

/** `model/Page.ts` is in `model`; `index.ts` is a room of its own. */
const roomOf = (path) => path.split('/')[0].replace(/\.tsx?$/, '');
const targetOf = (path, to) =>
  relative('/', resolve('/', dirname(path), to))
    .split(sep)
    .join('/');
const isCore = (to) => to.startsWith('node:') || builtinModules.includes(to);
const packageOf = (to) => to.split('/', to.startsWith('@') ? 2 : 1).join('/');

/** Files that each need the other at run time, told once a cycle from its first file in alphabetical order. */
function findCycles(graph) {
  const cycles = new Map();
  const done = new Set();
  const visit = (path, trail) => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      const cycle = trail.slice(at);
      cycles.set([...cycle].sort().join(), `import cycle: ${[...cycle, path].join(' -> ')}`);
    } else if (!done.has(path)) {
      for (const next of neighbours(path, graph)) visit(next, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of graph.keys()) visit(path, []);
  return [...cycles.values()];
}

function neighbours(path, graph) {
  return (graph.get(path) ?? [])
    .filter(({ to, type, late }) => to.startsWith('.') && !type && !late)
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
  const src = process.argv[2] ?? fileURLToPath(new URL('../packages/sightline/src', import.meta.url));
  const violations = findViolations(src);
  for (const line of violations) console.error(`arrows: ${line}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
