import { describe, expect, it } from 'vitest';
import { compare, missedByAny } from '../../packages/lab/benchmarks/peers/compare.ts';
import type { Truth } from '../../packages/lab/benchmarks/peers/judgePage.ts';
import { canaries, leakedFrom, secretsPage } from '../../packages/lab/benchmarks/peers/secrets.ts';
import { writeTotals } from '../../packages/lab/benchmarks/peers/writePeers.ts';

const truth = (name: string, changes: Partial<Truth> = {}): Truth => ({
  reached: true,
  usable: true,
  role: 'button',
  name,
  standIns: [],
  ...changes,
});

const truths = new Map([
  ['1', truth('Save')],
  ['2', truth('Under the modal', { reached: false, usable: false })],
  ['3', truth('Agree', { role: 'checkbox', standIns: ['4'] })],
  ['4', truth('', { role: 'LabelText', usable: false })],
  ['5', truth('Large', { role: 'option', reached: false, usable: false })],
]);

describe('the judge of the peers', () => {
  it('calls a ghost what has a number and is out of reach, whoever numbers it', () => {
    expect(compare([{ role: 'button', name: 'x', mark: '2' }], truths).ghosts).toHaveLength(1);
    expect(compare([{ mark: '2' }], truths).ghosts).toHaveLength(1);
  });

  it('judges no number on what is no control, no option, and nothing outside the document', () => {
    const refs = [{ role: 'generic', mark: '2' }, { mark: '5' }, { mark: '77' }, {}];
    expect(compare(refs, truths)).toMatchObject({ judged: 0, ghosts: [] });
  });

  it('misses what can be used and has no number, itself or its label', () => {
    expect(compare([], truths).misses).toHaveLength(2);
    expect(compare([{ role: 'generic', mark: '4' }], truths).misses).toEqual(['button "Save" (1)']);
  });

  it('misses no label that listens: the field that it works is judged', () => {
    const label = new Map([['4', truth('Agree', { role: 'LabelText' })]]);
    expect(compare([], label)).toMatchObject({ usable: 0, misses: [] });
    expect(missedByAny([[]], label)).toEqual([]);
  });

  it('holds no character against a name that nothing draws', () => {
    const path = new Map([['1', truth('get \u200b/orders')]]);
    expect(compare([{ name: 'get /orders', mark: '1' }], path).wrongNames).toEqual([]);
    expect(compare([{ name: 'get /order', mark: '1' }], path).wrongNames).toHaveLength(1);
  });

  it('holds names against Chrome: space and case are no difference', () => {
    const named = (name: string) => compare([{ role: 'button', name, mark: '1' }], truths).wrongNames;
    expect(named('  SAVE\n')).toEqual([]);
    expect(named('Save all')).toEqual(['button "Save all" (1): Chrome says "Save"']);
  });
});

describe('the table of the peers', () => {
  const result = (contender: string, ms: number, misses: string[]) => ({
    page: 'p',
    elements: 1,
    contender,
    controlsOnly: false,
    ms,
    tokens: 10,
    refs: 1,
    leaked: [],
    verdict: { judged: 1, ghosts: [], usable: 4, misses, named: 0, wrongNames: [] },
    text: { words: 2, wordsMissing: 0 },
  });

  it('marks every figure where a peer is better, and no other', () => {
    const [, , ours, peer] = writeTotals([result('Sightline', 20, ['a']), result('Peer', 10, [])]).split(
      '\n',
    );
    expect(ours).toContain('25.0 %');
    expect(ours).not.toContain('▲');
    expect(peer?.split('|').filter((cell) => cell.includes('▲'))).toHaveLength(2);
  });
});

it('every canary stands in the page of secrets, and is found where it leaks', () => {
  expect(leakedFrom(secretsPage)).toEqual(Object.keys(canaries));
  expect(leakedFrom('[filled]')).toEqual([]);
});
