import { isReadable } from './isReadable.ts';
import type { Request, View } from './popupView.ts';

const statusOf: Readonly<Record<View['link'], string>> = {
  unpaired: 'Not connected to a program on this machine yet.',
  connecting: 'Connecting…',
  connected: '',
  absent: 'No program is running that asks for tabs. Start one: sightline extension',
  refused:
    'The pairing code is not valid any more. Forget it, and paste the one that sightline extension --setup prints.',
  occupied: 'Another browser or profile is connected already. Close it, or forget the pairing there.',
  outdated: 'This extension and the installed Sightline do not fit. Update both.',
};

/** The element of an id that the popup's own document has. */
function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

async function ask(request: Request): Promise<void> {
  const answer: View | { error: string } = await chrome.runtime.sendMessage(request);
  byId('error').textContent = 'error' in answer ? answer.error : '';
  if ('error' in answer) return;
  await show(answer);
}

async function show(view: View): Promise<void> {
  const tabs = await chrome.tabs.query({});
  const [here] = await chrome.tabs.query({ active: true, currentWindow: true });
  const isPaired = view.link !== 'unpaired';
  const isShared = (tab: chrome.tabs.Tab) => view.shares.some(({ tabId }) => tabId === tab.id);
  byId('status').textContent = statusOf[view.link] || connectedStatus(view.clients);
  byId('pair').hidden = isPaired;
  byId('unpair').hidden = !isPaired;
  byId('here').hidden = !isPaired || !here;
  if (here) replace('here-tab', [tabRow(here, view, 'wide')]);
  const shared = tabs.filter(isShared);
  byId('shared').hidden = shared.length === 0;
  replace(
    'shared-tabs',
    shared.map((tab) => listItem(tabRow(tab, view))),
  );
  const others = tabs.filter((tab) => !isShared(tab) && tab.id !== here?.id && isReadable(tab.url));
  byId('others').hidden = view.clients.length === 0 || others.length === 0;
  replace(
    'other-tabs',
    others.map((tab) => listItem(tabRow(tab, view))),
  );
}

function connectedStatus(clients: string[]): string {
  return clients.length > 0 ? `Connected: ${clients.join(', ')}` : 'Connected. No program asks for tabs now.';
}

/** A tab with what can be done about it. The focus stays where it was when it is drawn again: see `replace`. */
function tabRow(tab: chrome.tabs.Tab, view: View, look = ''): HTMLElement {
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

function noteOf({ id, url }: chrome.tabs.Tab, { shares, clients, link }: View): string {
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

function button(text: string, look: string, request: Request, label: string): HTMLButtonElement {
  const made = element('button', look, text) as HTMLButtonElement;
  made.type = 'button';
  made.setAttribute('aria-label', label);
  made.addEventListener('click', () => ask(request));
  return made;
}

function listItem(content: HTMLElement): HTMLElement {
  const item = element('li', '');
  item.append(content);
  return item;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function replace(id: string, content: HTMLElement[]): void {
  const list = byId(id);
  const at = [...list.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
  list.replaceChildren(...content);
  if (at >= 0) (list.querySelectorAll('button')[at] ?? list.querySelector('button'))?.focus();
}

byId<HTMLFormElement>('pair').addEventListener('submit', (event) => {
  event.preventDefault();
  void ask({ ask: 'pair', code: byId<HTMLInputElement>('code').value });
});
byId('revoke-all').addEventListener('click', () => ask({ ask: 'revokeAll' }));
byId('unpair').addEventListener('click', () => ask({ ask: 'unpair' }));
chrome.runtime.onMessage.addListener((message) => {
  if ('changed' in message) void ask({ ask: 'view' });
});
chrome.tabs.onUpdated.addListener(() => void ask({ ask: 'view' }));
chrome.tabs.onRemoved.addListener(() => void ask({ ask: 'view' }));
void ask({ ask: 'view' });
