import { Flag, type Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el, type Facts, snapshotOf } from './page.ts';
import { Random } from './Random.ts';

/**
 * A page of regions, headings, forms, long lists, tables, list boxes, calendars and boxes that can be clicked, nested in
 * each other: the same for the same seed. `changed`: the same page a moment later, some of its words others.
 */
export function randomSnapshot(seed: number, { changed = false } = {}): Snapshot {
  const random = new Random(seed);
  const writer = new PageWriter(random, changed ? new Random(seed + 1) : undefined);
  return snapshotOf(writer.blocks(2 + random.below(4), 0));
}

type Content = (El | string)[];

/** Texts of a page after which nothing long begins. */
const ENOUGH = 70;

class PageWriter {
  readonly #random: Random;
  /** Decides which words have changed. */
  readonly #changes: Random | undefined;
  #left = ENOUGH;
  #words = 0;

  constructor(random: Random, changes: Random | undefined) {
    this.#random = random;
    this.#changes = changes;
  }

  blocks(count: number, depth: number): Content {
    return Array.from({ length: this.#left > 0 ? count : 1 }, () => this.#block(depth)).flat();
  }

  #block(depth: number): Content {
    const random = this.#random;
    if (depth > 3 || this.#left < 0) return [this.#line()];
    const kinds: (() => Content)[] = [
      () => [this.#region(depth)],
      () => [this.#region(depth)],
      () => [el(random.of('h1', 'h2', 'h3'), {}, this.#text(), ...this.#some(0.2, () => this.#control()))],
      () => [this.#list(depth)],
      () => [this.#list(depth)],
      () => [this.#table(depth)],
      () => [this.#choices()],
      () => [this.#calendar()],
      () => [el('div', this.#hidden(), ...this.blocks(1 + random.below(4), depth + 1))],
      () => [this.#box(depth)],
      () => [this.#paragraph()],
      () => [this.#line()],
      () => [this.#opaque()],
    ];
    return random.oneOf(kinds)();
  }

  #region(depth: number): El {
    const random = this.#random;
    const tag = random.of('main', 'nav', 'header', 'footer', 'aside', 'search', 'section', 'dialog', 'form');
    const role = { section: 'region', dialog: 'dialog', form: 'form' }[tag as string];
    const name = random.chance(0.5) ? this.#text() : '';
    const flags = random.chance(0.1) ? Flag.TabIndex | Flag.Listener : 0;
    const facts: Facts = { name, flags, ...(role && { role }) };
    return el(tag, facts, ...this.blocks(1 + random.below(5), depth + 1));
  }

  #list(depth: number): El {
    const random = this.#random;
    const count = this.#count(3, 7, 8, 9, 12, 25, 39, 40, 45);
    const [outer, inner] = random.of(['ul', 'li'], ['div', 'div'], ['ol', 'li'], ['div', 'article']);
    const shape = random.below(6);
    const items = Array.from({ length: count }, () =>
      el(inner as string, { ...this.#hidden(0.05) }, ...this.#item(shape, depth)),
    );
    const others = random.chance(0.2) ? [this.#line()] : [];
    return el(outer as string, this.#scroller(), ...items, ...others);
  }

  #item(shape: number, depth: number): Content {
    if (shape === 0) return [el('a', {}, this.#text())];
    if (shape === 1) return [this.#text()];
    if (shape === 2) return [el('h3', {}, this.#text()), this.#text(), this.#control(), this.#control()];
    if (shape === 3 && depth < 2) return [this.#text(), ...this.blocks(1, depth + 2), this.#control()];
    if (shape === 4) return [el('div', { flags: Flag.Listener | Flag.Pointer }, ...this.#cardContent())];
    return [
      el('b', {}, this.#text()),
      ' ',
      this.#text(),
      ' ',
      this.#control(),
      ...this.#some(0.3, () => this.#control()),
    ];
  }

  #cardContent(): Content {
    return [
      el('div', {}, this.#text()),
      el('div', {}, this.#text()),
      ...this.#some(0.5, () => this.#control()),
    ];
  }

  #table(depth: number): El {
    const random = this.#random;
    const rows = this.#count(3, 8, 10, 20);
    const cells = 1 + random.below(depth > 1 ? 4 : 9);
    const isGrid = random.chance(0.3);
    const cell = (): El =>
      el(
        'td',
        isGrid ? { role: 'gridcell', attributes: { tabindex: '-1' } } : {},
        ...(random.chance(0.1) ? [this.#list(3)] : random.chance(0.4) ? [this.#control()] : [this.#text()]),
      );
    const facts: Facts = isGrid ? { role: 'grid', ...(random.chance(0.3) && { flags: Flag.TabIndex }) } : {};
    return el(
      'table',
      facts,
      ...Array.from({ length: rows }, () => el('tr', {}, ...Array.from({ length: cells }, cell))),
    );
  }

  /** A list box, menu or tree whose items have words, and controls, of their own. */
  #choices(): El {
    const random = this.#random;
    const [role, itemRole] = random.of(['listbox', 'option'], ['menu', 'menuitem'], ['tree', 'treeitem']);
    const count = this.#count(3, 8, 12, 41, 60);
    const isRich = random.chance(0.6);
    const item = (): El =>
      el(
        'div',
        { role: itemRole as string, name: undefined as never },
        ...(isRich
          ? [el('b', {}, this.#text()), el('span', {}, ' ', this.#text()), el('i', {}, ' ', this.#text())]
          : [this.#text()]),
        ...this.#some(0.2, () => this.#control()),
      );
    const attributes = { 'aria-label': this.#text() };
    return el(
      'div',
      { role: role as string, flags: Flag.TabIndex, attributes },
      ...Array.from({ length: count }, item),
    );
  }

  /** A month as cells in rows, or all in one box. */
  #calendar(): El {
    const random = this.#random;
    const day = (_: unknown, i: number): El =>
      el(
        'div',
        { role: 'gridcell', name: `${i}`, attributes: { tabindex: '-1' } },
        String(i + 1),
        ...this.#event(),
      );
    const days = Array.from({ length: 42 }, day);
    if (random.chance(0.5)) return el('div', { role: 'grid', flags: Flag.TabIndex }, ...days);
    const weeks = Array.from({ length: 6 }, (_, i) =>
      el('div', { role: 'row' }, ...days.slice(i * 7, i * 7 + 7)),
    );
    return el('div', { role: 'grid' }, ...weeks);
  }

  #event(): Content {
    return this.#random.chance(0.3) ? [el('span', {}, this.#text()), this.#control()] : [];
  }

  /** Something to click with blocks in it. */
  #box(depth: number): El {
    const flags = Flag.Listener | Flag.Pointer;
    const random = this.#random;
    const content = this.blocks(1 + random.below(3), depth + 1);
    return random.chance(0.5)
      ? el(
          'div',
          { flags: flags | Flag.TabIndex, role: random.of('', 'button', 'option', 'tab') },
          ...content,
        )
      : el(random.of('a', 'button'), {}, ...content);
  }

  #paragraph(): El {
    const count = this.#count(1, 3, 30);
    return el(
      'p',
      {},
      ...Array.from({ length: count }, () => [`${this.#text()} `, this.#control(), ' ']).flat(),
    );
  }

  #line(): El {
    return el(
      'div',
      {},
      ...this.#some(0.8, () => this.#control()),
      this.#text(),
      ...this.#some(0.3, () => this.#control()),
    );
  }

  /** An element that shows no content, but may hold controls. */
  #opaque(): El {
    const tag = this.#random.of('canvas', 'video', 'select', 'progress');
    const inner = tag === 'select' ? el('option', { flags: Flag.Pointer }, this.#text()) : this.#control();
    return el(tag, { name: this.#text() }, inner, ...this.#some(0.3, () => this.#control()));
  }

  #control(): El {
    const random = this.#random;
    const name = this.#text();
    const kind = random.below(8);
    if (kind === 0) return el('input', { name });
    if (kind === 1) return el('input', { name, role: 'checkbox', attributes: { type: 'checkbox' } });
    if (kind === 2)
      return el('select', { name }, el('option', {}, this.#text()), el('option', {}, this.#text()));
    if (kind === 3) return el('button', {}, name);
    if (kind === 4) return el('a', { flags: random.chance(0.1) ? Flag.VisibilityHidden : 0 }, name);
    if (kind === 5) return el('a', {}, el('img', { name }), this.#text());
    if (kind === 6) return el('span', { flags: Flag.Listener | Flag.Pointer }, name);
    return el('button', { name: '' });
  }

  #count(...counts: [number, ...number[]]): number {
    const count = this.#random.of(...counts);
    return this.#left > 0 ? count : counts[0];
  }

  #scroller(): Facts {
    if (!this.#random.chance(0.15)) return {};
    return { flags: Flag.ScrollY | Flag.ClipY, scroller: [0, 100, 400, 2_000, 300] };
  }

  #hidden(share = 0.1): Facts {
    return this.#random.chance(share) ? { flags: Flag.DisplayNone } : {};
  }

  #some(share: number, write: () => El): El[] {
    return this.#random.chance(share) ? [write()] : [];
  }

  /** Words that are found nowhere else, now and then many. */
  #text(): string {
    this.#left--;
    const random = this.#random;
    const length = random.chance(0.03) ? 60 : 1 + random.below(3);
    const words = Array.from(
      { length },
      () => `${random.of('ink', 'oak', 'sea', 'map', 'elm')}${this.#words++}`,
    );
    return (this.#changes?.chance(0.02) ? ['changed', ...words] : words).join(' ');
  }
}
