import { Markup } from './html.mjs';

/**
 * A handler for `routes`, `{ 'GET /product/:id': (request) => answer }`; `:id` stands for one segment, a `*` at the
 * end for the rest. A route gets `{ params, query, body }` (`body`: URLSearchParams of a form, or the object of JSON)
 * and answers with markup, or `{ status, html }`, `{ redirect }`, `{ status, json }`, or `{ type, text }`.
 */
export function createHandler(routes) {
  const compiled = Object.entries(routes).map(([pattern, route]) => ({ ...compile(pattern), route }));
  return (request, response) => {
    answer(compiled, request)
      .catch((error) => ({ status: 500, html: new Markup(`<title>Error</title>${error.message}`) }))
      .then((result) => send(response, result));
  };
}

function compile(pattern) {
  const [method, path] = pattern.split(' ');
  const source = path.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\*$/, '(?<rest>.*)');
  return { method, path: new RegExp(`^${source}$`) };
}

async function answer(compiled, request) {
  const { pathname, searchParams: query } = new URL(request.url, 'http://site');
  for (const { method, path, route } of compiled) {
    const match = method === request.method && path.exec(pathname);
    if (!match) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
    return (await route({ params, query, body: await readBody(request) })) ?? notFound;
  }
  return notFound;
}

const notFound = { status: 404, html: new Markup('<title>Not found</title><h1>Page not found</h1>') };

async function readBody(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return isJson ? JSON.parse(text) : new URLSearchParams(text);
}

function send(response, result) {
  if (result.redirect !== undefined) return response.writeHead(303, { location: result.redirect }).end();
  const [type, text] = contentOf(result);
  response.writeHead(result.status ?? 200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
  });
  response.end(text);
}

function contentOf(result) {
  if (result.json !== undefined) return ['application/json', JSON.stringify(result.json)];
  if (result.type !== undefined) return [result.type, result.text];
  return ['text/html', `<!doctype html>\n${result.html ?? result}`];
}
