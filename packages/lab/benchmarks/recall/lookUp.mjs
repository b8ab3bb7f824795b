import { textOf } from './Candidate.mjs';
import { identify } from './identify.mjs';
import { sharesWord } from './words.mjs';

/** What names an element in one capture. */
export const keyOf = ({ document, id }) => `${document.key}/${id}`;

/**
 * For every question, the identities of the elements that are right, and all words that stand on them; and what
 * is `wrong` with the set: a selector that matches none or several, or what is no candidate, or a question of
 * another kind than its words tell.
 * @param {import('playwright-core').Page} page as it was captured
 * @param {{ snapshot: import('../../../sightline/dist/index.js').Snapshot,
 *   candidates: import('./Candidate.mjs').Candidate[] }} captured
 * @param {import('./questions.mjs').Question[]} questions
 * @returns {Promise<{ right: Set<string>[], labels: string[], wrong: string[] }>}
 */
export async function lookUp(page, { snapshot, candidates }, questions) {
  const selectors = questions.map(({ element, also = [] }) => [element, ...also]);
  const found = await identify(page, selectors.flat());
  const main = snapshot.documents[0].key;
  const wrong = [];
  const labels = [];
  const right = questions.map(({ id, ask, kind }, i) => {
    const meant = selectors[i].map((selector) => {
      const { ids, total, error } = found.shift();
      const candidate = candidates.find(({ node }) => isOrStandsIn(node, `${main}/${ids[0]}`));
      if (error || total !== 1) wrong.push(`${id}: ${selector} matches ${error ?? total}`);
      else if (!candidate) wrong.push(`${id}: ${selector} is nothing a person can use`);
      return candidate;
    });
    labels.push(meant.map((one) => (one ? textOf(one) : '')).join(' '));
    const told = sharesWord(ask, labels[i]) ? 'shared' : 'other';
    if (kind !== 'language' && kind !== told) wrong.push(`${id}: of the kind ${told}, not ${kind}`);
    return new Set(meant.filter(Boolean).flatMap((one) => [one, ...twinsOf(one, candidates)].map(identity)));
  });
  return { right, labels, wrong };
}

/** A label may name a custom element, where what is inside takes the click. */
function isOrStandsIn(node, key) {
  return node.closest((around) => keyOf(around) === key) !== undefined;
}

const identity = ({ node }) => keyOf(node);

/**
 * What is the same target with another box: an item around nothing but its link, the element inside a custom
 * one that takes the click.
 */
function twinsOf({ node, text }, candidates) {
  const isNested = (other) => other !== node && (other.contains(node) || node.contains(other));
  return candidates
    .filter(
      (other) => isNested(other.node) && (other.text.trim() === text.trim() || other.node.name === node.name),
    )
    .filter((other) => holdsOnlyOne(other.node.contains(node) ? other.node : node, candidates));
}

/** True for a chain of boxes, each of which holds the next. */
function holdsOnlyOne(outer, candidates) {
  const inside = candidates.filter(({ node }) => outer.contains(node)).map(({ node }) => node);
  return inside.every((node, i) => i === 0 || inside[i - 1].contains(node));
}
