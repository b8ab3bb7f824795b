import { stripInvisible } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { WordContext } from './WordContext.ts';

/** Milliseconds for an attribute that a capture does not hold, of one element. */
const TIMEOUT_MS = 2_000;

/**
 * The attributes of elements as HTML has them, without secrets; left out where an element has none of that name. What a
 * capture does not hold the live page is asked for.
 */
export async function readAttributes(
  nodes: readonly PageNode[],
  names: readonly string[],
  { context }: WordContext,
): Promise<Record<string, string>[]> {
  const connection = await context.connection();
  const read = async (node: PageNode, name: string): Promise<[string, string] | undefined> => {
    const captured = node.attributes[name] ?? node.attributes[PROPERTIES[name] ?? ''];
    if (captured !== undefined) return [name, stripInvisible(captured)];
    if (name === 'value') return undefined;
    const locator = connection.locator(node.document.key, node.id);
    const value = await locator.getAttribute(name, { timeout: TIMEOUT_MS }).catch(() => null);
    return value === null ? undefined : [name, value];
  };
  const rows: Record<string, string>[] = [];
  for (const node of nodes) {
    const pairs = await Promise.all(names.map((name) => read(node, name)));
    rows.push(Object.fromEntries(pairs.filter((pair) => pair !== undefined)));
  }
  return redactRows(rows, (texts) => connection.redactSecrets(texts));
}

/** What a field holds goes before what its page was written with, which may be a secret. */
const PROPERTIES: Readonly<Record<string, string>> = { value: '.value' };

async function redactRows(
  rows: Record<string, string>[],
  redact: (texts: string[]) => Promise<string[]>,
): Promise<Record<string, string>[]> {
  const redacted = await redact(rows.flatMap((row) => Object.values(row)));
  return rows.map((row) =>
    Object.fromEntries(Object.keys(row).map((name) => [name, redacted.shift() ?? ''])),
  );
}
