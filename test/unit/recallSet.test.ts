import { describe, expect, it } from 'vitest';
import { recallPages } from '../../packages/lab/benchmarks/recall/pages.ts';
import { type Question, readQuestions } from '../../packages/lab/benchmarks/recall/questions.ts';

const questions = readQuestions();

const share = (of: (question: Question) => boolean): number => questions.filter(of).length / questions.length;

describe('recall set', () => {
  it('holds at least 300 questions on at least 15 pages', () => {
    expect(questions.length).toBeGreaterThanOrEqual(300);
    const asked = new Set(questions.map(({ page }) => page));
    expect(asked.size).toBeGreaterThanOrEqual(15);
    expect([...asked].sort()).toEqual(recallPages.map(({ name }) => name).sort());
  });

  it('asks with other words in a third of the questions, in other languages in a tenth', () => {
    expect(share(({ kind }) => kind === 'other')).toBeGreaterThanOrEqual(1 / 3);
    expect(share(({ kind }) => kind === 'language')).toBeGreaterThanOrEqual(1 / 10);
    expect(share(({ kind }) => kind === 'shared')).toBeGreaterThanOrEqual(1 / 4);
    expect(share(({ kind }) => ['shared', 'other', 'language'].includes(kind))).toBe(1);
  });

  it('is well formed', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(questions.filter((question) => !isWellFormed(question)).map(({ id }) => id)).toEqual([]);
  });
});

function isWellFormed({ id, page, task, ask, element, also = [], keyword_weights }: Question): boolean {
  const weights = Object.entries(keyword_weights);
  return (
    id.startsWith(`${page}/`) &&
    [task, ask, element, ...also].every((text) => text.trim() !== '') &&
    weights.length > 0 &&
    weights.every(([word, weight]) => word.trim() && Number.isInteger(weight) && weight >= 1 && weight <= 100)
  );
}
