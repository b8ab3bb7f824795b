import { assets } from '../kit/assets.mjs';
import { createHandler } from '../kit/createHandler.mjs';
import { Mailbox } from './Mailbox.mjs';
import { makeMessages } from './messages.mjs';
import { mailPage, settingsPage } from './pages.mjs';

/** A mailbox in three panes, drawn by the client: folders, a list, and the message that is read. */
export function createSite({ size = 60 } = {}) {
  const folders = size > 400 ? 16 : size > 100 ? 8 : 3;
  const rows = Math.max(6, Math.ceil((size - folders - 15) / 5));
  const mailbox = new Mailbox(makeMessages(rows), { rows, folders });
  const handle = createHandler({
    'GET /': () => ({ redirect: '/folder/Inbox' }),
    'GET /folder/:folder': () => mailPage(mailbox),
    'GET /folder/:folder/:id': () => mailPage(mailbox),
    'GET /settings': () => settingsPage(mailbox),
    'GET /api/folders': () => ({ json: mailbox.counts() }),
    'GET /api/list': ({ query }) =>
      mailbox.list(query.get('folder'), query.get('q')?.trim(), Number(query.get('page') ?? 1)),
    'GET /api/message/:id': ({ params }) => mailbox.open(params.id),
    'PATCH /api/messages': ({ body }) => mailbox.change(body),
    'POST /api/send': ({ body }) => mailbox.send(body),
    'POST /api/folders': ({ body }) => mailbox.addFolder(body),
    'POST /api/rules': ({ body }) => mailbox.addRule(body),
    'POST /api/settings': ({ body }) => mailbox.saveSettings(body),
    ...assets(import.meta.url, 'composing.js', 'mail.js', 'settings.js', 'mail.css'),
  });
  return { handle, state: () => mailbox.state() };
}
