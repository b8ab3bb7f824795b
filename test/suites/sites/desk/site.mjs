/** A help desk: tickets in a list, a page for each, a form to file one. Small, for tests of the bench itself. */
export function createSite({ tickets = 12 } = {}) {
  const all = Array.from({ length: tickets }, (_, i) => ({ id: i + 1, title: titleOf(i), open: true }));
  const routes = {
    '/': () =>
      page('Tickets', `<h1>Tickets</h1><ul>${all.map(listed).join('')}</ul><a href="/new">New ticket</a>`),
    '/new': () =>
      page(
        'New ticket',
        `<h1>New ticket</h1><form action="/file"><label>Subject <input name="subject"></label>
         <label>Priority <select name="priority"><option>Low</option><option>High</option></select></label>
         <label><input type="checkbox" name="mail"> Mail me</label> <button>File it</button></form>`,
      ),
    '/file': (query) => {
      all.push({
        id: all.length + 1,
        title: query.get('subject'),
        priority: query.get('priority'),
        mail: query.has('mail'),
        open: true,
      });
      return page('Filed', `<h1>Thank you</h1><p>Your ticket has the number ${all.length}.</p>`);
    },
    '/close': (query) => {
      const ticket = all[Number(query.get('id')) - 1];
      ticket.open = false;
      return page(
        ticket.title,
        `<h1>${ticket.title}</h1><p role="status">Closed</p><a href="/">All tickets</a>`,
      );
    },
  };
  return {
    handle(request, response) {
      const { pathname, searchParams } = new URL(request.url, 'http://desk');
      const route = routes[pathname];
      response.writeHead(route ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(route ? route(searchParams) : page('Not here', '<h1>Not here</h1>'));
    },
    state: () => ({ tickets: all }),
  };
}

const TITLES = ['Printer on fire', 'Lost badge', 'Slow network', 'Broken chair'];
const titleOf = (i) => (i < TITLES.length ? TITLES[i] : `Question ${i}`);
const listed = ({ id, title, open }) =>
  `<li><h2>${title}</h2> ${open ? 'open' : 'closed'} <a href="/close?id=${id}">Close ticket</a></li>`;
const page = (title, main) =>
  `<!doctype html><link rel="icon" href="data:,"><title>${title}</title><nav aria-label="Desk"><a href="/">Tickets</a></nav><main>${main}</main>`;
