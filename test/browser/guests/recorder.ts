/**
 * To be run in a page: each call of a method, and each read of a property, is seen from now on, in `globalThis.seen`. Two
 * properties are left out that docs/guests.md names.
 */
export function wrapEverything(): void {
  const seen: string[] = [];
  const { apply, ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
  const documented = ['Element.localName', 'Element.shadowRoot'];
  const wrap = (owner: object, name: string): void => {
    for (const key of ownKeys(owner)) {
      const described = getOwnPropertyDescriptor(owner, key);
      const path = `${name}.${String(key)}`;
      if (!described?.configurable || key === 'constructor' || documented.includes(path)) continue;
      for (const part of ['value', 'get', 'set'] as const) {
        const original = described[part];
        if (typeof original !== 'function' || original.prototype) continue;
        described[part] = function (this: unknown, ...args: unknown[]) {
          seen[seen.length] = path;
          return apply(original, this, args);
        };
      }
      defineProperty(owner, key, described);
    }
  };
  const holders = Object.getOwnPropertyNames(globalThis).flatMap((name) => {
    const holder: unknown = getOwnPropertyDescriptor(globalThis, name)?.value;
    if (['Reflect', 'JSON', 'Math'].includes(name)) return [[holder as object, name] as const];
    // A frame of another site is a property of the window too.
    if (typeof holder !== 'function') return [];
    const prototype = holder.prototype as object | undefined;
    return prototype ? [[prototype, name] as const, [holder, name] as const] : [];
  });
  Object.assign(globalThis, { seen });
  for (const [holder, name] of holders) wrap(holder, name);
  seen.length = 0;
}

/**
 * To be run in a page: `globalThis.__guest()` reports from now on what has happened to it since the last time (mutations,
 * events, methods that were called) and how it is (focus, scroll, selection, fields, globals, what is emulated).
 */
export function recordPage(): void {
  const happened: string[] = [];
  const note = (text: string): void => {
    happened[happened.length] = text;
  };
  const nameOf = (node: Node | null): string =>
    node instanceof Element ? node.id || node.localName : 'text';
  const observer = new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) note(`${type} ${nameOf(target)} ${attributeName}`);
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const types = [
    'focusin',
    'focusout',
    'scroll',
    'selectionchange',
    'resize',
    'visibilitychange',
    'blur',
    'focus',
  ];
  for (const type of types)
    addEventListener(
      type,
      ({ target }) => note(`${type} ${target instanceof Node ? nameOf(target) : ''}`),
      true,
    );
  const globals = (): string[] => Object.getOwnPropertyNames(globalThis);
  const known = globals();
  const media = [
    'print',
    '(prefers-color-scheme: dark)',
    '(prefers-reduced-motion: reduce)',
    '(forced-colors: active)',
    '(pointer: coarse)',
  ];
  const state = () => ({
    focus: nameOf(document.activeElement),
    hasFocus: document.hasFocus(),
    scroll: [scrollX, scrollY],
    selection: String(getSelection()),
    fields: Array.from(document.querySelectorAll('input'), ({ value, checked }) => `${value} ${checked}`),
    size: document.querySelectorAll('*').length,
    text: document.body.innerText,
    globals: globals().filter((name) => !known.includes(name) && name !== '__guest'),
    media: media.map((query) => matchMedia(query).matches),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: Intl.NumberFormat().resolvedOptions().locale,
    agent: navigator.userAgent,
    touch: navigator.maxTouchPoints,
    viewport: [innerWidth, innerHeight, devicePixelRatio],
  });
  const { seen } = globalThis as unknown as { seen: string[] };
  const nextTurn = setTimeout;
  const take = async (): Promise<object> => {
    const calls = seen.slice();
    const events = happened.slice();
    const now = state();
    await new Promise((resolve) => nextTurn(resolve, 0));
    happened.length = 0;
    seen.length = 0;
    return { calls, events, now };
  };
  Object.assign(globalThis, { __guest: take });
}
