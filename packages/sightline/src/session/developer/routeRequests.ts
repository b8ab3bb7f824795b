import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { resolveAllowedFile } from '../../actions/uploadFile.ts';
import { HarArchive, type MockResponse } from '../../browser/network/HarArchive.ts';
import type { RouteRule, Routes } from '../../browser/network/Routes.ts';
import { quote } from '../../render/escape.ts';
import { parseJson } from '../../snapshot/parseJson.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { SessionResult } from '../SessionResult.ts';

/** What becomes of requests to an address. */
export interface RouteOptions {
  /** They fail. */
  block?: boolean;
  /** They are answered with this status; default 200. */
  status?: number;
  /** They are answered with this. */
  body?: string;
  /** They are answered with what is in this file. */
  file?: string;
  /** Those that this HAR file has an answer to get it, by method and address; the others go to their servers. */
  har?: string;
  /** Of what they are answered with; default by the file's name, else JSON where the body is, else plain text. */
  contentType?: string;
  /** The rule for this address is taken back. */
  remove?: boolean;
  /** Relative files are resolved against this folder. Default: that of the process. */
  cwd?: string;
  /** Folders that files may be taken from. Default: `cwd`. */
  roots?: readonly string[];
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};

/** Changes the rules as the options say, and reports those there are. */
export async function routeRequests(
  url: string | undefined,
  options: RouteOptions,
  routes: Routes,
): Promise<SessionResult> {
  const { block, remove, status, body, file, har } = options;
  const isMock = status !== undefined || body !== undefined || file !== undefined;
  const isArchive = har !== undefined;
  if (
    [block, remove, isMock, isArchive].filter(Boolean).length > 1 ||
    (body !== undefined && file !== undefined)
  )
    throw conflictingOptions();
  if (remove) await routes.remove(url);
  else if (isArchive) await routes.add(url ?? '*', await readArchive(har, options));
  else if (block || isMock) {
    if (url === undefined) throw missingUrl();
    await routes.add(url, isMock ? await mockOf(options) : undefined);
  } else if (url !== undefined) throw missingAnswer(url);
  return {
    text: renderRoutes(routes),
    data: { rules: routes.rules.map(toData), conditions: routes.conditions },
  };
}

/** Throws `invalid_argument` for what is no HAR file, `too_large`. */
async function readArchive(har: string, where: RouteOptions): Promise<HarArchive> {
  const path = await allowedFile(har, where);
  const name = basename(path);
  const { size } = await stat(path);
  if (size > MAX_ARCHIVE_BYTES)
    throw new SightlineError('too_large', `${name} is larger than ${MAX_ARCHIVE_BYTES / 1_000_000} MB.`, {
      hint: 'Take the requests that are needed alone.',
    });
  return HarArchive.parse(await readFile(path, 'utf8'), name);
}

const allowedFile = (file: string, { cwd = process.cwd(), roots = [cwd] }: RouteOptions): Promise<string> =>
  resolveAllowedFile(file, 'The file', { cwd, roots });

async function mockOf({
  status = 200,
  body = '',
  file,
  contentType,
  ...where
}: RouteOptions): Promise<MockResponse> {
  if (file === undefined) return { status, body, contentType: contentType ?? typeOfText(body) };
  const path = await allowedFile(file, where);
  const type = contentType ?? CONTENT_TYPES[extname(path).toLowerCase()] ?? 'text/plain; charset=utf-8';
  return { status, body: await readFile(path), contentType: type };
}

const typeOfText = (text: string): string =>
  parseJson(text) === undefined ? 'text/plain; charset=utf-8' : 'application/json';

const MAX_ARCHIVE_BYTES = 100_000_000;

const toData = ({ url, response, hits }: RouteRule): Record<string, unknown> => ({
  url,
  ...answerData(response),
  hits,
});

function answerData(response: RouteRule['response']): Record<string, unknown> {
  if (!response) return { blocked: true };
  if (response instanceof HarArchive) return { har: response.name, answers: response.count };
  return { status: response.status, contentType: response.contentType };
}

function answerText(response: RouteRule['response']): string {
  if (!response) return 'blocked';
  if (!(response instanceof HarArchive)) return `answered with ${response.status} (${response.contentType})`;
  const { name, count, withoutBody } = response;
  const left = withoutBody > 0 ? `, ${withoutBody} without a body are left out` : '';
  return `answered from ${name} (${count} ${count === 1 ? 'answer' : 'answers'}${left})`;
}

function renderRoutes({ rules, conditions }: Routes): string {
  const lines = rules.map(({ url, response, hits }) => {
    return `${quote(url)}: ${answerText(response)}, ${hits} ${hits === 1 ? 'request' : 'requests'} so far`;
  });
  const network = conditions === 'online' ? [] : [`the network is ${conditions}`];
  return [...(lines.length > 0 ? lines : ['no request is blocked or answered here']), ...network].join('\n');
}

const conflictingOptions = (): SightlineError =>
  new SightlineError('invalid_argument', 'A request is blocked, answered, or left alone: one of these.', {
    hint: 'Give block alone, remove alone, har alone, or status with body or file.',
  });

const missingUrl = (): SightlineError =>
  new SightlineError('invalid_argument', 'Which requests is not said.', {
    hint: 'Give words of their address, or a pattern such as https://example.com/api/*.',
  });

const missingAnswer = (url: string): SightlineError =>
  new SightlineError('invalid_argument', `What becomes of requests to ${quote(url)} is not said.`, {
    hint: 'Give block, har, or status with body or file, or remove.',
  });
