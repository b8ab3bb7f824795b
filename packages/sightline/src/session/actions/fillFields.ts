import type { ActionEffect } from '../../actions/ActionEffect.ts';
import { setField } from '../../actions/setField.ts';
import { quote } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { type FieldRequest, type FoundField, findFields } from '../../search/targets/findFields.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { throwIfAborted } from '../../snapshot/untilAborted.ts';
import { isReference, toNumberOrWords } from '../refs/TargetFinder.ts';
import { isCheckable, isFillable, isSelectable } from '../refs/targetTests.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { ActionResult } from './ActionResult.ts';
import type { ActionPlan, ActionRunner, PlanOptions } from './ActionRunner.ts';

/** Candidates named for a word. */
const MAX_CANDIDATES = 3;

const isField = (node: PageNode): boolean => isFillable(node) || isSelectable(node) || isCheckable(node);

/**
 * Gives several fields of a form their values, each checked for what it holds then. What no field or several fit is left
 * out, and reported: the result has a `failure` then.
 */
export async function fillFields(
  requests: readonly FieldRequest[],
  session: SessionContext,
  actionRunner: ActionRunner,
  options: PlanOptions,
): Promise<ActionResult> {
  const refusals: string[] = [];
  const plan = async (before: RenderContext): Promise<ActionPlan> => {
    const found = locateFields(requests, before, session);
    const resolved = found.flatMap(({ node }) =>
      node ? [{ node, match: { number: session.targets.show(node, before), verdict: 'same' as const } }] : [],
    );
    return {
      resolved,
      act: async (_, renew): Promise<ActionEffect> => {
        const done: string[] = [];
        for (const one of found) {
          const { field, value, node } = one;
          if (!node) refusals.push(renderLeft(one, before, session));
          else
            try {
              const { notes } = await setField(await renew(), node, value);
              done.push([session.targets.renderCandidate(node, before), ...notes].join('; '));
            } catch (error) {
              throwIfAborted(options.signal);
              if (!(error instanceof SightlineError) && !isActionability(error)) throw error;
              refusals.push(`${quote(field)}: ${(error as Error).message}`);
            }
        }
        const count = done.length === 1 ? '1 field' : `${done.length} fields`;
        return {
          verbPhrase: `filled ${count}${done.length > 0 ? ': ' : ''}${done.join(', ')}`,
          notes: [],
          typed: true,
        };
      },
    };
  };
  const result = await actionRunner.runPlan(plan, options);
  if (refusals.length === 0) return result;
  const failure = new SightlineError(
    'not_found',
    [`Not filled:`, ...refusals.map((one) => `  ${one}`)].join('\n'),
    {
      hint: 'Use a number for each of these, or its whole label.',
    },
  );
  return { ...result, data: { ...result.data, left: refusals }, failure };
}

const isActionability = (error: unknown): boolean => (error as Error).name === 'ActionabilityError';

/** Numbers and stable ids name their element, words a field of the form. */
function locateFields(
  requests: readonly FieldRequest[],
  context: RenderContext,
  { targets }: SessionContext,
): FoundField[] {
  const byWords = findFields(
    requests.filter(({ field }) => !isReference(toNumberOrWords(field))),
    context,
    isField,
  );
  return requests.map((request) => {
    const target = toNumberOrWords(request.field);
    if (isReference(target))
      return { ...request, node: targets.resolve(target, context).node, candidates: [] };
    return byWords.shift() as FoundField;
  });
}

/** `"Phone": no field`, `"Phone" fits [8]<input>"Phone (home)" and [9]<input>"Phone (work)"`. */
function renderLeft(
  { field, candidates }: FoundField,
  context: RenderContext,
  session: SessionContext,
): string {
  if (candidates.length === 0) return `${quote(field)}: there is no such field`;
  const names = candidates
    .slice(0, MAX_CANDIDATES)
    .map((node) => session.targets.renderCandidate(node, context));
  const more = candidates.length > MAX_CANDIDATES ? [`${candidates.length - MAX_CANDIDATES} more`] : [];
  return `${quote(field)} fits ${[...names, ...more].join(', ')}`;
}
