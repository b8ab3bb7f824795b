import { describe, expect, test } from 'vitest';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { el, snapshotOf } from '../support/page.ts';

/** A model that knows one thing: which texts speak of the sea. */
const MARINE = /ocean|ship|sailor/i;

describe('a model of the caller', () => {
  const snapshot = snapshotOf([
    el('button', {}, 'Mountains'),
    el('button', {}, 'Ships'),
    el('button', {}, 'Deserts'),
  ]);

  test('has a say beside the words, and sees each label once', async () => {
    const sent: string[] = [];
    const embed = async (texts: string[]): Promise<number[][]> => {
      sent.push(...texts);
      return texts.map((text) => (MARINE.test(text) ? [1, 0] : [0, 1]));
    };
    const session = Session.load(snapshot, { embed });
    const { data } = await session.query({ text: 'oceanic' });
    expect((data.closest as { name: string }[])[0]?.name).toBe('Ships');
    await session.query({ text: 'sailor' });
    expect(sent).toEqual(['oceanic', 'button Mountains', 'button Ships', 'button Deserts', 'sailor']);
  });

  test('is not asked where nothing ranks', async () => {
    const embed = (): Promise<number[][]> => Promise.reject(new Error('not to be called'));
    const { data } = await Session.load(snapshot, { embed }).query({ role: 'button' });
    expect(data.total).toBe(3);
  });
});
