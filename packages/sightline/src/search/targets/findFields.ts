import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SIDE_ROLES } from '../../snapshot/roles.ts';
import { replacedLabels } from '../../structure/shownReplacement.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';
import { findContainers, isInside } from './findContainers.ts';
import type { TargetTest } from './findNamedElements.ts';
import { labelsBeside } from './labelsBeside.ts';
import { matchName, NAME_FITS, sharesWords } from './matchName.ts';

/** A word and what is to become of its field. */
export interface FieldRequest {
  field: string;
  value: string;
}

/** The field of each request, in their order; `candidates` where none or several fit. */
export interface FoundField extends FieldRequest {
  node?: PageNode;
  candidates: PageNode[];
}

interface Fit {
  node: PageNode;
  /** Position in `NAME_FITS`. */
  rank: number;
}

/**
 * The fields that label words name, within one form: a word that fits fields of several forms goes with the form in which
 * most of the words have a field. `Gender=Female` is the radio button "Female" of the group "Gender".
 */
export function findFields(
  requests: readonly FieldRequest[],
  context: RenderContext,
  isField: TargetTest,
): FoundField[] {
  const { visibility } = context.pageState;
  const fields = visibility.page.nodes.filter(
    (node) => isShownInteractive(visibility, node) && isField(node),
  );
  const labels = replacedLabels(visibility);
  const namesOf = (node: PageNode): string[] => fieldNames(node, context, labels.get(node));
  const surely = requests.map((request) => fitsOf(request, fields, namesOf, context));
  const taken = new Set(surely.flat().map(({ node }) => node));
  const others = fields.filter((node) => !taken.has(node));
  const fits = surely.map((fit, i) =>
    fit.length > 0 ? fit : looseFits(requests[i] as FieldRequest, others, namesOf),
  );
  const form = commonForm(fits);
  return requests.map((request, i) => {
    const inForm = best((fits[i] ?? []).filter(({ node }) => formOf(node) === form));
    const fitting = form !== undefined && inForm.length > 0 ? inForm : best(fits[i] ?? []);
    const candidates = withOwnFields(fitting, fits[i] ?? [], context);
    const [node] = candidates;
    if (!node || candidates.length > 1) return { ...request, candidates };
    // The button of a group is found by its value: it is to be checked.
    const isChoice = taken.has(node) && matchName(namesOf(node), request.field) === undefined;
    return { ...request, ...(isChoice && { value: 'yes' }), candidates, node };
  });
}

function fitsOf(
  { field, value }: FieldRequest,
  fields: readonly PageNode[],
  namesOf: (node: PageNode) => string[],
  context: RenderContext,
): Fit[] {
  const fits = fields.flatMap((node): Fit[] => {
    const fit = matchName(namesOf(node), field);
    return fit ? [{ node, rank: NAME_FITS.indexOf(fit) }] : [];
  });
  return fits.length > 0 ? fits : choicesOf(field, value, fields, context);
}

/** By some of the words, where no field has them all as they are: `Needs licence` is `Needs a licence`. */
const looseFits = (
  { field }: FieldRequest,
  fields: readonly PageNode[],
  namesOf: (node: PageNode) => string[],
): Fit[] =>
  fields
    .filter((node) => namesOf(node).some((name) => sharesWords(name, field)))
    .map((node) => ({ node, rank: NAME_FITS.length }));

/** The other fields of the forms of those that were found; of a page where none was found, all. */
export function findOtherFields(
  found: readonly FoundField[],
  { pageState: { visibility } }: RenderContext,
  isField: TargetTest,
): PageNode[] {
  const known = new Set(found.flatMap(({ node, candidates }) => [...(node ? [node] : []), ...candidates]));
  const forms = new Set([...known].map(formOf));
  return visibility.page.nodes.filter(
    (node) =>
      isShownInteractive(visibility, node) &&
      isField(node) &&
      !known.has(node) &&
      (forms.size === 0 || forms.has(formOf(node))),
  );
}

/** A field of that name that is not visible: in a section that is collapsed, on another tab. */
export function findHiddenField(
  field: string,
  context: RenderContext,
  isField: TargetTest,
): PageNode | undefined {
  const { visibility } = context.pageState;
  return visibility.page.nodes.find(
    (node) =>
      isRemoved(visibility, node) &&
      isField(node) &&
      matchName(fieldNames(node, context, undefined), field) !== undefined,
  );
}

/** The radio button or checkbox of that value in a group of that name. */
function choicesOf(
  group: string,
  value: string,
  fields: readonly PageNode[],
  { pageState }: RenderContext,
): Fit[] {
  const groups = findContainers({ name: group }, pageState);
  const choices = fields.filter(
    (node) =>
      (node.role === 'radio' || node.role === 'checkbox' || node.role === 'switch') &&
      groups.some((one) => isInside(one, node)),
  );
  return choices.flatMap((node): Fit[] => {
    const fit = matchName([node.name], value);
    return fit ? [{ node, rank: NAME_FITS.indexOf(fit) }] : [];
  });
}

function fieldNames(node: PageNode, { pageState }: RenderContext, replaced: string | undefined): string[] {
  const { placeholder, title, name } = node.attributes;
  const item = node.name === '' ? pageState.itemContexts.get(node)?.label : undefined;
  const beside = labelsBeside(node, pageState.visibility);
  return [replaced, node.name, placeholder, title, item, ...beside, name].filter(
    (one) => one !== undefined && one !== '',
  ) as string[];
}

function best(fits: readonly Fit[]): PageNode[] {
  const rank = Math.min(...fits.map((fit) => fit.rank));
  return fits.filter((fit) => fit.rank === rank).map(({ node }) => node);
}

/** A page's banner may search the whole site: a field of that name in what the page is about may be meant as well. */
function withOwnFields(
  fitting: readonly PageNode[],
  fits: readonly Fit[],
  { pageState: { regions } }: RenderContext,
): PageNode[] {
  const isAside = (node: PageNode): boolean =>
    regions.some((region) => SIDE_ROLES.has(region.role) && region.node.contains(node));
  if (fitting.length !== 1 || !fitting.every(isAside)) return [...fitting];
  return [...fitting, ...best(fits.filter(({ node, rank }) => rank <= WHOLE_WORDS && !isAside(node)))];
}

const WHOLE_WORDS = NAME_FITS.indexOf('words');

/** The form or dialog around a field; without one, the page. */
function formOf(node: PageNode): PageNode | 'page' {
  const isForm = ({ tag, role }: PageNode): boolean => tag === 'form' || role === 'form' || role === 'dialog';
  return node.closest(isForm) ?? 'page';
}

/** The form in which most words have a field, and these the better ones; undefined where two are alike in this. */
function commonForm(fits: readonly (readonly Fit[])[]): PageNode | 'page' | undefined {
  const scores = new Map<PageNode | 'page', number>();
  for (const one of fits) {
    const byForm = new Map<PageNode | 'page', number>();
    for (const { node, rank } of one) {
      const form = formOf(node);
      byForm.set(form, Math.min(rank, byForm.get(form) ?? Number.POSITIVE_INFINITY));
    }
    for (const [form, rank] of byForm) scores.set(form, (scores.get(form) ?? 0) + 10 - rank);
  }
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a);
  return first && first[1] !== second?.[1] ? first[0] : undefined;
}
