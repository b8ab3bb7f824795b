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

/** Part after part: at which positions the text before it can end. */
function isMatch(text: string, parts: readonly string[]): boolean {
  let ends = Array.from({ length: text.length + 1 }, (_, i) => i === 0);
  for (const part of parts) ends = endsAfter(text, ends, part);
  return ends[text.length] === true;
}

function endsAfter(text: string, starts: readonly boolean[], part: string): boolean[] {
  const ends = starts.map(() => false);
  if (part === '**' || part === '*') {
    for (let i = 0; i < ends.length; i++) {
      const continues = i > 0 && ends[i - 1] === true && (part === '**' || text[i - 1] !== '/');
      ends[i] = starts[i] === true || continues;
    }
    return ends;
  }
  const choices = part.startsWith('{') && part.endsWith('}') ? part.slice(1, -1).split(',') : [part];
  for (const choice of choices)
    for (let i = 0; i < starts.length; i++)
      if (starts[i] && text.startsWith(choice, i)) ends[i + choice.length] = true;
  return ends;
}
