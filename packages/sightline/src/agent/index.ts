export type { AgentSettings, QueryMode } from './AgentSettings.ts';
export { encodeCall, encodeStep } from './functionalTokens/encodeStep.ts';
export {
  gbnfOf,
  patternSchemaOf,
  type SpecialToken,
  specialTokens,
  vocabularyOf,
} from './functionalTokens/grammar.ts';
export { parseCall, parseStep } from './functionalTokens/parseStep.ts';
export type { Vocabulary } from './functionalTokens/Vocabulary.ts';
export {
  type CallFormat,
  CallFormatRejected,
  type ChatMessage,
  type Model,
  type ModelReply,
  type ModelRequest,
  type ToolCall,
  type ToolDefinition,
  type Usage,
} from './models/Model.ts';
export { type OpenModelOptions, openModel } from './models/openModel.ts';
export { type Script, type ScriptedAnswer, ScriptedModel } from './models/ScriptedModel.ts';
export { SdkModel, type SdkModelOptions } from './models/SdkModel.ts';
export type { EndReason } from './RunEnd.ts';
export { type AgentOptions, type AgentRun, runAgent } from './runAgent.ts';
export { textReader } from './textReader.ts';
export { type ToolSetOptions, tools } from './tools/aiSdkTools.ts';
export { type Replay, replay } from './trace/replay.ts';
export type { StepReport } from './trace/StepLog.ts';
