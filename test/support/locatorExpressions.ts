import type { FrameLocator, Locator, Page } from 'playwright-core';
import type {
  LocatorSpec,
  LocatorStep,
  TextPattern,
} from '../../packages/sightline/src/script/locators/LocatorSpec.ts';

/** What a page holds that locators can name, as its own DOM shows. */
export interface PageWords {
  buttons: string[];
  links: string[];
  headings: string[];
  labels: string[];
  placeholders: string[];
  titles: string[];
  alts: string[];
  texts: string[];
  classes: string[];
  ids: string[];
}

/** Runs in the page. */
export function readPageWords(): PageWords {
  const spread = (all: string[], count: number): string[] => {
    const some = [...new Set(all.map((one) => one.replace(/\s+/g, ' ').trim()))].filter(
      (one) => one !== '' && one.length < 60,
    );
    const step = Math.max(1, some.length / count);
    return some.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  };
  const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
  const texts = (selector: string, count: number): string[] =>
    spread(
      all(selector).map((one) => one.textContent ?? ''),
      count,
    );
  const attributes = (name: string, count: number): string[] =>
    spread(
      all(`body [${name}]`).map((one) => one.getAttribute(name) ?? ''),
      count,
    );
  return {
    buttons: texts('button, [role=button]', 4),
    links: texts('a[href]', 5),
    headings: texts('h1, h2, h3, h4, h5, h6', 4),
    labels: [...texts('label', 4), ...attributes('aria-label', 3)],
    placeholders: attributes('placeholder', 3),
    titles: attributes('title', 2),
    alts: attributes('alt', 2),
    texts: texts('p, span, td, th, li, small, strong, code', 8),
    classes: spread(
      all('body [class]').flatMap((one) => [...one.classList]),
      6,
    ).filter((name) => /^[a-z][\w-]*$/i.test(name)),
    ids: attributes('id', 3).filter((id) => /^[a-z][\w-]*$/i.test(id)),
  };
}

const ROLES =
  'button link heading textbox checkbox radio combobox list listitem row cell columnheader img navigation table tab option main banner contentinfo paragraph dialog separator'.split(
    ' ',
  );

const SELECTORS = [
  'form input',
  'ul > li',
  'li:first-child',
  'tr:nth-child(2)',
  'a[href]',
  'input[type=checkbox]',
  'input:not([type=hidden])',
  'nav a:has(i)',
  'div:has(> h5)',
  'td:last-child',
  'button:visible',
  'li:has-text("a")',
  ':nth-match(a, 2)',
  'text=e',
  '//a',
  'xpath=//h1 | //h2',
  'role=button',
  'li >> a',
  'body >> css=a >> nth=1',
  'h1 + *',
];

const half = (text: string): string => text.slice(0, Math.ceil(text.length / 2)).trim() || text;
const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Locators for what a page holds, of every kind there is; the same for the same page. */
export function locatorExpressions(words: PageWords): LocatorSpec[] {
  return [
    ...ROLES.map((role): LocatorSpec => [{ by: 'role', role }]),
    ...SELECTORS.map((selector): LocatorSpec => [{ by: 'css', selector }]),
    ...words.buttons.flatMap((name) => named('button', name)),
    ...words.links.flatMap((name) => named('link', name)),
    ...words.headings.flatMap((name) => named('heading', name)),
    ...words.texts.flatMap(textExpressions),
    ...words.labels.flatMap((text) => attributeExpressions('label', text)),
    ...words.placeholders.flatMap((text) => attributeExpressions('placeholder', text)),
    ...words.titles.flatMap((text) => attributeExpressions('title', text)),
    ...words.alts.flatMap((text) => attributeExpressions('altText', text)),
    ...words.classes.flatMap(classExpressions),
    ...words.ids.flatMap((id): LocatorSpec[] => [
      [css(`#${id}`)],
      [css(`#${id}`), { by: 'role', role: 'link' }],
    ]),
    ...stateExpressions(),
    ...chainedExpressions(words),
  ];
}

const css = (selector: string): LocatorStep => ({ by: 'css', selector });

function named(role: string, name: string): LocatorSpec[] {
  return [
    [{ by: 'role', role, name: half(name).toUpperCase() }],
    [{ by: 'role', role, name, exact: true }],
    [{ by: 'role', role, name: { regex: `^${escapeRegex(half(name))}`, flags: 'i' } }],
  ];
}

function textExpressions(text: string): LocatorSpec[] {
  return [
    [{ by: 'text', text }],
    [{ by: 'text', text: half(text).toLowerCase() }],
    [{ by: 'text', text, exact: true }],
    [{ by: 'text', text: { regex: escapeRegex(half(text).split(' ')[0] ?? ''), flags: 'i' } }],
    [css('li, tr, div'), { by: 'filter', hasText: text }],
  ];
}

