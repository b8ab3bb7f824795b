import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentCases } from '../oracle/platform/documentCases.ts';
import { featureCases } from '../oracle/platform/featureCases.ts';
import { casesElsewhere, notSeen } from '../oracle/platform/featureNotes.ts';
import { readingCases } from '../oracle/platform/readingCases.ts';

const table = readFileSync(new URL('../oracle/platform/webFeatures.txt', import.meta.url), 'utf8');
const features = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[0] as string);

test('every feature of the web platform since 2022 has a case, or a line why it has none', () => {
  const listed = [
    ...Object.keys(featureCases),
    ...Object.keys(casesElsewhere),
    ...Object.values(notSeen).flat(),
  ];
  expect(listed.toSorted()).toEqual(features.toSorted());
});

test('a case that is named is there', () => {
  const names = new Set([...documentCases, ...readingCases].map(({ name }) => name));
  expect(Object.values(casesElsewhere).filter((name) => !names.has(name))).toEqual([]);
});
