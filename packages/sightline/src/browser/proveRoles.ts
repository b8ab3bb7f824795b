import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { Wanted } from './findLocators.ts';
import { ENGINE } from './selectorEngine.ts';

type Named = Wanted & { named: { role: string; name: string } };
type Scope = Page | Frame | FrameLocator;

/** Playwright's selector for a role and a name, exact. */
export function roleSelector({ role, name }: { role: string; name: string }): string {
  return `role=${role}[name="${name.replace(/["\\]/g, '\\$&')}"]`;
}

/** Elements of a role that are asked about together; more make a selector too long. */
const GROUP = 256;

/**
 * Those of the elements whose role and name, as Playwright computes them, are theirs alone in their document. One
 * question for each would read the whole page each time. So elements of a role are asked about together: does a
 * pattern of their names find just these elements? And the same for each half of them, by every digit of their place
 * in the group: were one named as another is, one of these answers would differ. Where one differs, the group is
 * split, until those are found that it lies with.
 */
export async function proveRoles(
  wanted: readonly Wanted[],
  scopeOf: (document: string) => Scope,
): Promise<ReadonlySet<Wanted>> {
  const groups = new Map<string, Named[]>();
  for (const one of wanted) {
    if (!isNamed(one)) continue;
    const key = `${one.document} ${one.named.role}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const proven = new Set<Wanted>();
  await Promise.all([...groups.values()].flatMap(inGroups).map((group) => prove(group, scopeOf, proven)));
  return proven;
}

function isNamed(one: Wanted): one is Named {
  return one.named !== undefined;
}

function inGroups(all: Named[]): Named[][] {
  const groups: Named[][] = [];
  for (let i = 0; i < all.length; i += GROUP) groups.push(all.slice(i, i + GROUP));
  return groups;
}

async function prove(
  group: Named[],
  scopeOf: (document: string) => Scope,
  proven: Set<Wanted>,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  if (await areTheirOwn(group, scopeOf(first.document))) {
    for (const one of group) proven.add(one);
  } else if (group.length > 1) {
    const middle = group.length >> 1;
    const halves = [group.slice(0, middle), group.slice(middle)];
    await Promise.all(halves.map((half) => prove(half, scopeOf, proven)));
  }
}

async function areTheirOwn(group: Named[], scope: Scope): Promise<boolean> {
  if (!(await areFound(group, scope))) return false;
  const halves: Named[][] = [];
  for (let digit = 1; digit < group.length; digit *= 2)
    halves.push(group.filter((_, place) => (place & digit) !== 0));
  const found = await Promise.all(halves.map((half) => areFound(half, scope)));
  return found.every(Boolean);
}

/** Whether the pattern of their names finds just these elements. A frame that has gone finds nothing. */
async function areFound(group: Named[], scope: Scope): Promise<boolean> {
  const { document, named } = group[0] as Named;
  const pattern =
    group.length === 1
      ? roleSelector(named)
      : `role=${named.role}[name=/^(?:${group.map((one) => literal(one.named.name)).join('|')})$/]`;
  const locator = scope.locator(pattern);
  const these = scope.locator(`${ENGINE}=${document}/${group.map(({ id }) => id).join()}`);
  const counts = await Promise.all([locator.count(), locator.and(these).count()]).catch(() => []);
  return counts.length === 2 && counts.every((count) => count === group.length);
}

/** A name as a regular expression, without any sign that Playwright reads as the end of one, or as a quote. */
function literal(name: string): string {
  return name.replace(
    /[^\w \u0080-\uffff]/g,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
