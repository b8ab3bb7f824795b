import type { Node, Program } from 'acorn';

/** Calls whose regular expressions are looked for in a page. */
const PATTERN_CALLS: ReadonlySet<string> = new Set(
  'getByRole getByText getByLabel getByPlaceholder getByTitle getByAltText getByTestId filter locator waitForURL'.split(
    ' ',
  ),
);

/** What RE2 does not have: look-around and back-references; outside of classes and without escaped characters. */
const UNSUPPORTED = /\(\?<?[=!]|\\[1-9]|\\k</;

type Parts = Node & Record<string, unknown>;

/** The first regular expression of a locator that cannot be looked for in a page. */
export function findUnsupportedPattern(program: Program): Node | undefined {
  const left: Parts[] = [program as unknown as Parts];
  const found: Node[] = [];
  for (let node = left.pop(); node; node = left.pop()) {
    if (isPatternCall(node)) found.push(...(node.arguments as Parts[]).flatMap(patternsIn));
    left.push(...childrenOf(node));
  }
  return found.sort((a, b) => a.start - b.start)[0];
}

function isPatternCall({ type, callee }: Parts): boolean {
  const { property } = (callee ?? {}) as { property?: { name?: string } };
  return type === 'CallExpression' && PATTERN_CALLS.has(property?.name ?? '');
}

/** Given itself, or in an object that is given. */
function patternsIn(node: Parts): Node[] {
  const { regex } = node as { regex?: { pattern: string } };
  if (regex) return UNSUPPORTED.test(withoutClasses(regex.pattern)) ? [node] : [];
  if (node.type !== 'ObjectExpression') return [];
  return (node.properties as Parts[]).flatMap(({ value }) => (value ? patternsIn(value as Parts) : []));
}

/** Escaped brackets and backslashes stand for themselves. */
const withoutClasses = (pattern: string): string =>
  pattern.replace(/\\[\\()[\]]/g, '').replace(/\[(?:\\.|[^\]\\])*\]/g, '');

const childrenOf = (node: Parts): Parts[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Parts => typeof value === 'object' && value !== null && 'type' in value);
