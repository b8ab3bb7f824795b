/** Kinds of regions as the outline writes them, before a `:` and a name. */
const ADDRESS = /^[A-Z]{2,}(?:#\d+)?:\s*\S/;

/**
 * Whether a target of `look` is a part of the page, by its address (`MAIN`, `NAV:Primary`) or its words, rather than a page:
 * nothing of it says URL or file.
 */
export function isPlaceName(target: string): boolean {
  const isFile = /\.\w+$/.test(target);
  if (/\s/.test(target.trim()))
    return !isFile && !/^[a-z][\w+.-]*:\S/i.test(target) && !/^[./\\]/.test(target);
  if (/^localhost$/i.test(target) || /[./\\]/.test(target)) return false;
  return ADDRESS.test(target) || !target.includes(':');
}
