import { button, checkbox, link, radios, selectList, textField } from './controls.ts';
import type { PageBlock } from './Move.ts';
import * as more from './moreSites.ts';
import type { Names } from './Names.ts';
import { bareFields } from './nameless.ts';
import { dialog, foldedSections, tabs } from './panels.ts';
import { CARD_LAYOUT, LIST_LAYOUT, rowsOf, TABLE_LAYOUT } from './rows.ts';
import { blocksOf, formOf, type SitePage } from './sitePage.ts';

type Site = (names: Names) => SitePage;

/** Trained on. */
export const TRAINING_SITES = {
  shop: (names) => rowSite(names, 'Products', CARD_LAYOUT, 'title'),
  mail: (names) => rowSite(names, 'Inbox', LIST_LAYOUT, 'person'),
  contact: contactForm,
  settings: settingsForm,
  survey,
  library: tabbedPages,
  manual: foldedPages,
  notices: dialogPage,
  menu: linkPage,
  panel: buttonPage,
  entry: plainFields,
  signin: (names) => signinForm(names),
  ordered: more.orderedFields,
  field: more.oneField,
  beside: more.besideForm,
  repeated: more.repeatedField,
  twins: more.twinFields,
  dates: more.formattedForm,
  widgets: more.widgetPage,
  icons: more.iconList,
  opened: more.openedInbox,
  choices: more.choiceForm,
  sections: more.sectionPage,
  numbered: more.numberedTabs,
  paged: more.pagedLinks,
} as const satisfies Record<string, Site>;

/** Never trained on. */
export const HELD_OUT_SITES = {
  booking: bookingForm,
  register: (names) => rowSite(names, 'Register', TABLE_LAYOUT, 'code'),
} as const satisfies Record<string, Site>;

export type SiteName = keyof typeof TRAINING_SITES | keyof typeof HELD_OUT_SITES;

export const makeSitePage = (site: SiteName, names: Names): SitePage =>
  ({ ...TRAINING_SITES, ...HELD_OUT_SITES })[site](names);

function rowSite(
  names: Names,
  title: string,
  layout: Parameters<typeof rowsOf>[1],
  kind: 'title' | 'person' | 'code',
): SitePage {
  const titles = names.several(names.random.between(2, 9), kind);
  return { title, ...rowsOf(names, layout, titles) };
}

const LABELS = [
  'Name',
  'First name',
  'Surname',
  'E-mail',
  'Phone',
  'Company',
  'Street',
  'Town',
  'Subject',
  'Message',
  'Comment',
  'Nickname',
  'Address',
  'Website',
  'Country',
  'Code',
  'Number of guests',
  'Title',
];

function drawLabels(names: Names, count: number): string[] {
  const start = names.random.between(0, LABELS.length - 1);
  const common = Array.from({ length: count }, (_, at) => LABELS[(start + at * 7) % LABELS.length] ?? '');
  return common.map((label) => (names.random.chance(0.6) ? label : names.draw('title')));
}

const drawValue = (names: Names): string =>
  names.draw(names.random.pick(['person', 'word', 'title', 'city', 'nonsense', 'email', 'code']));

const drawFields = (names: Names, count: number): PageBlock[] =>
  drawLabels(names, count).map((name) =>
    textField(names, { name, value: drawValue(names), multiline: names.random.chance(0.15) }),
  );

function contactForm(names: Names): SitePage {
  return formOf(names, 'Contact', drawFields(names, names.random.between(2, 5)));
}

function settingsForm(names: Names): SitePage {
  const { random } = names;
  const boxes = names
    .several(random.between(3, 8), random.pick(['action', 'title', 'word', 'nonsense']))
    .map((name) => checkbox(name, random.chance(0.2), random.chance(0.2) ? 'switch' : undefined));
  return formOf(names, 'Settings', boxes);
}

function survey(names: Names): SitePage {
  const { random } = names;
  const groups = names
    .several(random.between(1, 2), 'title')
    .map((group) =>
      radios(group, names.several(random.between(2, 5), random.pick(['word', 'city', 'nonsense']))),
    );
  const { html, moves, ...rest } = formOf(names, 'Survey', groups);
  return { ...rest, html, moves: [random.pick(moves)] };
}

