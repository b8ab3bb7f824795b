import { elementVisibleText } from '../../render/element/elementText.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { CHECKBOX_ROLES, FORM_FIELD_ROLES } from '../../snapshot/roles.ts';
import { normalizeText } from './DocumentText.ts';
import type { LocatorSpec, RoleStep } from './LocatorSpec.ts';

/** A locator whose role may be a guess: `getByRole(role, { name })`, and what it is looked up in. */
export interface NamedRole {
  step: RoleStep & { name: string };
  /** The steps before it; empty for the page. */
  scope: LocatorSpec;
}

/**
 * The part of a locator whose role can be left out: its last step is a role with a whole name and no state, but for a
 * `first()` or `last()` behind it. Fields are filled, never clicked in place of something else: their role is no guess.
 */
export function namedRoleOf(locator: LocatorSpec): NamedRole | undefined {
  const last = locator.findLastIndex(({ by }) => by !== 'nth');
  const step = locator[last];
  if (step?.by !== 'role' || typeof step.name !== 'string' || normalizeText(step.name) === '')
    return undefined;
  const { by: _by, role, name, exact: _exact, ...states } = step;
  if (isField(role.toLowerCase()) || Object.values(states).some((state) => state !== undefined))
    return undefined;
  return { step: { ...step, name }, scope: locator.slice(0, last) };
}

/**
 * The only element of `candidates` that can be used, is called exactly so, and is no field; what stands within it counts
 * as the same. Undefined where there are several.
 */
export function findByNameAlone(
  { step: { name } }: NamedRole,
  candidates: readonly PageNode[],
  context: RenderContext,
): PageNode | undefined {
  const words = normalizeText(name).toLowerCase();
  const { interactive } = context.pageState.visibility;
  const isCalledSo = (node: PageNode): boolean =>
    [node.name, elementVisibleText(node, context)].some(
      (text) => normalizeText(text).toLowerCase() === words,
    );
  const found = candidates.filter(
    (node) => interactive[node.index] === 1 && !isField(node.role) && isCalledSo(node),
  );
  const [first] = found;
  return first && found.every((node) => node.index < first.end) ? first : undefined;
}

const isField = (role: string): boolean => FORM_FIELD_ROLES.has(role) || CHECKBOX_ROLES.has(role);
