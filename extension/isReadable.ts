/** Whether Chrome lets extensions into a page: pages of its own, of other extensions and of its store it does not. */
export function isReadable(url: string | undefined): boolean {
  if (url === undefined || url === '') return false;
  if (/^(?:about:blank|data:|blob:|file:)/i.test(url)) return true;
  if (!/^https?:/i.test(url)) return false;
  return !/^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore)(?:[/?#]|$)/i.test(url);
}
