export { buildPage } from './model/buildPage.ts';
export { type Box, type Page, type PageDocument, PageNode } from './model/Page.ts';
export { parseSnapshot } from './model/parseSnapshot.ts';
export { type ErrorCode, SightlineError } from './model/SightlineError.ts';
export { type DocumentSnapshot, Flag, SNAPSHOT_VERSION, type Snapshot } from './model/Snapshot.ts';
export { createRanker, type Ranker } from './session/createRanker.ts';
export * from './session/Session.ts';
