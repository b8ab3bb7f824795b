import { expect, it } from 'vitest';
import { findTracedElement } from '../../packages/sightline/src/agent/trace/findTracedElement.ts';
import { type ElementDescriptor, Session } from '../../packages/sightline/src/session/Session.ts';
import { type El, el, snapshotOf } from '../support/page.ts';

/** What was used, and what it is called on the changed page: the same, another name, another tag, or gone. */
const steps: [tag: string, was: string, is: string | undefined, isTag?: string][] = [
  // Only their places are others.
  ...[
    'Home',
    'Pricing',
    'Documentation',
    'Dashboard',
    'Invoices',
    'Members',
    'Integrations',
    'Activity',
    'Support',
    'Status',
  ].map((name): [string, string, string] => ['a', name, name]),
  // Renamed.
  ['button', 'Save', 'Save changes'],
  ['button', 'Add to cart', 'Add to basket'],
  ['button', 'Sign in', 'Log in'],
  ['button', 'Search', 'Search products'],
  ['button', 'Delete account', 'Delete my account'],
  ['button', 'Send message', 'Send'],
  ['button', 'Checkout', 'Go to checkout'],
  ['button', 'Apply coupon', 'Apply coupon code'],
  ['button', 'Download report', 'Download the report (PDF)'],
  ['button', 'Upload photo', 'Upload a photo'],
  ['button', 'Invite user', 'Invite users'],
  ['button', 'Refresh', 'Reload'],
  ['a', 'Settings', 'Preferences'],
  ['a', 'My profile', 'Your profile'],
  ['a', 'Order history', 'History of orders'],
  ['a', 'Forgot password?', 'Forgotten your password?'],
  ['a', 'Privacy policy', 'Privacy'],
  ['a', 'Contact us', 'Contact'],
  ['input', 'Email', 'Email address'],
  ['input', 'First name', 'First name *'],
  ['input', 'Phone', 'Phone number'],
  ['input', 'Street', 'Street and number'],
  ['input', 'Postal code', 'ZIP code'],
  ['input', 'Company', 'Company name (optional)'],
  // Another element of that name.
  ['button', 'Create project', 'Create project', 'a'],
  ['a', 'Compare plans', 'Compare plans', 'button'],
  ['button', 'Show archive', 'Show archive', 'a'],
  ['a', 'Export', 'Export', 'button'],
  ['button', 'Next page', 'Next page', 'a'],
  ['a', 'Log out', 'Log out', 'button'],
  // Gone, some beside others that are like them and were there before.
  ['button', 'Archive', undefined],
  ['button', 'Publish draft', undefined],
  ['button', 'Merge', undefined],
  ['a', 'Changelog', undefined],
  ['a', 'Careers', undefined],
  ['input', 'Fax', undefined],
  ['button', 'Rename', undefined],
  ['button', 'Duplicate row', undefined],
  ['button', 'Print label', undefined],
  ['a', 'Affiliates', undefined],
];
const lookalikes = ['Archive all', 'Rename folder', 'Print', 'Duplicate'];

const elementOf = (tag: string, name: string): El =>
  el('div', {}, tag === 'input' ? el('input', { name }) : el(tag, {}, name));

const loaded = (elements: El[]): Session => Session.load(snapshotOf([el('main', {}, ...elements)]));

it('of 50 elements of a changed page finds those that are there, and none that is another', async () => {
  expect(steps).toHaveLength(50);
  const before = loaded(
    [...steps, ...lookalikes.map((name): [string, string] => ['button', name])].map(([tag, name]) =>
      elementOf(tag, name),
    ),
  );
  const { text } = await before.look({ view: 'flat', full: true });
  const targets = before.elementRefs().map(({ number }) => before.lastShown(number) as ElementDescriptor);
  const kept = steps.flatMap(([tag, , is, isTag = tag]) => (is === undefined ? [] : [elementOf(isTag, is)]));
  const after = loaded([...lookalikes.map((name) => elementOf('button', name)), ...kept.toReversed()]);
  const results: Record<'same' | 'healed' | 'left' | 'wrong', string[]> = {
    same: [],
    healed: [],
    left: [],
    wrong: [],
  };
  for (const [, was, is] of steps) {
    const target = targets.find(({ name }) => name === was);
    if (!target) throw new Error(`${was} was not shown`);
    const found = await findTracedElement(after, target, text);
    const name = typeof found === 'string' ? undefined : after.lastShown(found.number)?.name;
    const line = `${was} -> ${name ?? 'none'}`;
    if (name === undefined) (is === undefined ? results.same : results.left).push(line);
    else if (name !== is) results.wrong.push(line);
    else (typeof found !== 'string' && found.healed ? results.healed : results.same).push(line);
  }
  expect(results.wrong).toEqual([]);
  expect({ healed: results.healed.length, left: results.left }).toEqual({ healed: 30, left: [] });
});

it('says what an element is called now, and by what it was found', async () => {
  const session = loaded([elementOf('button', 'Save changes'), elementOf('a', 'Export')]);
  const target = (role: string, name: string): ElementDescriptor => ({ role, name, landmark: 'MAIN' });
  expect(await findTracedElement(session, target('button', 'Save'), '')).toMatchObject({
    healed: { by: 'words', role: 'button', name: 'Save changes' },
  });
  expect(await findTracedElement(session, target('button', 'Export'), '')).toMatchObject({
    healed: { by: 'role', role: 'link', name: 'Export' },
  });
  expect(await findTracedElement(session, target('button', 'Save'), '[3]<button>Save changes')).toBe(
    'there is no button "Save" now',
  );
});
