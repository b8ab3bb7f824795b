import { identity, type PageNode } from '../model/Page.ts';
import { difference } from '../structure/difference.ts';
import { nameElement } from '../view/explain.ts';
import { type Outcome, tellOutcome } from '../view/outcome.ts';
import type { ActionOptions, Done, TargetVerdict } from './Actor.ts';
import type { Answer } from './Answer.ts';
import { noticesOf } from './noticeOf.ts';

/** What an action is answered with: what was done, how sure its element was, and what changed. */
export interface ActionResult extends Answer {
  targets: TargetVerdict[];
}

export function actionResult(acted: Done, { maxTokens }: ActionOptions): ActionResult {
  const { deed, targets, before, settled, events } = acted;
  const [target, other] = targets;
  // The number that was used may mean by now what took the place of the element.
  const numberOf = (node: PageNode): number => {
    const used = node === deed.node ? target : node === deed.onto ? other : undefined;
    return used?.number ?? before.numberOf(node);
  };
  const named = (node: PageNode): string => nameElement(node, { ...before, numberOf });
  const done = `${deed.did}${deed.node ? ` ${named(deed.node)}` : ''}${deed.onto ? ` onto ${named(deed.onto)}` : ''}`;
  const head = [done, ...deed.notes].join('; ');
  const lines = [head, ...targets.flatMap(tellVerdict)];
  const outcome = changesOf(acted, maxTokens);
  if (outcome.isWhole) acted.heard();
  lines.push(outcome.text);
  const notices = noticesOf(events, before.call);
  const data = { done: deed.did, notes: deed.notes, targets, ...outcome.data, events };
  return { text: [...lines, ...notices].join('\n'), data: { ...data, settled: settled.settled }, targets };
}

function tellVerdict({ number, verdict, by, evidence }: TargetVerdict): string[] {
  return verdict === 'same' ? [] : [`([${number}] had been replaced; known again by its ${by}: ${evidence})`];
}

/** What changed, where the page can still be read. */
function changesOf({ deed, before, after, settled }: Done, maxTokens: number | undefined): Outcome {
  if (!after)
    return {
      text: 'the page cannot be read any more: it was closed or is still on its way',
      data: {},
      isWhole: false,
    };
  const options = { ...(maxTokens && { maxTokens }), ...(deed.node && { actedOn: identity(deed.node) }) };
  return tellOutcome(after, difference(before.structure, after.structure), settled, options);
}
