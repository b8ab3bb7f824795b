// What docs/api.md says: every export of the package's entries with its doc comment, from src/. Part of
// scripts/generate.mjs.

import { join } from 'node:path';
import { Node, Project, Scope, ts } from 'ts-morph';

const entries = [
  ['sightline', 'index.ts'],
  ['sightline/agent', 'agent/index.ts'],
  ['sightline/core', 'core.ts'],
];

/** @param {string} src the folder of the sources @returns {string} Markdown */
export function writeApi(src) {
  const project = new Project({
    compilerOptions: {
      allowImportingTsExtensions: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
      noLib: true,
    },
  });
  for (const [, file] of entries) project.addSourceFileAtPath(join(src, file));
  project.resolveSourceFileDependencies();
  const told = new Map();
  const parts = entries.map(([name, file]) => {
    const exported = [...project.getSourceFileOrThrow(join(src, file)).getExportedDeclarations()];
    const items = exported
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([word, [declaration]]) => {
        const known = told.get(declaration);
        told.set(declaration, known ?? name);
        return known
          ? `### ${word}\n\nAs in [\`${known}\`](#${known.replace('/', '')}).`
          : section(word, declaration);
      });
    return `## ${name}\n\n${items.join('\n\n')}`;
  });
  const head = `# Library

Every export of the package, from its doc comments (written by \`node scripts/generate.mjs\`: do not edit).
How to begin: [getting started](getting-started.md).`;
  return `${[head, ...parts].join('\n\n')}\n`;
}

function section(name, declaration) {
  const members = membersOf(declaration);
  const parts = [
    `### ${name}`,
    commentOf(declaration),
    code(signatureOf(declaration)),
    members.map(member).join('\n'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The head of a declaration, without the bodies. */
function signatureOf(declaration) {
  if (Node.isVariableDeclaration(declaration)) return `const ${squeeze(declaration.getName())}`;
  if (Node.isFunctionDeclaration(declaration)) return functionHead(declaration);
  if (Node.isTypeAliasDeclaration(declaration)) return declaration.getText().replace(/^export /, '');
  if (Node.isClassDeclaration(declaration) || Node.isInterfaceDeclaration(declaration))
    return squeeze(
      declaration
        .getText()
        .replace(/\/\*\*.*?\*\//gs, '')
        .split('{')[0],
    ).replace(/^export /, '');
  return squeeze(declaration.getText());
}

const functionHead = (declaration) => {
  const body = declaration.getBody()?.getText() ?? '';
  const text = declaration.getText({ includeJsDocComments: false });
  return squeeze(text.slice(0, text.length - body.length))
    .replace(/^export /, '')
    .replace(/;$/, '');
};

/** What a user of a class or an interface meets, with what it has from classes that are not exported. */
function membersOf(declaration) {
  if (Node.isInterfaceDeclaration(declaration)) return declaration.getMembers();
  if (!Node.isClassDeclaration(declaration)) return [];
  const above = declaration.getBaseClass();
  const own = declaration
    .getMembers()
    .filter((one) => !Node.isPropertyDeclaration(one) || !one.getName().startsWith('#'))
    .filter((one) => !one.getName?.()?.startsWith('#'))
    .filter((one) => !('getScope' in one) || one.getScope() === Scope.Public)
    .filter((one) => !Node.isClassStaticBlockDeclaration(one));
  return [...own, ...(above ? membersOf(above) : [])];
}

function member(one) {
  const comment = commentOf(one).replace(/\s*\n\s*/g, ' ');
  return `- \`${memberHead(one).replace(/`/g, "'")}\`${comment ? `: ${comment}` : ''}`;
}

function memberHead(one) {
  if (Node.isBodied(one) || Node.isBodyable(one)) return functionHead(one).replace(/\basync /, '');
  const value = one.getInitializer?.()?.getText();
  const text = one.getText({ includeJsDocComments: false });
  return squeeze(value ? text.slice(0, text.length - value.length).replace(/\s*=\s*;?$/, '') : text).replace(
    /;$/,
    '',
  );
}

/** The comment's text, its tags as sentences. */
function commentOf(declaration) {
  const holder = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : declaration;
  const [doc] = holder?.getJsDocs?.().slice(-1) ?? [];
  return doc ? doc.getInnerText().trim() : '';
}

const squeeze = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([(<[]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .trim();
const code = (text) => (text === '' ? '' : `\`\`\`ts\n${text}\n\`\`\``);
