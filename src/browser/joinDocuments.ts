import { type DocumentSnapshot, Flag } from '../model/Snapshot.ts';
import type { FrameCapture } from './captureFrame.ts';
import type { Owner } from './frameOwners.ts';

/** A frame besides the main one: who holds it, and what was captured of it, if it could be. */
export interface ChildFrame {
  frameId: string;
  owner: Owner | undefined;
  capture: FrameCapture | undefined;
}

/** Where a document hangs: by this a locator finds its way to it. */
export interface Place {
  /** Key of the document that holds its frame; undefined for the main document. */
  parentKey: string | undefined;
  ownerId: number;
}

export interface Joined {
  documents: DocumentSnapshot[];
  places: Map<string, Place>;
}

/**
 * The documents of a page, parents before children, each told which element holds it. A frame that is
 * not rendered is left out with all below it. A rendered one without a document that could be read gets
 * `Flag.Unreadable`.
 */
export function joinDocuments(main: FrameCapture, children: ChildFrame[]): Joined {
  const byParent = groupByParent(children);
  const documents = [main.document];
  const places = new Map<string, Place>([[main.document.key, { parentKey: undefined, ownerId: 0 }]]);
  const queue = [main];
  for (let parent = queue.shift(); parent; parent = queue.shift()) {
    const rows = new FrameRows(parent.document);
    for (const { owner, capture } of byParent.get(parent.frameId) ?? []) {
      if (!owner || !capture || isErrorPage(capture) || !rows.isRendered(owner.id)) continue;
      if (places.has(capture.document.key)) continue;
      const { document } = capture;
      document.owner = { document: parent.document.key, id: owner.id };
      places.set(document.key, { parentKey: parent.document.key, ownerId: owner.id });
      documents.push(document);
      queue.push(capture);
      rows.read(owner.id);
    }
    rows.flagUnread();
  }
  return { documents, places };
}

/** The browser's own page, in place of one that did not come or refused to be framed. */
function isErrorPage({ document }: FrameCapture): boolean {
  return document.url.startsWith('chrome-error:');
}

function groupByParent(children: ChildFrame[]): Map<string, ChildFrame[]> {
  const groups = new Map<string, ChildFrame[]>();
  for (const child of children) {
    const parent = child.owner?.frameId;
    if (parent === undefined) continue;
    const group = groups.get(parent);
    if (group) group.push(child);
    else groups.set(parent, [child]);
  }
  return groups;
}

const FRAME_TAGS = new Set(['iframe', 'frame']);

/** The frame elements among a document's rows. */
class FrameRows {
  readonly #document: DocumentSnapshot;
  /** Rows by id of what may hold a frame. */
  readonly #rows = new Map<number, number>();
  readonly #unread = new Set<number>();

  constructor(document: DocumentSnapshot) {
    this.#document = document;
    const { strings, rows } = document;
    const tags = new Set(['iframe', 'frame', 'object', 'embed'].map((tag) => strings.indexOf(tag)));
    tags.delete(-1);
    if (tags.size === 0) return;
    for (let row = 0; row < rows.tag.length; row++) {
      if (!tags.has(rows.tag[row] as number)) continue;
      this.#rows.set(rows.id[row] as number, row);
      if (FRAME_TAGS.has(strings[rows.tag[row] as number] as string)) this.#unread.add(row);
    }
  }

  isRendered(id: number): boolean {
    const row = this.#rows.get(id);
    return row !== undefined && ((this.#document.rows.flags[row] as number) & Flag.Box) !== 0;
  }

  read(id: number): void {
    this.#unread.delete(this.#rows.get(id) as number);
  }

  /** Sets the flag, and takes it back: a document that did not change may have been flagged before. */
  flagUnread(): void {
    const { flags } = this.#document.rows;
    for (const row of this.#rows.values()) {
      const plain = (flags[row] as number) & ~Flag.Unreadable;
      flags[row] = this.#unread.has(row) && (plain & Flag.Box) !== 0 ? plain | Flag.Unreadable : plain;
    }
  }
}
