import { describe, expect, test } from 'vitest';
import { type LocatorSpec, locatorSpec } from '../../packages/sightline/src/script/locators/LocatorSpec.ts';
import { writeLocator } from '../../packages/sightline/src/script/locators/writeLocator.ts';

describe('a locator as data', () => {
  const written: [LocatorSpec, string][] = [
    [[{ by: 'role', role: 'button', name: 'Save' }], "getByRole('button', { name: 'Save' })"],
    [
      [{ by: 'role', role: 'heading', name: { regex: '^A', flags: 'i' }, level: 2, exact: true }],
      "getByRole('heading', { name: /^A/i, level: 2, exact: true })",
    ],
    [[{ by: 'role', role: 'checkbox', checked: false }], "getByRole('checkbox', { checked: false })"],
    [
      [
        { by: 'text', text: "It's", exact: true },
        { by: 'nth', index: 0 },
      ],
      "getByText('It\\'s', { exact: true }).first()",
    ],
    [
      [
        { by: 'label', text: 'Email' },
        { by: 'nth', index: -1 },
      ],
      "getByLabel('Email').last()",
    ],
    [
      [
        { by: 'css', selector: 'a[href="/x"]' },
        { by: 'nth', index: 3 },
      ],
      'locator(\'a[href="/x"]\').nth(3)',
    ],
    [
      [
        { by: 'ref', ref: 12 },
        { by: 'testId', text: 'a\nb' },
      ],
      "get(12).getByTestId('a\\nb')",
    ],
    [
      [
        { by: 'frame', selector: '#pay' },
        { by: 'placeholder', text: 'Card' },
      ],
      "frameLocator('#pay').getByPlaceholder('Card')",
    ],
    [
      [{ by: 'css', selector: 'iframe' }, { by: 'frame' }, { by: 'title', text: 'T' }],
      "locator('iframe').contentFrame().getByTitle('T')",
    ],
    [
      [
        { by: 'css', selector: 'li' },
        { by: 'filter', hasText: 'x', hasNot: [{ by: 'altText', text: 'y' }], visible: true },
      ],
      "locator('li').filter({ hasText: 'x', hasNot: getByAltText('y'), visible: true })",
    ],
    [
      [
        { by: 'text', text: 'a' },
        { by: 'or', locator: [{ by: 'text', text: 'b' }] },
      ],
      "getByText('a').or(getByText('b'))",
    ],
    [[{ by: 'text', text: 'a' }, { by: 'filter' }], "getByText('a').filter({})"],
  ];

  test.each(written)('%j', (spec, text) => {
    expect(locatorSpec.parse(spec)).toEqual(spec);
    expect(writeLocator(spec)).toBe(text);
  });

  const nested = (depth: number): unknown =>
    depth === 0
      ? [{ by: 'css', selector: 'b' }]
      : [
          { by: 'css', selector: 'a' },
          { by: 'filter', has: nested(depth - 1) },
        ];
  const bad: [string, unknown][] = [
    ['nothing', []],
    ['no array', { by: 'css', selector: 'a' }],
    ['unknown step', [{ by: 'class', name: 'x' }]],
    ['unknown key', [{ by: 'css', selector: 'a', strict: true }]],
    ['unknown key of a role', [{ by: 'role', role: 'button', text: 'x' }]],
    ['empty selector', [{ by: 'css', selector: '' }]],
    ['long selector', [{ by: 'css', selector: 'a'.repeat(2_001) }]],
    ['number 0', [{ by: 'ref', ref: 0 }]],
    ['half a position', [{ by: 'nth', index: 0.5 }]],
    ['unknown flags', [{ by: 'text', text: { regex: 'a', flags: 'x' } }]],
    ['doubled flags', [{ by: 'text', text: { regex: 'a', flags: 'ii' } }]],
    ['too many steps', Array.from({ length: 33 }, () => ({ by: 'css', selector: 'a' }))],
    ['nested 6 deep', nested(6)],
    ['nested 100,000 deep', JSON.parse(`${'[{"by":"or","locator":'.repeat(1e5)}[]${'}]'.repeat(1e5)}`)],
  ];

  test.each(bad)('%s is refused', (_, value) => {
    expect(locatorSpec.safeParse(value).success).toBe(false);
  });

  test('locators in locators are accepted to a depth of 5', () => {
    expect(locatorSpec.safeParse(nested(5)).success).toBe(true);
  });
});
