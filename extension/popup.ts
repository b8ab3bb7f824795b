import { isReadable } from './isReadable.ts';
import type { PopupRequest, PopupView } from './popupView.ts';

const statusOf: Readonly<Record<PopupView['link'], string>> = {
  unpaired: 'Not connected to a program on this machine yet.',
  connecting: 'Connecting…',
  connected: '',
  absent: 'No program is running that asks for tabs. Start one: sightline extension',
  refused:
    'The pairing code is not valid any more. Forget it, and paste the one that sightline extension --setup prints.',
  occupied: 'Another browser or profile is connected already. Close it, or forget the pairing there.',
  outdated: 'This extension and the installed Sightline do not fit. Update both.',
};

/** An element of the popup by id. */
function elementById<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

let answers = 0;
let shown = 0;

/** Shows the answer, unless one that came later is shown already. */
async function sendRequest(request: PopupRequest): Promise<void> {
  const answer: PopupView | { error: string } = await chrome.runtime.sendMessage(request);
  if (request.ask !== 'view') elementById('error').textContent = 'error' in answer ? answer.error : '';
  if ('error' in answer) return;
  const number = ++answers;
  const tabs = await chrome.tabs.query({});
  const [here] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (number < shown) return;
  shown = number;
  render(answer, tabs, here);
}

function render(view: PopupView, tabs: chrome.tabs.Tab[], here: chrome.tabs.Tab | undefined): void {
  const isPaired = view.link !== 'unpaired';
  const isShared = (tab: chrome.tabs.Tab) => view.shares.some(({ tabId }) => tabId === tab.id);
  elementById('status').textContent = statusOf[view.link] || connectedStatus(view.clients);
  elementById('pair').hidden = isPaired;
  elementById('unpair').hidden = !isPaired;
  elementById('here').hidden = !isPaired || !here;
  if (here) replaceContent('here-tab', [tabRow(here, view, 'wide')]);
  const shared = tabs.filter(isShared);
  elementById('shared').hidden = shared.length === 0;
  replaceContent(
    'shared-tabs',
    shared.map((tab) => listItem(tabRow(tab, view))),
  );
  const others = tabs.filter((tab) => !isShared(tab) && tab.id !== here?.id && isReadable(tab.url));
  elementById('others').hidden = view.clients.length === 0 || others.length === 0;
  replaceContent(
    'other-tabs',
    others.map((tab) => listItem(tabRow(tab, view))),
  );
}

function connectedStatus(clients: string[]): string {
  return clients.length > 0 ? `Connected: ${clients.join(', ')}` : 'Connected. No program asks for tabs now.';
}

/** A tab with its buttons. */
function tabRow(tab: chrome.tabs.Tab, view: PopupView, look = ''): HTMLElement {
  const { id: tabId = -1, title = '', url } = tab;
  const share = view.shares.find((one) => one.tabId === tabId);
  const row = element('div', `tab ${look}`);
  row.append(element('span', 'title', title || url), element('span', 'note', noteOf(tab, view)));
  const actions = element('span', 'actions');
  const name = title || (url ?? '');
  if (share)
    actions.append(button('Stop sharing', 'stop', { ask: 'revoke', tabId }, `Stop sharing: ${name}`));
  else if (isReadable(url))
    for (const client of view.clients) {
      const isShort = look === '' && view.clients.length === 1;
      const text = isShort ? 'Share' : `Share with ${client}`;
      actions.append(button(text, '', { ask: 'share', tabId, client }, `Share with ${client}: ${name}`));
    }
  row.append(actions);
  return row;
}

function noteOf({ id, url }: chrome.tabs.Tab, { shares, clients, link }: PopupView): string {
  const share = shares.find(({ tabId }) => tabId === id);
  if (!share) {
    if (!isReadable(url)) return 'Chrome lets no extension into this page.';
    return link === 'connected' && clients.length > 0
      ? 'Not shared'
      : 'Not shared: no program asks for tabs.';
  }
  if (share.isLive) return `Shared with ${share.client}`;
  return clients.includes(share.client)
    ? `Shared with ${share.client}, once the page answers`
    : `Shared with ${share.client}, which is not connected`;
}

function button(text: string, look: string, request: PopupRequest, label: string): HTMLButtonElement {
  const created = element('button', look, text) as HTMLButtonElement;
  created.type = 'button';
  created.setAttribute('aria-label', label);
  created.dataset.request = JSON.stringify(request);
  return created;
}

function listItem(content: HTMLElement): HTMLElement {
  const item = element('li', '');
  item.append(content);
  return item;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
}

/**
 * What is equal stays in its place, so that a click begun before ends on the same button. Focus stays too, or goes to what
 * stands where the focused button stood.
 */
function replaceContent(id: string, content: HTMLElement[]): void {
  const list = elementById(id);
  const at = [...list.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
  const old = [...list.children];
  const kept = content.map((node) => {
    const index = old.findIndex((one) => one.isEqualNode(node));
    return index < 0 ? node : (old.splice(index, 1)[0] as Element);
  });
  for (const node of old) node.remove();
  for (const [index, node] of kept.entries())
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  if (at >= 0 && !list.contains(document.activeElement))
    (list.querySelectorAll('button')[at] ?? list.querySelector('button'))?.focus();
}

document.addEventListener('click', ({ target }) => {
  const request = (target as Element).closest<HTMLElement>('[data-request]')?.dataset.request;
  if (request) void sendRequest(JSON.parse(request));
});
elementById<HTMLFormElement>('pair').addEventListener('submit', (event) => {
  event.preventDefault();
  void sendRequest({ ask: 'pair', code: elementById<HTMLInputElement>('code').value });
});
elementById('revoke-all').addEventListener('click', () => sendRequest({ ask: 'revokeAll' }));
elementById('unpair').addEventListener('click', () => sendRequest({ ask: 'unpair' }));
chrome.runtime.onMessage.addListener((message) => {
  if ('changed' in message) void sendRequest({ ask: 'view' });
});
chrome.tabs.onUpdated.addListener(() => void sendRequest({ ask: 'view' }));
chrome.tabs.onRemoved.addListener(() => void sendRequest({ ask: 'view' }));
void sendRequest({ ask: 'view' });
