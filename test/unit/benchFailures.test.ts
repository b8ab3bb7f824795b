import { describe, expect, it } from 'vitest';
import { namedCases } from '../../packages/lab/benchmarks/failures/cases.ts';
import { judgeCase } from '../../packages/lab/benchmarks/failures/judge.ts';
import { failuresReport } from '../../packages/lab/benchmarks/failures/report.ts';

const cases = namedCases();

describe('the tests that fail', () => {
  it('are sixty of thirteen kinds, of which a third at least is held back', () => {
    expect(cases).toHaveLength(60);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(60);
    expect(new Set(cases.map(({ kind }) => kind)).size).toBe(13);
    expect(cases.filter(({ heldBack }) => heldBack).length).toBeGreaterThanOrEqual(20);
    for (const { cause } of cases) for (const one of cause) expect(() => new RegExp(one, 'i')).not.toThrow();
  });

  it('do not say themselves what their cause is', () => {
    for (const { name, steps, cause } of cases.filter(({ kind }) => ['renamed', 'other text'].includes(kind)))
      for (const one of cause) expect(new RegExp(one, 'i').test(steps), name).toBe(false);
  });
});

describe('the judge', () => {
  const [one] = cases;
  if (!one) throw new Error('there are no cases');
  const record = {
    name: one.name,
    passed: false,
    error: '\u001b[31mTimeoutError\u001b[39m',
    sightline:
      '**Cause** (other words): No button.\n\nElements:\n- "Add teammate"\n\nPage: "x" y\nAdd teammate',
    errorContext:
      '# Error details\n\n```\nTimeout\n```\n\n# Page snapshot\n\n```yaml\n- button "Add teammate"\n```\n',
  };

  it('distinguishes what is stated from what stands somewhere on the page', () => {
    const judged = judgeCase(one, record);
    expect(judged.error).toBe('TimeoutError');
    expect(judged.sightline).toMatchObject({ first: false, stated: true, anywhere: true });
    expect(judged.errorContext).toMatchObject({ first: false, stated: false, anywhere: true });
    expect(judgeCase(one, { ...record, sightline: '' }).sightline).toEqual({
      first: false,
      stated: false,
      anywhere: false,
      tokens: 0,
    });
  });

  it('reports by kind, in all, and what was not named', () => {
    const judged = [
      judgeCase(one, record),
      { ...judgeCase(one, { ...record, sightline: '' }), name: 'other' },
    ];
    const [table = '', missed] = failuresReport(judged);
    expect(table.split('\n').slice(2)).toEqual([
      expect.stringMatching(/^\| renamed +\| +2 \| +0 % \| +50 % \|/),
      expect.stringMatching(/^\| all +\| +2 \| +0 % \| +50 % \|/),
      expect.stringMatching(/^\| tuned on +\| +2 \|/),
    ]);
    expect(missed).toBe('Not named: other.');
  });
});
