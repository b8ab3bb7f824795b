import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { SightlineError } from '../model/SightlineError.ts';
import { withinBoundary } from '../tools/boundary.ts';
import type { Tool, ToolAnswer } from '../tools/defineTool.ts';
import { clean } from '../view/escape.ts';
import { estimateTokens } from '../view/tokens.ts';
import type { OutputFolder } from './OutputFolder.ts';
import { type Kept, readMore } from './readMore.ts';

/** Bytes of a picture that is sent; a larger one is only named. */
const LARGEST_IMAGE = 4 * 1024 * 1024;

export interface Room {
  /** Most tokens of an answer. */
  tokens: number;
  /** What is longer goes there. */
  folder: OutputFolder;
}

/** What a tool answers, as a client gets it. */
export function answerContent(tool: Tool, answer: ToolAnswer, room: Room): CallToolResult {
  const { data, failure } = answer;
  const known = (tool.facts ?? []).filter((key) => data[key] !== undefined);
  const facts = Object.fromEntries(known.map((key) => [key, data[key]]));
  const kept = tool === readMore ? (data as unknown as Kept) : undefined;
  return {
    content: [{ type: 'text', text: told(answer, room, kept) }, ...pictureOf(tool, data)],
    ...(known.length > 0 && { structuredContent: facts }),
    ...(failure && { isError: true }),
  };
}

/** Why a tool did not do it: words for the model, which can try otherwise. */
export function errorContent(error: SightlineError): CallToolResult {
  return { content: [{ type: 'text', text: withinBoundary({ error: wordsOf(error) }) }], isError: true };
}

function wordsOf({ code, message, hint }: SightlineError): string {
  return clean(`${code}: ${[message, hint].filter(Boolean).join(' ')}`);
}

/** A text as far as there is room; the whole of it is in a file then, unless it comes from one. */
function told({ text, failure, notices = [] }: ToolAnswer, { tokens, folder }: Room, kept?: Kept): string {
  const beside = { notes: clean(notices.join('\n')), error: failure ? wordsOf(failure) : '' };
  const whole = clean(text);
  if (estimateTokens(whole) <= tokens) return withinBoundary({ page: whole, ...beside });
  const { file, from } = kept ?? { file: folder.write(whole), from: 0 };
  const end = endOf(whole, tokens);
  const place = kept ? '' : `; the whole is the file ${join(folder.path, file)}`;
  const more = `(cut: ${whole.length - end} more characters: read_more ${file} from=${from + end}${place})`;
  return `${withinBoundary({ page: whole.slice(0, end), ...beside })}\n${more}`;
}

/** Where a text is cut that is to cost so many tokens: between lines if it has any, never within a character. */
function endOf(text: string, tokens: number): number {
  let end = Math.min(text.length, tokens * 4);
  while (end > 20 && estimateTokens(text.slice(0, end)) > tokens) end = Math.floor(end * 0.8);
  const line = text.lastIndexOf('\n', end);
  if (line > end / 2) return line;
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

function pictureOf({ name }: Tool, { path }: Record<string, unknown>): ContentBlock[] {
  if (name !== 'screenshot' || typeof path !== 'string' || statSync(path).size > LARGEST_IMAGE) return [];
  return [{ type: 'image', data: readFileSync(path).toString('base64'), mimeType: 'image/png' }];
}
