/** `sightline/core`: a captured page without a browser and without Node: load a snapshot, view it, query it. */

export { buildPage } from '../model/buildPage.ts';
export { type Box, type Page, type PageDocument, PageNode } from '../model/Page.ts';
export { parseSnapshot } from '../model/parseSnapshot.ts';
export { type ErrorCode, SightlineError } from '../model/SightlineError.ts';
export { type DocumentSnapshot, Flag, SNAPSHOT_VERSION, type Snapshot } from '../model/Snapshot.ts';
export type { Found, Hit, Question } from '../query/queryElements.ts';
export type { Rendered, ShowOptions, ViewName } from '../view/render.ts';
export type { Scene, ViewOptions, WrittenLine } from '../view/View.ts';
export { CapturedPage, type CoreAnswer, type CoreOptions, type CoreQuery } from './CapturedPage.ts';
export { ElementNumbers, type Given } from './ElementNumbers.ts';
