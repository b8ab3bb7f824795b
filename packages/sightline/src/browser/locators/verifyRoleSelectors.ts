import type { Frame, FrameLocator, Page } from 'playwright-core';
import { groupBy } from '../../snapshot/groupBy.ts';
import { SELECTOR_ENGINE } from './selectorEngine.ts';

/** An element that needs locators. */
export interface LocatorRequest {
  /** Key of its document. */
  document: string;
  id: number;
  /** Its role and name, where no other element is known to have both. */
  roleAndName?: { role: string; name: string };
}

type NamedRequest = LocatorRequest & { roleAndName: { role: string; name: string } };
type LocatorScope = Page | Frame | FrameLocator;

/** Playwright's selector for a role and a name, exact. */
export function roleSelector({ role, name }: { role: string; name: string }): string {
  return `role=${role}[name="${name.replace(/["\\]/g, '\\$&')}"]`;
}

/** Elements of a role that are asked about together; more make a selector too long. */
const MAX_GROUP_SIZE = 256;

/**
 * Those of the elements whose role and name, as Playwright computes them, are theirs alone in their document. One
 * question for each would read the whole page each time. So elements of a role are asked about together: does a
 * pattern of their names find just these elements? And the same for each half of them, by every digit of their place
 * in the group: were one named as another is, one of these answers would differ. Where one differs, the group is
 * split, until those are found that it lies with.
 */
export async function verifyRoleSelectors(
  requests: readonly LocatorRequest[],
  scopeOf: (document: string) => LocatorScope,
): Promise<ReadonlySet<LocatorRequest>> {
  const groups = groupBy(
    requests.filter(hasRoleAndName),
    ({ document, roleAndName }) => `${document} ${roleAndName.role}`,
  );
  const verified = new Set<LocatorRequest>();
  await Promise.all(
    [...groups.values()].flatMap(splitIntoGroups).map((group) => verifyGroup(group, scopeOf, verified)),
  );
  return verified;
}

function hasRoleAndName(one: LocatorRequest): one is NamedRequest {
  return one.roleAndName !== undefined;
}

function splitIntoGroups(all: NamedRequest[]): NamedRequest[][] {
  const groups: NamedRequest[][] = [];
  for (let i = 0; i < all.length; i += MAX_GROUP_SIZE) groups.push(all.slice(i, i + MAX_GROUP_SIZE));
  return groups;
}

async function verifyGroup(
  group: NamedRequest[],
  scopeOf: (document: string) => LocatorScope,
  verified: Set<LocatorRequest>,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  if (await areUnique(group, scopeOf(first.document))) {
    for (const one of group) verified.add(one);
  } else if (group.length > 1) {
    const middle = group.length >> 1;
    const halves = [group.slice(0, middle), group.slice(middle)];
    await Promise.all(halves.map((half) => verifyGroup(half, scopeOf, verified)));
  }
}

async function areUnique(group: NamedRequest[], scope: LocatorScope): Promise<boolean> {
  if (!(await matchExactly(group, scope))) return false;
  const halves: NamedRequest[][] = [];
  for (let bit = 1; bit < group.length; bit *= 2)
    halves.push(group.filter((_, position) => (position & bit) !== 0));
  const results = await Promise.all(halves.map((half) => matchExactly(half, scope)));
  return results.every(Boolean);
}

/** Whether the pattern of their names finds just these elements. A frame that is gone has no matches. */
async function matchExactly(group: NamedRequest[], scope: LocatorScope): Promise<boolean> {
  const { document, roleAndName } = group[0] as NamedRequest;
  const pattern =
    group.length === 1
      ? roleSelector(roleAndName)
      : `role=${roleAndName.role}[name=/^(?:${group.map((one) => escapeForSelector(one.roleAndName.name)).join('|')})$/]`;
  const locator = scope.locator(pattern);
  const expected = scope.locator(`${SELECTOR_ENGINE}=${document}/${group.map(({ id }) => id).join()}`);
  const counts = await Promise.all([locator.count(), locator.and(expected).count()]).catch(() => []);
  return counts.length === 2 && counts.every((count) => count === group.length);
}

/** A name as a regular expression, without any sign that Playwright reads as the end of one, or as a quote. */
function escapeForSelector(name: string): string {
  return name.replace(
    /[^\w \u0080-\uffff]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
