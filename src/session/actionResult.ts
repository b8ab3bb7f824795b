import type { PageNode } from '../model/Page.ts';
import { nameElement } from '../view/explain.ts';
import type { Scene } from '../view/View.ts';
import type { ActionOptions, Done, TargetVerdict } from './Actor.ts';
import { noticesOf } from './noticeOf.ts';
import type { Answer } from './Session.ts';

/** What an action is answered with: what was done, how sure its element was, and what changed. */
export interface ActionResult extends Answer {
  targets: TargetVerdict[];
}

export function actionResult(done: Done, { maxTokens }: ActionOptions): ActionResult {
  const { deed, targets, before, after, settled, events } = done;
  const scene = after ?? before;
  const head = [`${deed.did}${deed.node ? ` ${nameElement(deed.node, before)}` : ''}`, ...deed.notes].join(
    '; ',
  );
  const lines = [head, ...targets.flatMap(tellVerdict)];
  const outcome = tell(done, scene, maxTokens ?? 400);
  if (outcome.text !== '') lines.push(outcome.text);
  const notices = noticesOf(events);
  const data = { done: deed.did, notes: deed.notes, targets, ...outcome.data, events };
  return { text: [...lines, ...notices].join('\n'), data: { ...data, settled: settled.settled }, targets };
}

function tellVerdict({ number, verdict, by, evidence }: TargetVerdict): string[] {
  return verdict === 'same' ? [] : [`([${number}] had been replaced; known again by its ${by}: ${evidence})`];
}

function tell(
  _done: Done,
  _scene: Scene,
  _maxTokens: number,
): { text: string; data: Record<string, unknown> } {
  return { text: '', data: {} };
}

export type { PageNode };
