import { allElements, allRoots } from './dom.ts';

/** Handlers found in one world: `element count|count of nodes with listeners|ordinal tag,ordinal tag...`. */
export type SerializedHandlers = string;

declare const getEventListeners: ((node: Node) => Record<string, unknown>) | undefined;

/**
 * Finds elements that handle events without a listener of their own, because a framework stores handlers on them
 * (React's props, Svelte's and Solid's delegated events, jQuery's delegated selectors). Its source is run in
 * the page's own world, where alone those properties are seen: so it refers to nothing outside itself, and
 * its answer is the page's word. With `listeners`, and the console's `getEventListeners`, it also finds the
 * elements that have listeners, less those that listen to as many as `rootTypes` of the types. Ordinals count elements root by root, in the order of
 * `allRoots`.
 */
export function findHandlers(
  typeList: string,
  includeListeners: boolean,
  maxTypes: number,
): SerializedHandlers {
  const eventTypes = new Set(typeList.split(' '));
  const elements: Element[] = [];
  const found = new Set<Element>();
  let listenerCount = 0;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    if (includeListeners && hasOwnListener(root)) listenerCount++;
    readOwnKeys(root);
    for (const element of allBelow(root, '*')) {
      elements.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (includeListeners && hasOwnListener(element)) {
        listenerCount++;
        found.add(element);
      }
      readOwnKeys(element);
    }
  }
  let serialized = '';
  elements.forEach((element, i) => {
    if (found.has(element)) serialized += `${serialized && ','}${i} ${element.localName}`;
  });
  return `${elements.length}|${listenerCount}|${serialized}`;

  /** Through the prototypes: a form or an image of that name would stand in for the method. */
  function allBelow(node: Node, selector: string): Iterable<Element> {
    const { prototype } =
      node instanceof Document ? Document : node instanceof Element ? Element : DocumentFragment;
    return prototype.querySelectorAll.call(node, selector);
  }

  function hasOwnListener(node: Node): boolean {
    if (typeof getEventListeners !== 'function') return false;
    const typeCount = Object.keys(getEventListeners(node)).filter((type) => eventTypes.has(type)).length;
    return typeCount > 0 && typeCount < maxTypes;
  }

  function readOwnKeys(node: Node): void {
    for (const key of Reflect.ownKeys(node)) {
      try {
        if (isHandlerKey(node, key)) found.add(node as unknown as Element);
      } catch {
        // A property of the page's own that throws.
      }
    }
  }

  function isHandlerKey(node: Node, key: string | symbol): boolean {
    const name = typeof key === 'symbol' ? (key.description ?? '') : key;
    const value = (): Record<string, unknown> => Object(Reflect.get(node, key));
    if (/^__react(?:Props|EventHandlers)\$/.test(name)) return Object.entries(value()).some(isReactHandler);
    if (typeof key === 'symbol')
      return name === 'events' && Object.keys(value()).some((type) => eventTypes.has(type));
    if (/^(?:__|\$\$)[a-z]+$/.test(name))
      return eventTypes.has(name.slice(2)) && Reflect.get(node, key) != null;
    if (/^jQuery\d/.test(name)) readDelegated(node, value());
    return false;
  }

  function isReactHandler([prop, handler]: [string, unknown]): boolean {
    if (typeof handler !== 'function' || !prop.startsWith('on')) return false;
    const type = prop
      .slice(2)
      .replace(/Capture$/, '')
      .toLowerCase();
    return eventTypes.has(type === 'doubleclick' ? 'dblclick' : type);
  }

  /** jQuery 2 and later keep `{ events: { click: [{ selector }] } }`; 1 keeps a key of `jQuery.cache`. */
  function readDelegated(node: Node, data: Record<string, unknown>): void {
    type Entries = Record<string, { selector?: string }[]>;
    const { cache } = Object(Reflect.get(globalThis, 'jQuery')) as {
      cache?: Record<string, { events?: Entries }>;
    };
    const events = (data.events ?? cache?.[String(data)]?.events ?? {}) as Entries;
    for (const type of Object.keys(events)) {
      if (!eventTypes.has(type)) continue;
      for (const { selector } of events[type] ?? []) if (selector) addMatches(node, selector);
    }
  }

  /** `> li` is meant from the node on; a selector of jQuery's own (`:visible`) throws. */
  function addMatches(node: Node, selector: string): void {
    try {
      const scoped = selector.replace(/(^|,)\s*(?=[>+~])/g, '$1:scope ');
      for (const target of allBelow(node, scoped)) found.add(target);
    } catch {
      return;
    }
  }
}

/** The elements found in another world; undefined where the two worlds saw different states of the page. */
export function resolveHandlers(handlers: SerializedHandlers): Element[] | undefined {
  const [count, , list = ''] = handlers.split('|');
  if (list === '') return [];
  const elements = allRoots().flatMap((root) => Array.from(allElements(root)));
  if (Number(count) !== elements.length) return undefined;
  const targets: Element[] = [];
  for (const entry of list.split(',')) {
    const [ordinal, tag] = entry.split(' ');
    const element = elements[Number(ordinal)];
    if (!element || element.localName !== tag) return undefined;
    targets.push(element);
  }
  return targets;
}
