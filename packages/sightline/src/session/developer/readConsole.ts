import type { ConsoleMessage, Page as PlaywrightPage } from 'playwright-core';
import { asInternal } from '../../browser/asInternal.ts';
import { maskText } from '../../browser/network/maskSecrets.ts';
import { parseStackLine } from '../../browser/network/PageLog.ts';
import { escapeInline, quoteLines } from '../../render/escape.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { collapseSpaces, truncate } from '../../snapshot/shorten.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import { activeLog, redactTexts } from './DeveloperContext.ts';
import { fitLast, selectLogged } from './listLogged.ts';

const LEVELS = ['error', 'warning', 'info', 'debug'] as const;
type ConsoleLevel = (typeof LEVELS)[number];

export interface ConsoleOptions extends AbortOptions {
  /** Only messages of this level, and of those before it in this list: `error`, `warning`, `info`, `debug`. */
  level?: ConsoleLevel;
  /** Only messages with these words, in any case. */
  text?: string;
  /** Since the page was opened, not only since the last look or action. Default false. */
  all?: boolean;
  /** Most messages listed, the last ones. Default all that fit. */
  maxResults?: number;
  /** Upper bound for the answer, in o200k tokens. Default 600. */
  maxTokens?: number;
}

interface LoggedMessage {
  at: number;
  level: ConsoleLevel;
  text: string;
  /** `https://example.com/app.js:12:5`. */
  where: string;
}

/** As it was written, whole, an error without its stack. */
interface WrittenMessage extends LoggedMessage {
  stack: string;
}

/** Characters of a message that are redacted, of which fewer are kept; and of one in a list. */
const MAX_REDACTED = 8_000;
const MAX_TEXT = 4_000;
const MAX_LISTED = 200;
const MAX_URL = 2_000;

/** What the page wrote to its console, and what it threw and nobody caught. */
export async function readConsole(options: ConsoleOptions, context: SessionContext): Promise<SessionResult> {
  const { level = 'debug', text = '', all, maxTokens = 600, maxResults } = options;
  const messages = await redactMessages(await readMessages(context), context);
  const levels = LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  const matching = messages.filter(
    (one) => levels.includes(one.level) && one.text.toLowerCase().includes(text.toLowerCase()),
  );
  const selection = { noun: 'message', all, seen: context.seen, kindOf: (one: LoggedMessage) => one.level };
  const { listed, head } = selectLogged(matching, selection);
  const groups = groupRepeated(listed);
  const lines = renderMessages(groups);
  return {
    text: fitLast(head, lines, { maxTokens, maxResults }),
    data: { messages: groups.map(({ at, ...group }) => ({ ...group, time: new Date(at).toISOString() })) },
  };
}

async function readMessages(context: SessionContext): Promise<WrittenMessage[]> {
  const { page, log } = activeLog(context);
  // What failed to load is among the requests.
  const written = (await consoleMessages(page)).filter(
    (message) =>
      !/^Failed to load resource:/.test(message.text()) &&
      !log.isOfGone(message.timestamp(), message.location().url),
  );
  const messages = written.map((message): WrittenMessage => {
    const { url, lineNumber, columnNumber } = message.location();
    const where = url === '' ? '' : `${truncate(url, MAX_URL)}:${lineNumber + 1}:${columnNumber + 1}`;
    return {
      at: message.timestamp(),
      level: levelOf(message.type()),
      text: message.text(),
      stack: '',
      where,
    };
  });
  const errors = log.errors.map(({ at, text, stack }): WrittenMessage => {
    return { at, level: 'error', text: `Uncaught ${text}`, stack, where: sourceOfStack(stack) };
  });
  return [...messages, ...errors].sort((a, b) => a.at - b.at);
}

/** Playwright keeps the last 200 of a page. Throws `unsupported_page` for a page of a Playwright that does not yet. */
function consoleMessages(page: PlaywrightPage): Promise<ConsoleMessage[]> {
  if (typeof page.consoleMessages === 'function') return asInternal(page, () => page.consoleMessages());
  throw new SightlineError('unsupported_page', 'The Playwright of this page keeps no console messages.', {
    hint: 'Take version 1.60 or later.',
  });
}

/** `verbose` is what Chromium itself advises. */
function levelOf(type: string): ConsoleLevel {
  if (type === 'error' || type === 'assert') return 'error';
  if (type === 'debug' || type === 'verbose') return 'debug';
  return type === 'warning' ? type : 'info';
}

function sourceOfStack(stack: string): string {
  for (const line of stack.split('\n')) {
    const place = parseStackLine(line);
    if (place) return place.url + place.position;
  }
  return '';
}

async function redactMessages(
  messages: readonly WrittenMessage[],
  context: SessionContext,
): Promise<LoggedMessage[]> {
  const { typedSecrets } = context.source;
  const masked = messages.map(({ text, stack, where, ...message }) => ({
    message,
    texts: [truncate(text, MAX_REDACTED), stack, where].map(maskText),
  }));
  const redacted = await redactTexts(
    masked.map(({ texts }) => texts),
    context,
  );
  return masked.map(({ message }, i) => {
    const [text = '', stack = '', where = ''] = typedSecrets.redactBeginningsIn(
      redacted[i] ?? [],
      message.at,
    );
    return { ...message, text: truncate(text, MAX_TEXT) + (stack && `\n${stack}`), where };
  });
}

interface MessageGroup extends LoggedMessage {
  count: number;
}

/** The same message several times in a row is one, with a count. */
function groupRepeated(messages: readonly LoggedMessage[]): MessageGroup[] {
  const groups: MessageGroup[] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (last && last.level === message.level && last.text === message.text && last.where === message.where)
      last.count++;
    else groups.push({ ...message, count: 1 });
  }
  return groups;
}

/** A line each; one alone whole. */
export function renderMessages(groups: readonly MessageGroup[]): string[] {
  const [only] = groups;
  return groups.length === 1 && only ? [renderWhole(only)] : groups.map(renderLine);
}

const countText = (count: number): string => (count > 1 ? ` (x ${count})` : '');
const placeText = (where: string): string => (where === '' ? '' : ` (${escapeInline(where)})`);

/** `error Uncaught TypeError: a is undefined (app.js:12:5)`: of the place its file alone. */
function renderLine({ level, text, where, count }: MessageGroup): string {
  const [line = ''] = text.split('\n    at ');
  const shown = escapeInline(truncate(collapseSpaces(line), MAX_LISTED));
  return `${level} ${shown}${placeText(where.replace(/^.*\/(?=[^:])/, ''))}${countText(count)}`;
}

const renderWhole = ({ level, text, where, count }: MessageGroup): string =>
  `${level}${placeText(where)}${countText(count)}\n${quoteLines(text)}`;
