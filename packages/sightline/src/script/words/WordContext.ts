import type { ActionRunner } from '../../session/actions/ActionRunner.ts';
import type { Session } from '../../session/Session.ts';
import type { SessionContext } from '../../session/SessionContext.ts';
import type { HeldInput } from '../HeldInput.ts';
import type { ScriptDialogs } from '../ScriptDialogs.ts';
import type { ScriptLog } from '../ScriptLog.ts';
import type { ScriptPage } from '../ScriptPage.ts';
import type { LiveAttributes } from './LiveAttributes.ts';
import type { ScriptWord, WordParams } from './wordSchemas.ts';

/** What the words of a script are made from. */
export interface WordContext {
  readonly session: Session;
  readonly context: SessionContext;
  readonly actionRunner: ActionRunner;
  readonly page: ScriptPage;
  readonly dialogs: ScriptDialogs;
  readonly held: HeldInput;
  readonly attributes: LiveAttributes;
  readonly log: ScriptLog;
  readonly signal: AbortSignal;
  /** Where files that are uploaded may be taken from, and relative paths start. */
  readonly files: { cwd: string; roots: readonly string[] };
}

/** Runs a word: answers JSON, or undefined for nothing. `line`: of the script. */
export type RunWord<Word extends ScriptWord> = (
  context: WordContext,
  params: WordParams<Word>,
  line: number | undefined,
) => Promise<unknown>;

/** Some of the words. */
export type Words = { [Word in ScriptWord]?: RunWord<Word> };
