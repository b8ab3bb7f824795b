import { button, checkbox, link, radios, selectList } from './controls.ts';
import { iconRows, openedEntries } from './icons.ts';
import type { Move, PageBlock } from './Move.ts';
import type { Names } from './Names.ts';
import {
  bareChoices,
  bareFields,
  besideField,
  drawText,
  fieldPair,
  formattedField,
  twoOfOne,
  widgets,
} from './nameless.ts';
import { foldedSections, pagedList, tabs } from './panels.ts';
import { blocksOf, formOf, type SitePage } from './sitePage.ts';

// Sites of what small models get wrong first: fields that nothing names, twins, pictures, and what has to be uncovered.

/** Fields that are known by their order alone; one of them, or a choice beside them. */
export function orderedFields(names: Names): SitePage {
  const { random } = names;
  const fields = bareFields(names, random.between(2, 5));
  const fill = fields.moves.filter(({ effect }) => 'field' in effect);
  const focus = fields.moves.filter(({ effect }) => 'clicked' in effect);
  if (random.chance(0.3)) return { title: 'Fields', html: fields.html, moves: [random.pick(focus)] };
  const choices = random.chance(0.5)
    ? [bareChoices(names, random.pick(['radio', 'checkbox']), random.between(2, 4))]
    : [];
  return formOf(names, 'Fields', [...choices, { html: fields.html, moves: [random.pick(fill)] }]);
}

/** One field without a name, and a button. */
export function oneField(names: Names): SitePage {
  const { html, moves } = bareFields(names, 1);
  const isFocus = names.random.chance(0.15);
  if (isFocus) return { title: 'Field', html, moves: moves.slice(1) };
  return formOf(names, 'Field', [{ html, moves: moves.slice(0, 1) }]);
}

const LABELS = [
  'Name',
  'Town',
  'Street',
  'Code',
  'Key',
  'Member',
  'Login',
  'Team',
  'Author',
  'Genre',
  'Title',
] as const;

/** Fields with words beside them. */
export function besideForm(names: Names): SitePage {
  const { random } = names;
  const start = random.between(0, LABELS.length - 1);
  const labels = Array.from({ length: random.between(2, 4) }, (_, at) =>
    random.chance(0.7) ? (LABELS[(start + at * 3) % LABELS.length] ?? '') : names.draw('title'),
  );
  const fields = labels.map((label) =>
    besideField(names, label, drawText(names), random.chance(0.2) ? 'password' : 'text'),
  );
  const [first, second] = fields;
  const isTogether = random.chance(0.45) && first && second;
  if (!isTogether) return formOf(names, 'Form', fields);
  const kinds = labels.slice(0, 2).map((label) => label.toLowerCase()) as [string, string];
  const page = formOf(names, 'Form', fields);
  return { ...page, moves: [twoOfOne(first, second, kinds)] };
}

export const repeatedField = (names: Names): SitePage => formOf(names, 'Twice', [fieldPair(names)]);

/** The same fields under two headings. */
export function twinFields(names: Names): SitePage {
  const { random } = names;
  const label = random.pick(LABELS);
  const sections = names.several(random.between(2, 3), random.pick(['word', 'title', 'city']));
  const blocks = sections.map((section): PageBlock => {
    const value = drawText(names);
    const field = `${section} ${label}`;
    const phrases = [
      `enter "${value}" as the ${label} of ${section}`,
      `type ${value} into ${label} under ${section}`,
      `put "${value}" in the ${label} field of "${section}"`,
      `set the ${label} of ${section} to ${value}`,
    ];
    return {
      html: `<h2>${section}</h2><p><label>${label} <input data-field="${field}"></label></p>`,
      moves: [
        {
          phrases,
          steps: [
            {
              say: [section],
              role: 'textbox',
              want: { name: `^${label}`, near: section },
              do: 'fill',
              value,
            },
          ],
          effect: { field, value },
        },
      ],
    };
  });
  return formOf(names, 'Twins', blocks);
}

