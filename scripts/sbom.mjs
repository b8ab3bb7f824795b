// Writes packages/sightline/sbom.cdx.json: what the package consists of and installs (CycloneDX), by `npm sbom` from the lock file,
// without a network. With --check it writes nothing, and fails when the file is out of date.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const product = 'packages/sightline';
const path = join(root, product, 'sbom.cdx.json');

/** Packages that are not installed with the product: they became part of its bundles. */
const BUNDLED = new Set([
  '@jridgewell/gen-mapping',
  '@jridgewell/resolve-uri',
  '@jridgewell/sourcemap-codec',
  '@jridgewell/trace-mapping',
  'acorn',
  'css-tree',
  'gpt-tokenizer',
  'lines-and-columns',
  'preact',
  'quickjs-emscripten-core',
  'sucrase',
  'ts-interface-checker',
]);

/** Throws where a package became part of a bundle that the list of the product does not name. */
export function assertListed(names) {
  const { components } = JSON.parse(readFileSync(path, 'utf8'));
  const missing = names.filter((name) => !components.some((one) => one.name === name));
  if (missing.length > 0)
    throw new Error(
      `sbom: ${missing.join(', ')} became part of a bundle: add it to BUNDLED in scripts/sbom.mjs.`,
    );
}

function writeSbom() {
  const { metadata, components, dependencies, ...head } = runNpm();
  const { name, version, license, dependencies: direct } = readJson(join(root, product, 'package.json'));
  const self = `${name}@${version}`;
  const graph = new Map(dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const isInstalled = (ref) => Object.hasOwn(direct, nameOf(ref)) || BUNDLED.has(nameOf(ref));
  graph.set(self, (graph.get(self) ?? []).filter(isInstalled));
  const bundled = components.filter((one) => BUNDLED.has(one.name)).map((one) => one['bom-ref']);
  const refs = new Set([...reachable([self], graph), ...bundled]);
  const kept = components.filter((one) => one['bom-ref'] !== self && refs.has(one['bom-ref']));
  for (const one of kept) assertLicence(one);
  const component = {
    'bom-ref': self,
    type: 'application',
    name,
    version,
    licenses: [{ license: { id: license } }],
  };
  const sbom = {
    bomFormat: head.bomFormat,
    specVersion: head.specVersion,
    version: 1,
    metadata: { component },
    components: kept.map(plainComponent).sort(byRef('bom-ref')),
    dependencies: [...refs]
      .sort()
      .map((ref) => ({ ref, dependsOn: (graph.get(ref) ?? []).filter((one) => refs.has(one)).sort() })),
  };
  return `${JSON.stringify(sbom, undefined, 1)}\n`;
}

/** In a copy: npm wants a version of the workspace, which is not published. */
function runNpm() {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    for (const file of ['package-lock.json', `${product}/package.json`, 'packages/lab/package.json'])
      cpSync(join(root, file), join(folder, file));
    const workspace = { ...readJson(join(root, 'package.json')), version: '0.0.0' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(workspace));
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
    const output = execFileSync('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e8,
    });
    return JSON.parse(output.toString('utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What these need, and what that needs. */
function reachable(starts, graph) {
  const found = new Set();
  const pending = [...starts];
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    pending.push(...(graph.get(ref) ?? []));
  }
  return found;
}

/** Licences that ask for no more than that their text is kept. */
const LICENCES = /^(?:MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|\(AFL-2\.1 OR BSD-3-Clause\))$/;

function assertLicence({ name, licenses = [] }) {
  const ids = licenses.map(({ license, expression }) => license?.id ?? expression);
  if (ids.length === 0 || !ids.every((id) => LICENCES.test(id)))
    throw new Error(
      `sbom: ${name} has the licence ${ids.join(', ') || 'none'}: see whether it may be shipped.`,
    );
}

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));

/** Without addresses: where a package comes from is said by its name, what it is by its hash. */
const plainComponent = ({ type, name, version, purl, hashes, licenses, ...rest }) => ({
  'bom-ref': rest['bom-ref'],
  type,
  name,
  version,
  purl,
  hashes,
  licenses,
});

const byRef = (key) => (a, b) => (a[key] < b[key] ? -1 : 1);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = writeSbom();
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error('sbom: packages/sightline/sbom.cdx.json is out of date. Run `node scripts/sbom.mjs`.');
    process.exitCode = 1;
  }
}
