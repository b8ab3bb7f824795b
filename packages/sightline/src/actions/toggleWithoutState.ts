import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { shorten } from '../snapshot/shorten.ts';
import { quotePageText } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

/** Milliseconds that a toggle may take to look different, and in which its colours may still fade. */
const LOOK_TIMEOUT_MS = 600;
/** Differences that are reported. */
const MAX_DIFFERENCES = 3;

type Look = Record<string, string>;

/**
 * Clicks what shows its state by its looks alone, and reports what of them changed. Throws `not_accepted` where nothing of
 * it looks different afterwards.
 */
export async function toggleWithoutState(
  context: ActionContext,
  node: PageNode,
  verbPhrase: string,
): Promise<ActionEffect> {
  // What it looks like under the pointer is no state.
  await context.hover(node);
  const before = await readLook(context, node);
  await context.click(node);
  let after: Look | undefined = before;
  await context.staysTrue(async () => {
    after = await readLook(context, node).catch(() => undefined);
    return after !== undefined && findDifferences(before ?? {}, after).length === 0;
  }, LOOK_TIMEOUT_MS);
  if (after === undefined)
    return { verbPhrase: 'clicked', node, notes: ['it has no state to read, and went away'] };
  const differences = findDifferences(before ?? {}, after);
  if (differences.length === 0) throw unchangedError(verbPhrase);
  const more = differences.length - MAX_DIFFERENCES;
  const shown = differences.slice(0, MAX_DIFFERENCES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return { verbPhrase: 'clicked', node, notes: [`it has no state to read, but looks different: ${shown}`] };
}

async function readLook(context: ActionContext, node: PageNode): Promise<Look | undefined> {
  return (await context.readField(node)).look;
}

/** `class "on" added`, `color "red" (was "black")`. */
function findDifferences(before: Look, after: Look): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [was, is] = [before[key] ?? '', after[key] ?? ''];
    if (was === is) return [];
    return key.endsWith('class') ? classDifference(key, was, is) : [`${key} ${text(is)} (was ${text(was)})`];
  });
}

function classDifference(key: string, was: string, is: string): string[] {
  const [before, after] = [was, is].map((one) => one.split(/\s+/).filter(Boolean)) as [string[], string[]];
  const added = after.filter((word) => !before.includes(word));
  const removed = before.filter((word) => !after.includes(word));
  return [
    ...(added.length > 0 ? [`${key} ${text(added.join(' '))} added`] : []),
    ...(removed.length > 0 ? [`${key} ${text(removed.join(' '))} removed`] : []),
  ];
}

const text = (value: string): string => quotePageText(shorten(value, 60));

const unchangedError = (verbPhrase: string): SightlineError =>
  new SightlineError(
    'not_accepted',
    `It does not say whether it is ${verbPhrase}, and looks the same after a click.`,
    { hint: 'Look at the page: the click may have done something else.' },
  );
