import {
  isEditingValue,
  isKeptAttribute,
  MAX_ATTRIBUTE_LENGTH,
  MAX_CLASS_LENGTH,
} from '../../snapshot/capturedAttributes.ts';
import { REDACTED_PLACEHOLDER, redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { attribute, attributeNames, matchesSelector, queryAll } from '../dom/dom.ts';
import { readCheckedState } from '../dom/readCheckedState.ts';
import { normalizeSpace, truncate } from '../dom/text.ts';
import { inputType } from '../roles/computeRole.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';

const HANDLER_ATTRIBUTE =
  /^on(?:click|dblclick|auxclick|contextmenu|mouse(?:down|up)|pointer(?:down|up)|touch(?:start|end)|drop)$/;

/**
 * Handlers that a library dispatches at the root of the page, where no listener shows them: Google's
 * (`jsaction="click:..."`), Phoenix LiveView's, Qwik's, Bootstrap's.
 */
const DELEGATED_HANDLERS: Record<string, (value: string) => boolean> = {
  jsaction: (value) => /(?:^|;)\s*(?:(?:click|mousedown|mouseup|pointerdown)\s*:|[^:;]+(?:;|$))/.test(value),
  'phx-click': () => true,
  'on:click': () => true,
  'data-bs-toggle': isToggleValue,
  'data-toggle': isToggleValue,
  'data-bs-dismiss': () => true,
  'data-dismiss': () => true,
};

function isToggleValue(value: string): boolean {
  return /^(?:button|buttons|collapse|dropdown|list|modal|offcanvas|pill|tab)$/.test(value);
}

const URL_ATTRIBUTES = new Set(['href', 'src', 'action']);

/** Longest typed value that is kept. */
const MAX_TYPED_LENGTH = 1_000;
/** Attributes of one element that are read: the browser looks for each among all. */
const MAX_ATTRIBUTES = 250;

/** Receives key and value of what is kept. */
export type EmitAttribute = (key: string, value: string) => void;

/** What the attributes say besides what is emitted. One bit each. */
export const AttributeFlag = {
  /** A handler of a pointer event, as an attribute, or one that a library dispatches at the root. */
  Handler: 1 << 0,
  /** Something that makes a phrasing wrapper more than that. */
  Relevant: 1 << 1,
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
  /** `contenteditable` that makes an editing host. */
  Editable: 1 << 10,
  Popover: 1 << 11,
  /** A button of a popover, perhaps. */
  Invoker: 1 << 12,
  /** `draggable="true"`. */
  Draggable: 1 << 13,
} as const;

const FLAGS_BY_NAME: Record<string, (value: string) => number> = {
  'aria-hidden': (value) => (value === 'true' ? AttributeFlag.AriaHidden : 0),
  'aria-disabled': (value) => (value === 'true' ? AttributeFlag.AriaDisabled : 0),
  'aria-label': (value) => (value.trim() === '' ? 0 : AttributeFlag.AriaLabel),
  'aria-labelledby': () => AttributeFlag.LabelledBy,
  title: (value) => (value.trim() === '' ? 0 : AttributeFlag.Title),
  role: () => AttributeFlag.Role,
  tabindex: (value) => (Number.parseInt(value, 10) >= 0 ? AttributeFlag.TabIndex : 0),
  contenteditable: (value) => (isEditingValue(value) ? AttributeFlag.Editable : 0),
  popover: () => AttributeFlag.Popover,
  popovertarget: () => AttributeFlag.Invoker,
  commandfor: () => AttributeFlag.Invoker,
  draggable: (value) => (value === 'true' ? AttributeFlag.Draggable : 0),
};

/** One attribute name: whether it is emitted, and what it says. */
interface AttributeInfo {
  isKept: boolean;
  flagsFor: ((value: string) => number) | undefined;
  constantFlags: number;
  /** Whether a value of it says that a click does something. */
  isDelegatedHandler: ((value: string) => boolean) | undefined;
}

/** Reads attributes; remembers what each name means, since a page has few of them. */
export class AttributeReader {
  readonly #infoByName = new Map<string, AttributeInfo>();

  /** Keeps the curated attributes of an element. `secret` replaces its value, and drops what repeats it. */
  read(element: Element, emit: EmitAttribute, withClass: boolean, secret: string | null): number {
    let flags = 0;
    const names = attributeNames(element);
    for (const name of names.length > MAX_ATTRIBUTES ? names.slice(0, MAX_ATTRIBUTES) : names) {
      if (name === 'class') {
        if (withClass) emitClass(element, emit);
        continue;
      }
      if (name === 'style') {
        if (withClass) emitInlineColors(element, emit);
        continue;
      }
      const info = this.#infoByName.get(name) ?? this.#classify(name);
      flags |= info.constantFlags;
      if (!info.isKept && !info.isDelegatedHandler) continue;
      const value = attribute(element, name) ?? '';
      if (info.isDelegatedHandler?.(value)) flags |= AttributeFlag.Handler | AttributeFlag.Relevant;
      if (!info.isKept) continue;
      if (info.flagsFor) flags |= info.flagsFor(value);
      emitValue(name, value, emit, secret);
    }
    return flags;
  }

  /** What internals say, where no attribute says otherwise. */
  readInternals(element: Element, internals: Readonly<Record<string, string>>, emit: EmitAttribute): number {
    let flags = AttributeFlag.Relevant as number;
    for (const [name, value] of Object.entries(internals)) {
      if (attribute(element, name) !== null) continue;
      flags |= FLAGS_BY_NAME[name]?.(value) ?? 0;
      emitValue(name, value, emit, null);
    }
    return flags;
  }

  #classify(name: string): AttributeInfo {
    const isKept = isKeptAttribute(name);
    let constantFlags = isKept && name !== 'lang' ? AttributeFlag.Relevant : 0;
    if (HANDLER_ATTRIBUTE.test(name)) constantFlags = AttributeFlag.Handler | AttributeFlag.Relevant;
    if (name === 'inert') constantFlags = AttributeFlag.Inert | AttributeFlag.Relevant;
    const info = {
      isKept,
      flagsFor: FLAGS_BY_NAME[name],
      constantFlags,
      isDelegatedHandler: DELEGATED_HANDLERS[name],
    };
    this.#infoByName.set(name, info);
    return info;
  }
}

