import { FILLED, publicUrl } from '../model/publicUrl.ts';
import { attribute, attributeNames, is } from './dom.ts';
import { inputType } from './roles.ts';
import type { Secrets } from './secrets.ts';
import { cap, squeeze } from './text.ts';

const KEPT = new Set(
  (
    'href src alt title type name value placeholder role id for action method tabindex contenteditable draggable open ' +
    'multiple accept autocomplete inputmode pattern min max minlength maxlength step required readonly disabled ' +
    'checked data-testid data-test data-test-id data-cy data-qa data-state lang colspan rowspan scope target download ' +
    'list controls label size rows usemap start popover popovertarget commandfor form scrolling ' +
    'data-toggle data-target data-bs-toggle data-bs-target'
  ).split(' '),
);

const HANDLER =
  /^on(?:click|dblclick|auxclick|contextmenu|mouse(?:down|up)|pointer(?:down|up)|touch(?:start|end)|drop)$/;

/**
 * Handlers that a library hears at the root of the page, where no listener tells of them: Google's
 * (`jsaction="click:..."`), Phoenix LiveView's, Qwik's, Bootstrap's.
 */
const DELEGATED: Record<string, (value: string) => boolean> = {
  jsaction: (value) => /(?:^|;)\s*(?:(?:click|mousedown|mouseup|pointerdown)\s*:|[^:;]+(?:;|$))/.test(value),
  'phx-click': () => true,
  'on:click': () => true,
  'data-bs-toggle': opens,
  'data-toggle': opens,
  'data-bs-dismiss': () => true,
  'data-dismiss': () => true,
};

function opens(value: string): boolean {
  return /^(?:button|buttons|collapse|dropdown|list|modal|offcanvas|pill|tab)$/.test(value);
}

const ADDRESSES = new Set(['href', 'src', 'action']);

/** Longest attribute value that is kept, UTF-16 units. */
const VALUE_CAP = 200;
/** Longest typed value that is kept. */
const TYPED_CAP = 1_000;
const CLASS_CAP = 100;
/** Attributes of one element that are read: the browser looks for each among all. */
const MOST = 250;

/** Receives key and value of what is kept. */
export type Keep = (key: string, value: string) => void;

/** What reading the attributes told besides what is kept. One bit each. */
export const Told = {
  /** A handler of a pointer event, as an attribute, or one that a library hears at the root. */
  Handler: 1 << 0,
  /** Something that makes a phrasing wrapper more than that. */
  Interest: 1 << 1,
  AriaHidden: 1 << 2,
  AriaDisabled: 1 << 3,
  /** `aria-label` that says something. */
  AriaLabel: 1 << 4,
  LabelledBy: 1 << 5,
  Title: 1 << 6,
  Role: 1 << 7,
  /** `tabindex` of 0 or more. */
  TabIndex: 1 << 8,
  Inert: 1 << 9,
  /** `contenteditable` that is not `false`. */
  Editable: 1 << 10,
  Popover: 1 << 11,
} as const;

const BY_NAME: Record<string, (value: string) => number> = {
  'aria-hidden': (value) => (value === 'true' ? Told.AriaHidden : 0),
  'aria-disabled': (value) => (value === 'true' ? Told.AriaDisabled : 0),
  'aria-label': (value) => (value.trim() === '' ? 0 : Told.AriaLabel),
  'aria-labelledby': () => Told.LabelledBy,
  title: (value) => (value.trim() === '' ? 0 : Told.Title),
  role: () => Told.Role,
  tabindex: (value) => (Number.parseInt(value, 10) >= 0 ? Told.TabIndex : 0),
  contenteditable: (value) => (value.toLowerCase() === 'false' ? 0 : Told.Editable),
  popover: () => Told.Popover,
};

/** One attribute name: whether it is kept, and what it tells. */
interface Known {
  kept: boolean;
  tells: ((value: string) => number) | undefined;
  always: number;
  /** Whether a value of it says that a click does something. */
  delegates: ((value: string) => boolean) | undefined;
}