function tabbedPages(names: Names): SitePage {
  const count = names.random.between(2, 4);
  const panels = Array.from({ length: count }, () =>
    blocksOf(names.several(names.random.between(1, 3), 'title').map(link)),
  );
  return { title: 'Library', ...tabs(names.several(count, names.random.pick(['word', 'title'])), panels) };
}

function foldedPages(names: Names): SitePage {
  const count = names.random.between(1, 4);
  const bodies = Array.from({ length: count }, () =>
    blocksOf(
      names
        .several(names.random.between(1, 2), 'action')
        .map((name) => (names.random.chance(0.5) ? button(name) : link(name))),
    ),
  );
  return { title: 'Manual', ...foldedSections(names.several(count, 'title'), bodies) };
}

function dialogPage(names: Names): SitePage {
  const { random, words } = names;
  const labels = names.several(random.between(0, 2), random.pick(['action', 'word']));
  const block = dialog(names, names.draw('title'), words.sentence(), labels);
  return { title: 'Notices', html: block.html, moves: [random.pick(block.moves)] };
}

function linkPage(names: Names): SitePage {
  const { random, words } = names;
  const links = names.several(random.between(2, 10), random.pick(['title', 'action', 'word'])).map(link);
  const isText = random.chance(0.3);
  return {
    title: 'Contents',
    html: links
      .map(({ html }) =>
        isText ? `<p>${words.sentence()} ${html} ${words.clause()}.</p>` : `<li>${html}</li>`,
      )
      .join('\n'),
    moves: links.flatMap(({ moves }) => moves),
  };
}

function buttonPage(names: Names): SitePage {
  const { random } = names;
  const kind = random.pick(['action', 'word', 'nonsense'] as const);
  return {
    title: 'Panel',
    ...blocksOf(names.several(random.between(1, 7), kind).map((name) => button(name))),
  };
}

function plainFields(names: Names): SitePage {
  const { random } = names;
  const fields = bareFields(names, random.between(1, 3));
  const options = names.several(random.between(3, 8), random.pick(['city', 'word', 'person']));
  const choice = random.chance(0.5) ? selectList(names, undefined, ['', ...options]) : undefined;
  const focus = fields.moves.filter(({ effect }) => 'clicked' in effect);
  const fill = fields.moves.filter(({ effect }) => 'field' in effect);
  if (random.chance(0.2)) return { title: 'Entry', html: fields.html, moves: [random.pick(focus)] };
  const page = formOf(names, 'Entry', [{ html: fields.html, moves: fill }, ...(choice ? [choice] : [])]);
  return choice && random.chance(0.6) ? { ...page, moves: choice.moves } : page;
}

function signinForm(names: Names): SitePage {
  const { random } = names;
  const user = textField(names, {
    name: random.pick(['User name', 'Login name', 'Account', 'E-mail', 'Member']),
    value: names.draw('nonsense'),
  });
  const pin = textField(names, {
    name: random.pick(['Pass phrase', 'PIN', 'Access code', 'Key']),
    value: names.draw('nonsense'),
  });
  return formOf(names, 'Sign in', [user, pin], random.pick(['Sign in', 'Log in', 'Enter', 'Login']));
}

function bookingForm(names: Names): SitePage {
  const { random } = names;
  const place = selectList(names, random.pick(['Destination', 'Town', 'Hotel']), [
    '-',
    ...names.several(random.between(3, 6), 'city'),
  ]);
  const guest = drawFields(names, random.between(1, 2));
  const extra = checkbox(names.draw('action'), false);
  const board = radios(names.draw('title'), names.several(3, 'word'));
  const chosen = { ...board, moves: [random.pick(board.moves)] };
  return formOf(
    names,
    'Booking',
    [place, ...guest, chosen, extra],
    random.pick(['Book', 'Reserve', 'Confirm']),
  );
}
