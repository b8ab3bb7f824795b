import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import type { Page, PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { type El, el, snapshotOf } from './page.ts';
import type { Random } from './Random.ts';

/** A thing that a list shows. Its key is hidden. */
export interface Thing {
  key: number;
  name: string;
  status: string;
  likes: number;
  price: number;
  email: string;
  isFollowed: boolean;
}

const FIRST = [
  'Ada',
  'Bo',
  'Cy',
  'Dee',
  'Eve',
  'Flo',
  'Gus',
  'Hal',
  'Ida',
  'Jo',
  'Kit',
  'Lou',
  'Max',
  'Nan',
  'Ole',
  'Pia',
];
const LAST = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel', 'Ivy', 'Juniper'];
const STATUSES = ['Active', 'Blocked', 'Pending', 'On hold', 'Closed'];
const COLUMNS = ['name', 'status', 'likes', 'price', 'email', 'order', 'rank', 'field', 'picture'] as const;
type Column = (typeof COLUMNS)[number];

/** How a list looks: which columns in which order, as what. */
export interface Looks {
  kind: 'ul' | 'table' | 'div';
  columns: Column[];
  nameAs: 'span' | 'h3' | 'a' | 'button';
  /** Names occur more than once; the e-mail address does not. */
  hasNamesakes: boolean;
  isFollowable: boolean;
  isWrapped: boolean;
}

/** `order` and `rank` are texts that differ in digits only. */
export function randomLooks(random: Random): Looks {
  const hasNamesakes = random.chance(0.2);
  const identity = hasNamesakes
    ? 'email'
    : random.of<Column>('name', 'name', 'name', 'order', 'rank', 'email', 'field');
  const others = COLUMNS.filter((one) => one !== identity && one !== 'field' && random.chance(0.35));
  const columns = hasNamesakes ? [...new Set<Column>(['name', identity, ...others])] : [identity, ...others];
  return {
    kind: random.of('ul', 'table', 'div'),
    columns: shuffled(columns, random),
    nameAs: random.of('span', 'span', 'h3', 'a', 'button'),
    hasNamesakes,
    isFollowable: random.chance(0.4),
    isWrapped: random.chance(0.3),
  };
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.map(() => left.splice(random.below(left.length), 1)[0] as T);
}

/** How a framework makes elements of things: by key, by place, all anew, or each as it likes. */
export type Rendering = 'keyed' | 'by place' | 'anew' | 'mixed';

/** Two states of one list, and which thing each control of them stands for. */
export class RandomList {
  readonly #random: Random;
  readonly #looks: Looks;
  #things: Thing[] = [];
  /** Which elements each place of the list is made of. */
  #sets: number[] = [];
  #keys = 0;
  #made = 0;

  constructor(random: Random, looks: Looks, size: number) {
    this.#random = random;
    this.#looks = looks;
    while (this.#things.length < size) this.#things.push(this.#thing());
    this.#sets = this.#things.map(() => ++this.#made);
  }

  /** Lets things come, go, move and change, and renders the list anew. Tells what was done. */
  change(rendering: Rendering): string[] {
    const random = this.#random;
    const before = new Map(this.#things.map(({ key }, i) => [key, this.#sets[i] as number]));
    const slots = this.#sets;
    const done: string[] = [rendering];
    const what = (name: string, share: number, work: () => void): void => {
      if (!random.chance(share)) return;
      done.push(name);
      work();
    };
    what('delete', 0.5, () => this.#things.splice(random.below(this.#things.length), random.of(1, 1, 2)));
    what('insert', 0.4, () => this.#things.splice(random.below(this.#things.length + 1), 0, this.#thing()));
    what('shuffle', 0.25, () => {
      this.#things = shuffled(this.#things, random);
    });
    what('count', 0.5, () => this.#vary(0.4, (one) => ({ likes: one.likes + 1 })));
    what('price', 0.2, () => this.#vary(0.2, () => ({ price: 1 + random.below(99) })));
    what('status', 0.4, () => this.#vary(0.3, () => ({ status: random.oneOf(STATUSES) })));
    what('follow', 0.3, () => this.#vary(0.3, (one) => ({ isFollowed: !one.isFollowed })));
    this.#sets = this.#things.map(({ key }, i) => {
      const own = before.get(key);
      const kept = {
        keyed: own,
        'by place': slots[i],
        anew: undefined,
        mixed: random.chance(0.5) ? own : undefined,
      };
      return kept[rendering] ?? ++this.#made;
    });
    return done;
  }

  /** The page, and the key of the thing that each control stands for, with what it does. */
  page(): { page: Page; truth: Map<PageNode, string> } {
    const meanings: (string | undefined)[] = [];
    const ids: number[] = [];
    const note = (id: number, meaning?: string): void => {
      ids.push(id);
      meanings.push(meaning);
    };
    const [outer, item] = { ul: ['ul', 'li'], table: ['table', 'tr'], div: ['div', 'div'] }[
      this.#looks.kind
    ] as [string, string];
    note(3);
    note(4);
    const body = [el('h1', {}, 'People')];
    const items = this.#things.map((thing, i) =>
      this.#item(item, thing, (this.#sets[i] as number) * 40, note),
    );
    note(5, 'add');
    const snapshot = snapshotOf([...body, el(outer, {}, ...items), el('button', {}, 'Add')]);
    const { rows } = snapshot.documents[0] as (typeof snapshot.documents)[number];
    let at = 0;
    rows.id = rows.id.map((id) => (id === 0 ? 0 : at < 2 ? ++at : (ids[at++ - 2] as number)));
    const page = buildPage(snapshot);
    const truth = new Map<PageNode, string>();
    page.nodes
      .filter(({ isElement }) => isElement)
      .forEach((node, i) => {
        const meaning = meanings[i - 2];
        if (meaning) truth.set(node, meaning);
      });
    return { page, truth };
  }

  #item(tag: string, thing: Thing, base: number, note: (id: number, meaning?: string) => void): El {
    const { columns, kind, isFollowable, isWrapped } = this.#looks;
    note(base);
    let id = base;
    const make = (name: string, meaning: string | undefined, ...children: (El | string)[]): El => {
      note(++id, meaning && `${meaning} ${thing.key}`);
      return el(name, {}, ...children);
    };
    const cell = (fill: () => El): El => {
      if (kind !== 'table') return fill();
      note(++id);
      return el('td', {}, fill());
    };
    const parts = columns.map((column) => cell(() => this.#column(column, thing, make, () => ++id, note)));
    const buttons = (): El[] => [
      make('button', 'delete', 'Delete'),
      ...(isFollowable
        ? [
            make(
              'button',
              thing.isFollowed ? 'unfollow' : 'follow',
              thing.isFollowed ? 'Following' : 'Follow',
            ),
          ]
        : []),
    ];
    if (!isWrapped && kind !== 'table') return el(tag, {}, ...parts, ...buttons());
    note(++id);
    return el(tag, {}, ...parts, el(kind === 'table' ? 'td' : 'p', {}, ...buttons()));
  }

  #column(
    column: Column,
    thing: Thing,
    make: (name: string, meaning: string | undefined, ...children: (El | string)[]) => El,
    id: () => number,
    note: (id: number, meaning?: string) => void,
  ): El {
    const { nameAs } = this.#looks;
    if (column === 'name')
      return make(nameAs, nameAs === 'a' || nameAs === 'button' ? 'open' : undefined, thing.name);
    if (column === 'field') {
      note(id(), `edit ${thing.key}`);
      return el('input', { attributes: { '.value': thing.name } });
    }
    if (column === 'picture') {
      note(id());
      return el('img', { attributes: { src: `/faces/${thing.key}.png` } });
    }
    const texts = {
      status: thing.status,
      likes: `${thing.likes} likes`,
      price: `$${thing.price}`,
      email: thing.email,
      order: `Order ${1000 + thing.key}`,
      rank: `Item ${thing.key}`,
    };
    return make('span', undefined, texts[column]);
  }

  #vary(share: number, change: (thing: Thing) => Partial<Thing>): void {
    this.#things = this.#things.map((one) => (this.#random.chance(share) ? { ...one, ...change(one) } : one));
  }

  #thing(): Thing {
    const random = this.#random;
    const key = ++this.#keys;
    const first = FIRST[(key - 1) % FIRST.length] as string;
    const last = LAST[Math.floor((key - 1) / FIRST.length)] as string;
    const own = `${first} ${last}`;
    return {
      key,
      name: this.#looks.hasNamesakes ? random.of('Ann', 'Ben', 'Cat', own) : own,
      status: random.oneOf(STATUSES),
      likes: random.below(6),
      price: 1 + random.below(99),
      email: `${first}.${last}@example.test`.toLowerCase(),
      isFollowed: random.chance(0.5),
    };
  }
}
