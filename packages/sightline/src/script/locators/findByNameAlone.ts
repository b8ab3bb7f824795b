import { elementVisibleText } from '../../render/element/elementText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { labelsBeside } from '../../search/targets/labelsBeside.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { CHECKBOX_ROLES, FORM_FIELD_ROLES, TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import type { LocatorSpec, RoleStep, TextPattern, TextStep } from './LocatorSpec.ts';
import { type ComparedText, textTest, toCompared } from './matchPattern.ts';

/** A locator that may name an element otherwise than the page does, and what it is looked up in. */
export interface NamedStep {
  /**
   * `getByRole(role, { name })`, whose role may be a guess; `getByLabel(text)`, whose field may have no label; `getByText(text)`, which
   * may be the name of an icon.
   */
  step: (RoleStep & { name: TextPattern }) | (TextStep & { by: 'label' | 'text' });
  /** The steps before it; empty for the page. */
  scope: LocatorSpec;
}

/** Where the last step of a locator is a role with a name and no state, a label or a text; but for a `first()` or `last()` behind it. */
export function namedStepOf(locator: LocatorSpec): NamedStep | undefined {
  const last = locator.findLastIndex(({ by }) => by !== 'nth');
  const step = locator[last];
  const scope = locator.slice(0, last);
  if (step?.by === 'label' || step?.by === 'text') return { step: { ...step, by: step.by }, scope };
  if (step?.by !== 'role' || step.name === undefined || step.name === '') return undefined;
  const { by: _by, role: _role, name, exact: _exact, ...states } = step;
  if (Object.values(states).some((state) => state !== undefined)) return undefined;
  return { step: { ...step, name }, scope };
}

/**
 * The only element of `candidates` that can be used and is called so (by words: exactly), by its own name or, without one, by
 * the head of its row or the words beside it; what stands within it counts as the same. Undefined where there are several.
 */
export function findByNameAlone(
  { step }: NamedStep,
  candidates: readonly PageNode[],
  context: RenderContext,
): PageNode | undefined {
  const fits = nameTest(step.by === 'role' ? step.name : step.text);
  const { visibility } = context.pageState;
  const isCalledSo = (node: PageNode): boolean =>
    [node.name, elementVisibleText(node, context), ...labelsBeside(node, visibility)].some((text) =>
      fits(toCompared(text)),
    );
  const found = candidates.filter(
    (node) => visibility.interactive[node.index] === 1 && mayBeMeant(step, node.role) && isCalledSo(node),
  );
  const [first] = found;
  return first && found.every((node) => node.index < first.end) ? first : undefined;
}

/**
 * Fields are filled, never clicked in place of something else: of their roles only those of text fields are guesses, for one
 * another.
 */
function mayBeMeant(step: NamedStep['step'], role: string): boolean {
  if (step.by !== 'role') return isField(role) === (step.by === 'label');
  const wanted = step.role.toLowerCase();
  if (isTextField(wanted)) return isTextField(role);
  return isField(wanted) ? role === wanted : !isField(role);
}

/** A name as words is whole; a regular expression is searched for in it. */
function nameTest(name: TextPattern): (text: ComparedText) => boolean {
  if (typeof name !== 'string') return textTest(name);
  const words = toCompared(name);
  return ({ lower }) => lower === words.lower;
}

const isTextField = (role: string): boolean => TEXT_FIELD_ROLES.has(role);

const isField = (role: string): boolean => FORM_FIELD_ROLES.has(role) || CHECKBOX_ROLES.has(role);