/** Reads attributes; remembers what each name means, since a page has few of them. */
export class Attributes {
  readonly #known = new Map<string, Known>();

  /** Keeps the curated attributes of an element. `secret` replaces its value, and drops what repeats it. */
  read(element: Element, keep: Keep, withClass: boolean, secret: string | null): number {
    let told = 0;
    for (const name of attributeNames(element).slice(0, MOST)) {
      if (name === 'class') {
        if (withClass) keepClass(element, keep);
        continue;
      }
      if (name === 'style') {
        if (withClass) keepLook(element, keep);
        continue;
      }
      const known = this.#known.get(name) ?? this.#learn(name);
      told |= known.always;
      if (!known.kept && !known.delegates) continue;
      const value = attribute(element, name) ?? '';
      if (known.delegates?.(value)) told |= Told.Handler | Told.Interest;
      if (!known.kept) continue;
      if (known.tells) told |= known.tells(value);
      keepValue(name, value, keep, secret);
    }
    return told;
  }

  #learn(name: string): Known {
    const kept = KEPT.has(name) || name.startsWith('aria-');
    let always = kept && name !== 'lang' ? Told.Interest : 0;
    if (HANDLER.test(name)) always = Told.Handler | Told.Interest;
    if (name === 'inert') always = Told.Inert | Told.Interest;
    const known = { kept, tells: BY_NAME[name], always, delegates: DELEGATED[name] };
    this.#known.set(name, known);
    return known;
  }
}

export function keepClass(element: Element, keep: Keep): void {
  const value = cap(squeeze(attribute(element, 'class') ?? ''), CLASS_CAP);
  if (value !== '') keep('class', value);
}

/** How it is coloured by its own `style`: of a star or a swatch that may be all that tells whether it is chosen. */
export function keepLook(element: Element, keep: Keep): void {
  const style = attribute(element, 'style') ?? '';
  const told = Array.from(style.matchAll(LOOK), ([, property, value]) => squeeze(`${property}: ${value}`));
  if (told.length > 0) keep('.look', cap(told.join('; '), CLASS_CAP));
}

