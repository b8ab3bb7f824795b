/** Whether Chrome lets extensions debug a page: not its own pages, other extensions or the web store. */
export function isReadable(url: string | undefined): boolean {
  if (url === undefined || url === '') return false;
  if (/^(?:about:blank|data:|blob:|file:)/i.test(url)) return true;
  if (!/^https?:/i.test(url)) return false;
  return !/^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore)(?:[/?#]|$)/i.test(url);
}
