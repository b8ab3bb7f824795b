import type { ActionResult } from '../../session/actions/ActionResult.ts';
import type { WordContext } from './WordContext.ts';

/** To be called with what came of each action. */
export function record({ log, page }: WordContext, line: number | undefined, result: ActionResult): void {
  page.invalidate();
  log.addAction(result, line);
}
