export type { EndReason } from './Ending.ts';
export { encodeCall, encodeStep } from './functional/encode.ts';
export {
  gbnfOf,
  patternSchemaOf,
  type SpecialToken,
  specialTokens,
  vocabularyOf,
} from './functional/grammar.ts';
export { parseCall, parseStep } from './functional/parse.ts';
export type { Vocabulary } from './functional/Vocabulary.ts';
export {
  type Call,
  type Form,
  FormRefused,
  type Message,
  type Model,
  type Question,
  type Reply,
  type ToolDefinition,
  type Usage,
} from './Model.ts';
export { type OpenModelOptions, openModel } from './models/openModel.ts';
export { type Script, type ScriptedAnswer, ScriptedModel } from './models/ScriptedModel.ts';
export { SdkModel, type SdkModelOptions } from './models/SdkModel.ts';
export type { StepReport } from './Report.ts';
export { type Replay, replay } from './replay.ts';
export { type AgentOptions, type AgentRun, runAgent } from './runAgent.ts';
export type { AgentSettings, QueryMode } from './settings.ts';
export { type ToolSetOptions, tools } from './tools.ts';
