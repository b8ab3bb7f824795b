/** White space collapsed to single spaces, none at the ends. Apart from `text.ts`, which needs a page to load. */
export const normalizeSpace = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ').trim();