const LOOK =
  /(?:^|;)\s*(color|fill|font-weight|text-decoration|(?:background|border|outline)(?:-color)?)\s*:\s*(?![^;]*url\()([^;]+)/gi;

function keepValue(name: string, value: string, keep: Keep, secret: string | null): void {
  if (secret !== null) {
    if (name === 'value') {
      if (value !== '') keep(name, FILLED);
      return;
    }
    if (secret.length > 2 && value.includes(secret)) return;
  }
  if (value.startsWith('data:')) keep(name, stubOf(value));
  else keep(name, cap(ADDRESSES.has(name) ? publicUrl(value) : value, VALUE_CAP));
}

/** `data:image/png;base64,...` says what it is, not what it holds. */
export function stubOf(url: string): string {
  const head = url.slice(0, 64);
  const end = head.search(/[;,]/);
  return `${end < 0 ? 'data:' : head.slice(0, end)},\u2026`;
}

/** The live state of a form control, `details`, `dialog`, image or frame, which no attribute tells. */
export function readProperties(element: Element, tag: string, keep: Keep, secrets: Secrets): void {
  switch (tag) {
    case 'input':
      readInput(element as HTMLInputElement, keep, secrets);
      break;
    case 'textarea':
      readTyped(element as HTMLTextAreaElement, keep, secrets);
      break;
    case 'select':
      readSelect(element as HTMLSelectElement, keep, secrets);
      break;
    case 'option':
      if (isChosen(element as HTMLOptionElement, secrets)) keep('.selected', 'true');
      break;
    case 'img':
      readImage(element as HTMLImageElement, keep);
      break;
    case 'iframe':
      if ((element as HTMLIFrameElement).loading === 'lazy') keep('.lazy', 'true');
      break;
    case 'video':
    case 'audio':
      readMedia(element as HTMLMediaElement, keep);
      break;
    case 'details':
    case 'dialog':
      if ((element as HTMLDetailsElement | HTMLDialogElement).open) keep('.open', 'true');
      break;
    case 'progress':
    case 'meter':
      readGauge(element as HTMLProgressElement | HTMLMeterElement, keep);
      break;
  }
}

/** A drawing without a size of its own has no natural width either: only what failed to load is broken. */
function readImage(image: HTMLImageElement, keep: Keep): void {
  if (!image.complete) keep('.loaded', 'not loaded');
  else if (image.naturalWidth === 0 && image.currentSrc !== '' && !/\bsvg\b/i.test(image.currentSrc))
    keep('.loaded', 'broken');
}

function readMedia(media: HTMLMediaElement, keep: Keep): void {
  if (!media.controls) return;
  keep('.playing', String(!media.paused && !media.ended));
  if (media.muted) keep('.muted', 'true');
  if (Number.isFinite(media.duration)) keep('.duration', String(Math.round(media.duration)));
}

function readInput(input: HTMLInputElement, keep: Keep, secrets: Secrets): void {
  const type = inputType(input);
  if (type === 'checkbox' || type === 'radio') {
    keep('.checked', input.indeterminate && type === 'checkbox' ? 'mixed' : String(input.checked));
    keepValidity(input, keep, false);
  } else if (type === 'file') {
    const names = Array.from(input.files ?? [], (file) => file.name);
    if (names.length > 0) keep('.value', cap(names.join(', '), VALUE_CAP));
    keepValidity(input, keep, false);
  } else if (type !== 'button' && type !== 'submit' && type !== 'reset' && type !== 'image') {
    readTyped(input, keep, secrets);
    if (input.list && !secrets.isSecret(input)) keepSuggestions(input.list, keep);
  }
}

/** What a `datalist` offers, as it would be filled in, parted by `|`. */
function keepSuggestions({ options }: HTMLDataListElement, keep: Keep): void {
  const offered = Array.from(options)
    .slice(0, 20)
    .map(({ value, label }) => (label === value || label === '' ? value : `${value} (${label})`));
  const all = offered.map((text) => squeeze(text).replaceAll('|', '\u00a6')).join('|');
  if (all !== '') keep('.suggestions', cap(all, VALUE_CAP));
}

function readTyped(control: HTMLInputElement | HTMLTextAreaElement, keep: Keep, secrets: Secrets): void {
  const { value } = control;
  const secret = secrets.isSecret(control);
  if (value !== '') keep('.value', secret ? FILLED : cap(value, TYPED_CAP));
  keepValidity(control, keep, secret);
}

function readSelect(select: HTMLSelectElement, keep: Keep, secrets: Secrets): void {
  const labels = Array.from(select.selectedOptions, (option) => squeeze(option.label));
  const secret = secrets.isSecret(select);
  const value = labels.join(', ');
  if (value !== '') keep('.value', secret ? FILLED : cap(value, VALUE_CAP));
  keepValidity(select, keep, secret);
}

function isChosen(option: HTMLOptionElement, secrets: Secrets): boolean {
  if (!option.selected) return false;
  const select = option.closest('select');
  return !select || !secrets.isSecret(select);
}

function readGauge(gauge: HTMLProgressElement | HTMLMeterElement, keep: Keep): void {
  if (gauge instanceof HTMLMeterElement || gauge.position >= 0) keep('.value', String(gauge.value));
}

/** What the browser would say, once the person has been at the field. */
function keepValidity(control: Validated, keep: Keep, secret: boolean): void {
  if (!is(control, ':user-invalid')) return;
  const message = secret ? messageWithoutValue(control) : control.validationMessage;
  if (message !== '') keep('.validation', cap(message, VALUE_CAP));
}

type Validated = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const IN_PARENTHESES = /\s*[(\uff08][^)\uff09]*[)\uff09]/g;

/** The browser quotes a part of what is no e-mail address, and tells in parentheses how long the value is. */
function messageWithoutValue({ validationMessage, validity, value }: Validated): string {
  if (validity.typeMismatch || (value !== '' && validationMessage.includes(value))) return '';
  return validationMessage.replace(IN_PARENTHESES, '');
}
