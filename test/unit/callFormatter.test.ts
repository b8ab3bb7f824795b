import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { formatCliCall, formatToolCall } from '../../packages/sightline/src/render/CallFormatter.ts';
import { findHeading, findPart } from '../../packages/sightline/src/render/findRegion.ts';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { el } from '../support/page.ts';
import { outlineOf, sceneOf } from '../support/show.ts';

/** The words that a shell makes of a line. */
const shellWords = (line: string): string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

/** Names that would do harm, or break, where a call is copied into a shell. */
const names = [
  "It's $(touch x) `id`",
  '"; rm -rf ~ #',
  'two\nlines',
  '--full',
  '[12]<button>Pay',
  '日本語',
  'a\\b',
];

describe('a recommended call', () => {
  it.each([
    [{ tool: 'look', full: true }, 'look full', 'sightline look --full'],
    [{ tool: 'get_region' }, 'get_region', 'sightline region'],
    [{ tool: 'get_region', landmark: 'NAV#2' }, 'get_region NAV#2', 'sightline region NAV#2'],
    [
      { tool: 'get_region', landmark: 'NAV:Main menu', full: true },
      'get_region NAV:Main menu full',
      "sightline region 'NAV:Main menu' --full",
    ],
    [{ tool: 'get_region', landmark: '(ungrouped)' }, 'get_region ungrouped', 'sightline region ungrouped'],
    [
      { tool: 'get_region', landmark: 'MAIN', heading: "What's new", content: 'text', from: 9 },
      `get_region MAIN heading="What's new" content=text from=9`,
      "sightline region MAIN --heading 'What'\\''s new' --content text --from 9",
    ],
    [{ tool: 'read_table', number: 7, from: 51 }, 'read_table 7 from=51', 'sightline table 7 --from 51'],
    [{ tool: 'list_headings' }, 'list_headings', 'sightline headings'],
    [{ tool: 'get_page_summary' }, 'get_page_summary', 'sightline summary'],
  ] as const)('%j is written for models and for the shell', (call, forModels, forShell) => {
    expect([formatToolCall(call), formatCliCall(call)]).toEqual([forModels, forShell]);
  });

  it.each(names)('reaches the section under %j, through the shell too', (name) => {
    const { pageState } = sceneOf([el('h2', {}, name), el('h2', {}, 'Other')]);
    const [heading] = pageState.headings;
    const call = { tool: 'get_region', landmark: 'PAGE', heading: heading?.text ?? '' } as const;
    const said = /heading="(.*)"$/.exec(formatToolCall(call))?.[1] ?? '';
    expect(findHeading(pageState.headings, said)).toBe(heading);
    expect(findHeading(pageState.headings, shellWords(formatCliCall(call)).at(-1) ?? '')).toBe(heading);
  });

  it.each(names)('reaches the region called %j, through the shell too', (name) => {
    const { pageState } = sceneOf([el('nav', { name }, el('a', {}, 'x')), el('nav', {}, el('a', {}, 'y'))]);
    const [region] = pageState.regions;
    const call = { tool: 'get_region', landmark: region?.address } as const;
    const [, , word, ...more] = shellWords(formatCliCall(call));
    expect(more).toEqual([]);
    expect(findPart(pageState, String(word))).toEqual({ kind: 'region', region });
    expect(findPart(pageState, formatToolCall(call).replace('get_region ', ''))).toEqual({
      kind: 'region',
      region,
    });
  });

  it('forges no number where the name of a region does', () => {
    const landmark = 'NAV:[99]<button>Pay';
    for (const phrase of [formatToolCall, formatCliCall])
      expect(phrase({ tool: 'get_region', landmark })).not.toMatch(/(?<!\\)\[99|(?<!\\)<button/);
  });
});

it('views write calls for models unless asked otherwise', () => {
  const rows = Array.from({ length: 20 }, (_, i) => el('tr', {}, el('td', {}, `Row ${i}`)));
  expect(outlineOf([el('main', {}, el('table', {}, ...rows))]).at(-1)).toBe(
    ' (17 more rows like these: get_region MAIN full)',
  );
});

it('a region that is cut is read on by the calls that it names, line by line to its end', () => {
  const items = Array.from({ length: 30 }, (_, i) => el('p', {}, `Text ${i} `, el('button', {}, `B${i}`)));
  const scene = sceneOf([el('main', {}, ...items.slice(0, 20), el('nav', {}, ...items.slice(20)))]);
  const linesOf = (text: string): string[] => text.split('\n').slice(1);
  const whole = linesOf(renderRegion(scene, 'MAIN').text);
  const read: string[] = [];
  let from: number | undefined = 1;
  for (let calls = 0; from !== undefined && calls < 20; calls++) {
    const part = linesOf(renderRegion({ ...scene, maxTokens: 120 }, 'MAIN', { from }).text);
    const call = /^ *\(\d+ more elements?: get_region MAIN content=full from=(\d+)\)$/.exec(
      part.at(-1) ?? '',
    );
    read.push(...(call ? part.slice(0, -1) : part));
    from = call ? Number(call[1]) : undefined;
  }
  expect(from).toBeUndefined();
  expect(read).toEqual(whole);
  expect(renderRegion(scene, 'MAIN', { from: 999 }).text).toContain(
    `(no line 999: there are ${whole.length})`,
  );
});

it('what a region folds, that region unfolds', () => {
  const rows = Array.from({ length: 20 }, (_, i) => el('tr', {}, el('td', {}, `Row ${i}`)));
  const scene = sceneOf([el('main', {}, el('h2', {}, 'Orders'), el('table', {}, ...rows))]);
  const whole = renderRegion(scene, 'MAIN').text;
  expect(whole).toContain('(17 more rows like these: get_region MAIN full)');
  const section = renderRegion(scene, 'MAIN', { heading: 'Orders' }).text;
  expect(section).toContain('(17 more rows like these: get_region MAIN heading="Orders" full)');
});
