/**
 * What the package `sightline-lab` of the same version is built from, exported as `sightline/internal`. No public
 * interface: names here change without notice.
 */

export { Budget } from './agent/Budget.ts';
export { PROMPTS, writePrompt } from './agent/buildPrompt.ts';
export { contextOf } from './agent/contextOf.ts';
export { Dialogue } from './agent/Dialogue.ts';
export { Ending, type EndReason } from './agent/Ending.ts';
export { oneLine } from './agent/fitText.ts';
export { FOUND, foundFor } from './agent/foundFor.ts';
export { encodeStep } from './agent/functional/encode.ts';
export { specialTokens, vocabularyOf } from './agent/functional/grammar.ts';
export type { Message, Model, Question, Reply, Usage } from './agent/Model.ts';
export { menuOf } from './agent/menu.ts';
export { openModel } from './agent/models/openModel.ts';
export { type ScriptedAnswer, ScriptedModel } from './agent/models/ScriptedModel.ts';
export { clickQueryResult, done, fail, note } from './agent/ownTools.ts';
export type { Prompt } from './agent/prompts/Prompt.ts';
export type { ToldOutcome } from './agent/Report.ts';
export { MOST_ACTIONS, parseObject } from './agent/readStep.ts';
export { type ReadTrace, readTrace } from './agent/readTrace.ts';
export { type AgentRun, runAgent } from './agent/runAgent.ts';
export { Secrets } from './agent/Secrets.ts';
export { SnapshotFolder } from './agent/SnapshotFolder.ts';
export { type AgentSettings, type QueryMode, settle } from './agent/settings.ts';
export { callText } from './agent/shownInput.ts';
export { readState, writeState } from './agent/stateText.ts';
export { TRACE_VERSION, Trace } from './agent/Trace.ts';
export { type PageView, viewPage } from './agent/viewPage.ts';
export { whenAttached } from './browser/whenAttached.ts';
export type { BenchInput } from './cli/lab/bench.ts';
export type { DatasetInput, RecordInput } from './cli/lab/dataset.ts';
export type { Lab } from './cli/lab/Lab.ts';
export { parseSnapshot } from './model/parseSnapshot.ts';
export { publicUrl } from './model/publicUrl.ts';
export { type ErrorCode, SightlineError } from './model/SightlineError.ts';
export type { Snapshot } from './model/Snapshot.ts';
export { type Numbered, Session } from './session/Session.ts';
export { defineTool, type ToolAnswer, type ToolContext } from './tools/defineTool.ts';
export { parseInput } from './tools/parseInput.ts';
export { runTool, toSightlineError } from './tools/runTool.ts';
export { escapeHtml } from './view/writeHtml.ts';