export function emitClass(element: Element, emit: EmitAttribute): void {
  const value = truncate(normalizeSpace(attribute(element, 'class') ?? ''), MAX_CLASS_LENGTH);
  if (value !== '') emit('class', value);
}

/** The item around a link says in many pages which one is shown, or off: `<li class=active>`. */
export const hasStateClass = (element: Element): boolean =>
  /(?:^|[\s_-])(?:active|selected|current|disabled|inactive)(?:$|\s)/.test(attribute(element, 'class') ?? '');

/** Whether the popover of a button is open, as browsers report it (HTML-AAM, `popovertarget` and `commandfor`). */
export function emitExpanded(element: Element, emit: EmitAttribute): void {
  if (attribute(element, 'aria-expanded') !== null) return;
  const { popoverTargetElement, commandForElement, command } = element as HTMLButtonElement;
  const popover = popoverTargetElement ?? (command?.endsWith('-popover') ? commandForElement : undefined);
  if (popover && attribute(popover, 'popover') !== null)
    emit('aria-expanded', String(matchesSelector(popover, ':popover-open')));
}

/** How its own `style` colours and formats it: for a star, a swatch or a formatted field that may be the only state. */
export function emitInlineColors(element: Element, emit: EmitAttribute): void {
  const style = attribute(element, 'style') ?? '';
  const declarations = Array.from(style.matchAll(COLOR_DECLARATION), ([, property, value]) =>
    normalizeSpace(`${property}: ${value}`),
  );
  if (declarations.length > 0) emit('.look', truncate(declarations.join('; '), MAX_CLASS_LENGTH));
}

