import { escapeHtml } from '../../../../sightline/src/internal.ts';
import type { OracleStep } from '../../../src/bench/oracle/OracleStep.ts';
import { exactly, type PageBlock } from './Move.ts';
import type { Names } from './Names.ts';
import { phrasesOf } from './phrases.ts';

// Controls of pages, each with the moves that it allows. Fields differ by `data-field`, what counts as clicked by
// `data-click`; neither is shown to a model.

const clickStep = (role: string, name: string): OracleStep => ({
  say: [name],
  role,
  want: { name: exactly(name) },
  do: 'click',
});

export function button(name: string, attributes = ''): PageBlock {
  return {
    html: `<button type="button" data-click="${escapeHtml(name)}" ${attributes}>${escapeHtml(name)}</button>`,
    moves: [
      { phrases: phrasesOf('button', name), steps: [clickStep('button', name)], effect: { clicked: name } },
    ],
  };
}

export function link(name: string): PageBlock {
  return {
    html: `<a href="#${encodeURIComponent(name)}" data-click="${escapeHtml(name)}">${escapeHtml(name)}</a>`,
    moves: [
      { phrases: phrasesOf('link', name), steps: [clickStep('link', name)], effect: { clicked: name } },
    ],
  };
}

export interface FieldOptions {
  name: string;
  value: string;
  /** Of the input element. Default `text`. */
  type?: string;
  multiline?: boolean;
}

/** A labelled field; the label stands before, around or inside it. */
export function textField(names: Names, { name, value, type = 'text', multiline }: FieldOptions): PageBlock {
  const label = escapeHtml(name);
  const attributes = `data-field="${label}" type="${type}"`;
  const element = (more: string): string =>
    multiline ? `<textarea data-field="${label}" ${more}></textarea>` : `<input ${attributes} ${more}>`;
  const id = `f${names.random.between(100, 99_999)}`;
  const html = names.random.pick([
    `<p><label for="${id}">${label}</label> ${element(`id="${id}"`)}</p>`,
    `<p><label>${label}: ${element('')}</label></p>`,
    `<p>${element(`placeholder="${label}" aria-label="${label}"`)}</p>`,
  ]);
  const step: OracleStep = {
    say: [name],
    role: 'textbox',
    want: { name: exactly(name) },
    do: 'fill',
    value,
  };
  return {
    html,
    moves: [{ phrases: phrasesOf('fill', name, value), steps: [step], effect: { field: name, value } }],
  };
}

export function selectList(names: Names, name: string | undefined, options: readonly string[]): PageBlock {
  const field = name ?? 'list';
  const label = escapeHtml(field);
  const choices = options.map((option) => `<option>${escapeHtml(option)}</option>`).join('');
  const named = name === undefined ? '' : ` aria-label="${label}"`;
  const value = names.random.pick(options.slice(1));
  const step: OracleStep = {
    say: [name ?? 'list'],
    role: 'combobox',
    want: name === undefined ? {} : { name: exactly(name) },
    do: 'select',
    value,
  };
  const phrases = name === undefined ? phrasesOf('pick', '', value) : phrasesOf('select', name, value);
  return {
    html: `<p>${name === undefined ? '' : `<span>${label}</span> `}<select data-field="${label}"${named}>${choices}</select></p>`,
    moves: [{ phrases, steps: [step], effect: { field, value } }],
  };
}

export function checkbox(name: string, on: boolean, role?: 'switch'): PageBlock {
  const label = escapeHtml(name);
  const step: OracleStep = {
    say: [name],
    want: { name: exactly(name) },
    do: on ? 'uncheck' : 'check',
  };
  return {
    html: `<p><label><input type="checkbox" data-field="${label}"${role ? ` role="${role}"` : ''}${on ? ' checked' : ''}> ${label}</label></p>`,
    moves: [
      {
        phrases: phrasesOf(on ? 'uncheck' : 'check', name),
        steps: [step],
        effect: { field: name, value: String(!on) },
      },
    ],
  };
}

/** One of them can be chosen. */
export function radios(group: string, options: readonly string[]): PageBlock {
  const html = options
    .map(
      (option) =>
        `<label><input type="radio" name="${escapeHtml(group)}" data-field="${escapeHtml(option)}"> ${escapeHtml(option)}</label>`,
    )
    .join('<br>');
  return {
    html: `<fieldset><legend>${escapeHtml(group)}</legend>${html}</fieldset>`,
    moves: options.map((option) => ({
      phrases: phrasesOf('radio', option),
      steps: [{ say: [option], want: { name: exactly(option) }, do: 'check' }],
      effect: { field: option, value: 'true' },
    })),
  };
}
