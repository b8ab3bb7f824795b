import { expandTerm, type Scoring } from './expandTerm.ts';
import type { QueryIndex } from './QueryIndex.ts';
import { termsOf } from './scorePhrase.ts';

/** Why an element was found, by the strongest reasons. */
export interface MatchReason {
  /** The word of the query. */
  asked: string;
  /** The word of the page, or its synonym. */
  found: string;
  how: 'word' | 'fuzzy' | 'prefix' | 'synonym' | 'meaning' | 'icon' | 'state';
  weight: number;
}

/** Why one candidate answers a phrase: for each word of it the strongest match. */
export function explainPhrase(
  index: QueryIndex,
  phrase: string,
  position: number,
  scoring: Scoring,
): MatchReason[] {
  const { weights } = scoring;
  const terms = termsOf(phrase, index, weights);
  const reasons: MatchReason[] = [];
  for (const term of terms) {
    const best = expandTerm(index, term, scoring)
      .filter(({ word }) => word.postings.candidates.includes(position))
      .sort((a, b) => b.weight - a.weight)[0];
    if (best) reasons.push({ asked: term.word, found: best.word.text, how: best.how, weight: best.weight });
    else if (term.stateWords?.states.some((state) => index.candidatesInState(state).includes(position)))
      reasons.push({ asked: term.word, found: 'in that state', how: 'state', weight: weights.state });
    else if (index.candidatesByIcon(term.stem).includes(position))
      reasons.push({ asked: term.word, found: 'of that meaning', how: 'icon', weight: weights.icon });
  }
  for (const { group, from, length } of index.findSynonyms(terms.map((term) => term.stem))) {
    if (!index.synonymGroup(group)?.postings.candidates.includes(position)) continue;
    const words = terms.slice(from, from + length).map((term) => term.word);
    reasons.push({
      asked: words.join(' '),
      found: 'a word of the same meaning',
      how: 'synonym',
      weight: index.isEveryday(group) ? weights.everyday : weights.synonym,
    });
  }
  return reasons;
}
