import { expect, test } from 'vitest';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { calls, leftOut } from '../browser/guests/calls.ts';

// A new call of a session joins the suite that compares a page with and without one, or says why not.

function methodsOf(prototype: object): string[] {
  const methods: string[] = [];
  for (let one = prototype; one && one !== Object.prototype; one = Object.getPrototypeOf(one))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one)))
      if (typeof value === 'function' && name !== 'constructor') methods.push(name);
  return [...new Set(methods)].sort();
}

test('each method of a session is on the list of the guests, or is left out for a reason', () => {
  const onList = new Set(calls.map(({ name }) => name.split(/\W/)[0] as string));
  const methods = methodsOf(Session.prototype);
  expect(methods.length).toBeGreaterThan(50);
  expect(methods.filter((name) => !onList.has(name) && !(name in leftOut))).toEqual([]);
  expect(Object.keys(leftOut).filter((name) => onList.has(name) || !methods.includes(name))).toEqual([]);
});
