import type { HttpHeader } from '../../browser/network/maskSecrets.ts';
import type { HttpBody, HttpExchange } from '../../browser/network/readExchange.ts';
import { escapeInline, escapeLines } from '../../render/escape.ts';
import { cutToTokens, estimateTokens } from '../../render/estimateTokens.ts';
import { foldLookalikes } from '../../render/foldLookalikes.ts';

/** Below the head the bodies and headers, or with `words` where the bodies hold them, in at most so many tokens. */
export function renderExchange(
  head: string,
  exchange: HttpExchange,
  { words, maxTokens }: { words?: string | undefined; maxTokens: number },
): string {
  const sections = words === undefined ? exchangeSections(exchange) : findInBodies(words, exchange);
  return fitSections(head, sections, maxTokens);
}

interface ExchangeSection {
  head: string;
  /** Its lines as they are written. */
  text: string;
}

/** What begins the lines of ours. */
const OWN_LINE = /^\s*(?:(?:request|response) (?:body|headers)\b|\d+ in the |at \d+:|no body holds|\(cut:)/i;

/** Text of a page or its server, of which no line reads as one of ours. */
const escapeBody = (text: string): string =>
  escapeLines(text)
    .split('\n')
    .map((line) => (OWN_LINE.test(foldLookalikes(line)?.text ?? line) ? `\\${line}` : line))
    .join('\n');

function exchangeSections(exchange: HttpExchange): ExchangeSection[] {
  const { requestHeaders, requestBody, responseHeaders, responseBody } = exchange;
  return [
    ...(requestBody ? [bodySection('request body', requestBody)] : []),
    bodySection('response body', responseBody),
    { head: 'response headers', text: headerLines(responseHeaders) },
    { head: 'request headers', text: headerLines(requestHeaders) },
  ].filter(({ text }) => text !== '');
}

const headerLines = (headers: readonly HttpHeader[]): string =>
  escapeBody(headers.map(({ name, value }) => `${name}: ${value}`).join('\n'));

function bodySection(name: string, { contentType, text, note }: HttpBody): ExchangeSection {
  const type = contentType === '' ? '' : ` (${escapeInline(contentType.replace(/;.*/s, ''))})`;
  const size = text === undefined ? '' : `, ${text.length} characters`;
  return { head: `${name}${type}${size}`, text: text === undefined ? `(${note})` : escapeBody(text) };
}

const CONTEXT = 80;
const MAX_FOUND = 20;

/** Where the words stand in the bodies, with what is around them. */
function findInBodies(words: string, { requestBody, responseBody }: HttpExchange): ExchangeSection[] {
  const bodies = [
    ['request body', requestBody?.text ?? ''] as const,
    ['response body', responseBody.text ?? ''] as const,
  ];
  const sections = bodies.flatMap(([name, text]) => {
    const found = placesOf(words.toLowerCase(), text.toLowerCase());
    const shown = found
      .slice(0, MAX_FOUND)
      .map((at) => [at, text.slice(Math.max(0, at - CONTEXT), at + words.length + CONTEXT)] as const)
      .map(([at, around]) => `at ${at}: ${escapeBody(around)}`);
    return found.length > 0 ? [{ head: `${found.length} in the ${name}`, text: shown.join('\n') }] : [];
  });
  return sections.length > 0 ? sections : [{ head: `no body holds ${JSON.stringify(words)}`, text: '' }];
}

function placesOf(words: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) places.push(at);
  return places;
}

const CUT_NOTE = '\n(cut: give more maxTokens, or text to find in the bodies)';

/** Each gets what those before it left of the budget. */
function fitSections(head: string, sections: readonly ExchangeSection[], maxTokens: number): string {
  const parts = [head];
  let left = maxTokens - estimateTokens(head);
  for (const section of sections) {
    const text = cutToTokens(section.text, Math.max(0, left - 30));
    const cutNote = text.length < section.text.length ? CUT_NOTE : '';
    const part = `${section.head}:\n${text}${cutNote}`;
    parts.push(section.text === '' ? section.head : part);
    left -= estimateTokens(part);
  }
  return parts.join('\n');
}
