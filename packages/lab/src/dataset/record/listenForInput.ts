import type { PageApi } from '../../../../sightline/src/internal.ts';

/** What a person did to an element, as the page reports it. Only one that is `typed` holds what is secret. */
export interface UserInput {
  /** `typed`: what goes into a field for secrets, `keys`: characters, or the key that deletes. Pages may show it elsewhere. */
  kind: 'click' | 'double' | 'value' | 'choice' | 'state' | 'keys' | 'typed';
  /** Key of the document. */
  document: string;
  /** Identities of the element and of what is around it, the innermost first. */
  ids: number[];
  /** What the field holds: `[filled]` where that is a secret. */
  value: string;
  isSecret: boolean;
  chosen: string[];
  checked: string;
  keys: string;
}

/** What it uses of the page script, in the page. */
interface PageScriptApi {
  readonly key: string;
  idOf(element: Element): number;
  readonly api: Pick<PageApi, 'fieldState'>;
}

type FieldReport = Partial<NonNullable<ReturnType<PageApi['fieldState']>>>;

/**
 * Runs in the isolated world where the page script lives, so that the page neither sees nor stops it; made of nothing
 * but itself, since it travels as text. Listens for trusted events, before the page does, and sends them to a binding.
 */
export function listenForInput(binding: string): void {
  const world = globalThis as unknown as Record<string, unknown>;
  if (world.__sightlineRecordsInput) return;
  world.__sightlineRecordsInput = true;
  const MAX_ANCESTORS = 12;
  const KEYS = /^(?:Enter|Escape|Arrow\w+|Page(?:Up|Down)|Home|End|F\d+)$/;
  const PICKED = /^(?:color|date|datetime-local|file|month|number|range|time|week)$/i;
  const isToggle = (element: Element): boolean =>
    /^(?:checkbox|radio)$/.test(element.getAttribute('type') ?? '');

  const report = (kind: UserInput['kind'], event: Event, keys = ''): void => {
    const script = world.__sightline as PageScriptApi | undefined;
    const notifyHost = world[binding] as ((text: string) => void) | undefined;
    if (!event.isTrusted || !script || !notifyHost) return;
    const path = event.composedPath().filter((one): one is Element => one instanceof Element);
    const ids = path.slice(0, MAX_ANCESTORS).map((element) => script.idOf(element));
    const field = ids[0] === undefined ? undefined : script.api.fieldState(ids[0], '');
    const {
      value = '',
      isSecret = false,
      isSecretElsewhere,
      chosen = [],
      checked = '',
    }: FieldReport = field ?? {};
    if (kind === 'typed' && !isSecretElsewhere) return;
    notifyHost(JSON.stringify({ kind, document: script.key, ids, value, isSecret, chosen, checked, keys }));
  };

  const targetOf = (event: Event): Element | undefined =>
    event.composedPath().find((one): one is Element => one instanceof Element);

  /** A click on a box, on its label or on a list is reported by its change event. */
  const isReportedByChange = (element: Element): boolean => {
    const label = element.closest('label') as HTMLLabelElement | null;
    const control = element.closest('select,option,input') ?? label?.control ?? null;
    if (!control) return false;
    return control.localName === 'select' || control.localName === 'option' || isToggle(control);
  };

  const onClick = (event: MouseEvent): void => {
    const target = targetOf(event);
    // A key or a label caused it: that is reported already.
    if (!target || event.detail === 0 || event.button !== 0 || isReportedByChange(target)) return;
    report(event.detail === 2 ? 'double' : 'click', event);
  };

  /** What a person began to change: a script that writes or clicks causes a trusted `input` too, and no such event before it. */
  let begun: Element | undefined;
  let lastKey = '';
  const onBegin = (event: Event): void => {
    begun = event.isTrusted ? targetOf(event) : undefined;
    const { inputType, data } = event as InputEvent;
    // What keys type is reported with them, which a page may take for itself.
    if (data && !(inputType === 'insertText' && data === lastKey)) report('typed', event, data);
    lastKey = '';
  };

  const onInput = (event: Event): void => {
    const target = targetOf(event);
    const isBegun = target !== undefined && target === begun;
    begun = undefined;
    if (!target) return;
    if (target.localName === 'select') report('choice', event);
    else if (isToggle(target)) isBegun && report('state', event);
    else if (isBegun || PICKED.test(target.getAttribute('type') ?? '')) report('value', event);
  };

  const onKey = (event: KeyboardEvent): void => {
    const types = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
    lastKey = types ? event.key : '';
    if (types || event.key === 'Backspace') report('typed', event, event.key);
    const modifier = event.ctrlKey ? 'Control+' : event.metaKey ? 'Meta+' : '';
    // With Alt a key may write a letter, as of a password.
    if (event.altKey || event.getModifierState('AltGraph')) return;
    if (!KEYS.test(event.key) && (modifier === '' || event.key.length > 1)) return;
    const target = targetOf(event);
    if (target?.localName === 'select' || (target && isToggle(target) && event.key !== 'Enter')) return;
    report('keys', event, `${modifier}${event.shiftKey ? 'Shift+' : ''}${event.key}`);
  };

  addEventListener('beforeinput', onBegin, true);
  addEventListener('click', onBegin, true);
  addEventListener('click', onClick, true);
  addEventListener('input', onInput, true);
  addEventListener('keydown', onKey, true);
}
