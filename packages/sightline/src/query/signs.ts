import { dictionary } from '../model/dictionary.ts';

/** What a sign that is written for an icon, or the least of labels, stands for. */
export interface Sign {
  /** What it is called, before all. */
  words: readonly string[];
  /** Words of the name that the icon has in `data/icons.txt`. */
  icon: readonly string[];
}

const SIGNS: readonly [words: string, icon: string, signs: string][] = [
  ['close', 'x', '×✕✖✗✘❌╳⨯⊗🗙x'],
  ['add more', 'plus', '+＋➕⊕'],
  ['less fewer remove', 'minus', '−–—-➖⊖'],
  ['check', 'check', '✓✔☑✅'],
  ['next', 'chevron right', '›»❯⟩▸▶→>≫⏵⇒➔➜'],
  ['previous', 'chevron left', '‹«❮⟨◂◀←<≪⏴⇐'],
  ['up', 'arrow up', '↑▲▴⏫🔼⌃˄'],
  ['down', 'arrow down', '↓▼▾⏬🔽⌄˅'],
  ['menu', 'menu', '☰≡'],
  ['more', 'dots', '⋮⋯…︙⠇'],
  ['settings', 'settings', '⚙⛭🛠🔧'],
  ['search', 'search', '🔍🔎⌕'],
  ['star', 'star', '☆★⭐🌟✩'],
  ['like', 'heart', '♡♥❤🤍🖤💙'],
  ['delete', 'trash', '🗑🚮'],
  ['edit', 'pencil', '✎✏🖉🖊📝🖋'],
  ['notifications', 'bell', '🔔🔕'],
  ['cart', 'shopping cart', '🛒🛍'],
  ['home', 'home', '⌂🏠🏡'],
  ['account', 'user', '👤👥'],
  ['mail', 'mail', '✉📧📨'],
  ['phone', 'phone', '☎📞📱✆'],
  ['calendar', 'calendar', '📅📆🗓'],
  ['info', 'info', 'ℹⓘ🛈'],
  ['help', 'help', '?？❓❔'],
  ['refresh', 'refresh', '↻⟳🔄⭮'],
  ['undo', 'undo', '↶↩⎌⮌'],
  ['redo', 'redo', '↷↪⮎'],
  ['play', 'play', '⏵🎬'],
  ['pause', 'pause', '⏸'],
  ['copy', 'copy', '📋⧉🗐⎘'],
  ['attach', 'paperclip', '📎'],
  ['link', 'link', '🔗'],
  ['light', 'sun', '☀🌞🔆'],
  ['dark', 'moon', '☾🌙🌛🌒'],
  ['fullscreen', 'maximize', '⛶⤢🗖'],
  ['language', 'globe', '🌐🌍🌎'],
  ['like', 'thumb up', '👍'],
  ['comment', 'message', '💬🗨'],
  ['lock', 'lock', '🔒🔐'],
  ['print', 'printer', '🖨'],
  ['download', 'download', '⬇⤓📥⭳'],
  ['upload', 'upload', '⬆⤒📤⭱'],
  ['volume', 'volume', '🔊🔉🔈'],
  ['show', 'eye', '👁'],
  ['camera', 'camera', '📷📸'],
  ['flag', 'flag', '⚑⚐🚩'],
];

const BY_SIGN: ReadonlyMap<string, Sign> = new Map(
  SIGNS.flatMap(([words, icon, signs]) =>
    [...signs].map((sign) => [sign, { words: words.split(' '), icon: icon.split(' ') }]),
  ),
);
/** Labels of one word that a question would hardly use for the field. */
const SHORT: Readonly<Record<string, Sign | undefined>> = dictionary({
  from: { words: ['origin', 'departure', 'sender', 'start'], icon: [] },
  to: { words: ['destination', 'arrival', 'recipient', 'end'], icon: [] },
});
/** What makes of a sign an emoji, or a text. */
const VARIATION = /[\uFE0E\uFE0F]/g;

/** The sign, or short label, that is all of a text. */
export function signIn(text: string): Sign | undefined {
  const bare = text.trim().replace(VARIATION, '').toLowerCase();
  return bare.length <= 2 ? (BY_SIGN.get(bare) ?? SHORT[bare]) : SHORT[bare.replace(/:$/, '')];
}
