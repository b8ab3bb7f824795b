import type { HttpHeader } from '../../browser/network/maskSecrets.ts';
import type { HttpBody, HttpExchange } from '../../browser/network/readExchange.ts';
import { escapeLines } from '../../render/escape.ts';
import { cutToTokens, estimateTokens } from '../../render/estimateTokens.ts';
import { foldLookalikes } from '../../render/foldLookalikes.ts';

/** Below the head the bodies and headers, or with `words` where these hold them, in at most so many tokens. */
export function renderExchange(
  head: string,
  exchange: HttpExchange,
  { words, maxTokens }: { words?: string | undefined; maxTokens: number },
): string {
  const sections = words === undefined ? exchangeSections(exchange) : findWords(words, exchange);
  return fitSections(head, sections, maxTokens);
}

interface ExchangeSection {
  head: string;
  /** Its lines as they are written. */
  text: string;
}

/** What begins the lines of ours. */
const OWN_LINE =
  /^\s*(?:(?:request|response) (?:body|headers)\b|\d+ in the |at \d+:|no body and no header holds|\(cut:|\(\d+ usual)/i;

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

/** Of the browser and the connection, with whatever is requested. */
const USUAL_HEADER =
  /^(?:accept-(?:encoding|language)|connection|date|host|keep-alive|priority|sec-(?:ch|fetch)-[\w-]+|transfer-encoding|upgrade-insecure-requests|user-agent)$/i;

/** The usual ones are counted: they are in the data of the answer, and found by their words. */
function headerLines(headers: readonly HttpHeader[]): string {
  const own = headers.filter(({ name }) => !USUAL_HEADER.test(name));
  const usual = headers.length - own.length;
  const note = usual > 0 ? [`(${usual} usual ones, found by text)`] : [];
  return [...(own.length > 0 ? [escapeBody(own.map(headerLine).join('\n'))] : []), ...note].join('\n');
}

const headerLine = ({ name, value }: HttpHeader): string => `${name}: ${value}`;

const bodySection = (head: string, { text, note }: HttpBody): ExchangeSection => ({
  head,
  text: text === undefined ? `(${note})` : escapeBody(text),
});

const CONTEXT = 80;
const MAX_FOUND = 20;

/** Where the words stand in the bodies, with what is around them, and the headers that hold them. */
function findWords(words: string, exchange: HttpExchange): ExchangeSection[] {
  const bodies = [
    ['request body', exchange.requestBody?.text ?? ''] as const,
    ['response body', exchange.responseBody.text ?? ''] as const,
  ];
  const headers = [
    ['response headers', exchange.responseHeaders] as const,
    ['request headers', exchange.requestHeaders] as const,
  ];
  const inHeaders = headers.flatMap(([name, all]) => {
    const found = all.map(headerLine).filter((line) => line.toLowerCase().includes(words.toLowerCase()));
    const text = escapeBody(found.slice(0, MAX_FOUND).join('\n'));
    return found.length > 0 ? [{ head: `${found.length} in the ${name}`, text }] : [];
  });
  const inBodies = bodies.flatMap(([name, text]) => {
    const found = placesOf(words.toLowerCase(), text.toLowerCase());
    const shown = found
      .slice(0, MAX_FOUND)
      .map((at) => [at, text.slice(Math.max(0, at - CONTEXT), at + words.length + CONTEXT)] as const)
      .map(([at, around]) => `at ${at}: ${escapeBody(around)}`);
    return found.length > 0 ? [{ head: `${found.length} in the ${name}`, text: shown.join('\n') }] : [];
  });
  const sections = [...inBodies, ...inHeaders];
  const none = { head: `no body and no header holds ${JSON.stringify(words)}`, text: '' };
  return sections.length > 0 ? sections : [none];
}

function placesOf(words: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) places.push(at);
  return places;
}

const cutNote = ({ length }: string): string =>
  `\n(cut: of ${length} characters; give more maxTokens, or text to find)`;

/** Each gets what those before it left of the budget. */
function fitSections(head: string, sections: readonly ExchangeSection[], maxTokens: number): string {
  const parts = [head];
  let left = maxTokens - estimateTokens(head);
  for (const section of sections) {
    const text = cutToTokens(section.text, Math.max(0, left - 30));
    const note = text.length < section.text.length ? cutNote(section.text) : '';
    const part = `${section.head}:\n${text}${note}`;
    parts.push(section.text === '' ? section.head : part);
    left -= estimateTokens(part);
  }
  return parts.join('\n');
}
