import { allIn, allRoots } from './dom.ts';

/** Handlers as one world saw them: `elements|nodes listened on|ordinal tag,ordinal tag...`. */
export type FoundHandlers = string;

declare const getEventListeners: ((node: Node) => Record<string, unknown>) | undefined;

/**
 * Finds what listens without a listener of its own: elements whose handlers a framework keeps on them
 * (React's props, Svelte's and Solid's delegated events, jQuery's delegated selectors). Its source is run in
 * the page's own world, where alone those properties are seen: so it refers to nothing outside itself, and
 * its answer is the page's word. With `listeners`, and the console's `getEventListeners`, it also finds the
 * elements that have listeners, less those that listen to as many as `rootTypes` of the types. Ordinals count elements root by root, in the order of
 * `allRoots`.
 */
export function findHandlers(types: string, listeners: boolean, rootTypes: number): FoundHandlers {
  const wanted = new Set(types.split(' '));
  const elements: Element[] = [];
  const found = new Set<Element>();
  let heard = 0;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    if (listeners && listensItself(root)) heard++;
    readOwn(root);
    for (const element of allBelow(root, '*')) {
      elements.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (listeners && listensItself(element)) {
        heard++;
        found.add(element);
      }
      readOwn(element);
    }
  }
  let answer = '';
  elements.forEach((element, i) => {
    if (found.has(element)) answer += `${answer && ','}${i} ${element.localName}`;
  });
  return `${elements.length}|${heard}|${answer}`;

  /** Through the prototypes: a form or an image of that name would stand in for the method. */
  function allBelow(node: Node, selector: string): Iterable<Element> {
    const { prototype } =
      node instanceof Document ? Document : node instanceof Element ? Element : DocumentFragment;
    return prototype.querySelectorAll.call(node, selector);
  }

  function listensItself(node: Node): boolean {
    if (typeof getEventListeners !== 'function') return false;
    const heard = Object.keys(getEventListeners(node)).filter((type) => wanted.has(type)).length;
    return heard > 0 && heard < rootTypes;
  }

  function readOwn(node: Node): void {
    for (const key of Reflect.ownKeys(node)) {
      try {
        if (readKey(node, key)) found.add(node as unknown as Element);
      } catch {
        // A property of the page's own that throws.
      }
    }
  }

  function readKey(node: Node, key: string | symbol): boolean {
    const name = typeof key === 'symbol' ? (key.description ?? '') : key;
    const value = (): Record<string, unknown> => Object(Reflect.get(node, key));
    if (/^__react(?:Props|EventHandlers)\$/.test(name)) return Object.entries(value()).some(isReactHandler);
    if (typeof key === 'symbol')
      return name === 'events' && Object.keys(value()).some((type) => wanted.has(type));
    if (/^(?:__|\$\$)[a-z]+$/.test(name)) return wanted.has(name.slice(2)) && Reflect.get(node, key) != null;
    if (/^jQuery\d/.test(name)) readDelegated(node, value());
    return false;
  }

  function isReactHandler([prop, handler]: [string, unknown]): boolean {
    if (typeof handler !== 'function' || !prop.startsWith('on')) return false;
    const type = prop
      .slice(2)
      .replace(/Capture$/, '')
      .toLowerCase();
    return wanted.has(type === 'doubleclick' ? 'dblclick' : type);
  }

  /** jQuery 2 and later keep `{ events: { click: [{ selector }] } }`; 1 keeps a key of `jQuery.cache`. */
  function readDelegated(node: Node, data: Record<string, unknown>): void {
    type Entries = Record<string, { selector?: string }[]>;
    const { cache } = Object(Reflect.get(globalThis, 'jQuery')) as {
      cache?: Record<string, { events?: Entries }>;
    };
    const events = (data.events ?? cache?.[String(data)]?.events ?? {}) as Entries;
    for (const type of Object.keys(events)) {
      if (!wanted.has(type)) continue;
      for (const { selector } of events[type] ?? []) if (selector) addAll(node, selector);
    }
  }

  /** `> li` is meant from the node on; a selector of jQuery's own (`:visible`) throws. */
  function addAll(node: Node, selector: string): void {
    try {
      const scoped = selector.replace(/(^|,)\s*(?=[>+~])/g, '$1:scope ');
      for (const target of allBelow(node, scoped)) found.add(target);
    } catch {
      return;
    }
  }
}

/** The elements that another world found; undefined where the two do not see the same page. */
export function readFound(found: FoundHandlers): Element[] | undefined {
  const [count, , list = ''] = found.split('|');
  if (list === '') return [];
  const elements = allRoots().flatMap((root) => Array.from(allIn(root)));
  if (Number(count) !== elements.length) return undefined;
  const targets: Element[] = [];
  for (const one of list.split(',')) {
    const [at, tag] = one.split(' ');
    const element = elements[Number(at)];
    if (!element || element.localName !== tag) return undefined;
    targets.push(element);
  }
  return targets;
}
