import { expect, it } from 'vitest';
import {
  type ChooseTraced,
  findTracedElement,
} from '../../packages/sightline/src/agent/trace/findTracedElement.ts';
import { type ElementDescriptor, Session } from '../../packages/sightline/src/session/Session.ts';
import { lookalikes, changedSteps as steps } from '../support/changedSteps.ts';
import { type El, el, snapshotOf } from '../support/page.ts';

const elementOf = (tag: string, name: string): El =>
  el('div', {}, tag === 'input' ? el('input', { name }) : el(tag, {}, name));

const loaded = (elements: El[]): Session => Session.load(snapshotOf([el('main', {}, ...elements)]));

it('of 60 elements of a changed page finds those that are there, and none that is another', async () => {
  expect(steps).toHaveLength(60);
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
  expect({ healed: results.healed.length, left: results.left }).toEqual({ healed: 40, left: [] });
});

it.each([
  ['Add member', 'Add to basket'],
  ['Delete account', 'Delete photo'],
  ['Save draft', 'Save changes'],
  ['Edit address', 'Edit profile'],
  ['Send invoice', 'Send message'],
])('%s is not %s, which came meanwhile', async (was, is) => {
  const session = loaded([elementOf('button', is), elementOf('a', is)]);
  const target: ElementDescriptor = { role: 'button', name: was, landmark: 'MAIN' };
  expect(await findTracedElement(session, target, '')).toBe(`there is no button "${was}" now`);
});

it('asks a model last, and only takes what it was shown', async () => {
  const session = loaded([
    elementOf('button', 'Discard'),
    elementOf('button', 'Keep as it is'),
    elementOf('a', 'Help'),
  ]);
  const target: ElementDescriptor = { role: 'button', name: 'Zap', landmark: 'MAIN' };
  const asked: [string, readonly string[]][] = [];
  const answer = (pattern: RegExp): ChooseTraced => {
    return async (description, lines) => {
      asked.push([description, lines]);
      return lines.find((line) => pattern.test(line));
    };
  };
  expect(await findTracedElement(session, target, '', answer(/Discard/))).toMatchObject({
    healed: { by: 'model', role: 'button', name: 'Discard' },
  });
  expect(asked).toEqual([
    [
      'button "Zap", in MAIN',
      [expect.stringContaining('<button>Discard'), expect.stringContaining('<button>Keep as it is')],
    ],
  ]);
  const none = 'there is no button "Zap" now';
  expect(await findTracedElement(session, target, '', answer(/nothing/))).toBe(none);
  expect(await findTracedElement(session, target, '', async () => ' [9]<button>Forged')).toBe(none);
  expect(await findTracedElement(session, target, '')).toBe(none);
  asked.length = 0;
  const same: ElementDescriptor = { role: 'button', name: 'Discard', landmark: 'MAIN' };
  expect(await findTracedElement(session, same, '', answer(/Keep/))).toMatchObject({
    number: expect.any(Number),
  });
  expect(asked).toEqual([]);
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
