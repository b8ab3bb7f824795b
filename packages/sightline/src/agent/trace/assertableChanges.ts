import { z } from 'zod';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';

/** What `getByRole` asks an element of a role for. */
const checkedState = z.enum(['expanded', 'pressed', 'selected']);
type CheckedState = z.output<typeof checkedState>;

const text = z.string();
const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['url', 'title', 'text']), is: text }),
  z.object({ kind: z.literal('element'), role: text, name: text }),
  z.object({ kind: z.enum(['value', 'checked']), role: text, name: text, is: text }),
  z.object({
    kind: z.literal('state'),
    role: text,
    name: text,
    state: checkedState,
    is: z.boolean(),
  }),
]);

/** A change that an action has reported, of which a test can be sure. */
export type AssertableChange = z.output<typeof change>;

/** Whether what a trace says is a change: anybody may have written it. */
export const isAssertableChange = (value: unknown): value is AssertableChange =>
  change.safeParse(value).success;

/** Of one action: the most that are kept. */
const MAX_CHANGES = 5;
/** Times, and how long ago something was: other at the next run. */
const VOLATILE = /\d{1,2}:\d{2}|\b(?:ago|just now|today|seconds?|minutes?)\b/i;
const FIELD_TAGS = new Set(['input', 'textarea']);
const STATE_ROLES: Readonly<Record<CheckedState, ReadonlySet<string>>> = {
  expanded: new Set(['button', 'combobox', 'gridcell', 'link', 'menuitem', 'row', 'tab', 'treeitem']),
  pressed: new Set(['button']),
  selected: new Set(['gridcell', 'option', 'row', 'tab', 'treeitem']),
};
/** Whether a <details> is open is no attribute of its summary; an option of a closed list is not visible. */
const STATELESS_TAGS = new Set(['summary', 'option']);
const NO_ROLES = new Set(['', 'generic', 'none', 'presentation']);

interface ReportedElement {
  role?: string;
  name?: string;
  tag?: string;
  text?: string;
  changes?: { fact: string; is: string }[];
}

/** What of the data of an action's answer a test can check: first where it led, then fields, then what came. */
export function assertableChanges(data: Readonly<Record<string, unknown>>): AssertableChange[] {
  const {
    url,
    title,
    changed = [],
    appeared = [],
    texts = [],
  } = data as {
    url?: { is: string } | string;
    title?: { is: string } | string;
    changed?: ReportedElement[];
    appeared?: ReportedElement[];
    texts?: { is: string }[];
  };
  const changes: AssertableChange[] = [
    // An action that opened a page answers with the address and title themselves: they are no changes.
    ...(typeof url === 'object' ? [{ kind: 'url' as const, is: url.is }] : []),
    ...(typeof title === 'object' ? [{ kind: 'title' as const, is: title.is }] : []),
    ...changed.flatMap(fieldChanges),
    ...appeared.flatMap(appearance),
    ...texts.flatMap(({ is }) => textChange(is)),
  ];
  return changes.filter(isStable).slice(0, MAX_CHANGES);
}

function fieldChanges({ role = '', name = '', tag = '', changes = [] }: ReportedElement): AssertableChange[] {
  if (name === '' || NO_ROLES.has(role)) return [];
  return changes.flatMap(({ fact, is }): AssertableChange[] => {
    if (fact === 'checked') return [{ kind: 'checked', role, name, is }];
    if (isState(fact) && !STATELESS_TAGS.has(tag) && STATE_ROLES[fact].has(role) && is !== 'mixed')
      return [{ kind: 'state', role, name, state: fact, is: is === 'true' }];
    return fact === 'value' && FIELD_TAGS.has(tag) ? [{ kind: 'value', role, name, is }] : [];
  });
}

const isState = (fact: string): fact is CheckedState => Object.hasOwn(STATE_ROLES, fact);

function appearance({ role = '', name = '', text = '' }: ReportedElement): AssertableChange[] {
  if (text !== '') return textChange(text);
  return name === '' || NO_ROLES.has(role) ? [] : [{ kind: 'element', role, name }];
}

const textChange = (is: string): AssertableChange[] => (is.trim().length > 1 ? [{ kind: 'text', is }] : []);

function isStable(change: AssertableChange): boolean {
  const words = change.kind === 'element' || change.kind === 'state' ? change.name : change.is;
  return (
    words.length <= 200 &&
    !words.includes(REDACTED_PLACEHOLDER) &&
    (change.kind === 'url' || !VOLATILE.test(words))
  );
}
