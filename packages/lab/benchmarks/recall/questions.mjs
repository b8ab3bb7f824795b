import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What a model would ask, and the element it means. `ask` and `keyword_weights` were written from the task,
 * the element was looked up afterwards.
 * @typedef {object} Question
 * @property {string} id `<page>/<name>`
 * @property {string} page
 * @property {string} task what the user wants, in a sentence
 * @property {string} ask what a model passes as `text`
 * @property {Record<string, number>} keyword_weights 1 to 100 (docs/spec/query.md, Q-1)
 * @property {string} element a CSS selector that matches the one element meant
 * @property {string[]} [also] selectors of elements that are as right
 * @property {'shared' | 'other' | 'language'} kind `shared`: a word of `ask` stands on the element; `other`: none
 *   does; `language`: asked in another language than English
 * @property {boolean} [hidden] the element stands in what is closed when the page is captured
 */

const folder = fileURLToPath(new URL('questions/', import.meta.url));

/** One JSON value a line, a file a page. @returns {Question[]} */
export function readQuestions() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => {
      const page = file.slice(0, -'.jsonl'.length);
      const lines = readFileSync(`${folder}${file}`, 'utf8').trim().split('\n');
      return lines.map((line) => ({ ...JSON.parse(line), page }));
    });
}

/**
 * Half of the questions is for tuning; what becomes of a single one of the other half is never told.
 * By a hash of the id (FNV-1a), so that a question stays where it is. @param {string} id
 * @returns {'tune' | 'held'}
 */
export function halfOf(id) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  return ((hash >>> 16) ^ hash) & 1 ? 'tune' : 'held';
}
