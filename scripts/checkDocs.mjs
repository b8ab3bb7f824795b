// Holds the documents to the repository: relative links lead to files and headings that exist, and so do the paths of
// source files that documents name. `node scripts/checkDocs.mjs`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders that a path in a document may be relative to. */
const bases = ['', 'packages/sightline', 'packages/sightline/src', 'packages/lab', 'packages/lab/src'];

const LINK = /\]\(([^)\s]+)\)/g;
const SOURCE_PATH = /`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|tsx|mjs|bin|txt))?)`/g;
const FENCE = /^```.*?^```$/gms;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'packages/lab/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map((path) => `docs/${path}`)
    .filter((path) => path.endsWith('.md')),
];

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (text) =>
  Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function findWrongLinks(path, text) {
  return Array.from(text.matchAll(LINK), ([, link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file, anchor] = link.split('#');
      const target = file === '' ? join(root, path) : join(root, dirname(path), file);
      if (!existsSync(target)) return true;
      return anchor && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
    })
    .map((link) => `${path}: the link ${link} leads nowhere`);
}

function findWrongPaths(path, text) {
  return (
    Array.from(text.replace(FENCE, '').matchAll(SOURCE_PATH), ([, name]) => name)
      .filter((name) =>
        /^(?:packages|scripts|test|extension|examples)\/|\.(?:ts|tsx|mjs)$|\/.*\/$/.test(name),
      )
      // What a build or a run writes is not there in a fresh checkout.
      .filter((name) => !/(?:^|\/)(?:dist|out)\//.test(name))
      .filter((name) => !bases.some((base) => existsSync(join(root, base, name))))
      .map((name) => `${path}: there is no ${name}`)
  );
}

const wrong = documents.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return [...findWrongLinks(path, text), ...findWrongPaths(path, text)];
});
for (const line of wrong) console.error(`docs: ${line}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
