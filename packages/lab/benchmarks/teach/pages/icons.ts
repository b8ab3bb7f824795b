import { escapeHtml } from '../../../../sightline/src/internal.ts';
import type { OracleStep } from '../../../src/bench/oracle/OracleStep.ts';
import type { Move, PageBlock } from './Move.ts';
import type { Names } from './Names.ts';

// Pictures that are clicked, known by what authors call them (a class, a label) and by what people call what they do.

interface Icon {
  /** What authors call the picture. */
  classes: readonly string[];
  /** What people do with it, before a name. */
  verbs: readonly string[];
  /** What people call the button. */
  words: readonly string[];
}

const ICONS: readonly Icon[] = [
  {
    classes: ['trash', 'bin', 'delete', 'remove'],
    verbs: ['delete', 'remove'],
    words: ['Delete', 'trash', 'bin'],
  },
  {
    classes: ['star', 'flag', 'important'],
    verbs: ['star', 'mark as important:'],
    words: ['star', 'important'],
  },
  { classes: ['reply', 'answer', 'comment'], verbs: ['reply to', 'answer'], words: ['Reply', 'Answer'] },
  { classes: ['forward', 'share', 'send'], verbs: ['forward', 'share'], words: ['Forward', 'Share'] },
  { classes: ['pencil', 'edit', 'pen'], verbs: ['edit', 'change'], words: ['Edit', 'pencil'] },
  { classes: ['heart', 'like', 'thumbs-up'], verbs: ['like'], words: ['Like', 'heart'] },
  { classes: ['repost', 'repeat', 'boost'], verbs: ['repeat'], words: ['Repost', 'Boost'] },
  { classes: ['print', 'printer'], verbs: ['print'], words: ['Print', 'printer'] },
  { classes: ['bookmark', 'save', 'floppy'], verbs: ['save'], words: ['Save', 'Bookmark'] },
  { classes: ['cog', 'gear', 'settings'], verbs: ['set up'], words: ['Settings', 'gear'] },
  { classes: ['eye', 'view', 'show'], verbs: ['show'], words: ['Show', 'View'] },
  { classes: ['more', 'dots', 'ellipsis'], verbs: ['show more of'], words: ['More'] },
  { classes: ['archive', 'box'], verbs: ['archive'], words: ['Archive'] },
];

const STYLE =
  'style="display:inline-block;width:16px;height:16px;border:1px solid;cursor:pointer" onclick="void 0"';

interface DrawnIcon extends Icon {
  /** The one of its classes that this page uses. */
  name: string;
}

/** Some icons, each with the name that this page has for it. */
function drawIcons(names: Names, count: number): DrawnIcon[] {
  const start = names.random.between(0, ICONS.length - 1);
  return Array.from({ length: count }, (_, at) => {
    const icon = ICONS[(start + at * 5) % ICONS.length] as Icon;
    return { ...icon, name: names.random.pick(icon.classes) };
  });
}

function iconHtml({ name }: DrawnIcon, style: number, click: string): string {
  const mark = `data-click="${escapeHtml(click)}" ${STYLE}`;
  if (style === 0) return `<span class="${name}" ${mark}></span>`;
  if (style === 1) return `<i class="fa fa-${name}" ${mark}></i>`;
  return `<span aria-label="${name}" role="button" tabindex="0" ${mark}></span>`;
}

const iconStep = ({ name }: DrawnIcon, title?: string): OracleStep => ({
  say: title === undefined ? [name] : [title, `${name} ${title}`],
  want: { name: `(?:^|-)${name}$`, ...(title !== undefined && { near: title }) },
  do: 'click',
});

const forRow = ({ name, verbs, words }: DrawnIcon, title: string): string[] => [
  ...verbs.flatMap((verb) => [`${verb} ${title}`, `${verb} "${title}"`]),
  ...[...words, name].flatMap((word) => [
    `for ${title} click on the "${word}" button`,
    `for the entry ${title}, click on "${word}"`,
    `click the ${word} icon of ${title}`,
    `press "${word}" for ${title}`,
  ]),
];

/** Rows of words with the same icons each. */
export function iconRows(names: Names, titles: readonly string[]): PageBlock {
  const { random, words } = names;
  const icons = drawIcons(names, random.between(1, 4));
  const style = random.between(0, 2);
  const isBlock = random.chance(0.5);
  const rows = titles.map((title) => {
    const text = `${words.thing()} ${words.noun()}`;
    const controls = icons.map((icon) => iconHtml(icon, style, `${icon.name} ${title}`)).join(' ');
    return isBlock
      ? `<div class="post"><b>${escapeHtml(title)}</b><p>${text}</p>${controls}</div>`
      : `<div><b>${escapeHtml(title)}</b> <span>${text}</span> ${controls}</div>`;
  });
  const moves = titles.flatMap((title) =>
    icons.map(
      (icon): Move => ({
        phrases: forRow(icon, title),
        steps: [iconStep(icon, title)],
        effect: { clicked: `${icon.name} ${title}` },
      }),
    ),
  );
  return { html: rows.join('\n'), moves: [random.pick(moves)] };
}

/** A list of entries; each opens by a click, and then has icons. */
export function openedEntries(names: Names, titles: readonly string[]): PageBlock {
  const { random, words } = names;
  const icons = drawIcons(names, random.between(2, 4));
  const style = random.between(0, 2);
  const rows = titles.map(
    (title, at) =>
      `<div style="cursor:pointer" onclick="void 0" data-show="#e${at}" data-hide="#all"><b>${escapeHtml(title)}</b> ${words.thing()}</div>`,
  );
  const panels = titles.map((title, at) => {
    const controls = icons.map((icon) => iconHtml(icon, style, `${icon.name} ${title}`)).join(' ');
    return `<div id="e${at}" hidden><p>${escapeHtml(title)}</p>${controls}<p>${words.sentence()}</p></div>`;
  });
  const title = random.pick(titles);
  const icon = random.pick(icons);
  const opened: OracleStep = { say: [title], want: { name: `^${title}` }, do: 'click' };
  const opening = [
    `open the entry of ${title}`,
    `find the message of ${title}`,
    `open ${title}`,
    `find the entry by ${title}`,
  ];
  const phrases = opening.flatMap((first) =>
    [...icon.words, icon.name].flatMap((word) => [
      `${first} and click the ${word} icon`,
      `${first} and press "${word}"`,
      `${first} and click on the ${word} icon`,
    ]),
  );
  return {
    html: `<div id="all">${rows.join('\n')}</div>${panels.join('\n')}`,
    moves: [{ phrases, steps: [opened, iconStep(icon)], effect: { clicked: `${icon.name} ${title}` } }],
  };
}
