import type { RequestListener } from 'node:http';

/** Secrets of the page, as an answer would show them: of a header, of a body, of a field. */
export const SECRETS = ['benchBearer81xk', 'benchToken82xk', 'benchTyped83xk'];
const [BEARER, TOKEN, TYPED] = SECRETS;

/** A shop with what people ask about while they build one: messages, requests that fail, orders, tools for agents. */
const html = `<!doctype html><html lang=en><title>Orders</title><link rel=icon href=data:,>
<main><h1>Orders</h1><p id=state>loading</p>
<input type=password aria-label=Key value=${TYPED}>
<table><caption>Orders</caption><thead><tr><th>No.<th>Customer<th>Status<th>Total<th>Action</thead><tbody>${Array.from(
  { length: 40 },
  (_, i) =>
    `<tr><td>A-${100 + i}<td>Customer ${i}<td>${i % 3 ? 'open' : 'paid'}<td>${(i * 13.5).toFixed(2)} \u20ac<td><button>Ship A-${100 + i}</button>`,
).join('')}</tbody></table></main>
${Array.from({ length: 12 }, (_, i) => `<script src="/part-${i}.js"></script>`).join('\n')}
<script>
for (let i = 0; i < 30; i++) console.info('row ' + i + ' is shown');
console.warn('The prop size is deprecated');
console.error('Could not read the rate of exchange', { currency: 'EUR' });
const ask = (path, options) => fetch(path, options).then((answer) => answer.text());
Promise.allSettled([
  ...Array.from({ length: 8 }, (_, i) => ask('/api/rates?page=' + i)),
  ask('/api/cart', { method: 'POST', headers: { authorization: 'Bearer ${BEARER}', 'content-type': 'application/json' }, body: '{"sku":"A1","count":2}' }),
  ask('/api/missing'),
]).then(() => { state.textContent = 'ready'; });
if (document.modelContext) for (const name of ['search_orders', 'ship_order', 'add_note'])
  document.modelContext.registerTool({ name, description: 'Of the orders: ' + name.replace('_', ' '),
    inputSchema: { type: 'object', properties: { order: { type: 'string', description: 'Its number' }, text: { type: 'string' } }, required: ['order'] },
    execute: async ({ order }) => ({ content: [{ type: 'text', text: name + ' ' + order + ' is done' }] }) });
undefinedFunction();
</script>`;

const json = (value: object): string => JSON.stringify(value);

export const servePage: RequestListener = (request, response) => {
  const path = request.url ?? '/';
  const send = (type: string, body: string, status = 200): void => {
    response.writeHead(status, { 'content-type': type, 'set-cookie': `sid=${TOKEN}; HttpOnly` }).end(body);
  };
  if (path === '/') send('text/html; charset=utf-8', html);
  else if (path.startsWith('/part-')) send('text/javascript', `globalThis.part = '${path}';`);
  else if (path === '/api/cart')
    send('application/json', json({ error: 'no stock', access_token: TOKEN }), 500);
  else if (path.startsWith('/api/rates')) send('application/json', json({ EUR: 1, USD: 1.08 }));
  else send('application/json', json({ error: 'no such thing' }), 404);
};