function attributeExpressions(
  by: 'label' | 'placeholder' | 'title' | 'altText',
  text: string,
): LocatorSpec[] {
  return [
    [{ by, text }],
    [{ by, text: half(text).toUpperCase() }],
    [{ by, text, exact: true }],
    [{ by, text: { regex: escapeRegex(half(text)), flags: '' } }],
  ];
}

function classExpressions(name: string): LocatorSpec[] {
  return [
    [css(`.${name}`)],
    [css(`.${name} *`)],
    [css(`.${name}`), css('> *')],
    [css(`.${name}`), { by: 'role', role: 'link' }],
  ];
}

function stateExpressions(): LocatorSpec[] {
  return [
    [{ by: 'role', role: 'heading', level: 1 }],
    [{ by: 'role', role: 'heading', level: 5 }],
    [{ by: 'role', role: 'checkbox', checked: true }],
    [{ by: 'role', role: 'checkbox', checked: false }],
    [{ by: 'role', role: 'button', expanded: false }],
    [{ by: 'role', role: 'link', expanded: true }],
    [{ by: 'role', role: 'button', disabled: true }],
    [{ by: 'role', role: 'textbox', disabled: false }],
    [{ by: 'role', role: 'button', pressed: false }],
    [{ by: 'role', role: 'option', selected: true }],
    [{ by: 'role', role: 'tab', selected: true }],
  ];
}

function chainedExpressions({ links, buttons, headings }: PageWords): LocatorSpec[] {
  const [link = 'a'] = links;
  const [button = 'b'] = buttons;
  const [heading = 'c'] = headings;
  const listItems: LocatorStep = { by: 'role', role: 'listitem' };
  const anyLink: LocatorSpec = [{ by: 'role', role: 'link' }];
  return [
    [{ by: 'role', role: 'navigation' }, ...anyLink],
    [{ by: 'role', role: 'list' }, listItems, ...anyLink],
    [
      { by: 'role', role: 'link', name: link },
      { by: 'text', text: link },
    ],
    [css('form'), { by: 'role', role: 'textbox' }],
    [css('li'), { by: 'filter', has: anyLink }],
    [css('li'), { by: 'filter', hasNot: anyLink }],
    [css('li'), { by: 'filter', hasNotText: link }],
    [css('div'), { by: 'filter', has: [{ by: 'text', text: heading, exact: true }] }],
    [css('div'), { by: 'filter', has: [css('> a')] }],
    [listItems, { by: 'filter', hasText: { regex: `${escapeRegex(half(link))}`, flags: 'i' } }],
    [
      { by: 'role', role: 'button', name: button },
      { by: 'or', locator: [{ by: 'role', role: 'link', name: link }] },
    ],
    [css('a'), { by: 'and', locator: [{ by: 'text', text: link }] }],
    [...anyLink, { by: 'nth', index: 0 }],
    [...anyLink, { by: 'nth', index: -1 }],
    [
      { by: 'role', role: 'button' },
      { by: 'nth', index: 1 },
    ],
    [css('tr'), { by: 'nth', index: 2 }, { by: 'role', role: 'cell' }],
  ];
}

/** The same locator as Playwright's. */
export function toPlaywright(spec: LocatorSpec, page: Page): Locator {
  let scope: Page | Locator | FrameLocator = page;
  for (const step of spec) scope = applyStep(scope as Locator, step, page);
  return scope as unknown as Locator;
}

function applyStep(scope: Locator, step: LocatorStep, page: Page): Locator {
  switch (step.by) {
    case 'role': {
      const { by: _, role, name, ...options } = step;
      return scope.getByRole(
        role as 'button',
        { ...options, ...(name !== undefined && { name: pattern(name) }) } as object,
      );
    }
    case 'css':
      return scope.locator(step.selector);
    case 'filter': {
      const { by: _, has, hasNot, hasText, hasNotText, visible } = step;
      return scope.filter({
        ...(has && { has: toPlaywright(has, page) }),
        ...(hasNot && { hasNot: toPlaywright(hasNot, page) }),
        ...(hasText !== undefined && { hasText: pattern(hasText) }),
        ...(hasNotText !== undefined && { hasNotText: pattern(hasNotText) }),
        ...(visible !== undefined && { visible }),
      });
    }
    case 'nth':
      return scope.nth(step.index);
    case 'or':
      return scope.or(toPlaywright(step.locator, page));
    case 'and':
      return scope.and(toPlaywright(step.locator, page));
    case 'ref':
    case 'words':
    case 'frame':
      throw new Error(`${step.by} has no counterpart`);
    default: {
      const options = step.exact === undefined ? {} : { exact: step.exact };
      const text = pattern(step.text);
      if (step.by === 'testId') return scope.getByTestId(text);
      const method = {
        text: 'getByText',
        label: 'getByLabel',
        placeholder: 'getByPlaceholder',
        title: 'getByTitle',
        altText: 'getByAltText',
      } as const;
      return scope[method[step.by]](text, options);
    }
  }
}

const pattern = (text: TextPattern): string | RegExp =>
  typeof text === 'string' ? text : new RegExp(text.regex, text.flags);
