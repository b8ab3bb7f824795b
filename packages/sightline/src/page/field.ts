import { FILLED } from '../model/publicUrl.ts';
import { attribute, is, localName } from './dom.ts';
import type { Registry } from './Registry.ts';
import { inputType } from './roles.ts';
import type { Secrets } from './secrets.ts';

/** What an element holds as it is now, beyond what a capture tells. */
export interface FieldState {
  /** Its value, or the text of what is edited; what a secret field holds is told as `[filled]`. */
  value: string;
  isSecret: boolean;
  /** Whether it is of a kind that can be typed in, and lets itself be typed in now. */
  editable: 'yes' | 'no' | 'readonly';
  /** Kind of input, `textarea`, `select` or `editable`; '' for what is no field. */
  kind: string;
  checked: 'true' | 'false' | 'mixed' | '';
  /** Labels of the options that are chosen. */
  chosen: string[];
  /** What is wrong with what it holds (HTML, constraint validation). */
  problem: string;
  /** How the value compares with the one that was asked for. */
  match: 'equal' | 'formatted' | 'different';
  text: string;
  classes: string;
}

/** Reads one element live; undefined when it is gone. `wanted` is compared here, so that no secret has to be told. */
export function readField(
  id: number,
  wanted: string,
  registry: Registry,
  secrets: Secrets,
): FieldState | undefined {
  const element = registry.element(id);
  if (!element) return undefined;
  secrets.begin();
  const value = contentOf(element);
  const isSecret = secrets.isSecret(element);
  const { echoes } = secrets;
  return {
    value: isSecret && value !== '' ? FILLED : echoes.without(value),
    isSecret,
    editable: editabilityOf(element),
    kind: kindOf(element),
    checked: checkedOf(element),
    chosen: chosenIn(element).map((label) => echoes.without(label)),
    problem: isSecret ? '' : echoes.without(problemOf(element)),
    match: compare(value, wanted),
    text: echoes.without(textOf(element)).slice(0, LONGEST),
    classes: attribute(element, 'class') ?? '',
  };
}

/** Characters of text that are told. */
const LONGEST = 100_000;

/** Not `element.textContent`: a form answers a field of that name. */
const textOf = (element: Element): string =>
  String(Reflect.get(Node.prototype, 'textContent', element) ?? '');

function contentOf(element: Element): string {
  if (isEditingHost(element)) return (element as HTMLElement).innerText.replace(/\n$/, '');
  const tag = localName(element);
  return tag === 'input' || tag === 'textarea' || tag === 'select' ? (element as HTMLInputElement).value : '';
}

const isEditingHost = (element: Element): boolean => (element as HTMLElement).isContentEditable === true;

const UNTYPED = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'hidden']);

function kindOf(element: Element): string {
  const tag = localName(element);
  if (tag === 'input') return inputType(element);
  if (tag === 'textarea' || tag === 'select') return tag;
  return isEditingHost(element) ? 'editable' : '';
}

function editabilityOf(element: Element): FieldState['editable'] {
  const kind = kindOf(element);
  if (kind === '' || kind === 'select' || UNTYPED.has(kind)) return 'no';
  const isLocked = is(element, ':read-only') || attribute(element, 'aria-readonly') === 'true';
  if (kind === 'editable') return attribute(element, 'aria-readonly') === 'true' ? 'readonly' : 'yes';
  return isLocked && !PICKED.has(kind) ? 'readonly' : 'yes';
}

/** Never `:read-write` by HTML's rules, since nothing is typed in them. */
const PICKED = new Set(['color', 'range']);

function checkedOf(element: Element): FieldState['checked'] {
  const kind = kindOf(element);
  if (kind === 'checkbox' || kind === 'radio') {
    const { checked, indeterminate } = element as HTMLInputElement;
    return indeterminate ? 'mixed' : checked ? 'true' : 'false';
  }
  for (const name of ['aria-checked', 'aria-pressed', 'aria-selected']) {
    const said = attribute(element, name);
    if (said === 'true' || said === 'false' || said === 'mixed') return said;
  }
  return '';
}

function problemOf(element: Element): string {
  const { validationMessage } = element as HTMLInputElement;
  return typeof validationMessage === 'string' ? validationMessage : '';
}

function chosenIn(element: Element): string[] {
  if (localName(element) !== 'select') return [];
  return Array.from((element as HTMLSelectElement).selectedOptions, ({ label }) => label.trim());
}

/** A mask puts in its own signs; letters and digits it leaves. */
function compare(value: string, wanted: string): FieldState['match'] {
  const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' ');
  if (plain(value) === plain(wanted) || plain(value).trim() === wanted.trim()) return 'equal';
  const core = (text: string): string =>
    text
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  if (core(value) !== '' && core(value) === core(wanted)) return 'formatted';
  const number = Number(wanted);
  return wanted.trim() !== '' && value.trim() !== '' && Number(value) === number ? 'equal' : 'different';
}
