export {
  type PoolHealth,
  type PoolOptions,
  type PoolRunOptions,
  SessionPool,
} from './session/pool/SessionPool.ts';
export { loadSearchData } from './session/queries/loadSearchData.ts';
export type { SearchData } from './session/queries/SearchResources.ts';
export * from './session/Session.ts';
export { buildPage } from './snapshot/buildPage.ts';
export type { Box } from './snapshot/geometry.ts';
export { type Page, type PageDocument, PageNode } from './snapshot/Page.ts';
export { parseSnapshot } from './snapshot/parseSnapshot.ts';
export { type ErrorCode, SightlineError } from './snapshot/SightlineError.ts';
export { type DocumentSnapshot, Flag, SNAPSHOT_VERSION, type Snapshot } from './snapshot/Snapshot.ts';
