/** Lone surrogates become U+FFFD: what crosses the wire is always valid Unicode. */
export function toWellFormedStrings(strings: string[]): string[] {
  return strings.every((text) => text.isWellFormed()) ? strings : strings.map((text) => text.toWellFormed());
}

const NON_ASCII = /[\u0080-\uffff]+/g;

/** JSON with everything beyond ASCII escaped: one such character makes the protocol five times slower. */
export function escapeNonAscii(json: string): string {
  return json.replace(NON_ASCII, escapeRun);
}

function escapeRun(run: string): string {
  let escaped = '';
  for (let i = 0; i < run.length; i++) escaped += `\\u${run.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
