import type { Pairing } from '../packages/sightline/src/relay/Pairing.ts';

/** A shared tab, as stored. */
export interface Share {
  tabId: number;
  client: string;
  /** Id of the debugger's attachment; undefined while detached. */
  epoch?: string;
  openerTabId?: number;
}

export interface StoredState {
  pairing?: Pairing;
  shares: Share[];
}

const DATABASE_NAME = 'sightline';

/** State that outlives the service worker: in IndexedDB, which needs no permission. */
export async function loadState(): Promise<StoredState> {
  const store = await openStore('readonly');
  const state = await awaitRequest<StoredState | undefined>(store.get(DATABASE_NAME));
  return state ?? { shares: [] };
}

export async function saveState(state: StoredState): Promise<void> {
  const store = await openStore('readwrite');
  await awaitRequest(store.put(state, DATABASE_NAME));
}

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open(DATABASE_NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(DATABASE_NAME);
  const database = await awaitRequest(opening);
  const transaction = database.transaction(DATABASE_NAME, mode);
  transaction.oncomplete = () => database.close();
  return transaction.objectStore(DATABASE_NAME);
}

function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
