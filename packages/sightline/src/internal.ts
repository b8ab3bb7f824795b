/**
 * What the package `sightline-lab` of the same version is built from, exported as `sightline/internal`. No public
 * interface: names here change without notice.
 */

export {
  type AgentSettings,
  parseQueryMode,
  type QueryMode,
  resolveSettings,
} from './agent/AgentSettings.ts';
export { askForToolCall } from './agent/askForToolCall.ts';
export { Budget } from './agent/Budget.ts';
export { findJsonObject } from './agent/findJsonObject.ts';
export { encodeStep } from './agent/functionalTokens/encodeStep.ts';
export { specialTokens, vocabularyOf } from './agent/functionalTokens/grammar.ts';
export { parseStep } from './agent/functionalTokens/parseStep.ts';
export type { ChatMessage, Model, ModelReply, ModelRequest, Usage } from './agent/models/Model.ts';
export { openModel } from './agent/models/openModel.ts';
export { type ScriptedAnswer, ScriptedModel } from './agent/models/ScriptedModel.ts';
export { observePage, type PageObservation } from './agent/observation/observePage.ts';
export { GOAL_MATCHES_HEADING, searchForGoal } from './agent/observation/searchForGoal.ts';
export { parseStateMessage, renderStateMessage } from './agent/observation/stateMessage.ts';
export { MAX_ACTIONS } from './agent/parseModelStep.ts';
export { buildPrompt, PROMPTS } from './agent/prompts/buildPrompt.ts';
export type { Prompt } from './agent/prompts/Prompt.ts';
export { type EndReason, RunEnd } from './agent/RunEnd.ts';
export { RunSecrets } from './agent/RunSecrets.ts';
export { type AgentRun, runAgent } from './agent/runAgent.ts';
export { clickQueryResult, done, fail, note } from './agent/tools/agentTools.ts';
export { createToolContext } from './agent/tools/createToolContext.ts';
export { renderCall } from './agent/tools/renderCall.ts';
export { buildToolMenu } from './agent/tools/toolMenu.ts';
export { type RunTrace, readRunFile, readTrace } from './agent/trace/readTrace.ts';
export { SnapshotStore } from './agent/trace/SnapshotStore.ts';
export type { OutcomeRecord } from './agent/trace/StepLog.ts';
export { TRACE_VERSION, TraceWriter } from './agent/trace/TraceWriter.ts';
export { retryUntilAttached } from './browser/connect/retryUntilAttached.ts';
export { findBrowser } from './browser/launch/findBrowser.ts';
export type { BenchInput, DatasetInput, Lab, RecordInput } from './cli/labCommands.ts';
export type { PageApi } from './injected/PageApi.ts';
export { handshakeAsRelay } from './relay/handshake.ts';
export { JsonSocket } from './relay/JsonSocket.ts';
export { formatPairingCode, type Pairing } from './relay/Pairing.ts';
export type { HandshakeMessage } from './relay/protocol.ts';
export { EXTENSION_ID } from './relay/protocol.ts';
export { RelayClient } from './relay/RelayClient.ts';
export { escapeHtml } from './render/html/writeHtml.ts';
export { parseRenderedLine, replaceRefs, resultRef } from './render/parseRenderedLine.ts';
export { explainMatch, rankCandidates, searchElements } from './search/elements/searchElements.ts';
export { SEARCH_WEIGHTS, type SearchWeights } from './search/elements/searchWeights.ts';
export { contextOf } from './session/PageQueries.ts';
export { SessionPool } from './session/pool/SessionPool.ts';
export { refsByDocument } from './session/refs/RefRegistry.ts';
export { type ElementRef, Session } from './session/Session.ts';
export { parseSnapshot } from './snapshot/parseSnapshot.ts';
export { type ErrorCode, SightlineError } from './snapshot/SightlineError.ts';
export type { Snapshot } from './snapshot/Snapshot.ts';
export { shorten } from './snapshot/shorten.ts';
export { redactUrl } from './snapshot/urls/redactUrl.ts';
export { wrapInBoundary } from './tools/contentBoundary.ts';
export { defineTool, type ToolContext, type ToolResult } from './tools/defineTool.ts';
export { parseInput } from './tools/parseInput.ts';
export { runTool, toSightlineError } from './tools/runTool.ts';
