import { diffPages } from '../../diff/diffPages.ts';
import { type ChangeReport, renderChangeReport } from '../../render/changes/renderChangeReport.ts';
import { elementLabel } from '../../render/explainNode.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { renderNotices } from '../renderNotices.ts';
import type { SessionResult } from '../SessionResult.ts';
import type { ActionOptions, ActionRun, TargetMatch } from './ActionRunner.ts';

/** What an action is answered with: what was done, how sure its element was, and what changed. */
export interface ActionResult extends SessionResult {
  targets: TargetMatch[];
}

export function buildActionResult(run: ActionRun, { maxTokens }: ActionOptions): ActionResult {
  const { effect, targets, before, settled, events } = run;
  const [target, other] = targets;
  // The number that was used may mean by now what took the place of the element.
  const refOf = (node: PageNode): number => {
    const usedTarget = node === effect.node ? target : node === effect.dropTarget ? other : undefined;
    return usedTarget?.number ?? before.refOf(node);
  };
  const nameOf = (node: PageNode): string => elementLabel(node, { ...before, refOf });
  const summary = `${effect.verbPhrase}${effect.node ? ` ${nameOf(effect.node)}` : ''}${effect.dropTarget ? ` onto ${nameOf(effect.dropTarget)}` : ''}`;
  const firstLine = [summary, ...effect.notes].join('; ');
  const lines = [firstLine, ...targets.flatMap(renderRematch)];
  const changeReport = renderChanges(run, maxTokens);
  if (changeReport.isComplete) run.markShown();
  lines.push(changeReport.text);
  const notices = renderNotices(events, before.formatCall);
  const data = { done: effect.verbPhrase, notes: effect.notes, targets, ...changeReport.data, events };
  return { text: [...lines, ...notices].join('\n'), data: { ...data, settled: settled.settled }, targets };
}

function renderRematch({ number, verdict, by, evidence }: TargetMatch): string[] {
  return verdict === 'same' ? [] : [`([${number}] had been replaced; known again by its ${by}: ${evidence})`];
}

/** What changed, where the page can still be read. */
function renderChanges(
  { effect, before, after, settled }: ActionRun,
  maxTokens: number | undefined,
): ChangeReport {
  if (!after)
    return {
      text: 'the page cannot be read any more: it was closed or is still on its way',
      data: {},
      isComplete: false,
    };
  const options = {
    ...(maxTokens && { maxTokens }),
    ...(effect.node && { actedOn: elementKey(effect.node) }),
  };
  return renderChangeReport(after, diffPages(before.pageState, after.pageState), settled, options);
}
