const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text that is markup already, which `html` writes as it is. */
export class Markup {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** Markup whose inserted values are escaped; lists are joined; `undefined`, `null`, `false` and `true` write nothing. */
export function html(strings, ...values) {
  return new Markup(strings.reduce((text, part, at) => text + write(values[at - 1]) + part));
}

/** A trusted text as markup. */
export const raw = (text) => new Markup(text);

/** ` name` where it is true, else nothing: `<option${flag('selected', isIt)}>`. */
export const flag = (name, on) => (on ? raw(` ${name}`) : '');

function write(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(write).join('');
  if (value === undefined || value === null || typeof value === 'boolean') return '';
  return String(value).replace(/[&<>"']/g, (sign) => entities[sign]);
}
