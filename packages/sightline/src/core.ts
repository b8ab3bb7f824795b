/** `sightline/core`: a captured page without a browser and without Node: load a snapshot, view it, query it. */

export type { RenderContext, RenderedLine, ViewOptions } from './render/RenderContext.ts';
export type { RenderedView, ShowOptions, ViewName } from './render/renderView.ts';
export type { ElementMatch, ElementQuery, ElementQueryResult } from './search/elements/searchElements.ts';
export { CapturedPage, type CoreOptions, type CoreQuery } from './session/captured/CapturedPage.ts';
export type { AssignedNumber } from './session/refs/RefRegistry.ts';
export type { SessionResult } from './session/SessionResult.ts';
export { buildPage } from './snapshot/buildPage.ts';
export type { Box } from './snapshot/geometry.ts';
export { type Page, type PageDocument, PageNode } from './snapshot/Page.ts';
export { parseSnapshot } from './snapshot/parseSnapshot.ts';
export { type ErrorCode, SightlineError } from './snapshot/SightlineError.ts';
export { type DocumentSnapshot, Flag, SNAPSHOT_VERSION, type Snapshot } from './snapshot/Snapshot.ts';
