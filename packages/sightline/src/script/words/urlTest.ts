/**
 * Playwright's pattern of an address: `**` any characters, `*` any but a slash, `{a,b}` either; without a scheme, of the
 * path with what follows it.
 */
export function urlTest(pattern: string): (url: string) => boolean {
  const parts = pattern.split(/(\*\*|\*|\{[^{}]*\})/).filter((part) => part !== '');
  const isWhole = /^\*|^[a-z][a-z+.-]*:/i.test(pattern);
  return (url) => {
    const text = isWhole ? url : pathOf(url);
    return isMatch(text.replace(/\/$/, ''), parts) || isMatch(text, parts);
  };
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}

/** Part after part, from all the places at which the text before it can end: never more than these. */
function isMatch(text: string, parts: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const part of parts) ends = new Set([...ends].flatMap((end) => endsAfter(text, end, part)));
  return ends.has(text.length);
}

function endsAfter(text: string, start: number, part: string): number[] {
  if (part === '**' || part === '*') {
    const slash = part === '*' ? text.indexOf('/', start) : -1;
    const limit = slash < 0 ? text.length : slash;
    return Array.from({ length: limit - start + 1 }, (_, i) => start + i);
  }
  const choices = part.startsWith('{') && part.endsWith('}') ? part.slice(1, -1).split(',') : [part];
  return choices.filter((choice) => text.startsWith(choice, start)).map((choice) => start + choice.length);
}
