import { flag, html } from '../kit/html.mjs';

/** Fields of a form that show what was entered before and what is wrong with it. */
export class Fields {
  constructor(entered = {}, errors = {}) {
    this.entered = entered;
    this.errors = errors;
  }

  /** The list of errors above a form; nothing where there are none. */
  summary() {
    const errors = Object.entries(this.errors);
    if (errors.length === 0) return '';
    return html`<div class="notice bad" role="alert"><h2>There is a problem</h2>
      <ul>${errors.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}</ul></div>`;
  }

  text(name, label, { type = 'text', hint = '', size = 32 } = {}) {
    const value = type === 'password' ? '' : (this.entered[name] ?? '');
    return html`<div class="field"><label for="${name}">${label}</label>${hint && html`<div class="hint" id="${name}-hint">${hint}</div>`}
      ${this.error(name)}<input type="${type}" id="${name}" name="${name}" value="${value}" size="${size}"${this.#described(name, hint)}></div>`;
  }

  area(name, label) {
    return html`<div class="field"><label for="${name}">${label}</label>${this.error(name)}
      <textarea id="${name}" name="${name}" rows="3" cols="48"${this.#described(name)}>${this.entered[name] ?? ''}</textarea></div>`;
  }

  select(name, label, options, empty = 'Choose') {
    return html`<div class="field"><label for="${name}">${label}</label>${this.error(name)}
      <select id="${name}" name="${name}"${this.#described(name)}><option value="">${empty}</option>
      ${options.map((one) => html`<option value="${one.value ?? one}"${flag('selected', this.entered[name] === (one.value ?? one))}>${one.label ?? one}</option>`)}</select></div>`;
  }

  /** `options`: label by value. */
  radios(name, legend, options) {
    return html`<fieldset id="${name}"><legend>${legend}</legend>${this.error(name)}
      ${Object.entries(options).map(([value, label]) => html`<label class="line"><input type="radio" name="${name}" value="${value}"${flag('checked', this.entered[name] === value)}> ${label}</label>`)}</fieldset>`;
  }

  checkbox(name, label) {
    return html`<div class="field">${this.error(name)}<label><input type="checkbox" id="${name}" name="${name}" value="yes"${flag('checked', this.entered[name])}> ${label}</label></div>`;
  }

  error(name) {
    return this.errors[name] ? html`<div class="error" id="${name}-error">${this.errors[name]}</div>` : '';
  }

  #described(name, hint) {
    const ids = [hint && `${name}-hint`, this.errors[name] && `${name}-error`].filter(Boolean).join(' ');
    return html`${ids && html` aria-describedby="${ids}"`}${flag('aria-invalid="true"', this.errors[name])}`;
  }
}
