import type { FieldRequest } from './findFields.ts';

/** `First name=Ann; Email=ann@x.org`. A `;` in a value stays, unless `NAME=` follows it. */
export function parseFields(text: string): FieldRequest[] {
  return text
    .split(/;\s*(?=[^;="]+=)/)
    .map((pair) => pair.trim().replace(/;$/, ''))
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at < 0) return { field: pair, value: '' };
      return { field: pair.slice(0, at).trim(), value: unquote(pair.slice(at + 1).trim()) };
    });
}

/** Whether a text is such pairs rather than the name of one field. */
export const looksLikeFields = (text: string): boolean =>
  /^[^=;"#.[]+=/.test(text) && !/^(?:css|role|text|xpath|id)=/.test(text);

/** Without the quotation marks around it. */
export const unquote = (value: string): string =>
  /^"(.*)"$|^'(.*)'$/s
    .exec(value)
    ?.slice(1)
    .find((one) => one !== undefined) ?? value;
