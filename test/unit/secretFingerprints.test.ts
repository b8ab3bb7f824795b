import { expect, it } from 'vitest';
import { foldParts } from '../../packages/sightline/src/snapshot/foldParts.ts';
import { SecretRedactor } from '../../packages/sightline/src/snapshot/secrets/SecretRedactor.ts';

const SECRETS = new Set([
  'hunter2',
  'cats',
  '4111 1111 1111 1111',
  'swordfish',
  'a b & c',
  'Zq7vXk4Tr9',
  '483920',
  'é\u0301tude-n',
  "Straße&'weiß/9",
]);

/** What is read, and what of it is left. */
const TEXTS: readonly [text: string, left: string][] = [
  ['Your password is hunter2, yes', 'Your password is [filled], yes'],
  ['xhunter2y, hunter2hunter2 and /hunter2z', 'x[filled]y, [filled][filled] and /[filled]z'],
  [
    'cats and a cattle are words, as 14839207 is a number',
    '[filled] and a cattle are words, as 14839207 is a number',
  ],
  ['hunter2', '[filled]'],
  ['HUNTER2 is another case', '[filled] is another case'],
  ['aHVudGVyMg== in base64', '[filled] in base64'],
  ['4111 1111 1111 1111, 4111-1111-1111-1111, 4111111111111111', '[filled], [filled], [filled]'],
  ['14111111111111111 is longer', '14111111111111111 is longer'],
  ['swordfish-and-more-swordfish', '[filled]-and-more-[filled]'],
  ['swordfishswordfish', '[filled][filled]'],
  ['?x=a+b+%26+c and a%20b%20%26%20c', '?x=[filled] and [filled]'],
  ['Z\u200bq7v\u00adXk\u20604Tr9 is not seen', '[filled] is not seen'],
  ['Z\u034fq\u17b47vXk4Tr9\u034f!', '[filled]!'],
  ['Z q 7 v X k 4 T r 9', '[filled]'],
  ['Z-q-7-v-X-k-4-T-r-9', '[filled]'],
  ['Z\u2800q\u22127\u2212v\u00a0X\u2014k 4\u2011T\u2800r\u28009', '[filled]'],
  ['Ｚｑ７ｖＸｋ４Ｔｒ９ in full width', '[filled] in full width'],
  ['code 483 920, 483-920 or 1483920', 'code [filled], [filled] or 1483920'],
  ['code483920expires, id-a483920b or 483 920th', 'code[filled]expires, id-a[filled]b or [filled]th'],
  [
    '483920483920 is 483 920-483920 and cats catscats',
    '[filled][filled] is [filled]-[filled] and [filled] [filled][filled]',
  ],
  ['7483920483920 and 4839204839207', '7483920483920 and 4839204839207'],
  ['code ۴۸۳۹۲۰, ४८३ ९२० or ٤٨٣٩٢١', 'code [filled], [filled] or ٤٨٣٩٢١'],
  ['/a?b=%5a%71%37%76Xk4T%72%39&c=%20d', '/a?b=[filled]&c=%20d'],
  ['/a?next=/b%3Fc%3D%255a%2571%2537%2576Xk4T%2572%2539', '/a?next=/[filled]'],
  ['étude-n', '[filled]'],
  ['aHVudGVyMg in addresses', '[filled] in addresses'],
  ["STRASSE&'WEISS/9 in capitals", '[filled] in capitals'],
  ['{a: "Stra\\u00dfe&\'wei\\u00df\\/9"}', '{a: "[filled]"}'],
  ['Stra\\u00DFe\\u0026\\u0027wei\\u00DF/9 in HTML', '[filled] in HTML'],
  ['nothing here', 'nothing here'],
  ['it ends with sword\u2026', 'it ends with sword\u2026'],
  ['', ''],
];

it('secrets are found as they read, by their values', () => {
  const redactor = new SecretRedactor(SECRETS);
  expect(TEXTS.map(([text]) => redactor.redact(text))).toEqual(TEXTS.map(([, left]) => left));
});

it.each([1, 77_777, 2 ** 31 - 1])('and by fingerprints of the seed %i, which do not reveal them', (seed) => {
  const fingerprints = new SecretRedactor(SECRETS).fingerprints(seed);
  const redactor = new SecretRedactor(new Set(), { seed, fingerprints });
  expect(TEXTS.map(([text]) => redactor.redact(text))).toEqual(TEXTS.map(([, left]) => left));
  expect(JSON.stringify(fingerprints)).not.toMatch(/hunter|sword/);
  expect(new SecretRedactor(new Set(), { seed: seed - 1, fingerprints }).redact('hunter2')).toBe('hunter2');
});

