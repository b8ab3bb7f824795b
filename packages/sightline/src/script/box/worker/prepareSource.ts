import { type Node, type Program, parse } from 'acorn';
import { transform } from 'sucrase';

/** Why a source is no script; lines and columns from 1. */
export class SourceError extends Error {
  override readonly name = 'SyntaxError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** A change of the text: what stands from `start` to `end` becomes `text`. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The source as it is run: types stripped, declarations at the top made such that a later script may declare the same
 * names again, and a `return` at the top made to end the script. Lines stay where they are. Throws `SourceError`.
 */
export function prepareSource(source: string): string {
  const { code, program } = parseScript(source);
  const edits =
    functionEdits(program, code) ?? program.body.flatMap((statement) => topLevelEdits(statement, code));
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

/** As JavaScript; else as TypeScript. Where it is neither, the error is the one that was met later: what came before was right. */
function parseScript(source: string): { code: string; program: Program } {
  try {
    return { code: source, program: parseJavaScript(source) };
  } catch (error) {
    const sourceError = toSourceError(error);
    if (isAboutModules(error)) throw sourceError;
    const code = stripTypes(source, sourceError);
    try {
      return { code, program: parseJavaScript(code) };
    } catch (typedError) {
      throw laterError(sourceError, toSourceError(typedError));
    }
  }
}

/** The first where they are at the same place. */
const laterError = (first: SourceError, second: SourceError): SourceError =>
  second.line > first.line || (second.line === first.line && second.column > first.column) ? second : first;

const isAboutModules = (error: unknown): boolean => /'import' and 'export'/.test(String(error));

const parseJavaScript = (source: string): Program =>
  parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'script',
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    locations: true,
  });

/** Throws where it is no TypeScript either. */
function stripTypes(source: string, scriptError: SourceError): string {
  try {
    return transform(source, { transforms: ['typescript'], disableESTransforms: true }).code;
  } catch (error) {
    const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
    // Its columns count from 1 already.
    const typedError = new SourceError(withoutPlace(message), loc?.line ?? 1, loc?.column ?? 1);
    throw laterError(scriptError, typedError);
  }
}

const withoutPlace = (message: string): string => message.replace(/ \(\d+:\d+\)$/, '');

function toSourceError(error: unknown): SourceError {
  const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
  const plain = isAboutModules(error)
    ? 'A script has no modules: page, args and print are there without import'
    : withoutPlace(message);
  return new SourceError(plain, loc?.line ?? 1, (loc?.column ?? 0) + 1);
}

/** A script that is one function, `async (page) => { ... }`, is that function called. */
function functionEdits({ body: [statement, another] }: Program, code: string): Edit[] | undefined {
  if (statement?.type !== 'ExpressionStatement' || another) return undefined;
  const { type, params } = statement.expression as Node & { params: Node[] };
  if (type !== 'ArrowFunctionExpression' && type !== 'FunctionExpression') return undefined;
  const given = params[0]?.type === 'ObjectPattern' ? '{ page, args }' : 'page, args';
  const { start, end } = statement;
  const bodyEnd = code[end - 1] === ';' ? end - 1 : end;
  return [
    { start, end: start, text: 'throw endScript(await (' },
    { start: bodyEnd, end, text: `)(${given}));` },
  ];
}

function topLevelEdits(statement: Node, code: string): Edit[] {
  const { type, start } = statement;
  if (type === 'VariableDeclaration') {
    const { kind } = statement as Node & { kind: string };
    // As long as the word that it replaces: columns stay.
    return kind === 'let' || kind === 'const'
      ? [{ start, end: start + kind.length, text: 'var'.padEnd(kind.length) }]
      : [];
  }
  if (type === 'ClassDeclaration') {
    const { id, end } = statement as Node & { id: { name: string } };
    return [
      { start, end: start, text: `var ${id.name}=` },
      { start: end, end, text: ';' },
    ];
  }
  return returnsIn(statement).flatMap((one) => returnEdits(one, code));
}

type ReturnNode = Node & { argument: Node | null };

/** The `return`s that would end the script: those in no function. */
function returnsIn(node: Node): ReturnNode[] {
  if (node.type === 'ReturnStatement') return [node as ReturnNode];
  if (/Function|Class|Expression$/.test(node.type)) return [];
  return childrenOf(node).flatMap(returnsIn);
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);

/** `return x` is `throw endScript(x)`, which the box knows. */
function returnEdits({ start, end, argument }: ReturnNode, code: string): Edit[] {
  const open = { start, end: start + 'return'.length, text: 'throw endScript(' };
  const close = argument?.end ?? start + 'return'.length;
  const semicolon = code[end - 1] === ';' ? '' : ';';
  return [open, { start: close, end: close, text: `)${semicolon}` }];
}
