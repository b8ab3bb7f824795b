import type { Pairing } from '../packages/sightline/src/relay/Pairing.ts';

/** A tab that its user has shared, as it outlives the service worker. */
export interface Share {
  tabId: number;
  client: string;
  /** Of the debugger's attachment; undefined while it is not attached. */
  epoch?: string;
  openerTabId?: number;
}

export interface State {
  pairing?: Pairing;
  shares: Share[];
}

const NAME = 'sightline';

/** What is kept while the service worker sleeps: in IndexedDB, which asks for no permission of its own. */
export async function load(): Promise<State> {
  const store = await open('readonly');
  const state = await done<State | undefined>(store.get(NAME));
  return state ?? { shares: [] };
}

export async function save(state: State): Promise<void> {
  const store = await open('readwrite');
  await done(store.put(state, NAME));
}

async function open(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
  const database = await done(opening);
  const transaction = database.transaction(NAME, mode);
  transaction.oncomplete = () => database.close();
  return transaction.objectStore(NAME);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
