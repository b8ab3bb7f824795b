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
  const { text, data, failure, notices = [] } = answer;
  const said = [text, ...notices.map((notice) => `note: ${notice}`), ...(failure ? [wordsOf(failure)] : [])];
  const kept = tool === readMore ? (data as unknown as Kept) : undefined;
  const facts = Object.fromEntries(
    (tool.facts ?? []).flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])),
  );
  return {
    content: [...told(said.join('\n'), room, kept), ...pictureOf(tool, data)],
    ...(Object.keys(facts).length > 0 && { structuredContent: facts }),
    ...(failure && { isError: true }),
  };
}

/** Why a tool did not do it: words for the model, which can try otherwise. */
export function errorContent(error: SightlineError): CallToolResult {
  return { content: [{ type: 'text', text: withinBoundary(clean(wordsOf(error))) }], isError: true };
}

function wordsOf({ code, message, hint }: SightlineError): string {
  return `error (${code}): ${[message, hint].filter(Boolean).join(' ')}`;
}

/** A text as far as there is room; the whole of it is in a file then, unless it comes from one. */
function told(text: string, { tokens, folder }: Room, kept?: Kept): ContentBlock[] {
  const whole = clean(text);
  if (estimateTokens(whole) <= tokens) return [{ type: 'text', text: withinBoundary(whole) }];
  const { file, from } = kept ?? { file: folder.write(whole), from: 0 };
  const end = endOf(whole, tokens);
  const rest = `${whole.length - end} more characters`;
  const more = kept
    ? `(cut: ${rest}: read_more ${file} from=${from + end})`
    : `(cut: ${rest}: read_more ${file} from=${end}; the whole is the file ${join(folder.path, file)})`;
  return [{ type: 'text', text: `${withinBoundary(whole.slice(0, end))}\n${more}` }];
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
