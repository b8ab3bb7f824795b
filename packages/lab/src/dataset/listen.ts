/** What a person did to an element, as the page tells it. No secret is in it. */
export interface Heard {
  kind: 'click' | 'double' | 'value' | 'choice' | 'state' | 'keys';
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

/** What of the page script it uses: see `PageApi`. */
interface Api {
  key: string;
  idOf(element: Element): number;
  field(id: number, wanted: string): string;
}

/**
 * Runs in the isolated world where the page script lives, so that the page neither sees nor stops it; made of nothing
 * but itself, since it travels as text. Hears what is trusted, before the page does, and tells it to a binding.
 */
export function listen(binding: string): void {
  const world = globalThis as unknown as Record<string, unknown>;
  if (world.__sightlineHears) return;
  world.__sightlineHears = true;
  const AROUND = 12;
  const KEYS = /^(?:Enter|Escape|Arrow\w+|Page(?:Up|Down)|Home|End|F\d+)$/;
  const isToggle = (element: Element): boolean =>
    /^(?:checkbox|radio)$/.test(element.getAttribute('type') ?? '');

  const tell = (kind: Heard['kind'], event: Event, keys = ''): void => {
    const api = world.__sightline as Api | undefined;
    const tellHost = world[binding] as ((text: string) => void) | undefined;
    if (!event.isTrusted || !api || !tellHost) return;
    const path = event.composedPath().filter((one): one is Element => one instanceof Element);
    const ids = path.slice(0, AROUND).map((element) => api.idOf(element));
    const told = ids[0] === undefined ? '' : api.field(ids[0], '');
    const { value = '', isSecret = false, chosen = [], checked = '' } = told === '' ? {} : JSON.parse(told);
    tellHost(JSON.stringify({ kind, document: api.key, ids, value, isSecret, chosen, checked, keys }));
  };

  const targetOf = (event: Event): Element | undefined =>
    event.composedPath().find((one): one is Element => one instanceof Element);

  /** A click on a box, on its label or on a list tells itself by what changes. */
  const isTold = (element: Element): boolean => {
    const label = element.closest('label') as HTMLLabelElement | null;
    const control = element.closest('select,option,input') ?? label?.control ?? null;
    if (!control) return false;
    return control.localName === 'select' || control.localName === 'option' || isToggle(control);
  };

  const onClick = (event: MouseEvent): void => {
    const target = targetOf(event);
    // A key or a label made it: that is told already.
    if (!target || event.detail === 0 || event.button !== 0 || isTold(target)) return;
    tell(event.detail === 2 ? 'double' : 'click', event);
  };

  const onInput = (event: Event): void => {
    const target = targetOf(event);
    if (!target) return;
    if (target.localName === 'select') tell('choice', event);
    else if (isToggle(target)) tell('state', event);
    else tell('value', event);
  };

  const onKey = (event: KeyboardEvent): void => {
    const held = event.ctrlKey ? 'Control+' : event.metaKey ? 'Meta+' : '';
    // With Alt a key may write a letter, as of a password.
    if (event.altKey || event.getModifierState('AltGraph')) return;
    if (!KEYS.test(event.key) && (held === '' || event.key.length > 1)) return;
    const target = targetOf(event);
    if (target?.localName === 'select' || (target && isToggle(target) && event.key !== 'Enter')) return;
    tell('keys', event, `${held}${event.shiftKey ? 'Shift+' : ''}${event.key}`);
  };

  addEventListener('click', onClick, true);
  addEventListener('input', onInput, true);
  addEventListener('keydown', onKey, true);
}
