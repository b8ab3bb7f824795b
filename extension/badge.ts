/** Sets the badge of a shared tab; `client` undefined: removes it. A closed tab is ignored. */
export function showBadge(tabId: number, client: string | undefined): void {
  const ignore = (): void => undefined;
  chrome.action.setBadgeText({ tabId, text: client ? 'on' : '' }).catch(ignore);
  chrome.action.setBadgeBackgroundColor({ tabId, color: '#0b6e4f' }).catch(ignore);
  const title = client ? `Sightline: this tab is shared with ${client}` : 'Sightline';
  chrome.action.setTitle({ tabId, title }).catch(ignore);
}
