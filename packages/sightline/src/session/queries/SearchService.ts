import type { RenderContext } from '../../render/RenderContext.ts';
import { renderQueryResult } from '../../search/elements/renderQueryResult.ts';
import { type ElementQuery, searchElements } from '../../search/elements/searchElements.ts';
import { extractTable, findTables } from '../../search/tables/extractTable.ts';
import { renderTable, type TableOptions } from '../../search/tables/renderTable.ts';
import { findTextMatches } from '../../search/text/findTextMatches.ts';
import { renderTextMatches } from '../../search/text/renderTextMatches.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { SessionResult } from '../SessionResult.ts';
import { type Embed, Embeddings } from './Embeddings.ts';
import { SearchResources } from './SearchResources.ts';

/** A question for elements; `near` is a number. */
export interface ElementQueryOptions extends Omit<ElementQuery, 'near'> {
  near?: number;
  /** Most elements that are answered; default 20, without those far behind a best one that has all the words. */
  maxResults?: number;
  /** Tell the score of each and why. Default false. */
  scores?: boolean;
}

export interface TextSearchOptions {
  /** The words are a regular expression. Default false. */
  pattern?: boolean;
  /** Most matches that are told; default 20. */
  maxResults?: number;
}

/** Answers questions about the captured page: no browser is asked. */
export class SearchService {
  readonly #resources = new SearchResources();
  readonly #embeddings: Embeddings | undefined;

  /** `embed`: see `SessionOptions`. */
  constructor(embed?: Embed) {
    this.#embeddings = embed && new Embeddings(embed);
  }

  async query(
    context: RenderContext,
    { maxResults, scores, near: _, ...question }: ElementQueryOptions,
    near?: PageNode,
  ): Promise<SessionResult> {
    const vectors = await this.#resources.vectors();
    const index = this.#resources.indexOf(context.pageState);
    const elementQuestion = { ...question, ...(near && { near }) };
    const words = [
      elementQuestion.text,
      elementQuestion.name,
      ...Object.keys(elementQuestion.keywordWeights ?? {}),
    ]
      .filter(Boolean)
      .join(', ');
    const similarities = words === '' ? undefined : await this.#embeddings?.similarity(index, words);
    const results = searchElements(index, elementQuestion, { limit: maxResults, vectors, similarities });
    return renderQueryResult(results, elementQuestion, index, context, { scores, vectors });
  }

  searchText(
    context: RenderContext,
    words: string,
    { pattern, maxResults }: TextSearchOptions,
  ): SessionResult {
    if (words.trim() === '') {
      throw new SightlineError('invalid_argument', 'There are no words to look for.', {
        hint: 'Give some words of the page.',
      });
    }
    return renderTextMatches(
      findTextMatches(context.pageState, words, { pattern, limit: maxResults }),
      words,
      context,
    );
  }

  /** The table around a number, or the one that a name or the heading above it tells; the first of a page with one. */
  readTable(
    context: RenderContext,
    tableName: string | undefined,
    options: TableOptions,
    containedNode?: PageNode,
  ): SessionResult {
    const tables = findTables(context.pageState);
    const node = containedNode ? tableAround(containedNode, tables) : tableNamed(tableName, tables, context);
    if (node) return renderTable(extractTable(node, context.pageState), context, options);
    throw tableNotFound(containedNode ? context.refOf(containedNode) : tableName, tables, context);
  }
}

/** The innermost that holds the node, or lies within it. */
function tableAround(node: PageNode, tables: PageNode[]): PageNode | undefined {
  return tables.findLast((table) => table.contains(node)) ?? tables.find((table) => node.contains(table));
}

function tableNamed(
  tableName: string | undefined,
  tables: PageNode[],
  { pageState }: RenderContext,
): PageNode | undefined {
  const words = tableName?.trim().toLowerCase() ?? '';
  if (words === '')
    return tables.length === 1 || hasSingleTable(tables)
      ? (tables.find(hasTableRole) ?? tables[0])
      : undefined;
  const ordinal = /^#?(\d+)$/.exec(words);
  if (ordinal) return tables[Number(ordinal[1]) - 1];
  const candidates = tables.map((node) => {
    const { name, columns } = extractTable(node, pageState);
    return { node, name: name.toLowerCase(), columns: columns.map((column) => column.toLowerCase()) };
  });
  const rankedTables = [...candidates.filter(({ node }) => hasTableRole(node)), ...candidates];
  const matchingTable =
    rankedTables.find(({ name }) => name === words) ??
    rankedTables.find(({ name }) => name.includes(words)) ??
    rankedTables.find(({ columns }) => columns.includes(words));
  return matchingTable?.node;
}

function hasTableRole({ role }: PageNode): boolean {
  return TABLE_ROLES.has(role);
}

/** Lists beside it do not make one table ambiguous. */
function hasSingleTable(tables: PageNode[]): boolean {
  return tables.filter(hasTableRole).length === 1;
}

function tableNotFound(
  tableName: string | number | undefined,
  tables: PageNode[],
  { pageState, refOf }: RenderContext,
): SightlineError {
  const names = tables.slice(0, 12).map((node) => {
    const { name, kind, rows } = extractTable(node, pageState);
    return `[${refOf(node)}] ${kind} ${JSON.stringify(name)} (${rows.length} rows)`;
  });
  const problem = tables.length > 0 && !tableName ? 'more than one table' : 'no table';
  const message =
    typeof tableName === 'number'
      ? `[${tableName}] is no table or list, and stands in none.`
      : `There is ${problem}${tableName ? ` ${JSON.stringify(tableName)}` : ''} on this page.`;
  return new SightlineError('not_found', message, {
    hint:
      names.length > 0 ? `Give the number of one: ${names.join(', ')}.` : 'Look at the page for what it has.',
  });
}
