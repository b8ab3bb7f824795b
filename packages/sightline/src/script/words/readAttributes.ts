import { stripInvisible } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { WordContext } from './WordContext.ts';

/**
 * The attributes of elements as HTML has them, without secrets; left out where an element has none of that name. What a
 * capture does not hold the live page is asked for, once for each document.
 */
export async function readAttributes(
  nodes: readonly PageNode[],
  names: readonly string[],
  { context, attributes }: Pick<WordContext, 'context' | 'attributes'>,
): Promise<Record<string, string>[]> {
  const rows = new Map(nodes.map((node) => [node, readCaptured(node, names)]));
  const incomplete = nodes.filter((node) => missingNames(names, rows.get(node)).length > 0);
  if (incomplete.length > 0) {
    const connection = await context.connection();
    const missing = missingNames(names, ...incomplete.map((node) => rows.get(node)));
    const read = await attributes.read(incomplete, missing, connection);
    for (const node of incomplete)
      for (const [at, name] of missing.entries()) {
        const row = rows.get(node) ?? {};
        if (row[name] === undefined) row[name] = read.get(node)?.[at] ?? null;
      }
    if (connection.documentKeys.length > 1)
      await redactOtherDocuments([...rows.values()], (texts) => connection.redactSecrets(texts));
  }
  return nodes.map((node) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = rows.get(node)?.[name];
        return typeof value === 'string' ? [[name, stripInvisible(value)]] : [];
      }),
    ),
  );
}

/** Null where an element is known to have none; no property where that is not known. */
type AttributeRow = Record<string, string | null>;

/** What a field holds goes before what its page was written with, which may be a secret. */
function readCaptured({ attributes }: PageNode, names: readonly string[]): AttributeRow {
  const row: AttributeRow = {};
  for (const name of names) {
    const captured = attributes[name] ?? (name === 'value' ? attributes['.value'] : undefined);
    if (captured !== undefined && isWhole(name, captured)) row[name] = captured;
  }
  return row;
}

/** A capture cuts what is long, and holds classes with their white space collapsed. */
const isWhole = (name: string, text: string): boolean => name !== 'class' && !text.endsWith('\u2026');

const missingNames = (names: readonly string[], ...rows: (AttributeRow | undefined)[]): string[] =>
  names.filter((name) => rows.some((row) => row?.[name] === undefined));

/** Each document has left out its own secrets, and may repeat those of another. */
async function redactOtherDocuments(
  rows: readonly AttributeRow[],
  redact: (texts: string[]) => Promise<string[]>,
): Promise<void> {
  const texts = [...new Set(rows.flatMap((row) => Object.values(row)).filter((text) => text !== null))];
  const redacted = await redact(texts);
  const redactedByText = new Map(texts.map((text, i) => [text, redacted[i] ?? '']));
  for (const row of rows)
    for (const [name, text] of Object.entries(row))
      if (text !== null) row[name] = redactedByText.get(text) ?? '';
}
