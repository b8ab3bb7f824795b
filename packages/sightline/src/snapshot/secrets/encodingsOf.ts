import { collapseSpaces } from '../shorten.ts';

/** As it was typed, as a paragraph shows it, in markup, in a script, in an address, in a header. */
export function encodingsOf(value: string): string[] {
  const wellFormed = value.toWellFormed();
  const inMarkup = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const inAttribute = inMarkup.replaceAll('"', '&quot;');
  const written = [value, collapseSpaces(value), inMarkup, inAttribute, value.replaceAll('"', '&quot;')];
  const bytes = String.fromCharCode(...new TextEncoder().encode(wellFormed.slice(0, 1_000)));
  return [...written, ...written.flatMap(inScript), ...inAddress(wellFormed), ...inBase64(bytes)];
}

/** As JSON is written by most, in ASCII alone, and so that it may stand in HTML. */
function inScript(value: string): string[] {
  const script = JSON.stringify(value).slice(1, -1);
  const ascii = escapeUnits(script, /[^ -~]/g);
  return [
    script,
    ascii,
    ascii.replaceAll('/', '\\/'),
    escapeUnits(script, /[<>&]/g),
    escapeUnits(ascii, /[<>&']/g),
  ];
}

const escapeUnits = (text: string, units: RegExp): string =>
  text.replace(units, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Also as addresses have it: with other signs, and nothing to fill it up. */
function inBase64(bytes: string): string[] {
  const base64 = btoa(bytes);
  const bare = base64.replace(/=+$/, '');
  return [base64, bare, bare.replaceAll('+', '-').replaceAll('/', '_')];
}

/** By `encodeURIComponent`, `encodeURI`, `escape`, a form, and the parser of addresses, in the hash and in the query. */
function inAddress(value: string): string[] {
  const component = encodeURIComponent(value);
  const inQuery = component.replaceAll("'", '%27');
  const form = new URLSearchParams({ v: value }).toString().slice('v='.length);
  const { hash } = new URL(`#${value}`, 'http://host');
  const { search } = new URL(`?${value}`, 'http://host');
  return [
    component,
    inQuery,
    component.replaceAll('%20', '+'),
    encodeURI(value),
    escaped(value),
    form,
    hash.slice(1),
    search.slice(1),
  ];
}

/** As `escape` writes it. */
const escaped = (value: string): string =>
  value.replace(/[^\w@*+./-]/g, (one) => {
    const code = one.charCodeAt(0).toString(16).toUpperCase();
    return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`;
  });
