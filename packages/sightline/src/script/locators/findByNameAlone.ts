import { elementVisibleText } from '../../render/element/elementText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { CHECKBOX_ROLES, FORM_FIELD_ROLES, TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import type { LocatorSpec, RoleStep, TextPattern } from './LocatorSpec.ts';
import { type ComparedText, textTest, toCompared } from './matchPattern.ts';

/** A locator whose role may be a guess: `getByRole(role, { name })`, and what it is looked up in. */
export interface NamedRole {
  step: RoleStep & { name: TextPattern };
  /** The steps before it; empty for the page. */
  scope: LocatorSpec;
}

/**
 * The part of a locator whose role can be left out: its last step is a role with a name and no state, but for a
 * `first()` or `last()` behind it. Fields are filled, never clicked in place of something else: of their roles only those of
 * text fields are guesses, for one another.
 */
export function namedRoleOf(locator: LocatorSpec): NamedRole | undefined {
  const last = locator.findLastIndex(({ by }) => by !== 'nth');
  const step = locator[last];
  if (step?.by !== 'role' || step.name === undefined || step.name === '') return undefined;
  const { by: _by, role, name, exact: _exact, ...states } = step;
  const isChoice = isField(role.toLowerCase()) && !isTextField(role.toLowerCase());
  if (isChoice || Object.values(states).some((state) => state !== undefined)) return undefined;
  return { step: { ...step, name }, scope: locator.slice(0, last) };
}

/**
 * The only element of `candidates` that can be used, is called so (by words: exactly), and is no field, or a text field for
 * the role of one; what stands within it counts as the same. Undefined where there are several.
 */
export function findByNameAlone(
  { step: { name, role } }: NamedRole,
  candidates: readonly PageNode[],
  context: RenderContext,
): PageNode | undefined {
  const fits = nameTest(name);
  const { interactive } = context.pageState.visibility;
  const mayBeMeant = isTextField(role.toLowerCase()) ? isTextField : (one: string) => !isField(one);
  const isCalledSo = (node: PageNode): boolean =>
    [node.name, elementVisibleText(node, context)].some((text) => fits(toCompared(text)));
  const found = candidates.filter(
    (node) => interactive[node.index] === 1 && mayBeMeant(node.role) && isCalledSo(node),
  );
  const [first] = found;
  return first && found.every((node) => node.index < first.end) ? first : undefined;
}

/** A name as words is whole; a regular expression is searched for in it. */
function nameTest(name: TextPattern): (text: ComparedText) => boolean {
  if (typeof name !== 'string') return textTest(name);
  const words = toCompared(name);
  return ({ lower }) => lower === words.lower;
}

const isTextField = (role: string): boolean => TEXT_FIELD_ROLES.has(role);

const isField = (role: string): boolean => FORM_FIELD_ROLES.has(role) || CHECKBOX_ROLES.has(role);