export function formattedForm(names: Names): SitePage {
  return formOf(names, 'Dates', [
    formattedField(names, names.random.pick(['date', 'date', 'time', 'number'])),
  ]);
}

export function widgetPage(names: Names): SitePage {
  return { title: 'Widgets', ...widgets(names) };
}

const drawTitles = (names: Names, low: number, high: number): string[] =>
  names.several(names.random.between(low, high), names.random.pick(['person', 'handle', 'title', 'word']));

export function iconList(names: Names): SitePage {
  return { title: 'Posts', ...iconRows(names, drawTitles(names, 2, 8)) };
}

export function openedInbox(names: Names): SitePage {
  return { title: 'Entries', ...openedEntries(names, drawTitles(names, 2, 6)) };
}

/** Several boxes by one verb, or an option. */
export function choiceForm(names: Names): SitePage {
  const { random } = names;
  const kind = random.pick(['nonsense', 'word', 'city', 'title'] as const);
  const options = names.several(random.between(3, 6), kind);
  if (random.chance(0.25)) {
    const { html, moves } = radios(names.draw('title'), options);
    return formOf(names, 'Choices', [
      {
        html: random.chance(0.5) ? html.replace(/<legend>.*?<\/legend>/, '') : html,
        moves: [random.pick(moves)],
      },
    ]);
  }
  if (random.chance(0.6)) {
    const name = random.chance(0.4) ? names.draw('title') : undefined;
    return formOf(names, 'Choices', [selectList(names, name, ['', ...options])]);
  }
  const boxes = options.map((option) => checkbox(option, false));
  const { html, moves } = blocksOf(boxes);
  const chosen = moves.slice(0, random.between(1, Math.min(3, moves.length)));
  const list = options.slice(0, chosen.length);
  const said =
    list.length < 2
      ? list.join('')
      : `${list.slice(0, -1).join(', ')}${random.chance(0.5) ? ' and' : ','} ${list.at(-1)}`;
  const together: Move = {
    phrases: ['select', 'check', 'tick', 'choose'].map((verb) => `${verb} ${said}`),
    steps: chosen.flatMap(({ steps }) => steps),
    effect: chosen.flatMap(({ effect }) => effect),
  };
  return formOf(names, 'Choices', [{ html, moves: [together] }]);
}

/** One or more sections, and a button in one or behind all, that a task names behind the section. */
export function sectionPage(names: Names): SitePage {
  const { random } = names;
  const count = random.chance(0.5) ? 1 : random.between(2, 4);
  const numbered = random.chance(0.5);
  const titles = numbered
    ? Array.from(
        { length: count },
        (_, at) =>
          `${NUMBERED[random.between(0, 3)]} ${random.chance(0.5) ? '#' : ''}${at + random.between(1, 9) * 3}`,
      )
    : names.several(count, 'title');
  const unique = [...new Set(titles)];
  const bodies = unique.map(() =>
    blocksOf([random.chance(0.5) ? button(names.draw('action')) : link(names.draw('title'))]),
  );
  return { title: 'Sections', ...foldedSections(unique, bodies, unique.length === 1) };
}

const NUMBERED = ['Section', 'Part', 'Chapter', 'Step'] as const;

/** Tabs of numbers, of which one is to be shown; or a link in one. */
export function numberedTabs(names: Names): SitePage {
  const { random } = names;
  const word = random.pick(['Tab', 'Page', 'Panel', 'View', 'Sheet'] as const);
  const mark = random.pick(['', '#', 'No. ']);
  const titles = Array.from({ length: random.between(2, 5) }, (_, at) => `${word} ${mark}${at + 1}`);
  const panels = titles.map(() => blocksOf(names.several(random.between(1, 2), 'title').map(link)));
  const { html, moves } = tabs(titles, panels, true);
  return { title: 'Tabs', html, moves: [random.pick(moves)] };
}

export function pagedLinks(names: Names): SitePage {
  const kind = names.random.pick(['title', 'word', 'person'] as const);
  return { title: 'Results', ...pagedList(names, names.several(names.random.between(4, 8), kind)) };
}
