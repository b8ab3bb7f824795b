/** How a target is looked up that is no words: by CSS, or by a selector that Playwright understands. */
export interface TargetSelector {
  engine: 'css' | 'playwright';
  selector: string;
  /** It cannot be meant as words. */
  isExplicit: boolean;
}

const PREFIXED = /^(?:page\.|this\.page\.|await )*(css|xpath|role|text|id|data-testid|internal:\w+)\s*=/i;
const PLAYWRIGHT_PARTS =
  /:(?:has-text|text|text-is|text-matches|visible|nth-match|right-of|left-of|above|below|near)\b|\s>>\s/;
const CSS_LIKE =
  /^(?:[#.:*][\w-]|\[[a-z][\w-]*(?:[~|^$*]?=|\]))|^[a-z][\w-]*(?:[#.[:][\w"'-]|\s*[>+~]\s*[\w#.[*:])/i;
/** Playwright writes a regular expression or a string where a name stands. */
const GET_BY =
  /^(?:page\.)?getBy(\w+)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(?:,\s*\{(.*)\})?\s*\)(\.first\(\))?$/s;

/** What a text is as a selector; undefined for words. */
export function parseSelector(text: string): TargetSelector | undefined {
  const trimmed = text.trim();
  const call = GET_BY.exec(trimmed);
  if (call) return getBySelector(call);
  const prefix = PREFIXED.exec(trimmed)?.[1]?.toLowerCase();
  if (prefix === 'css') return css(trimmed.replace(/^[^=]*=/, ''), true);
  if (prefix) return { engine: 'playwright', selector: trimmed, isExplicit: true };
  if (/^\(*\/\/?[\w*@]/.test(trimmed))
    return { engine: 'playwright', selector: `xpath=${trimmed}`, isExplicit: true };
  if (PLAYWRIGHT_PARTS.test(withoutStrings(trimmed)))
    return { engine: 'playwright', selector: trimmed, isExplicit: true };
  return CSS_LIKE.test(trimmed) ? css(trimmed, /^[#.[]/.test(trimmed)) : undefined;
}

const css = (selector: string, isExplicit: boolean): TargetSelector => {
  const engine = PLAYWRIGHT_PARTS.test(withoutStrings(selector)) ? 'playwright' : 'css';
  return { engine, selector, isExplicit };
};

const withoutStrings = (text: string): string => text.replace(/"[^"]*"|'[^']*'/g, '""');

/** `getByRole('button', { name: 'Save' })` as the selector that Playwright makes of it. */
function getBySelector([, by = '', single, double, options = '']: RegExpExecArray):
  | TargetSelector
  | undefined {
  const value = (single ?? double ?? '').replace(/\\(['"\\])/g, '$1');
  const isExact = /\bexact:\s*true\b/.test(options);
  const quoted = `${JSON.stringify(value)}${isExact ? 's' : 'i'}`;
  const of = (selector: string): TargetSelector => ({ engine: 'playwright', selector, isExplicit: true });
  switch (by) {
    case 'Role': {
      const name = /\bname:\s*(?:'([^']*)'|"([^"]*)"|(\/.*?\/\w*))/.exec(options);
      const pattern = name?.[3] ?? `${JSON.stringify(name?.[1] ?? name?.[2] ?? '')}${isExact ? 's' : 'i'}`;
      return of(`internal:role=${value}${name ? `[name=${pattern}]` : ''}`);
    }
    case 'Text':
    case 'Label':
      return of(`internal:${by.toLowerCase()}=${quoted}`);
    case 'Placeholder':
    case 'AltText':
    case 'Title':
      return of(`internal:attr=[${by === 'AltText' ? 'alt' : by.toLowerCase()}=${quoted}]`);
    case 'TestId':
      return of(`internal:testid=[data-testid=${JSON.stringify(value)}s]`);
    default:
      return undefined;
  }
}