it('the end of a text that was cut is left out alike, whether a secret begins there or not', () => {
  const start = 'words '.repeat(30);
  const drawn = new SecretRedactor(new Set(['hunter2', 'swordfish', 'Zq7vXk4Tr9']));
  const ends = ['sk4Live', 'Zq7vX', 'x'.repeat(21), '/a/b?c=d4'];
  expect(ends.map((end) => drawn.redact(`${start}${end}\u2026`))).toEqual([
    `${start}\u2026`,
    `${start}\u2026`,
    `${start}\u2026`,
    `${start}/a/b?c=\u2026`,
  ]);
  for (const text of [
    `${start}sword\u2026`,
    `${start}other\u2026`,
    'Zq7vX\u2026',
    'Hn3wB\u2026',
    `${start}Zq7vX`,
  ])
    expect(drawn.redact(text)).toBe(text);
  expect(new SecretRedactor(new Set()).redact(`${start}a4\u2026`)).toBe(`${start}a4\u2026`);
  // One of several parts may end with each; of one of several words so much is left out as its words may be long.
  const parts = new SecretRedactor(new Set(['aB/c1+deF==']));
  for (const end of ['aB/c1+d', 'xY/c1+d'])
    expect(parts.redact(`${start}${end}\u2026`)).toBe(`${start}\u2026`);
  const words = new SecretRedactor(new Set(['Kvq01"\u00e4 <wrenz01', 'correct horse battery']));
  for (const end of ['Kvq01"\u00e4 <wr', 'correct horse bat', 'correct mouse cat', 'wrong', 'a4'])
    expect(words.redact(`${start}${end}\u2026`)).toMatch(/^(?:words ){18,25}\u2026$/);
});

it('so is the end of a text that a page was writing, and beginnings are found for those alone who typed the value', () => {
  const drawn = new SecretRedactor(new Set(['hunter2', 'swordfish', 'Zq7vXk4Tr9']));
  for (const end of ['Zq7vX', 'Zq8vX', 'a4'])
    expect(drawn.redactUnfinished(`typed ${end}`)).toBe('typed \u2026');
  for (const text of ['it is swordf', 'it is words', 'Zq7vX is it'])
    expect(drawn.redactUnfinished(text)).toBe(text);
  expect(drawn.redactUnfinished('is swordfish it')).toBe('is [filled] it');
  expect(new SecretRedactor(SECRETS).redactBeginnings('typed swordf, as swordf: swordfights')).toBe(
    'typed [filled], as [filled]: swordfights',
  );
  const words = new SecretRedactor(new Set(['Kvq01"\u00e4 <wrenz01', 'correct horse battery']));
  expect(words.redactBeginnings('Kvq01"\u00e4 <wr As Kvq01"\u00e4 <wr')).toBe('[filled] As [filled]');
  const given = new SecretRedactor(new Set(['Hn7t11Wq92kZ', 'my-long-password']));
  expect(given.redactBeginnings('In 11Wq92kZ, x11Wq92kZ, 11Wq92kZx, /2kZ/92kZ')).toBe(
    'In [filled], x11Wq92kZ, 11Wq92kZx, /2kZ/[filled]',
  );
  expect(given.redactBeginnings('Your password is long, long-password')).toBe(
    'Your password is long, [filled]',
  );
  expect(words.redactBeginnings('Is Kvq01"\u00e4 < wrong?')).toBe('Is [filled] wrong?');
});

it('a word that pages write anyway is looked for neither by value nor by fingerprint', () => {
  const byValue = new SecretRedactor(new Set(['password', 'Admin', 'password1']));
  const byFingerprint = new SecretRedactor(new Set(), { seed: 7, fingerprints: byValue.fingerprints(7) });
  for (const redactor of [byValue, byFingerprint])
    expect(redactor.redact('Password of Admin: password1')).toBe('Password of Admin: [filled]');
});

it('a text that repeats one takes time by its length alone: of what was folded, the last character is looked at', () => {
  const seen: string[] = [];
  foldParts('lorem ipsum', (part, last) => {
    seen.push(last);
    return part === 'o' ? '' : part;
  });
  expect(seen.join('|')).toBe('|l|l|r|e|m| |i|p|s|u');
  const text = 'lorem ipsum '.repeat(20_000);
  expect(new SecretRedactor(SECRETS).redact(`${text}Zq7vXk4Tr9`)).toBe(`${text}[filled]`);
});
