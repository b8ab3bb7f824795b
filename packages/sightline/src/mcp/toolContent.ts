import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { stripInvisible } from '../render/escape.ts';
import { estimateTokens } from '../render/estimateTokens.ts';
import type { SightlineError } from '../snapshot/SightlineError.ts';
import { wrapInBoundary } from '../tools/contentBoundary.ts';
import type { Tool, ToolResult } from '../tools/defineTool.ts';
import type { OutputFolder } from './OutputFolder.ts';
import { type CutAnswer, cutAnswerOf } from './readMore.ts';

/** Bytes of a picture that is sent; a larger one is only named. */
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;

export interface OutputLimit {
  /** Most tokens of an answer. */
  tokens: number;
  /** What is longer goes there. */
  folder: OutputFolder;
}

/** What a tool answers, as a client gets it. */
export function toolContent(tool: Tool, answer: ToolResult, limit: OutputLimit): CallToolResult {
  const { data, failure } = answer;
  const fields = (tool.structuredFields ?? []).filter((key) => data[key] !== undefined);
  const structuredContent = Object.fromEntries(fields.map((key) => [key, data[key]]));
  const cutAnswer = cutAnswerOf(tool, data);
  return {
    content: [{ type: 'text', text: limitText(answer, limit, cutAnswer) }, ...imageContent(tool, data)],
    ...(fields.length > 0 && { structuredContent }),
    ...(failure && { isError: true }),
  };
}

/** Why a tool did not do it: words for the model, which can try otherwise. */
export function errorContent(error: SightlineError): CallToolResult {
  return { content: [{ type: 'text', text: wrapInBoundary({ error: errorText(error) }) }], isError: true };
}

function errorText({ code, message, hint }: SightlineError): string {
  return stripInvisible(`${code}: ${[message, hint].filter(Boolean).join(' ')}`);
}

/** A text as far as there is room; the whole of it is in a file then, unless it comes from one. */
function limitText(
  { text, failure, notices = [] }: ToolResult,
  { tokens, folder }: OutputLimit,
  cutAnswer?: CutAnswer,
): string {
  const extras = { notes: stripInvisible(notices.join('\n')), error: failure ? errorText(failure) : '' };
  const fullText = stripInvisible(text);
  if (estimateTokens(fullText) <= tokens) return wrapInBoundary({ page: fullText, ...extras });
  const { file, from } = cutAnswer ?? { file: folder.write(fullText), from: 0 };
  const cutEnd = cutPosition(fullText, tokens);
  const locationText = cutAnswer ? '' : `; the whole is the file ${join(folder.path, file)}`;
  const continuation = `(cut: ${fullText.length - cutEnd} more characters: read_more ${file} from=${from + cutEnd}${locationText})`;
  return `${wrapInBoundary({ page: fullText.slice(0, cutEnd), ...extras })}\n${continuation}`;
}

/** Where a text is cut that is to cost so many tokens: between lines if it has any, never within a character. */
function cutPosition(text: string, tokens: number): number {
  let end = Math.min(text.length, tokens * 4);
  while (end > 20 && estimateTokens(text.slice(0, end)) > tokens) end = Math.floor(end * 0.8);
  const line = text.lastIndexOf('\n', end);
  if (line > end / 2) return line;
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

function imageContent({ name }: Tool, { path }: Record<string, unknown>): ContentBlock[] {
  if (name !== 'screenshot' || typeof path !== 'string' || statSync(path).size > MAX_IMAGE_BYTES) return [];
  return [{ type: 'image', data: readFileSync(path).toString('base64'), mimeType: 'image/png' }];
}
