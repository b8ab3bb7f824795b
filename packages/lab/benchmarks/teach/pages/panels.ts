import { escapeHtml } from '../../../../sightline/src/internal.ts';
import { link } from './controls.ts';
import { exactly, type Move, type PageBlock } from './Move.ts';
import type { Names } from './Names.ts';
import { phrasesOf } from './phrases.ts';

// Parts that are covered until something is clicked.

/** Tabs with a panel each; only the first panel is shown. A move on what a hidden panel holds opens its tab first. */
export function tabs(
  names: readonly string[],
  panels: readonly PageBlock[],
  countsItself = false,
): PageBlock {
  const heads = names.map(
    (name, at) =>
      `<button type="button" role="tab" aria-selected="${at === 0}" data-tab="${at}"${countsItself ? ` data-click="${escapeHtml(name)}"` : ''}>${escapeHtml(name)}</button>`,
  );
  const bodies = panels.map(
    ({ html }, at) => `<div role="tabpanel" data-panel="${at}"${at > 0 ? ' hidden' : ''}>${html}</div>`,
  );
  const openTab = (at: number): Move => ({
    phrases: phrasesOf('tab', names[at] ?? ''),
    steps: [{ say: [names[at] ?? ''], role: 'tab', want: { name: exactly(names[at] ?? '') }, do: 'click' }],
    effect: countsItself ? { clicked: names[at] ?? '' } : { nothing: true },
  });
  const count = (opened: Move, one: Move): Move['effect'] => [opened.effect, one.effect].flat();
  const moves = panels.flatMap((panel, at) => {
    if (at === 0) return panel.moves;
    const opened = openTab(at);
    const [one] = panel.moves;
    const both = one && {
      phrases: together(opened.phrases, one.phrases),
      steps: [...opened.steps, ...one.steps],
      effect: count(opened, one),
    };
    return [...(both ? [both] : []), ...(countsItself ? [opened] : [])];
  });
  return { html: `<div role="tablist">${heads.join('')}</div>${bodies.join('')}`, moves };
}

/** Sections that a click on their heading unfolds. `isAlone`: a task need not name the only one. */
export function foldedSections(
  titles: readonly string[],
  bodies: readonly PageBlock[],
  isAlone = false,
): PageBlock {
  const html = titles
    .map(
      (title, at) =>
        `<h3><button type="button" aria-expanded="false" data-fold="${at}">${escapeHtml(title)}</button></h3><div data-body="${at}" hidden>${bodies[at]?.html ?? ''}</div>`,
    )
    .join('\n');
  const moves = titles.flatMap((title, at) => {
    const [one] = bodies[at]?.moves ?? [];
    if (!one) return [];
    const step = { say: [title], role: 'button', want: { name: exactly(title) }, do: 'click' as const };
    return [
      {
        ...one,
        phrases: together(phrasesOf(isAlone ? 'below' : 'unfold', title), one.phrases),
        steps: [step, ...one.steps],
      },
    ];
  });
  return { html, moves };
}

/** Links on two pages of a list, of which one is shown. */
export function pagedList(names: Names, titles: readonly string[]): PageBlock {
  const { random } = names;
  const next = random.pick(['Next', 'Next page', 'Show more', 'More results', 'Older']);
  const half = Math.ceil(titles.length / 2);
  const items = titles.map(link);
  const listOf = (some: readonly PageBlock[]): string => some.map(({ html }) => `<li>${html}</li>`).join('');
  const step = { say: [next], role: 'button', want: { name: exactly(next) }, do: 'click' as const };
  const replaces = next.startsWith('Next') || next === 'Older';
  const later = items.slice(half).flatMap(({ moves: [one] }) => (one ? [one] : []));
  const html = `<div id="p1"><ul>${listOf(items.slice(0, half))}</ul></div><ul id="p2" hidden>${listOf(items.slice(half))}</ul><button type="button" data-show="#p2"${replaces ? ' data-hide="#p1"' : ''}>${next}</button>`;
  const moves = later.map((one) => ({
    ...one,
    phrases: together(phrasesOf('next', next).slice(replaces && next !== 'Older' ? 0 : 2), one.phrases),
    steps: [step, ...one.steps],
  }));
  return { html, moves: [random.pick(moves)] };
}

/** Both, one after the other. */
const together = (first: readonly string[], second: readonly string[]): string[] =>
  second.map((phrase, at) => `${first[at % first.length]} and ${phrase}`);

/** A dialog over the page, with a cross or a word that closes it, and other buttons. */
export function dialog(names: Names, title: string, text: string, labels: readonly string[]): PageBlock {
  const closing = names.random.pick(['Close', '×', 'x', 'Dismiss']);
  const isCross = closing.length === 1;
  const all = [...labels, closing];
  const buttons = all
    .map(
      (label) =>
        `<button type="button" data-click="${escapeHtml(label)}" data-close${label === closing && isCross ? ' aria-label="Close"' : ''}>${escapeHtml(label)}</button>`,
    )
    .join('');
  const close: Move = {
    phrases: [
      ...phrasesOf('close', ''),
      `click "${isCross ? 'Close' : closing}" in the dialog`,
      ...(isCross ? ['click the "x" of the dialog'] : []),
    ],
    steps: [
      {
        say: ['close'],
        role: 'button',
        want: { name: exactly(isCross ? 'Close' : closing) },
        do: 'click',
      },
    ],
    effect: { clicked: closing },
  };
  const others = labels.map(
    (label): Move => ({
      phrases: [...phrasesOf('button', label), `click "${label}" in the dialog`],
      steps: [{ say: [label], role: 'button', want: { name: exactly(label) }, do: 'click' }],
      effect: { clicked: label },
    }),
  );
  return {
    html: `<div role="dialog" aria-label="${escapeHtml(title)}"><h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p>${buttons}</div>`,
    moves: [close, ...others],
  };
}
