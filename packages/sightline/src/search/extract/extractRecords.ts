import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { type DataTable, extractTable, findTables } from '../tables/extractTable.ts';
import type { ListSchema, ObjectSchema, SchemaField, ValueSchema } from './ExtractSchema.ts';
import { type LabelMatcher, MIN_LABEL_SCORE } from './LabelMatcher.ts';
import { headTest, type LabelledValue, labelledValues } from './labelledValues.ts';
import { CURRENCY, readValue } from './readValue.ts';
import { type ColumnTexts, type TextPart, textColumns } from './textColumns.ts';

/** A value with the text and the element that it was read from. */
export interface ReadValue {
  value: unknown;
  text: string;
  node: PageNode;
}

/** The values of one record by their keys. */
export type ReadRecord = ReadonlyMap<string, ReadValue>;

export interface ReadRecords {
  records: ReadRecord[];
  /** Names of the columns or labels of the rows. */
  columns: string[];
}

/** What could be the values of a key in each row of a table, with how well it fits the key. */
interface Column {
  label: string;
  score: number;
  cells: (ReadValue | undefined)[];
}

/** All that a table says. */
interface TableTexts {
  table: DataTable;
  sources: readonly ColumnTexts[];
  inside: readonly (readonly LabelledValue[])[];
}

interface RecordContext {
  pageState: PageState;
  matcher: LabelMatcher;
  language: string;
}

/** Least share of filled cells that are of the type asked for. */
const MIN_TYPED = 0.6;
/** What fits by its kind, not by its words: a heading for a name, a number where there is one. */
const BY_KIND = 0.55;
const NAME_KEY = /^(?:name|title|label|heading|headline|product|item|text|subject)$/i;
const URL_KEY = /(?:^|_)(?:url|link|href|uri)$|(?:Url|Link|Href)$/i;
const PRICE_KEY = /price|cost|amount|total|fee|preis/i;
const IMAGE_KEY = /image|picture|photo|thumbnail|img/i;

/** The table, list or cards whose columns fit the keys best; undefined where none fits. `key`: what the list is called. */
export function extractRecords(
  key: string,
  { items, description }: ListSchema,
  scope: PageNode,
  context: RecordContext,
): ReadRecords | undefined {
  const tables = findTables(context.pageState).filter((node) => node === scope || scope.contains(node));
  let best: { read: ReadRecords; score: number } | undefined;
  for (const node of tables) {
    const table = withoutHeads(extractTable(node, context.pageState));
    const named = key === '' ? 0 : context.matcher.score(key, description, table.name);
    const found =
      items.kind === 'object' ? readRows(table, items, context) : readItems(table, items, named, context);
    if (!found) continue;
    const score = found.score + 0.5 * named + Math.min(0.2, table.rows.length / 500);
    if (!best || score > best.score)
      best = { read: { records: found.records, columns: table.columns }, score };
  }
  return best?.read;
}

/** Repeated heads are no records. */
function withoutHeads(table: DataTable): DataTable {
  const isHead = (texts: readonly string[]): boolean =>
    texts.some((text) => text !== '') && texts.every((text, i) => text === (table.columns[i] ?? ''));
  const rows = table.rows.filter(({ cells }) => !isHead(cells.map(({ text }) => text)));
  return { ...table, rows };
}

/** A list of single values: each item as it reads. Its name has to fit. */
function readItems(
  { rows }: DataTable,
  schema: ValueSchema,
  named: number,
  { language }: RecordContext,
): { records: ReadRecord[]; score: number } | undefined {
  if (named < MIN_LABEL_SCORE) return undefined;
  const records = rows.flatMap(({ node, cells }): ReadRecord[] => {
    const text = cells
      .map((cell) => cell.text)
      .filter(Boolean)
      .join(' ');
    const value = readValue(text, schema, language);
    return value === undefined ? [] : [new Map([['', { value, text, node }]])];
  });
  return records.length > 0 ? { records, score: named } : undefined;
}

function readRows(
  table: DataTable,
  { fields }: ObjectSchema,
  context: RecordContext,
): { records: ReadRecord[]; score: number } | undefined {
  const hasHeads = headTest();
  const inside = table.rows.map(({ node }) => labelledValues(node, context.pageState, hasHeads));
  const texts = { table, inside, sources: textColumns(table, context.pageState) };
  const choices = fields.flatMap((field) =>
    field.schema.kind === 'value'
      ? columnsFor(field, field.schema, texts, context).map((column) => ({ field, column }))
      : [],
  );
  choices.sort((a, b) => b.column.score - a.column.score);
  const chosen = new Map<string, Column>();
  const taken = new Set<string>();
  for (const { field, column } of choices) {
    if (chosen.has(field.key) || taken.has(column.label)) continue;
    chosen.set(field.key, column);
    if (!column.label.startsWith('@')) taken.add(column.label);
  }
  const isWhole = fields.every(({ key, isRequired }) => !isRequired || chosen.has(key));
  const byWords = [...chosen.values()].filter(({ score }) => score > BY_KIND).length;
  if (chosen.size === 0 || (table.kind === 'list' && byWords === 0 && !isWhole)) return undefined;
  const records = table.rows.map(
    (_, row): ReadRecord =>
      new Map(
        [...chosen].flatMap(([key, { cells }]) => {
          const cell = cells[row];
          return cell ? [[key, cell] as const] : [];
        }),
      ),
  );
  const sum = [...chosen.values()].reduce((total, { score }) => total + score, 0);
  return { records: records.filter(({ size }) => size > 0), score: sum / fields.length + (isWhole ? 1 : 0) };
}