const COLOR_DECLARATION =
  /(?:^|;)\s*(color|fill|font-(?:family|size|style|weight)|text-(?:align|decoration|transform)|(?:background|border|outline)(?:-color)?)\s*:\s*(?![^;]*url\()((?:"[^"]*"|'[^']*'|[^;"'])+)/gi;

function emitValue(name: string, value: string, emit: EmitAttribute, secret: string | null): void {
  if (secret !== null) {
    if (name === 'value') {
      if (value !== '') emit(name, REDACTED_PLACEHOLDER);
      return;
    }
    if (secret.length > 2 && value.includes(secret)) return;
  }
  if (value.startsWith('data:')) emit(name, dataUrlStub(value));
  else emit(name, truncate(URL_ATTRIBUTES.has(name) ? redactUrl(value) : value, MAX_ATTRIBUTE_LENGTH));
}

/** `data:image/png;base64,...` says what it is, not what it holds. */
export function dataUrlStub(url: string): string {
  const head = url.slice(0, 64);
  const end = head.search(/[;,]/);
  return `${end < 0 ? 'data:' : head.slice(0, end)},\u2026`;
}

/** The live state of a form control, `details`, `dialog`, image or frame, which is in no attribute. */
export function readLiveProperties(
  element: Element,
  tag: string,
  emit: EmitAttribute,
  secrets: SecretFields,
): void {
  switch (tag) {
    case 'input':
      readInput(element as HTMLInputElement, emit, secrets);
      break;
    case 'textarea':
      readTyped(element as HTMLTextAreaElement, emit, secrets);
      break;
    case 'select':
      readSelect(element as HTMLSelectElement, emit, secrets);
      break;
    case 'option':
      if (isSelectedOption(element as HTMLOptionElement, secrets)) emit('.selected', 'true');
      break;
    case 'img':
      readImage(element as HTMLImageElement, emit);
      break;
    case 'iframe':
      if ((element as HTMLIFrameElement).loading === 'lazy') emit('.lazy', 'true');
      break;
    case 'video':
    case 'audio':
      readMedia(element as HTMLMediaElement, emit);
      break;
    case 'details':
    case 'dialog':
      if ((element as HTMLDetailsElement | HTMLDialogElement).open) emit('.open', 'true');
      break;
    case 'progress':
    case 'meter':
      readMeter(element as HTMLProgressElement | HTMLMeterElement, emit);
      break;
  }
}

/** A drawing without a size of its own has no natural width either: only what failed to load is broken. */
function readImage(image: HTMLImageElement, emit: EmitAttribute): void {
  if (!image.complete) emit('.loaded', 'not loaded');
  else if (image.naturalWidth === 0 && image.currentSrc !== '' && !/\bsvg\b/i.test(image.currentSrc))
    emit('.loaded', 'broken');
}

function readMedia(media: HTMLMediaElement, emit: EmitAttribute): void {
  if (!media.controls) return;
  emit('.playing', String(!media.paused && !media.ended));
  if (media.muted) emit('.muted', 'true');
  if (Number.isFinite(media.duration)) emit('.duration', String(Math.round(media.duration)));
}

function readInput(input: HTMLInputElement, emit: EmitAttribute, secrets: SecretFields): void {
  const type = inputType(input);
  if (type === 'checkbox' || type === 'radio') {
    emit('.checked', readCheckedState(input));
    emitValidity(input, emit, false);
  } else if (type === 'file') {
    const names = Array.from(input.files ?? [], (file) => file.name);
    if (names.length > 0) emit('.value', truncate(names.join(', '), MAX_ATTRIBUTE_LENGTH));
    emitValidity(input, emit, false);
  } else if (type !== 'button' && type !== 'submit' && type !== 'reset' && type !== 'image') {
    readTyped(input, emit, secrets);
    if (input.list && !secrets.isSecret(input)) emitSuggestions(input.list, emit, secrets);
  }
}

/** What a `datalist` offers, as it would be filled in, parted by `|`. */
function emitSuggestions(
  { options }: HTMLDataListElement,
  emit: EmitAttribute,
  { redactor }: SecretFields,
): void {
  const suggestions = Array.from(options)
    .slice(0, 20)
    .map(({ value, label }) => (label === value || label === '' ? value : `${value} (${label})`));
  // Before a letter of a secret is written otherwise.
  const written = suggestions.map((text) => normalizeSpace(redactor.redact(text)));
  const all = written.map((text) => text.replaceAll('|', '\u00a6')).join('|');
  if (all !== '') emit('.suggestions', truncate(all, MAX_ATTRIBUTE_LENGTH));
}

function readTyped(
  control: HTMLInputElement | HTMLTextAreaElement,
  emit: EmitAttribute,
  secrets: SecretFields,
): void {
  const { value } = control;
  const secret = secrets.isSecret(control);
  if (value !== '') emit('.value', secret ? REDACTED_PLACEHOLDER : truncate(value, MAX_TYPED_LENGTH));
  emitValidity(control, emit, secret);
}

function readSelect(select: HTMLSelectElement, emit: EmitAttribute, secrets: SecretFields): void {
  const labels = Array.from(select.selectedOptions, (option) => normalizeSpace(option.label));
  const secret = secrets.isSecret(select);
  const value = labels.join(', ');
  if (value !== '') emit('.value', secret ? REDACTED_PLACEHOLDER : truncate(value, MAX_ATTRIBUTE_LENGTH));
  const isOpen = isOpenOnPage(select);
  if (isOpen) emit('.open', 'true');
  const shown = secret ? '' : wordsBesideOptions(select, value, isOpen);
  if (shown !== '') emit('.shown', truncate(shown, MAX_ATTRIBUTE_LENGTH));
  emitValidity(select, emit, secret);
}

/** What a select that is drawn by the page shows besides its value and options: the words of its own button, and in its open list legends. */
function wordsBesideOptions(select: HTMLSelectElement, value: string, isOpen: boolean): string {
  const button = select.firstElementChild;
  const hasButton = button?.localName === 'button' && isDrawnByPage(select);
  const own = hasButton ? normalizeSpace(button.textContent ?? '') : '';
  const legends = isOpen ? Array.from(queryAll(select, 'legend'), (one) => one.textContent ?? '') : [];
  return [own === value ? '' : own, ...legends.map(normalizeSpace)].filter(Boolean).join(', ');
}

const KNOWS_OPEN = CSS.supports('selector(:open)');

/** Its list stands on the page, as that of `appearance: base-select` does; others are painted by the system. */
const isOpenOnPage = (select: HTMLSelectElement): boolean =>
  KNOWS_OPEN && matchesSelector(select, ':open') && isDrawnByPage(select);

const isDrawnByPage = (select: HTMLSelectElement): boolean =>
  getComputedStyle(select).getPropertyValue('appearance') === 'base-select';

function isSelectedOption(option: HTMLOptionElement, secrets: SecretFields): boolean {
  if (!option.selected) return false;
  const select = option.closest('select');
  return !select || !secrets.isSecret(select);
}

function readMeter(meter: HTMLProgressElement | HTMLMeterElement, emit: EmitAttribute): void {
  if (meter instanceof HTMLMeterElement || meter.position >= 0) emit('.value', String(meter.value));
}

/** What the browser would say, once the person has been at the field. */
function emitValidity(control: ValidatedControl, emit: EmitAttribute, secret: boolean): void {
  if (!matchesSelector(control, ':user-invalid')) return;
  const message = secret ? messageWithoutValue(control) : control.validationMessage;
  if (message !== '') emit('.validation', truncate(message, MAX_ATTRIBUTE_LENGTH));
}

type ValidatedControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const IN_PARENTHESES = /\s*[(\uff08][^)\uff09]*[)\uff09]/g;

/** The browser quotes a part of what is no e-mail address, and adds in parentheses how long the value is. */
function messageWithoutValue({ validationMessage, validity, value }: ValidatedControl): string {
  if (validity.typeMismatch || (value !== '' && validationMessage.includes(value))) return '';
  return validationMessage.replace(IN_PARENTHESES, '');
}
