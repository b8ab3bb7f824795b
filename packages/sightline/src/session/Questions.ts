import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import { type Question, queryElements } from '../query/queryElements.ts';
import { searchText } from '../query/searchText.ts';
import { findTables, readTable } from '../query/tables.ts';
import { tellFound } from '../query/tellFound.ts';
import { type TableOptions, tellTable } from '../query/tellTable.ts';
import { tellText } from '../query/tellText.ts';
import type { Scene } from '../view/View.ts';
import type { Answer } from './Answer.ts';
import { type Embed, Embeddings } from './Embeddings.ts';
import { Searcher } from './Searcher.ts';

/** A question for elements; `near` is a number. */
export interface Query extends Omit<Question, 'near'> {
  near?: number;
  /** Most elements that are answered; default 20, without those far behind a best one that has all the words. */
  maxResults?: number;
  /** Tell the score of each and why. Default false. */
  scores?: boolean;
}

export interface TextQuery {
  /** The words are a regular expression. Default false. */
  pattern?: boolean;
  /** Most matches that are told; default 20. */
  maxResults?: number;
}

/** Answers questions about the captured page: no browser is asked. */
export class Questions {
  readonly #searcher = new Searcher();
  readonly #embeddings: Embeddings | undefined;

  /** `embed`: see `SessionOptions`. */
  constructor(embed?: Embed) {
    this.#embeddings = embed && new Embeddings(embed);
  }

  async query(
    scene: Scene,
    { maxResults, scores, near: _, ...question }: Query,
    near?: PageNode,
  ): Promise<Answer> {
    const vectors = await this.#searcher.vectors();
    const index = this.#searcher.index(scene.structure);
    const asked = { ...question, ...(near && { near }) };
    const words = [asked.text, asked.name, ...Object.keys(asked.keywordWeights ?? {})]
      .filter(Boolean)
      .join(', ');
    const likeness = words === '' ? undefined : await this.#embeddings?.likeness(index, words);
    const found = queryElements(index, asked, { limit: maxResults, vectors, likeness });
    return tellFound(found, asked, index, scene, { scores, vectors });
  }

  text(scene: Scene, words: string, { pattern, maxResults }: TextQuery): Answer {
    if (words.trim() === '') {
      throw new SightlineError('invalid_argument', 'There are no words to look for.', {
        hint: 'Give some words of the page.',
      });
    }
    return tellText(searchText(scene.structure, words, { pattern, limit: maxResults }), words, scene);
  }

  /** The table around a number, or the one that a name or the heading above it tells; the first of a page with one. */
  table(scene: Scene, wanted: string | undefined, options: TableOptions, inside?: PageNode): Answer {
    const tables = findTables(scene.structure);
    const node = inside ? around(inside, tables) : named(wanted, tables, scene);
    if (node) return tellTable(readTable(node, scene.structure), scene, options);
    throw noTable(inside ? scene.numberOf(inside) : wanted, tables, scene);
  }
}

/** The innermost that holds the node, or lies within it. */
function around(node: PageNode, tables: PageNode[]): PageNode | undefined {
  return tables.findLast((table) => table.contains(node)) ?? tables.find((table) => node.contains(table));
}

function named(wanted: string | undefined, tables: PageNode[], { structure }: Scene): PageNode | undefined {
  const words = wanted?.trim().toLowerCase() ?? '';
  if (words === '')
    return tables.length === 1 || isTable(tables) ? (tables.find(isRoled) ?? tables[0]) : undefined;
  const ordinal = /^#?(\d+)$/.exec(words);
  if (ordinal) return tables[Number(ordinal[1]) - 1];
  const all = tables.map((node) => {
    const { name, columns } = readTable(node, structure);
    return { node, name: name.toLowerCase(), columns: columns.map((column) => column.toLowerCase()) };
  });
  const ranked = [...all.filter(({ node }) => isRoled(node)), ...all];
  const found =
    ranked.find(({ name }) => name === words) ??
    ranked.find(({ name }) => name.includes(words)) ??
    ranked.find(({ columns }) => columns.includes(words));
  return found?.node;
}

const ROLES = new Set(['table', 'grid', 'treegrid']);

function isRoled({ role }: PageNode): boolean {
  return ROLES.has(role);
}

/** Lists beside it do not make one table ambiguous. */
function isTable(tables: PageNode[]): boolean {
  return tables.filter(isRoled).length === 1;
}

function noTable(
  wanted: string | number | undefined,
  tables: PageNode[],
  { structure, numberOf }: Scene,
): SightlineError {
  const names = tables.slice(0, 12).map((node) => {
    const { name, kind, rows } = readTable(node, structure);
    return `[${numberOf(node)}] ${kind} ${JSON.stringify(name)} (${rows.length} rows)`;
  });
  const which = tables.length > 0 && !wanted ? 'more than one table' : 'no table';
  const what =
    typeof wanted === 'number'
      ? `[${wanted}] is no table or list, and stands in none.`
      : `There is ${which}${wanted ? ` ${JSON.stringify(wanted)}` : ''} on this page.`;
  return new SightlineError('not_found', what, {
    hint:
      names.length > 0 ? `Give the number of one: ${names.join(', ')}.` : 'Look at the page for what it has.',
  });
}
