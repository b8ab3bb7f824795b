import { escapeHtml } from '../../../../sightline/src/internal.ts';
import { exactly, type PageBlock } from './Move.ts';
import type { Names } from './Names.ts';
import { rowPhrases } from './phrases.ts';

// What stands many times on a page, with the same buttons each time.

interface RowAction {
  /** What the button may be called. */
  labels: readonly string[];
  /** What people say for it. */
  verbs: readonly string[];
}

const ACTIONS: readonly RowAction[] = [
  { labels: ['Delete', 'Remove', 'Trash'], verbs: ['delete', 'remove'] },
  { labels: ['Edit', 'Change', 'Modify'], verbs: ['edit', 'change'] },
  { labels: ['Star', 'Mark as important', 'Flag'], verbs: ['star', 'flag'] },
  { labels: ['Reply', 'Answer'], verbs: ['reply to', 'answer'] },
  { labels: ['Archive', 'Put away'], verbs: ['archive'] },
  { labels: ['Add to cart', 'Buy', 'Add to basket'], verbs: ['buy', 'add to the cart:'] },
  { labels: ['Share', 'Send on', 'Forward'], verbs: ['share', 'forward'] },
  { labels: ['Like', 'Favourite'], verbs: ['like'] },
  { labels: ['Details', 'More', 'Show'], verbs: ['show the details of'] },
  { labels: ['Approve', 'Accept'], verbs: ['approve', 'accept'] },
  { labels: ['Follow', 'Subscribe'], verbs: ['follow'] },
  { labels: ['Print', 'Download'], verbs: ['print'] },
];

export interface RowLayout {
  /** Around all rows. */
  open: string;
  close: string;
  /** @param title of the row @param text more words, may hold markup @param controls its buttons */
  row(title: string, text: string, controls: string): string;
}

export const LIST_LAYOUT: RowLayout = {
  open: '<ul>',
  close: '</ul>',
  row: (title, text, controls) => `<li><b>${title}</b> <span>${text}</span> ${controls}</li>`,
};

export const CARD_LAYOUT: RowLayout = {
  open: '<div class="cards">',
  close: '</div>',
  row: (title, text, controls) => `<article><h3>${title}</h3><p>${text}</p>${controls}</article>`,
};

export const TABLE_LAYOUT: RowLayout = {
  open: '<table><tbody>',
  close: '</tbody></table>',
  row: (title, text, controls) => `<tr><td>${title}</td><td>${text}</td><td>${controls}</td></tr>`,
};

/** Rows with one to three buttons each, the same in every row; some are pictures with a name. */
export function rowsOf(names: Names, layout: RowLayout, titles: readonly string[]): PageBlock {
  const { random, words } = names;
  const first = random.between(0, ACTIONS.length - 1);
  const actions = Array.from(
    { length: random.between(1, 3) },
    (_, at) => ACTIONS[(first + at * 5) % ACTIONS.length] as RowAction,
  ).map((action) => ({ ...action, label: random.pick(action.labels) }));
  const areIcons = random.chance(0.3);
  const rows = titles.map((title) => {
    const controls = actions.map(({ label }) => rowButton(label, title, areIcons)).join(' ');
    return layout.row(escapeHtml(title), `${words.thing()} ${words.price()}`, controls);
  });
  const moves = titles.flatMap((title) =>
    actions.map(({ label, verbs }) => ({
      phrases: rowPhrases(label, title, verbs),
      steps: [
        {
          say: [title, `${label} ${title}`],
          role: 'button',
          want: { name: exactly(label), near: title },
          do: 'click' as const,
        },
      ],
      effect: { clicked: `${label} ${title}` },
    })),
  );
  return { html: `${layout.open}${rows.join('\n')}${layout.close}`, moves };
}

function rowButton(label: string, title: string, isIcon: boolean): string {
  const mark = `data-click="${escapeHtml(`${label} ${title}`)}"`;
  return isIcon
    ? `<button type="button" ${mark} aria-label="${label}">&#9679;</button>`
    : `<button type="button" ${mark}>${label}</button>`;
}
