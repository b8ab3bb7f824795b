import { assets } from '../kit/assets.mjs';
import { createHandler } from '../kit/createHandler.mjs';
import { Depot } from './Depot.mjs';
import { peoplePage, personPage, settingsPage, shipmentsPage } from './pages.mjs';

/** An office's administration: a table of people to sort, filter, page and edit, with the same buttons in each row. */
export function createSite({ size = 60 } = {}) {
  const depot = new Depot(Math.max(5, Math.ceil((size - 24) / 6)));
  const handle = createHandler({
    'GET /': () => ({ redirect: '/people' }),
    'GET /people': () => peoplePage(depot),
    'GET /people/:id': ({ params }) => personPage(depot, depot.find(params.id)),
    'GET /shipments': () => shipmentsPage(depot),
    'GET /settings': () => settingsPage(depot),
    'GET /api/people': ({ query }) => depot.list(query),
    'POST /api/people': ({ body }) => depot.add(body),
    'PATCH /api/people/:id': ({ params, body }) => depot.change(params.id, body),
    'DELETE /api/people/:id': ({ params, body }) => depot.delete(params.id, body.typed),
    'POST /api/people/:id/reset': ({ params }) => depot.reset(params.id),
    'POST /api/together': ({ body }) => depot.together(body.ids, body.what),
    'POST /api/shipments/:number': ({ params }) => depot.release(params.number),
    'POST /api/settings': ({ body }) => depot.saveSettings(body),
    ...assets(import.meta.url, 'people.js', 'office.js', 'admin.css'),
  });
  return { handle, state: () => depot.state() };
}
