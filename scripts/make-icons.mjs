// Makes data/icons.txt, what the icons of interfaces stand for, from the tags of two icon sets: lucide-static (ISC) and
// @tabler/icons (MIT), and what emoji are called, from emojilib (MIT). Run by hand, and its result is committed.
// `node scripts/make-icons.mjs`
//
// A line an icon: its name, then the words that both sets or one of them give it. Names of one word, and those of two
// that both sets have, since most others are variants (`bell-off`) that their first word finds as well. Then a line an emoji.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LUCIDE = 'lucide-static@1.62.0';
const TABLER = '@tabler/icons@3.51.0';
const EMOJI = 'emojilib@4.0.3';
/** Words kept of an icon; of an emoji, besides its name. */
const WORDS = 6;
const EMOJI_WORDS = 4;

/** @type {Map<string, Map<string, number>>} how many sets give a word to a name */
const icons = new Map();
const lucide = JSON.parse(fileOf(LUCIDE, 'tags.json'));
for (const [name, tags] of Object.entries(lucide)) take(name, tags);
for (const { name, tags } of Object.values(JSON.parse(fileOf(TABLER, 'icons.json'))))
  take(name, tags.map(String));

const lines = [...icons].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, words]) => lineOf(name, words));
for (const [emoji, words] of Object.entries(JSON.parse(fileOf(EMOJI, 'dist/emoji-en-US.json'))))
  lines.push(`${emoji.replaceAll('\ufe0f', '')}: ${emojiWords(words)}`);
const head = `From the tags of ${LUCIDE} (ISC, Lucide Icons and Contributors) and ${TABLER} (MIT, Pawel Kuna), emoji from ${EMOJI} (MIT, Mu-An Chiou); made by scripts/make-icons.mjs`;
const root = fileURLToPath(new URL('..', import.meta.url));
writeFileSync(join(root, 'packages/sightline/data/icons.txt'), `${[head, ...lines].join('\n')}\n`);
const licences = [LUCIDE, TABLER].map((spec) => `${spec}\n\n${fileOf(spec, 'LICENSE').trim()}`);
writeFileSync(
  join(root, 'packages/sightline/data/icons.LICENSE.txt'),
  `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
);
console.log(`data/icons.txt: ${lines.length} icons`);

function take(name, tags) {
  if (/^brand-|\d/.test(name) || name.split('-').length > 2) return;
  const words = icons.get(name) ?? new Map();
  icons.set(name, words);
  const own = new Set(
    tags.flatMap((tag) => tag.toLowerCase().split(/[^a-z]+/)).filter((word) => word.length > 2),
  );
  for (const word of own) words.set(word, (words.get(word) ?? 0) + 1);
}

function lineOf(name, words) {
  const parts = name.split('-');
  if (parts.length > 1 && ![...words.values()].some((count) => count > 1)) return [];
  const ranked = [...words].filter(([word]) => !parts.includes(word)).sort(([, a], [, b]) => b - a);
  const kept = ranked.slice(0, WORDS).map(([word]) => word);
  return kept.length > 0 ? [`${parts.join(' ')}: ${kept.join(' ')}`] : [];
}

/** Its name, then the first of its keywords. */
function emojiWords([name, ...keywords]) {
  const parts = (text) => text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  const named = parts(name);
  const others = keywords.flatMap((keyword) => (/^[a-z]+$/i.test(keyword) ? parts(keyword) : []));
  const kept = others.filter((word) => !named.includes(word)).slice(0, EMOJI_WORDS);
  return [...new Set([...named, ...kept])].join(' ');
}

function fileOf(spec, file) {
  const folder = mkdtempSync(join(tmpdir(), 'icons-'));
  execFileSync('npm', ['pack', spec, '--silent'], { cwd: folder });
  const [archive] = readdirSync(folder);
  execFileSync('tar', ['xzf', archive, '--strip-components=1', `package/${file}`], { cwd: folder });
  const text = readFileSync(join(folder, file), 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}
