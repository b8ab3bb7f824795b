import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { stripInvisible } from '../render/escape.ts';
import { estimateTokens } from '../render/estimateTokens.ts';
import type { SightlineError } from '../snapshot/SightlineError.ts';
import { startOf } from '../snapshot/shorten.ts';
import { wrapInBoundary } from '../tools/contentBoundary.ts';
import type { Tool, ToolResult } from '../tools/defineTool.ts';
import type { OutputFolder } from './OutputFolder.ts';
import { type CutAnswer, cutAnswerOf } from './readMore.ts';
import { structuredContent } from './structuredContent.ts';

/** Limit for images in answers, bytes; of a larger one only the path is sent. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;

export interface OutputLimit {
  /** Most tokens of an answer. */
  tokens: number;
  /** Receives longer answers. */
  folder: OutputFolder;
  /** Answer data beside the text. Default false. */
  isStructured?: boolean;
}

/** A tool's result for the client. */
export function toolContent(tool: Tool, answer: ToolResult, limit: OutputLimit): CallToolResult {
  const { data, failure } = answer;
  const text = limitText(answer, limit, cutAnswerOf(tool, data));
  const structured =
    limit.isStructured && !failure ? structuredContent(tool, answer, text, limit.tokens) : undefined;
  return {
    content: [{ type: 'text', text }, ...imageContent(tool, data)],
    ...(structured && { structuredContent: structured }),
    ...(failure && { isError: true }),
  };
}

/** An error as a tool result, so that the model can react. */
export function errorContent(error: SightlineError): CallToolResult {
  return { content: [{ type: 'text', text: wrapInBoundary({ error: errorText(error) }) }], isError: true };
}

const errorText = ({ code, advice }: SightlineError): string => `${code}: ${advice}`;

/** Cuts a text at the limit, and writes the whole to a file, unless it comes from one. */
function limitText(
  { text, failure, notices = [] }: ToolResult,
  { tokens, folder }: OutputLimit,
  cutAnswer?: CutAnswer,
): string {
  const extras = { notes: notices.join('\n'), error: failure ? errorText(failure) : '' };
  const fullText = stripInvisible(text);
  if (estimateTokens(fullText) <= tokens) return wrapInBoundary({ page: fullText, ...extras });
  const { file, from } = cutAnswer ?? { file: folder.write(fullText), from: 0 };
  const cutEnd = cutPosition(fullText, tokens);
  const locationText = cutAnswer ? '' : `; the whole is the file ${join(folder.path, file)}`;
  const continuation = `(cut: ${fullText.length - cutEnd} more characters: read_more ${file} from=${from + cutEnd}${locationText})`;
  return `${wrapInBoundary({ page: fullText.slice(0, cutEnd), ...extras })}\n${continuation}`;
}

/** Offset at which to cut a text for a token limit: between lines if possible, never within a character. */
function cutPosition(text: string, tokens: number): number {
  let end = Math.min(text.length, tokens * 4);
  while (end > 20 && estimateTokens(text.slice(0, end)) > tokens) end = Math.floor(end * 0.8);
  const line = text.lastIndexOf('\n', end);
  if (line > end / 2) return line;
  return startOf(text, end).length;
}

function imageContent({ name }: Tool, data: Record<string, unknown>): ContentBlock[] {
  const path = name === 'screenshot' ? data.path : name === 'look' ? data.picture : undefined;
  if (typeof path !== 'string' || statSync(path).size > MAX_IMAGE_BYTES) return [];
  return [{ type: 'image', data: readFileSync(path).toString('base64'), mimeType: 'image/png' }];
}
