import { serveFiles } from '../../../src/bench/suites/localServer.ts';
import { benchmarkPath } from '../../paths.ts';
import type { Application } from '../Application.ts';

const parameter = (name: string, schema: object): object => ({ name, in: 'query', schema });
const operation = (summary: string, parameters: object[] = []): object => ({
  summary,
  tags: ['orders'],
  parameters,
  responses: {
    200: { description: 'Done' },
    404: { description: 'Not there' },
    409: { description: 'Changed by others' },
  },
});

const description = {
  openapi: '3.0.0',
  info: { title: 'Warehouse', version: '1.2.0' },
  paths: {
    '/orders': {
      get: operation('List orders', [
        parameter('status', { type: 'string', enum: ['open', 'packed', 'sent'] }),
        parameter('limit', { type: 'integer', default: 20 }),
        parameter('customer', { type: 'string' }),
      ]),
      post: {
        ...operation('Make an order'),
        requestBody: { content: { 'application/json': { example: { item: 'lamp', count: 1 } } } },
      },
    },
    '/orders/{id}': {
      delete: operation('Delete an order', [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      ]),
    },
  },
};

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Warehouse</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/swagger-ui-dist/swagger-ui.css"></head><body><div id="ui"></div>
<script src="/swagger-ui-dist/swagger-ui-bundle.js"></script><script>
window.requests = [];
SwaggerUIBundle({ url: '/description.json', dom_id: '#ui', requestInterceptor: (request) => { requests.push([request.method ?? 'GET', new URL(request.url, location.href).pathname + new URL(request.url, location.href).search, request.body ?? null]); return request; } });
</script></body></html>`;

/** Swagger UI: operations that open, fields of a request, what was sent. */
export const apiDescription: Application = {
  name: 'swagger-ui',
  kind: 'a description of an interface',
  start: () =>
    serveFiles(
      { '/': benchmarkPath('node_modules') },
      { '/': () => page, '/description.json': () => JSON.stringify(description) },
    ),
  looks: ['/'],
  tasks: [
    {
      name: 'send a request with parameters',
      steps: [
        'open /',
        'click {button "List orders"}',
        'click {button "Try it out"}',
        'select {select in "status"} packed',
        'fill {input in "limit"} 5',
        'fill {input in "customer"} "Ann Lee"',
        'click {button "Execute"}',
      ],
      check: ({ evaluate }) => evaluate('requests.at(-1)'),
      expected: ['GET', '/orders?status=packed&limit=5&customer=Ann%20Lee', null],
    },
    {
      name: 'read the codes of an operation',
      steps: ['open /', 'click {button "Delete an order"}', 'look --full', 'answer (Changed by others)'],
      check: ({ answer }) => answer,
      expected: 'Changed by others',
    },
    {
      name: 'send a body',
      steps: [
        'open /',
        'click {button "Make an order"}',
        'click {button "Try it out"}',
        `fill {textarea} '{"item":"desk","count":3}'`,
        'click {button "Execute"}',
      ],
      check: ({ evaluate }) => evaluate('requests.at(-1)'),
      expected: ['POST', '/orders', '{"item":"desk","count":3}'],
    },
  ],
};
