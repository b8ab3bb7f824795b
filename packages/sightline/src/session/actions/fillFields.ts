import type { ActionEffect } from '../../actions/ActionEffect.ts';
import { isCheckable } from '../../actions/check.ts';
import { setField } from '../../actions/setField.ts';
import { quote } from '../../render/escape.ts';
import { revealHint } from '../../render/explainNode.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import {
  type FieldRequest,
  type FoundField,
  findFields,
  findHiddenField,
  findOtherFields,
} from '../../search/targets/findFields.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { throwIfAborted } from '../../snapshot/untilAborted.ts';
import { isReference, toNumberOrWords } from '../refs/TargetFinder.ts';
import { isFillable, isSelectable } from '../refs/targetTests.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { ActionPlan, PlanOptions } from './ActionPlan.ts';
import type { ActionResult } from './ActionResult.ts';
import type { ActionRunner } from './ActionRunner.ts';

/** Candidates named for a word. */
const MAX_CANDIDATES = 3;
/** Fields that are named where a word has none. */
const MAX_OTHERS = 12;

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
  let others = '';
  const plan = async (before: RenderContext): Promise<ActionPlan> => {
    const found = locateFields(requests, before, session);
    const resolved = found.flatMap(({ node }) =>
      node ? [{ node, match: { number: session.targets.show(node, before), verdict: 'same' as const } }] : [],
    );
    const isUnknown = found.some(({ node, candidates }) => !node && candidates.length === 0);
    others = isUnknown ? renderOthers(found, before, session) : '';
    const act: ActionPlan['act'] = async (_, renew) => {
      const done: string[] = [];
      for (const { node, ...field } of found)
        if (node) {
          const set = async (): Promise<ActionEffect> => setField(await renew(), node, field.value);
          const notes = await notesOf(set, field, refusals, options.signal);
          if (notes) done.push([session.targets.renderCandidate(node, before), ...notes].join('; '));
        } else refusals.push(renderLeft(field, before, session));
      const count = done.length === 1 ? '1 field' : `${done.length} fields`;
      const verbPhrase = `filled ${count}${done.length > 0 ? ': ' : ''}${done.join(', ')}`;
      return { verbPhrase, notes: [], typed: true };
    };
    return { resolved, act };
  };
  const result = await actionRunner.runPlan(plan, options);
  return refusals.length === 0
    ? result
    : { ...result, data: { ...result.data, left: refusals }, failure: notFilledError(refusals, others) };
}

/** What an action notes of a field that it has set; undefined where it refuses to, which is added to the refusals. */
async function notesOf(
  set: () => Promise<ActionEffect>,
  { field }: FieldRequest,
  refusals: string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  try {
    return (await set()).notes;
  } catch (error) {
    throwIfAborted(signal);
    if (!(error instanceof SightlineError) && !isActionability(error)) throw error;
    refusals.push(`${quote(field)}: ${(error as Error).message}`);
    return undefined;
  }
}

const notFilledError = (refusals: readonly string[], others: string): SightlineError =>
  new SightlineError(
    'not_found',
    ['Not filled:', ...refusals.map((one) => `  ${one}`), ...(others ? [`  ${others}`] : [])].join('\n'),
    { hint: 'Use a number for each of these, or its whole label.' },
  );

/** `The form also has [8]<input>"Phone (home)", [9]<select>"Country"`; '' for no more. */
function renderOthers(
  found: readonly FoundField[],
  context: RenderContext,
  { targets }: SessionContext,
): string {
  const others = findOtherFields(found, context, isField);
  const names = others.slice(0, MAX_OTHERS).map((node) => targets.renderCandidate(node, context));
  const more = others.length - names.length;
  return names.length > 0
    ? `The form also has ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    : '';
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

/** `"Phone": there is no such field`, `"Phone" fits [8]<input>"Phone (home)" and [9]<input>"Phone (work)"`. */
function renderLeft(
  { field, candidates }: Omit<FoundField, 'node'>,
  context: RenderContext,
  session: SessionContext,
): string {
  if (candidates.length === 0) {
    const hidden = findHiddenField(field, context, isField);
    if (!hidden) return `${quote(field)}: there is no such field`;
    const way = revealHint(hidden, context);
    const name = session.targets.renderCandidate(hidden, context);
    return `${quote(field)}: ${name} is not visible${way === null ? '' : ` (${way})`}`;
  }
  const names = candidates
    .slice(0, MAX_CANDIDATES)
    .map((node) => session.targets.renderCandidate(node, context));
  const more = candidates.length > MAX_CANDIDATES ? [`${candidates.length - MAX_CANDIDATES} more`] : [];
  return `${quote(field)} fits ${[...names, ...more].join(', ')}`;
}
