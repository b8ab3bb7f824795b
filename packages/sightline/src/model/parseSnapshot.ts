import { SightlineError } from './SightlineError.ts';
import { type DocumentSnapshot, type Rows, SNAPSHOT_VERSION, type Snapshot } from './Snapshot.ts';

const COLUMNS = ['up', 'tag', 'id', 'flags', 'role', 'name', 'text'] as const;
const SPARSE = { boxes: 4, attributes: 3, scrollers: 6, layers: 2, covered: 2 } as const;

/**
 * Reads a saved snapshot, trusting nothing: a file may be cut off, edited, or of another version.
 * @throws SightlineError `invalid_snapshot`
 */
export function parseSnapshot(text: string): Snapshot {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken(`it is not JSON (${(error as Error).message})`);
  }
  if (!isRecord(value)) throw broken('it is not an object');
  if (value.version !== SNAPSHOT_VERSION) {
    throw broken(
      `its version is ${String(value.version ?? 'missing')}, this Sightline reads ${SNAPSHOT_VERSION}`,
    );
  }
  if (!Array.isArray(value.documents) || value.documents.length === 0) throw broken('it holds no document');
  const { url, title, capturedAt, timing } = value;
  if (!isTexts(url, title, capturedAt) || !isRecord(timing))
    throw broken('its URL, title, time or timing is missing');
  for (const document of value.documents) checkDocument(document);
  return value as unknown as Snapshot;
}

function checkDocument(document: unknown): asserts document is DocumentSnapshot {
  if (!isRecord(document) || !isRecord(document.rows)) throw broken('a document has no rows');
  const { strings, rows } = document as { strings: unknown; rows: Record<string, unknown> };
  if (!Array.isArray(strings) || strings[0] !== '' || !strings.every((s) => typeof s === 'string')) {
    throw broken('its table of strings is damaged');
  }
  const { key, url, origin, title, readyState, contentType, viewport, scroll } = document;
  if (!isTexts(key, url, origin, title, readyState, contentType))
    throw broken('a document lacks its key, URL or title');
  if (!isSizes(viewport, 'width', 'height') || !isSizes(scroll, 'x', 'y', 'width', 'height')) {
    throw broken('a document lacks its viewport or scroll offset');
  }
  const { unread = {} } = document;
  if (!isRecord(unread) || !isTexts(...Object.values(unread)))
    throw broken('why its frames could not be read is damaged');
  checkRows(rows as unknown as Rows, strings.length);
}

function checkRows(rows: Rows, strings: number): void {
  const count = rows.tag?.length;
  for (const column of COLUMNS) {
    if (!isIntegers(rows[column]) || rows[column].length !== count)
      throw broken(`column ${column} is damaged`);
  }
  for (const [column, width] of Object.entries(SPARSE)) {
    const values = rows[column as keyof typeof SPARSE];
    if (!isNumbers(values) || values.length % width !== 0) throw broken(`column ${column} is damaged`);
  }
  const inside = (index: number): boolean => index >= 0 && index < strings;
  if (![rows.tag, rows.role, rows.text].every((column) => column.every(inside))) {
    throw broken('a row names a string that is not there');
  }
  if (!rows.name.every((index) => index === -1 || inside(index))) throw broken('a name is not there');
  if (!rows.up.every((up, row) => (row === 0 ? up === 0 : up > 0 && up <= row))) {
    throw broken('its rows do not form a tree');
  }
  checkReferences(rows, count, inside);
}

function checkReferences(rows: Rows, count: number, inside: (index: number) => boolean): void {
  const isRow = (row: number | undefined): boolean =>
    Number.isInteger(row) && (row as number) >= 0 && (row as number) < count;
  const every = (values: number[], width: number, test: (at: number) => boolean): boolean => {
    for (let at = 0; at < values.length; at += width) if (!test(at)) return false;
    return true;
  };
  const { attributes, scrollers, layers, covered } = rows;
  const sound =
    every(
      attributes,
      3,
      (i) => isRow(attributes[i]) && inside(attributes[i + 1] ?? -1) && inside(attributes[i + 2] ?? -1),
    ) &&
    every(scrollers, 6, (i) => isRow(scrollers[i])) &&
    every(layers, 2, (i) => isRow(layers[i])) &&
    every(covered, 2, (i) => isRow(covered[i]) && isRow(covered[i + 1]));
  if (!sound) throw broken('a row refers to one that is not there');
  const boxes = rows.flags.reduce((sum, flags) => sum + (flags & 1), 0);
  if (rows.boxes.length !== boxes * 4) throw broken('boxes are missing');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function isSizes(value: unknown, ...keys: string[]): boolean {
  return isRecord(value) && keys.every((key) => typeof value[key] === 'number');
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

function isIntegers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isInteger(item));
}

function broken(why: string): SightlineError {
  return new SightlineError('invalid_snapshot', `This is not a snapshot that can be read: ${why}.`, {
    hint: 'Save a new one with `sightline look URL --save page.json`.',
  });
}
