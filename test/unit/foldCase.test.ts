import { describe, expect, test } from 'vitest';
import { findNamedElements } from '../../packages/sightline/src/search/targets/findNamedElements.ts';
import { findTextMatches } from '../../packages/sightline/src/search/text/findTextMatches.ts';
import { foldCase, foldWithOrigins } from '../../packages/sightline/src/search/words/foldCase.ts';
import { splitWords } from '../../packages/sightline/src/search/words/Tokenizer.ts';
import { el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

/** What is on the page, and what a person types who sees it. */
const SPELLINGS: [onPage: string, typed: string][] = [
  ['Donau\u00addampf\u00adschiff', 'Donaudampfschiff'],
  ['Cafe\u0301 menu', 'Café menu'],
  ['Café menu', 'cafe menu'],
  ['very\u200blong\u200bpath', 'verylongpath'],
  ['it\u2019s 10\u00a0km', "it's 10 km"],
  ['Zu\u00adstim\u00admen', 'Zustimmen'],
  ['Sa\u0303o Paulo', 'São Paulo'],
  ['Schließen', 'schliessen'],
  ['全角ＡＢＣ１２３', '全角ABC123'],
  ['ｶﾀｶﾅ', 'カタカナ'],
  ['١٢٫٥٠ ر.س', '12.50 ر.س'],
  ['४२ देव', '42 देव'],
  ['مرحبــــا', 'مرحبا'],
  ['كَشِيدَة', 'كشيدة'],
  ['می\u200cخواهم', 'میخواهم'],
  ['שָׁלוֹם', 'שלום'],
  ['İstanbul ılık', 'istanbul ilik'],
  ['ΟΔΟΣ', 'οδος'],
  ['2026–27 “new”', '2026-27 "new"'],
  ['𝓗𝓮𝓵𝓵𝓸', 'hello'],
];

describe('one normal form', () => {
  test.each(SPELLINGS)('%j is %j', (onPage, typed) => {
    expect(foldCase(onPage)).toBe(foldCase(typed));
    const { text, originOf } = foldWithOrigins(onPage);
    expect(text).toBe(foldCase(onPage));
    expect(originOf(text.length)).toBe(onPage.length);
    const scene = sceneOf([el('p', {}, `before ${onPage} after`), el('button', {}, onPage)]);
    const { matches } = findTextMatches(scene.pageState, typed);
    expect(matches[0]).toMatchObject({ before: 'before ', after: ' after' });
    expect(findNamedElements(typed, scene, {}).map(({ role }) => role)).toEqual(['button']);
  });

  test('a letter that another alphabet makes of a mark stays', () => {
    expect(foldCase('パス')).toBe('パス');
    expect(foldCase('क्षि')).not.toBe(foldCase('कष'));
  });

  test('a picture of a word is a word', () => {
    expect(splitWords('Like 👍🏽')).toEqual(['like', '👍']);
  });
});
