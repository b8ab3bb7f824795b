import type { ActionRunner } from '../session/actions/ActionRunner.ts';
import type { Session } from '../session/Session.ts';
import type { SessionContext } from '../session/SessionContext.ts';

/** The parts of a session that scripts work with. */
export interface ScriptSession {
  session: Session;
  context: SessionContext;
  actionRunner: ActionRunner;
}
