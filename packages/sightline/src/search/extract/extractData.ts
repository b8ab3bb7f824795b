import { quote } from '../../render/escape.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { ExtractSchema, ListSchema, ObjectSchema, SchemaField, ValueSchema } from './ExtractSchema.ts';
import { addressOf, extractRecords, type ReadRecord, type ReadValue } from './extractRecords.ts';
import { LabelMatcher, MIN_LABEL_SCORE } from './LabelMatcher.ts';
import { type LabelledValue, labelledValues } from './labelledValues.ts';
import { readValue } from './readValue.ts';
import type { TextAnswers, UnreadValue } from './TextAnswers.ts';

/** Where a value was read. */
export interface ExtractedSource {
  /** `items[0].price`. */
  path: string;
  /** As the page writes it. */
  text: string;
  node: PageNode;
  /** It was not read by the structure of the page, but found in its text by whoever was asked. */
  isFromText?: true;
}

export interface ExtractedData {
  value: unknown;
  /** One for each value, in the order of the value. */
  sources: ExtractedSource[];
  /** Optional values that the page does not show, by their paths. */
  missing: string[];
}

const MAX_NAMED = 12;
const TITLE_KEY = /^(?:title|name|heading|headline)$/i;

/**
 * What a page says of the keys of a schema, without a model: tables, lists and cards for arrays of objects, labelled values for
 * single ones; `answers`: what was read in its text beside that. Throws `not_found` for a required value that it does not show,
 * with what it does.
 */
export function extractData(
  schema: ObjectSchema | ListSchema,
  scope: PageNode,
  pageState: PageState,
  answers?: TextAnswers,
): ExtractedData {
  const extraction = new Extraction(scope, pageState, answers);
  const value = extraction.run(schema);
  const { sources, missing, absent } = extraction;
  if (absent.length > 0) throw extraction.absentError();
  return { value, sources, missing };
}

/** What the structure of the page does not say of a schema. */
export function findUnread(
  schema: ObjectSchema | ListSchema,
  scope: PageNode,
  pageState: PageState,
): UnreadValue[] {
  const extraction = new Extraction(scope, pageState);
  extraction.run(schema);
  return extraction.unread;
}

class Extraction {
  readonly sources: ExtractedSource[] = [];
  readonly missing: string[] = [];
  /** Required values that the page does not show, with what is there in their place. */
  readonly absent: string[] = [];
  /** Those of both, as they are asked for. */
  readonly unread: UnreadValue[] = [];
  readonly #answers: TextAnswers | undefined;
  readonly #matcher = new LabelMatcher();
  readonly #scope: PageNode;
  readonly #pageState: PageState;
  readonly #language: string;
  readonly #labelled: readonly LabelledValue[];
  /** Names of the columns or labels of which values were read. */
  #columns: string[] = [];

  constructor(scope: PageNode, pageState: PageState, answers?: TextAnswers) {
    this.#scope = scope;
    this.#answers = answers;
    this.#pageState = pageState;
    this.#language = languageOf(scope);
    this.#labelled = labelledValues(scope, pageState);
  }

  run(schema: ObjectSchema | ListSchema): unknown {
    return schema.kind === 'list' ? this.#list('', schema, '') : this.#object(schema, '');
  }

