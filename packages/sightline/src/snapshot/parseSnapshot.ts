import { isNestedDeeper, isRecord, parseJson } from './parseJson.ts';
import { SightlineError } from './SightlineError.ts';
import { type DocumentSnapshot, type Rows, SNAPSHOT_VERSION, type Snapshot } from './Snapshot.ts';

const COLUMNS = ['up', 'tag', 'id', 'flags', 'role', 'name', 'text'] as const;
const SPARSE_WIDTHS = { boxes: 4, attributes: 3, scrollers: 6, layers: 2, covered: 2 } as const;

/** Of lists and objects in each other: one has six. */
const MAX_DEPTH = 50;
/** Of frames in each other: browsers load fewer. */
const MAX_FRAME_DEPTH = 500;

/**
 * Reads a saved snapshot, trusting nothing: a file may be cut off, edited, or of another version.
 * @throws SightlineError `invalid_snapshot`
 */
export function parseSnapshot(text: string): Snapshot {
  if (isNestedDeeper(text, MAX_DEPTH))
    throw invalidSnapshot('lists and objects of it stand too deep in each other');
  const value = parseJson(text);
  if (value === undefined) throw invalidSnapshot('it is not JSON, or ends in its middle');
  if (!isRecord(value)) throw invalidSnapshot('it is not an object');
  if (value.version !== SNAPSHOT_VERSION) {
    throw invalidSnapshot(
      `its version is ${typeof value.version === 'number' ? value.version : 'missing'}, this Sightline reads ${SNAPSHOT_VERSION}`,
    );
  }
  if (!Array.isArray(value.documents) || value.documents.length === 0)
    throw invalidSnapshot('it holds no document');
  const { url, title, capturedAt, timing } = value;
  if (!areStrings(url, title, capturedAt) || !areNumbers(timing))
    throw invalidSnapshot('its URL, title, time or timing is missing');
  for (const document of value.documents) checkDocument(document);
  checkFrames(value.documents);
  return value as unknown as Snapshot;
}

function checkDocument(document: unknown): asserts document is DocumentSnapshot {
  if (!isRecord(document) || !isRecord(document.rows)) throw invalidSnapshot('a document has no rows');
  const { strings, rows } = document as { strings: unknown; rows: Record<string, unknown> };
  if (!Array.isArray(strings) || strings[0] !== '' || !strings.every((s) => typeof s === 'string')) {
    throw invalidSnapshot('its table of strings is damaged');
  }
  const { key, url, origin, title, readyState, contentType, viewport, scroll } = document;
  if (!areStrings(key, url, origin, title, readyState, contentType))
    throw invalidSnapshot('a document lacks its key, URL or title');
  if (
    !hasNumbers(viewport, 'width', 'height') ||
    !hasNumbers({ left: 0, top: 0, ...(scroll as object) }, 'x', 'y', 'width', 'height', 'left', 'top')
  ) {
    throw invalidSnapshot('a document lacks its viewport or scroll offset');
  }
  const { unread = {} } = document;
  if (!isRecord(unread) || !areStrings(...Object.values(unread)))
    throw invalidSnapshot('why its frames could not be read is damaged');
  checkRows(rows as unknown as Rows, strings.length);
}

/** Each document but the first stands in a frame of one before it: none in itself, and no two are taken for one. */
function checkFrames(documents: readonly DocumentSnapshot[]): void {
  const depths = new Map<string, number>();
  const owners = new Set<string>();
  for (const { key, owner } of documents) {
    const { document, id } = owner ?? { document: '', id: 0 };
    const depth = depths.size === 0 ? 0 : (depths.get(document) ?? Number.POSITIVE_INFINITY) + 1;
    const isPlaced =
      depths.size === 0 ? owner === undefined : depth <= MAX_FRAME_DEPTH && Number.isInteger(id);
    const place = isPlaced ? `${document}/${id}` : '';
    if (!isPlaced || depths.has(key) || owners.has(place))
      throw invalidSnapshot('its documents do not stand in each other');
    depths.set(key, depth);
    owners.add(place);
  }
}

function checkRows(rows: Rows, strings: number): void {
  const count = rows.tag?.length;
  for (const column of COLUMNS) {
    if (!isIntegerArray(rows[column]) || rows[column].length !== count)
      throw invalidSnapshot(`column ${column} is damaged`);
  }
  for (const [column, width] of Object.entries(SPARSE_WIDTHS)) {
    const values = rows[column as keyof typeof SPARSE_WIDTHS];
    if (!isNumberArray(values) || values.length % width !== 0)
      throw invalidSnapshot(`column ${column} is damaged`);
  }
  const isStringIndex = (index: number): boolean => index >= 0 && index < strings;
  if (![rows.tag, rows.role, rows.text].every((column) => column.every(isStringIndex))) {
    throw invalidSnapshot('a row names a string that is not there');
  }
  if (!rows.name.every((index) => index === -1 || isStringIndex(index)))
    throw invalidSnapshot('a name is not there');
  if (!rows.up.every((up, row) => (row === 0 ? up === 0 : up > 0 && up <= row))) {
    throw invalidSnapshot('its rows do not form a tree');
  }
  const ids = rows.id.filter((id) => id !== 0);
  if (new Set(ids).size !== ids.length) throw invalidSnapshot('two of its elements are taken for one');
  checkReferences(rows, count, isStringIndex);
}

function checkReferences(rows: Rows, count: number, isStringIndex: (index: number) => boolean): void {
  const isRow = (row: number | undefined): boolean =>
    Number.isInteger(row) && (row as number) >= 0 && (row as number) < count;
  const every = (values: number[], width: number, test: (offset: number) => boolean): boolean => {
    for (let offset = 0; offset < values.length; offset += width) if (!test(offset)) return false;
    return true;
  };
  const { attributes, scrollers, layers, covered } = rows;
  const isValid =
    every(
      attributes,
      3,
      (i) =>
        isRow(attributes[i]) &&
        isStringIndex(attributes[i + 1] ?? -1) &&
        isStringIndex(attributes[i + 2] ?? -1),
    ) &&
    every(scrollers, 6, (i) => isRow(scrollers[i])) &&
    every(layers, 2, (i) => isRow(layers[i])) &&
    every(covered, 2, (i) => isRow(covered[i]) && isRow(covered[i + 1]));
  if (!isValid) throw invalidSnapshot('a row refers to one that is not there');
  const boxes = rows.flags.reduce((sum, flags) => sum + (flags & 1), 0);
  if (rows.boxes.length !== boxes * 4) throw invalidSnapshot('boxes are missing');
}

function areStrings(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function hasNumbers(value: unknown, ...keys: string[]): boolean {
  return isRecord(value) && keys.every((key) => typeof value[key] === 'number');
}

function areNumbers(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((item) => typeof item === 'number');
}

function isNumberArray(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

function isIntegerArray(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isInteger(item));
}

function invalidSnapshot(reason: string): SightlineError {
  return new SightlineError('invalid_snapshot', `This is not a snapshot that can be read: ${reason}.`, {
    hint: 'Look at the page again, and save that.',
  });
}
