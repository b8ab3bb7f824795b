import { type Node, Parser, type Program } from 'acorn';
import { transform } from 'sucrase';
import { findUnsupportedPattern } from './locatorPatterns.ts';

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
  const { code, program } = parseScript(withoutShell(source));
  assertPatterns(program, code);
  const edits =
    functionEdits(program, code) ?? program.body.flatMap((statement) => topLevelEdits(statement, code));
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

/** A script that was given together with the line of the shell that would have given it: `sightline run <<'EOF'`. */
const withoutShell = (source: string): string =>
  source.replace(/^sightline run\b[^\n]*<<-?\s*(['"]?)(\w+)\1[^\n]*(\n(?:[\s\S]*\n)?)\2\s*$/, '$3');

/** Found here, and not only once half of the script was done. */
function assertPatterns(program: Program, code: string): void {
  const pattern = findUnsupportedPattern(program);
  if (!pattern) return;
  const { line = 1, column = 0 } = pattern.loc?.start ?? {};
  const written = code.slice(pattern.start, pattern.end);
  throw new SourceError(
    `${written} has look-around or a back-reference, which locators do not take: use filter({ hasNotText }), or a string`,
    line,
    column + 1,
  );
}

/** As JavaScript; else as TypeScript. Where it is neither, the error is the one that was met later: what came before was right. */
function parseScript(source: string): { code: string; program: Program } {
  try {
    return { code: source, program: parseJavaScript(source) };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const sourceError = toSourceError(error);
    if (isAboutModules(error)) throw sourceError;
    const code = stripTypes(source, sourceError);
    try {
      return { code, program: parseJavaScript(code) };
    } catch (typedError) {
      if (typedError instanceof RangeError) throw typedError;
      throw laterError(sourceError, toSourceError(typedError));
    }
  }
}

/** The first where they are at the same place. */
const laterError = (first: SourceError, second: SourceError): SourceError =>
  second.line > first.line || (second.line === first.line && second.column > first.column) ? second : first;

const isAboutModules = (error: unknown): boolean => /'import' and 'export'/.test(String(error));

/** Parts in parts of a source: expressions, statements, patterns, groups of regular expressions. */
const MAX_DEPTH = 10_000;
/** What a parser of acorn calls itself by. */
const RECURSIVE_METHODS = [
  'parseStatement',
  'parseMaybeAssign',
  'parseMaybeUnary',
  'parseExprOp',
  'parseExprAtom',
  'parseBindingAtom',
  'regexp_disjunction',
] as const;

type Method = (this: object, ...values: unknown[]) => unknown;

/**
 * Refuses what is nested too deeply before the stack of the thread ends: where that happens within a regular expression, V8 ends
 * the process.
 */
const BoundedParser = Parser.extend((Base) => {
  class Bounded extends Base {}
  const methods = Bounded.prototype as unknown as Record<string, Method>;
  const depths = new WeakMap<object, number>();
  for (const name of RECURSIVE_METHODS) {
    const parsePart = methods[name] as Method;
    methods[name] = function (...values) {
      const depth = (depths.get(this) ?? 0) + 1;
      if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
      depths.set(this, depth);
      const part = parsePart.apply(this, values);
      depths.set(this, depth - 1);
      return part;
    };
  }
  return Bounded;
});

const parseJavaScript = (source: string): Program =>
  BoundedParser.parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'script',
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    locations: true,
  });

/** Words and signs of TypeScript: its parser cannot be bounded otherwise. As deep as that it may go in `STACK_MEGABYTES`. */
const MAX_TYPED_TOKENS = 30_000;

/** Throws where it is no TypeScript either. */
function stripTypes(source: string, scriptError: SourceError): string {
  if ((source.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)?.length ?? 0) > MAX_TYPED_TOKENS)
    throw scriptError;
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

/** `return x` is `throw endScript(await (x))`, which the box knows: as in an async function, what a promise gives is returned. */
function returnEdits({ start, end, argument }: ReturnNode, code: string): Edit[] {
  const open = { start, end: start + 'return'.length, text: `throw endScript(${argument ? 'await (' : ''}` };
  const close = argument?.end ?? start + 'return'.length;
  const semicolon = code[end - 1] === ';' ? '' : ';';
  return [open, { start: close, end: close, text: `${argument ? '))' : ')'}${semicolon}` }];
}
