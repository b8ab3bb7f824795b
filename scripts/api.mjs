// Writes docs/api.md: every export of the package's entries with its doc comment and, for the main ones, a part of a
// program in examples/, which a test type-checks and runs. Part of scripts/generate.mjs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Node, Project, Scope, ts } from 'ts-morph';

const entries = [
  ['sightline', 'index.ts'],
  ['sightline/agent', 'agent/index.ts'],
  ['sightline/core', 'core.ts'],
  ['sightline/playwright', 'playwright/index.ts'],
];

/** The members of `Session` by topic: title, names, examples as `FILE` or `FILE#WORDS` (see `exampleOf`). */
const sessionTopics = [
  [
    'Start and close',
    ['launch', 'connect', 'fromPlaywright', 'fromPuppeteer', 'fromExtension', 'load', 'close', 'page'],
    ['acting.ts#Launch', 'connect.ts'],
  ],
  [
    'Navigation and tabs',
    [
      'navigate',
      'back',
      'forward',
      'reload',
      'tabs',
      'openTab',
      'closeTab',
      'switchTab',
      'resize',
      'waitFor',
    ],
    ['acting.ts#Wait'],
  ],
  [
    'Reading and searching',
    'look headings region query details searchText table explain queryDom getText getValue isVisible isSecret'.split(
      ' ',
    ),
    ['acting.ts#Look', 'acting.ts#Query'],
  ],
  [
    'Actions',
    'click fill type selectOption check uncheck hover focus press scroll scrollTo drag uploadFile'.split(' '),
    ['acting.ts#Act'],
  ],
  [
    'Screenshots',
    ['screenshot', 'screenshotElement', 'highlight', 'clearHighlights', 'inspect'],
    ['acting.ts#Screenshot'],
  ],
  ['Other members', [], []],
];

/** Examples of other exports. */
const examples = { tools: ['own-loop.ts'], runAgent: ['agent.ts'], CapturedPage: ['offline.ts'] };

const MAX_INLINE = 400;

