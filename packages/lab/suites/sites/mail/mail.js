import { compose } from './composing.js';

const { send, toast } = window.toolkit;
const list = document.getElementById('messages');
const reading = document.getElementById('reading');
const all = document.getElementById('all');
const view = { folder: 'Inbox', id: null, q: '', page: 1, folders: [] };

const icons = {
  Archive: '<path d="M2 3h12v3H2zM3 6v7h10V6M6 9h4"/>',
  Trash: '<path d="M3 4h10M6 4V2h4v2M4 4l1 10h6l1-10"/>',
  star: '<path d="M8 2l2 4 4 .6-3 3 .7 4.4L8 12l-3.7 2 .7-4.4-3-3L6 6z"/>',
};
const icon = (name) => `<svg class="icon" viewBox="0 0 16 16" width="16" height="16">${icons[name]}</svg>`;

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function drawFolders() {
  view.folders = await (await fetch('/api/folders')).json();
  document.getElementById('folders').innerHTML = view.folders
    .map(({ name, unread }) => {
      const current = name === view.folder && !view.q ? ' aria-current="page"' : '';
      return `<li><a href="/folder/${escape(name)}"${current}>${escape(name)}</a>${unread ? ` <b>${unread}</b>` : ''}</li>`;
    })
    .join('');
  fillMove(document.getElementById('bulk-move'));
}

function fillMove(select) {
  const names = view.folders
    .map(({ name }) => name)
    .filter((name) => !['Starred', 'Sent', 'Drafts'].includes(name));
  select.innerHTML = `<option value="">Move to…</option>${names.map((name) => `<option>${escape(name)}</option>`).join('')}`;
}

const row = ({
  id,
  from,
  subject,
  preview,
  date,
  starred,
  unread,
}) => `<li data-id="${id}" class="${unread ? 'unread' : ''}">
  <input type="checkbox" title="Select">
  <button class="plain" data-do="star" aria-label="Star" aria-pressed="${starred}">${icon('star')}</button>
  <span class="from">${escape(from)}</span>
  <a href="/folder/${escape(view.folder)}/${id}">${escape(subject)}</a>
  <span class="hint preview">${escape(preview)}</span> <time>${date}</time>
  <button class="plain" data-do="Archive" title="Archive">${icon('Archive')}</button>
  <button class="plain" data-do="Trash" title="Delete">${icon('Trash')}</button></li>`;

async function drawList() {
  const query = new URLSearchParams({ folder: view.folder, q: view.q, page: view.page });
  const { messages, total, more } = await (await fetch(`/api/list?${query}`)).json();
  document.getElementById('where').textContent = view.q ? `Results for "${view.q}"` : view.folder;
  list.innerHTML = messages.map(row).join('') || '<li>No messages here.</li>';
  document.getElementById('rest').innerHTML =
    `${total} messages ${more ? '<button id="older">Older</button>' : ''}`;
  all.checked = false;
  showSelection();
}

async function drawMessage() {
  if (!view.id) return;
  const message = await (await fetch(`/api/message/${view.id}`)).json();
  reading.innerHTML = `<h2>${escape(message.subject)}</h2>
    <p>From <b>${escape(message.from)}</b> &lt;${message.address}&gt;, ${message.date}</p>
    ${message.body.map((line) => `<p>${escape(line)}</p>`).join('')}
    <div class="bar"><button data-act="reply">Reply</button><div class="button" tabindex="0" id="forward">Forward</div>
    <button data-act="Spam">Report spam</button><select id="move" aria-label="Move message to"></select></div>
    <div id="answer"></div>`;
  fillMove(document.getElementById('move'));
  document.getElementById('forward').addEventListener('click', () => compose(message));
  reading.querySelector('[data-act=reply]').addEventListener('click', () => drawReply(message));
  reading.querySelector('[data-act=Spam]').addEventListener('click', () => move([message.id], 'Spam'));
  document
    .getElementById('move')
    .addEventListener('change', (event) => move([message.id], event.target.value));
}

function drawReply({ id, address, subject }) {
  const place = document.getElementById('answer');
  place.innerHTML = `<form class="panel"><label for="reply">Reply to ${address}</label><br>
    <textarea id="reply" rows="4" cols="44"></textarea><p class="error" role="alert"></p><button class="primary">Send reply</button></form>`;
  place.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const body = document.getElementById('reply').value;
    const answer = await send('POST', '/api/send', {
      kind: 'reply',
      about: id,
      to: address,
      subject: `Re: ${subject}`,
      body,
    });
    if (answer.ok) place.innerHTML = '<p class="notice" role="status">Reply sent</p>';
    else place.querySelector('[role=alert]').textContent = Object.values(answer.errors)[0];
  });
  document.getElementById('reply').focus();
}

async function move(ids, folder) {
  if (!folder) return;
  const from = view.folder;
  await send('PATCH', '/api/messages', { ids, folder });
  const undo = () => send('PATCH', '/api/messages', { ids, folder: from }).then(draw);
  toast(ids.length > 1 ? `${ids.length} messages moved to ${folder}` : `Moved to ${folder}`, ['Undo', undo]);
  await draw();
}

const selected = () => [...list.querySelectorAll('input:checked')].map((box) => box.closest('li').dataset.id);

function showSelection() {
  const none = selected().length === 0;
  for (const control of document.querySelectorAll('[data-bulk], #bulk-move')) control.disabled = none;
}

async function draw() {
  await drawFolders();
  await drawList();
}

function readAddress() {
  const [, , folder, id] = location.pathname.split('/').map(decodeURIComponent);
  Object.assign(view, { folder, id: id ?? null, page: 1 });
}

async function go(path) {
  history.pushState(null, '', path);
  await show();
}

async function show() {
  const { folder, q } = view;
  readAddress();
  if (folder !== view.folder) view.q = '';
  await drawMessage();
  await drawFolders();
  if (folder !== view.folder || q !== view.q) await drawList();
  else if (view.id) list.querySelector(`[data-id="${view.id}"]`)?.classList.remove('unread');
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[href^="/folder/"]');
  if (link) {
    event.preventDefault();
    if (link.closest('nav')) view.q = '';
    return go(link.getAttribute('href'));
  }
  const button = event.target.closest('[data-do], [data-bulk], #older');
  if (!button) return;
  if (button.id === 'older') {
    view.page += 1;
    return drawList();
  }
  if (button.dataset.bulk === 'read') {
    await send('PATCH', '/api/messages', { ids: selected(), unread: false });
    toast('Marked as read');
    return draw();
  }
  if (button.dataset.bulk) return move(selected(), button.dataset.bulk);
  const { id } = button.closest('li').dataset;
  if (button.dataset.do !== 'star') return move([id], button.dataset.do);
  const starred = button.getAttribute('aria-pressed') !== 'true';
  await send('PATCH', '/api/messages', { ids: [id], starred });
  button.setAttribute('aria-pressed', String(starred));
});

document.addEventListener('change', ({ target }) => {
  if (target === all)
    for (const box of list.querySelectorAll('input[type=checkbox]')) box.checked = all.checked;
  if (target.id === 'bulk-move') move(selected(), target.value);
  else if (target.type === 'checkbox') showSelection();
});

document.getElementById('search').addEventListener('submit', async (event) => {
  event.preventDefault();
  view.q = event.target.q.value.trim();
  view.page = 1;
  await draw();
});

document.addEventListener('folders', drawFolders);
addEventListener('popstate', show);
readAddress();
view.q = new URLSearchParams(location.search).get('q') ?? '';
await drawFolders();
await drawMessage();
await draw();
