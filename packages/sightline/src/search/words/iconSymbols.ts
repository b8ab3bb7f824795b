import { dictionary } from '../../snapshot/dictionary.ts';

/** The meaning of a symbol that is used as an icon or a short label. */
export interface IconSymbol {
  /** What it is called, before all. */
  words: readonly string[];
  /** Words of the name that the icon has in `data/icons.txt`. */
  iconWords: readonly string[];
}

const ICON_SYMBOLS: readonly [words: string, icon: string, characters: string][] = [
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

const BY_SYMBOL: ReadonlyMap<string, IconSymbol> = new Map(
  ICON_SYMBOLS.flatMap(([words, iconWords, symbols]) =>
    [...symbols].map((symbol) => [symbol, { words: words.split(' '), iconWords: iconWords.split(' ') }]),
  ),
);
/** Labels of one word that a question would hardly use for the field. */
const SHORT_LABELS: Readonly<Record<string, IconSymbol | undefined>> = dictionary({
  from: { words: ['origin', 'departure', 'sender', 'start'], iconWords: [] },
  to: { words: ['destination', 'arrival', 'recipient', 'end'], iconWords: [] },
});
/** What makes of a character an emoji, or a text. */
const VARIATION_SELECTORS = /[\uFE0E\uFE0F]/g;

/** The symbol, or short label, that is all of a text. */
export function findIconSymbol(text: string): IconSymbol | undefined {
  const label = text.trim().replace(VARIATION_SELECTORS, '').toLowerCase();
  return label.length <= 2
    ? (BY_SYMBOL.get(label) ?? SHORT_LABELS[label])
    : SHORT_LABELS[label.replace(/:$/, '')];
}