function columnsFor(
  field: SchemaField,
  schema: ValueSchema,
  { table, sources, inside }: TableTexts,
  context: RecordContext,
): Column[] {
  const columns = [
    ...namedColumns(field, schema, sources, context),
    ...insideColumns(field, schema, inside, context),
    ...attributeColumns(field, schema, table, context),
    ...(table.kind === 'list' ? kindColumns(field, schema, sources, context) : []),
  ];
  return columns.filter(({ score }) => score >= MIN_LABEL_SCORE);
}

/** Columns by their names; of cards, which have none, by words beside the value (`12 reviews`). */
function namedColumns(
  { key }: SchemaField,
  schema: ValueSchema,
  sources: readonly ColumnTexts[],
  { matcher, language }: RecordContext,
): Column[] {
  return sources.map((source) => {
    const { cells, filled, typed } = readTexts(source, schema, language);
    const byName = source.name === undefined ? 0 : matcher.score(key, schema.description, source.name);
    const saying = filled.filter(({ text }) => matcher.occursIn(key, text)).length;
    const byText = schema.type !== 'string' && saying > MIN_TYPED * filled.length ? 0.8 : 0;
    return { label: source.id, score: typed < MIN_TYPED ? 0 : Math.max(byName, byText) * typed, cells };
  });
}

function readTexts(
  { parts }: ColumnTexts,
  schema: ValueSchema,
  language: string,
): { cells: (ReadValue | undefined)[]; filled: TextPart[]; typed: number } {
  const cells = parts.map((part) => {
    const value = part && readValue(part.text, schema, language);
    return part && value !== undefined ? { ...part, value } : undefined;
  });
  const filled = parts.filter((part) => part !== undefined && part.text !== '') as TextPart[];
  return {
    cells,
    filled,
    typed: cells.filter((cell) => cell !== undefined).length / Math.max(1, filled.length),
  };
}

/** What stands in the items with a label of its own. */
function insideColumns(
  { key }: SchemaField,
  schema: ValueSchema,
  inside: readonly (readonly LabelledValue[])[],
  { matcher, language }: RecordContext,
): Column[] {
  const labels = new Set(inside.flatMap((values) => values.map(({ label }) => label)));
  return Array.from(labels, (label) => {
    const score = matcher.score(key, schema.description, label);
    if (score < MIN_LABEL_SCORE) return { label, score: 0, cells: [] };
    const cells = inside.map((values) => {
      const found = values.find((one) => one.label === label);
      const value = found && readValue(found.text, schema, language);
      return found && value !== undefined ? { value, text: found.text, node: found.node } : undefined;
    });
    return { label: `${label}:`, score: cells.some(Boolean) ? score : 0, cells };
  });
}

/** Addresses of links and pictures, which are no text. */
function attributeColumns(
  { key }: SchemaField,
  schema: ValueSchema,
  { rows }: DataTable,
  { pageState }: RecordContext,
): Column[] {
  const isImage = IMAGE_KEY.test(key);
  if (schema.type !== 'uri' && !isImage && !URL_KEY.test(key)) return [];
  if (schema.type !== 'uri' && schema.type !== 'string') return [];
  const { visibility } = pageState;
  const cells = rows.map(({ node: row }): ReadValue | undefined => {
    const node = visibility.page
      .subtree(row)
      .find(
        (one) =>
          !isRemoved(visibility, one) &&
          (isImage ? one.attributes.src : one.tag === 'a' && one.attributes.href),
      );
    return node && addressOf(node, isImage ? 'src' : 'href');
  });
  return [{ label: `@${isImage ? 'src' : 'href'}`, score: cells.some(Boolean) ? 0.9 : 0, cells }];
}

export function addressOf(node: PageNode, attribute: 'href' | 'src'): ReadValue | undefined {
  const text = node.attributes[attribute] ?? '';
  const base = node.document.url;
  return URL.canParse(text, base) ? { value: new URL(text, base).href, text, node } : undefined;
}

/** In cards: the heading or first link as the name, what has a currency as the price, a day where there is one. */
function kindColumns(
  { key }: SchemaField,
  schema: ValueSchema,
  sources: readonly ColumnTexts[],
  { language }: RecordContext,
): Column[] {
  const isName = schema.type === 'string' && NAME_KEY.test(key);
  const isPrice = (schema.type === 'number' || schema.type === 'string') && PRICE_KEY.test(key);
  const isDay = schema.type === 'date' || schema.type === 'date-time';
  if (!isName && !isPrice && !isDay) return [];
  const ofRole = (role: string): ColumnTexts | undefined => sources.find((one) => one.role === role);
  const named = isName ? (ofRole('heading') ?? ofRole('link') ?? sources[0]) : undefined;
  return sources.map((source) => {
    const { cells, filled, typed } = readTexts(source, schema, language);
    const isPriced = isPrice && filled.every(({ text }) => CURRENCY.test(text));
    const fits = typed >= MIN_TYPED && (source === named || isPriced || isDay);
    return { label: source.id, score: fits ? BY_KIND : 0, cells };
  });
}
