// How alike WordNet says that words are, for `make-vectors.mjs`: over the files of a dictionary (`data.noun`, `index.sense`).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' };
/** Of a satellite adjective too. */
const PARTS = { 1: 'n', 2: 'v', 3: 'a', 4: 'r', 5: 'a' };
/** What words of one synset count, and those of a wider one, of a derived form, of a similar adjective. */
const SAME = 1;
const LINKED = { '@': 0.5, '+': 0.5, '&': 0.5, '^': 0.5 };
/** A sense that a word has rarely still says a little of it. */
const MIN_SHARE = 0.05;

/**
 * For each of `words`, which others it means: pairs of a place in `words` and a weight, the more the more often both have
 * the sense that they share.
 */
export function readRelatedWords(folder, words) {
  const places = new Map(words.map((word, place) => [word, place]));
  const shares = readShares(folder);
  const synsets = readSynsets(folder);
  const related = words.map(() => new Map());
  const add = (one, other, weight) => {
    if (one !== other && weight > 0) related[one].set(other, (related[one].get(other) ?? 0) + weight);
  };
  const membersOf = (key) =>
    (synsets.get(key)?.words ?? []).flatMap((word) =>
      places.has(word) ? [[places.get(word), shares(word, key)]] : [],
    );
  for (const [key, { links }] of synsets) {
    const members = membersOf(key);
    for (const [one, share] of members)
      for (const [other, otherShare] of members)
        add(one, other, SAME * share * Math.max(otherShare, MIN_SHARE));
    for (const { kind, target } of links)
      for (const [one, share] of members)
        for (const [other, otherShare] of membersOf(target)) {
          add(one, other, LINKED[kind] * share * Math.max(otherShare, MIN_SHARE));
          add(other, one, LINKED[kind] * otherShare * Math.max(share, MIN_SHARE));
        }
  }
  return related.map((others) => [...others]);
}

/** How often a word has a sense, of all times that it was counted; senses never counted go by their order. */
function readShares(folder) {
  const counts = new Map();
  const totals = new Map();
  for (const line of readFileSync(join(folder, 'index.sense'), 'utf8').split('\n').filter(Boolean)) {
    const [sense, offset, order, count] = line.split(' ');
    const [word, rest] = sense.split('%');
    const value = Number(count) + 0.5 / Number(order);
    counts.set(`${word} ${PARTS[rest[0]]}${offset}`, value);
    totals.set(word, (totals.get(word) ?? 0) + value);
  }
  return (word, key) => (counts.get(`${word} ${key}`) ?? 0) / (totals.get(word) ?? 1);
}

/** By part of speech and offset. A line of a file: offset, file, part, count of words, words, count of links, links, gloss. */
function readSynsets(folder) {
  const synsets = new Map();
  for (const [part, file] of Object.entries(FILES))
    for (const line of readFileSync(join(folder, `data.${file}`), 'latin1').split('\n')) {
      if (!/^\d{8} /.test(line)) continue;
      const fields = line.split(' | ')[0].split(' ');
      const count = Number.parseInt(fields[3], 16);
      const words = Array.from({ length: count }, (_, i) =>
        fields[4 + 2 * i].toLowerCase().replace(/\(.*\)/, ''),
      );
      const at = 5 + 2 * count;
      const links = Array.from({ length: Number(fields[at - 1]) }, (_, i) => {
        const [kind, offset, target] = fields.slice(at + 4 * i);
        return { kind, target: `${target === 's' ? 'a' : target}${offset}` };
      });
      synsets.set(`${part}${fields[0]}`, { words, links: links.filter(({ kind }) => kind in LINKED) });
    }
  return synsets;
}
