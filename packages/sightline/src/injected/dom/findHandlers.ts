import type { FoundHandlers, HandlerQuery } from '../PageApi.ts';
import { allElements, allRoots, queryAll, queryWithin } from './dom.ts';

/** The console's own, which the page cannot wrap: `findHandlers` is evaluated with them. */
interface ConsoleApi {
  $$(selector: string, root: Node): Element[];
  keys(object: object): string[];
  getEventListeners(node: Node): object;
}

/**
 * Finds elements that handle events without a listener of their own, because a framework stores handlers on them
 * (React's props, Svelte's and Solid's delegated events, jQuery's delegated selectors), and with `listeners` those that
 * have some. Its source is run in the page's own world, where alone those properties are seen. The page may have wrapped
 * every method there: so it is written in syntax alone, with the functions of the console, refers to nothing outside
 * itself, and reads no property of an element but its own ones, `localName` and `shadowRoot`; of Svelte's pages also
 * their symbols.
 */
export function findHandlers(
  { types, reactTypes, lower, listeners, maxTypes }: HandlerQuery,
  { $$, keys, getEventListeners }: ConsoleApi,
): FoundHandlers {
  const isSvelte = '__svelte' in globalThis;
  const found: FoundHandlers = {
    elementCount: 0,
    listeningCount: 0,
    positions: [],
    tags: [],
    delegated: [],
  };
  // All elements of a framework have the same few keys and names: each is read once.
  const kinds = { __proto__: null } as unknown as Record<string, '' | 'react' | 'delegated' | 'jquery'>;
  const reactNames = { __proto__: null } as unknown as Record<string, boolean>;
  const roots: Node[] = [document];
  for (let r = 0; r < roots.length; r++) {
    const root = roots[r] as Node;
    if (listeners && hasListener(root)) found.listeningCount++;
    hasHandlerKey(root, -1 - r);
    const elements = $$('*', root);
    for (let e = 0; e < elements.length; e++) {
      const element = elements[e] as Element;
      if (element.shadowRoot) roots[roots.length] = element.shadowRoot;
      const listens = listeners && hasListener(element);
      if (listens) found.listeningCount++;
      if (hasHandlerKey(element, found.elementCount) || listens) {
        found.positions[found.positions.length] = found.elementCount;
        found.tags[found.tags.length] = element.localName;
      }
      found.elementCount++;
    }
  }
  return found;

  function hasListener(node: Node): boolean {
    const own = keys(getEventListeners(node));
    let count = 0;
    for (let i = 0; i < own.length; i++) if (types[own[i] as string]) count++;
    return count > 0 && count < maxTypes;
  }

  function hasHandlerKey(node: Node, position: number): boolean {
    const own = keys(node);
    for (let i = 0; i < own.length; i++) {
      try {
        if (isHandlerKey(node, own[i] as string, position)) return true;
      } catch {
        // A property of the page's own that throws.
      }
    }
    return isSvelte && hasSvelteEvents(node);
  }

  function isHandlerKey(node: Node, key: string, position: number): boolean {
    const holder = node as unknown as Record<string, object | null | undefined>;
    kinds[key] ??= kindOf(key);
    const kind = kinds[key];
    if (kind === 'react') return hasReactHandler(holder[key] as Record<string, unknown>);
    if (kind === 'jquery') readDelegated(holder[key] as JQueryData, position);
    return kind === 'delegated' && holder[key] != null;
  }

  function kindOf(key: string): '' | 'react' | 'delegated' | 'jquery' {
    if (startsWith(key, '__reactProps$') || startsWith(key, '__reactEventHandlers$')) return 'react';
    if (startsWith(key, '__') || startsWith(key, '$$')) return isDelegatedKey(key) ? 'delegated' : '';
    return startsWith(key, 'jQuery') ? 'jquery' : '';
  }

  function startsWith(text: string, prefix: string): boolean {
    for (let i = 0; i < prefix.length; i++) if (text[i] !== prefix[i]) return false;
    return true;
  }

  /** `__click` of Svelte, `$$click` of Solid. */
  function isDelegatedKey(key: string): boolean {
    let type = '';
    for (let i = 2; i < key.length; i++) type += key[i];
    return types[type] === 1;
  }

  function hasReactHandler(props: Record<string, unknown>): boolean {
    const names = keys(props);
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      reactNames[name] ??= isReactName(name);
      if (reactNames[name] && typeof props[name] === 'function') return true;
    }
    return false;
  }

  function isReactName(name: string): boolean {
    if (!startsWith(name, 'on')) return false;
    let type = '';
    for (let c = 2; c < name.length; c++) type += lower[name[c] as string] ?? name[c];
    return reactTypes[type] === 1;
  }

  function hasSvelteEvents(node: Node): boolean {
    const symbols = Object.getOwnPropertySymbols(node);
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i] as symbol;
      if (symbol.description !== 'events') continue;
      const events = keys(Reflect.get(node, symbol));
      for (let e = 0; e < events.length; e++) if (types[events[e] as string]) return true;
    }
    return false;
  }

  /** jQuery 2 and later keep `{ events: { click: [{ selector }] } }`; 1 keeps a key of `jQuery.cache`. */
  function readDelegated(data: JQueryData, position: number): void {
    const { jQuery } = globalThis as { jQuery?: { cache?: Record<string, JQueryData> } };
    const isData = typeof data === 'object' && data !== null;
    const events = (isData ? data.events : jQuery?.cache?.[data as unknown as string]?.events) ?? {};
    const names = keys(events);
    for (let i = 0; i < names.length; i++) {
      const entries = types[names[i] as string] ? (events[names[i] as string] ?? []) : [];
      for (let e = 0; e < entries.length; e++) {
        const selector = entries[e]?.selector;
        if (selector) found.delegated[found.delegated.length] = [position, `${selector}`];
      }
    }
  }

  interface JQueryData {
    events?: Record<string, { selector?: string }[]>;
  }
}

/** The elements found in another world; undefined where the two worlds saw different states of the page. */
export function resolveHandlers({
  elementCount,
  positions,
  tags,
  delegated,
}: FoundHandlers): Element[] | undefined {
  if (positions.length === 0 && delegated.length === 0) return [];
  const roots = allRoots();
  const elements = roots.flatMap((root) => Array.from(allElements(root)));
  if (elementCount !== elements.length) return undefined;
  const targets = new Set<Element>();
  for (const [i, position] of positions.entries()) {
    const element = elements[position];
    if (!element || element.localName !== tags[i]) return undefined;
    targets.add(element);
  }
  for (const [position, selector] of delegated) {
    const holder = position < 0 ? roots[-1 - position] : elements[position];
    if (holder) for (const target of findDelegated(holder, selector)) targets.add(target);
  }
  return delegated.length === 0 ? [...targets] : elements.filter((element) => targets.has(element));
}

/** `> li` is meant from the node on; a selector of jQuery's own (`:visible`) finds nothing. */
function findDelegated(holder: Document | ShadowRoot | Element, selector: string): Iterable<Element> {
  const scoped = selector.replace(/(^|,)\s*(?=[>+~])/g, '$1:scope ');
  try {
    return holder instanceof Element ? queryWithin(holder, scoped) : queryAll(holder, scoped);
  } catch {
    return [];
  }
}