/** @param {string} src the folder of the sources @param {string} examplesFolder @returns {string} Markdown */
export function writeApi(src, examplesFolder) {
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
  const writtenIn = new Map();
  const parts = entries.map(([entry, file]) => {
    const exported = [...project.getSourceFileOrThrow(join(src, file)).getExportedDeclarations()]
      .map(([name, [declaration]]) => ({ name, declaration }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
    const fresh = exported.filter(({ declaration }) => !writtenIn.has(declaration));
    const known = exported.filter(({ declaration }) => writtenIn.has(declaration));
    for (const { declaration } of fresh) writtenIn.set(declaration, entry);
    return entrySection(entry, fresh, known, (words) => exampleOf(examplesFolder, words));
  });
  const head = `# Library

Every export of the package, from its doc comments (written by \`node scripts/generate.mjs\`: do not edit). Functions and
classes first, then the types that they take and return. How to begin: [getting started](getting-started.md).`;
  return `${[head, ...parts].join('\n\n')}\n`;
}

function entrySection(entry, fresh, known, example) {
  const values = fresh.filter(({ declaration }) => !isType(declaration));
  const types = fresh.filter(({ declaration }) => isType(declaration));
  const main = values.filter(({ name }) => name === 'Session' || name in examples);
  const others = values.filter((one) => !main.includes(one));
  const parts = [
    `## ${entry}`,
    known.length > 0 ? `Also exported here: ${known.map(({ name }) => `\`${name}\``).join(', ')}.` : '',
    ...main.map((one) => mainSection(one, example)),
    others.length > 0 ? `### More of ${entry}\n\n${others.map(item).join('\n')}` : '',
    types.length > 0 ? `### Types of ${entry}\n\n${types.map(item).join('\n')}` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const isType = (declaration) =>
  Node.isInterfaceDeclaration(declaration) || Node.isTypeAliasDeclaration(declaration);

/** A section of its own, with an example; `Session` by topic. */
function mainSection({ name, declaration }, example) {
  const head = `### ${name}\n\n${commentOf(declaration)}`;
  if (name === 'Session') return [head, ...topicSections(declaration, example)].join('\n\n');
  const members = [...memberLines(declaration, '')];
  const lines = members.length > 0 ? members.join('\n') : `- \`${headOf(name, declaration)}\``;
  return [head, ...examples[name].map(example), lines].join('\n\n');
}

function topicSections(declaration, example) {
  const members = membersOf(declaration);
  const listed = sessionTopics.flatMap(([, names]) => names);
  return sessionTopics.map(([title, names, files]) => {
    const chosen =
      names.length > 0
        ? names.map((name) => members.find((one) => one.getName?.() === name)).filter(Boolean)
        : members.filter((one) => !listed.includes(one.getName?.()));
    return [`#### ${title}`, ...files.map(example), chosen.map((one) => memberLine(one, '')).join('\n')].join(
      '\n\n',
    );
  });
}

/** A program of examples/ without its first comment; with `#WORDS` only the paragraph whose comment begins with them. */
function exampleOf(folder, name) {
  const [file, words] = name.split('#');
  const text = readFileSync(join(folder, file), 'utf8');
  const paragraphs = text.split('\n\n');
  const found = words ? paragraphs.find((one) => one.startsWith(`// ${words}`)) : text;
  if (!found) throw new Error(`examples/${file} has no paragraph that begins with "// ${words}".`);
  return `\`\`\`ts\n${found.replace(/^(?:\/\/.*\n)+/, words ? '$&' : '').trim()}\n\`\`\``;
}

/** An export in one line, its members below it. */
function item({ name, declaration }) {
  const comment = commentOf(declaration).replace(/\s*\n\s*/g, ' ');
  const line = `- **\`${headOf(name, declaration).replaceAll('`', "'")}\`**${comment ? `: ${comment}` : ''}`;
  return [line, ...memberLines(declaration, '  ')].join('\n');
}

function headOf(name, declaration) {
  if (Node.isFunctionDeclaration(declaration)) return `${name}${signatureOf(declaration)}`;
  if (Node.isTypeAliasDeclaration(declaration)) {
    const text = squeeze(
      declaration
        .getTypeNodeOrThrow()
        .getText()
        .replace(/\/\*\*.*?\*\//gs, ''),
    );
    return text.length > MAX_INLINE ? name : `${name} = ${text.replace(/^\| /, '')}`;
  }
  if (Node.isVariableDeclaration(declaration)) {
    const value = declaration.getInitializer();
    return Node.isArrowFunction(value) ? `${name}${signatureOf(value)}` : name;
  }
  const above = /\bextends [^{]*?(?= implements |\s*$)/.exec(declaration.getText().split('{')[0])?.[0] ?? '';
  return squeeze(`${name} ${above}`);
}

/** The members with a comment a line each, then the others in one. */
function* memberLines(declaration, indent) {
  const members = membersOf(declaration);
  const bare = members.filter((one) => commentOf(one) === '');
  for (const one of members) if (commentOf(one) !== '') yield memberLine(one, indent);
  if (bare.length > 0)
    yield `${indent}- ${bare.map((one) => `\`${memberHead(one).replaceAll('`', "'")}\``).join(', ')}`;
}

/** What a user of a class or an interface meets, with what it has from classes that are not exported. */
function membersOf(declaration) {
  if (Node.isInterfaceDeclaration(declaration)) return declaration.getMembers();
  if (!Node.isClassDeclaration(declaration)) return [];
  const above = declaration.getBaseClass();
  const own = declaration
    .getMembers()
    .filter((one) => !one.getName?.()?.startsWith('#'))
    .filter((one) => !('getScope' in one) || one.getScope() === Scope.Public)
    .filter((one) => !Node.isClassStaticBlockDeclaration(one));
  return [...own, ...(above ? membersOf(above) : [])];
}

function memberLine(one, indent) {
  const comment = commentOf(one).replace(/\s*\n\s*/g, ' ');
  return `${indent}- \`${memberHead(one).replaceAll('`', "'")}\`${comment ? `: ${comment}` : ''}`;
}

function memberHead(one) {
  if (Node.isConstructorDeclaration(one)) return `constructor${signatureOf(one)}`;
  const prefix = one.isStatic?.() ? 'static ' : '';
  if (Node.isMethodDeclaration(one)) return `${prefix}${one.getName()}${signatureOf(one)}`;
  if (Node.isGetAccessorDeclaration(one))
    return `${prefix}${one.getName()}: ${squeeze(one.getReturnTypeNode()?.getText() ?? 'unknown')}`;
  const text = squeeze(one.getText({ includeJsDocComments: false }));
  return text
    .replace(/^(?:(?:readonly|override|public|abstract) )+/, '')
    .replace(/ = .*$/s, '')
    .replace(/;$/, '');
}

/** Parameters and result, as a caller writes them: one that is taken apart is called `options`. */
function signatureOf(declaration) {
  const result = declaration.getReturnTypeNode?.();
  const parameters = declaration.getParameters().map(parameterText).join(', ');
  return squeeze(`(${parameters})${result ? `: ${result.getText()}` : ''}`);
}

function parameterText(parameter) {
  const pattern = parameter.getNameNode();
  const isPattern = Node.isObjectBindingPattern(pattern);
  const optional = parameter.isOptional() ? '?' : '';
  const name = isPattern ? 'options' : parameter.getName();
  const type = parameter.getTypeNode()?.getText() ?? (isPattern ? typeOfPattern(pattern) : 'unknown');
  return `${parameter.isRestParameter() ? '...' : ''}${name}${optional}: ${type}`;
}

const typeOfPattern = (pattern) =>
  `{ ${pattern
    .getElements()
    .map(
      (one) => `${one.getName()}?: ${one.getInitializer()?.getType().getBaseTypeOfLiteralType().getText()}`,
    )
    .join('; ')} }`;

function commentOf(declaration) {
  const holder = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : declaration;
  const [doc] = holder?.getJsDocs?.().slice(-1) ?? [];
  return doc
    ? doc
        .getInnerText()
        .trim()
        .replace(/@throws (?:SightlineError )?/g, 'Throws ')
    : '';
}

const squeeze = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([(<[]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/;? }/g, ' }')
    .trim();
