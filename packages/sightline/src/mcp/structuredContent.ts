import { stripInvisible } from '../render/escape.ts';
import { estimateTokens } from '../render/estimateTokens.ts';
import { mapTexts } from '../snapshot/mapTexts.ts';
import type { Tool, ToolOutput, ToolResult } from '../tools/defineTool.ts';

/**
 * An answer as data, in at most so many tokens: that of a query tool by its schema, that of an action as its facts beside
 * its text. All that the text says is in it, since there are clients that show their model this in place of the text.
 */
export function structuredContent(
  tool: Tool,
  { data, notices = [] }: ToolResult,
  text: string,
  maxTokens: number,
): Record<string, unknown> | undefined {
  const facts = (tool.structuredFields ?? []).filter((key) => data[key] !== undefined);
  if (!tool.output && facts.length === 0) return undefined;
  if (!tool.output)
    return mapTexts({ ...Object.fromEntries(facts.map((key) => [key, data[key]])), text }, stripInvisible);
  const plain = mapTexts({ ...data, ...(notices.length > 0 && { notices }) }, stripInvisible);
  return cutList(plain as Record<string, unknown>, tool.output, maxTokens);
}

/** Drops entries from the end of the list until the rest fits, and says how many. */
function cutList(
  content: Record<string, unknown>,
  { list, count }: ToolOutput,
  maxTokens: number,
): Record<string, unknown> {
  if (!list || tokensOf(content) <= maxTokens) return content;
  const [key = '', ...path] = [...list].reverse();
  const copy = structuredClone(content);
  const holder = path.reduceRight<Record<string, unknown>>(
    (inner, step) => inner[step] as Record<string, unknown>,
    copy,
  );
  const entries = holder[key] as unknown[];
  if (!Array.isArray(entries)) return content;
  holder[key] = [];
  let room = maxTokens - tokensOf(copy);
  const kept = entries.findIndex((entry) => {
    room -= tokensOf(entry);
    return room < 0;
  });
  const length = kept < 0 ? entries.length : kept;
  holder[key] = entries.slice(0, length);
  if (length < entries.length) holder.omitted = entries.length - length;
  if (count) holder[count] = length;
  return copy;
}

const tokensOf = (value: unknown): number => estimateTokens(JSON.stringify(value));