  #object({ fields }: ObjectSchema, path: string): Record<string, unknown> {
    const chosen = this.#chooseLabels(fields);
    const value: Record<string, unknown> = {};
    for (const field of fields) {
      const { key, schema } = field;
      const at = path === '' ? key : `${path}.${key}`;
      const found =
        schema.kind === 'value'
          ? this.#take(chosen.get(key), field, at)
          : schema.kind === 'list'
            ? this.#list(key, schema, at, field.isRequired)
            : this.#object(schema, at);
      if (found !== undefined) value[key] = found;
      else if (schema.kind === 'value' && schema.isNullable) value[key] = null;
    }
    return value;
  }

  #list(key: string, schema: ListSchema, path: string, isRequired = true): unknown[] | undefined {
    const context = { pageState: this.#pageState, matcher: this.#matcher, language: this.#language };
    const read = extractRecords(key, schema, this.#scope, context);
    if (read) this.#columns.push(...read.columns);
    const answered = read ? undefined : this.#answers?.records(path, schema);
    if (!read && !answered) this.#askForList(schema, path);
    const found = read?.records ?? answered;
    const count = found?.length ?? 0;
    if (count < schema.minItems || (!found && isRequired && schema.minItems !== 0)) {
      this.absent.push(
        `${path || 'the list'}${count > 0 ? ` (${count} of at least ${schema.minItems})` : ''}`,
      );
      return undefined;
    }
    if (!found) {
      this.missing.push(path);
      return undefined;
    }
    const records = found.slice(0, schema.maxItems);
    return records.map((record, i) => this.#record(record, schema, `${path}[${i}]`, answered !== undefined));
  }

  #askForList({ items }: ListSchema, path: string): void {
    const fields = items.kind === 'object' ? items.fields : [{ key: '', schema: items }];
    for (const { key, schema } of fields)
      if (schema.kind === 'value') this.#ask(`${path}[]${key === '' ? '' : `.${key}`}`, schema);
  }

  #ask(path: string, { type, choices, description }: ValueSchema): void {
    this.unread.push({ path, type, description, ...(choices && { choices }) });
  }

  #record(record: ReadRecord, { items }: ListSchema, path: string, isFromText = false): unknown {
    if (items.kind === 'value') return this.#note(record.get(''), path, isFromText);
    const value: Record<string, unknown> = {};
    for (const { key, schema, isRequired } of items.fields) {
      const found = record.get(key);
      if (found) value[key] = this.#note(found, `${path}.${key}`, isFromText);
      else (isRequired ? this.absent : this.missing).push(`${path}.${key}`);
      if (!found && schema.kind === 'value' && schema.isNullable) value[key] = null;
    }
    return value;
  }

  #note(read: ReadValue | undefined, path: string, isFromText = false): unknown {
    if (read)
      this.sources.push({ path, text: read.text, node: read.node, ...(isFromText && { isFromText }) });
    return read?.value;
  }

  #take(read: ReadValue | undefined, { key, schema, isRequired }: SchemaField, path: string): unknown {
    if (read) return this.#note(read, path);
    if (schema.kind === 'value') {
      const answered = this.#answers?.value(path, schema);
      if (answered) return this.#note(answered, path, true);
      this.#ask(path, schema);
    }
    (isRequired ? this.absent : this.missing).push(`${path}${this.#wrongTypeText(key, schema)}`);
    return undefined;
  }

  /** The value of each key: every label is of one key, the best pairs first. */
  #chooseLabels(fields: readonly SchemaField[]): ReadonlyMap<string, ReadValue> {
    const choices = fields.flatMap(({ key, schema }) => {
      if (schema.kind !== 'value') return [];
      return [...this.#labelledChoices(key, schema), ...this.#ownChoices(key, schema)];
    });
    choices.sort((a, b) => b.score - a.score);
    const chosen = new Map<string, ReadValue>();
    const taken = new Set<PageNode>();
    for (const { key, read } of choices) {
      if (chosen.has(key) || taken.has(read.node)) continue;
      chosen.set(key, read);
      taken.add(read.node);
    }
    return chosen;
  }

  #labelledChoices(key: string, schema: ValueSchema): { key: string; score: number; read: ReadValue }[] {
    return this.#labelled.flatMap(({ label, text, node }) => {
      const score = this.#matcher.score(key, schema.description, label);
      if (score < MIN_LABEL_SCORE) return [];
      const link = schema.type === 'uri' ? linkIn(node) : undefined;
      const value = link?.value ?? readValue(text, schema, this.#language);
      return value === undefined ? [] : [{ key, score, read: link ?? { value, text, node } }];
    });
  }

  /** The title of a page is its first heading. */
  #ownChoices(key: string, schema: ValueSchema): { key: string; score: number; read: ReadValue }[] {
    if (!TITLE_KEY.test(key) || schema.type !== 'string') return [];
    const heading = this.#pageState.headings.find(({ node }) => this.#scope.contains(node));
    const value = heading && readValue(heading.text, schema, this.#language);
    return heading && value !== undefined
      ? [{ key, score: MIN_LABEL_SCORE, read: { value, text: heading.text, node: heading.node } }]
      : [];
  }

  /** `: "call us" is no number`. */
  #wrongTypeText(key: string, schema: ExtractSchema): string {
    if (schema.kind !== 'value') return '';
    const near = this.#labelled.find(
      ({ label }) => this.#matcher.score(key, schema.description, label) >= MIN_LABEL_SCORE,
    );
    return near ? ` (${quote(shorten(near.text, 40))} is no ${schema.type} that is allowed)` : '';
  }

  absentError(): SightlineError {
    const named = this.absent.slice(0, MAX_NAMED).join(', ');
    const more = this.absent.length > MAX_NAMED ? ` and ${this.absent.length - MAX_NAMED} more` : '';
    const labels = [...new Set([...this.#columns, ...this.#labelled.map(({ label }) => label)])].slice(
      0,
      MAX_NAMED,
    );
    return new SightlineError('not_found', `The page does not show what is required: ${named}${more}.`, {
      hint:
        labels.length > 0
          ? `It has: ${labels.map((label) => quote(shorten(label, 40))).join(', ')}. Name keys after these, describe them by their words, or make them optional.`
          : 'It has no table, list or labelled value: look at it first.',
    });
  }
}

function linkIn(node: PageNode): ReadValue | undefined {
  const link = node.tag === 'a' ? node : node.children.find(({ tag }) => tag === 'a');
  return link && addressOf(link, 'href');
}

/** The language of the closest element that says one; '' where none does. */
export function languageOf(node: PageNode): string {
  return node.closest(({ attributes }) => Boolean(attributes.lang))?.attributes.lang ?? '';
}
