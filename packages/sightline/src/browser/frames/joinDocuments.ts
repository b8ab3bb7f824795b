import { groupBy } from '../../snapshot/groupBy.ts';
import { type DocumentSnapshot, Flag } from '../../snapshot/Snapshot.ts';
import { FRAME_OWNER_TAGS, FRAME_TAGS } from '../../snapshot/tags.ts';
import type { FrameOwner } from './FrameOwners.ts';
import type { FrameCapture } from './FrameTarget.ts';

/** A frame besides the main one: its owner element, and its capture, if it could be captured. */
export interface ChildFrame {
  frameId: string;
  owner: FrameOwner | undefined;
  capture: FrameCapture | undefined;
  /** False while it has no document of its own yet. */
  isLoaded: boolean;
}

/** Where a document is in the page, for locators. */
export interface DocumentPlacement {
  /** Key of the document that holds its frame; undefined for the main document. */
  parentKey: string | undefined;
  ownerId: number;
  /** False for what an `object` or `embed` holds, through which no locator goes. */
  hasFrameLocator: boolean;
}

export interface JoinedDocuments {
  documents: DocumentSnapshot[];
  placements: Map<string, DocumentPlacement>;
}

/**
 * The documents of a page, parents before children, each with the frame element that owns it. A frame that is not
 * rendered is left out with all below it. A rendered one without a readable document gets `Flag.Unreadable`, and the
 * document around it has the reason in `unread`.
 */
export function joinDocuments(main: FrameCapture, children: ChildFrame[]): JoinedDocuments {
  const byParent = groupBy(children, ({ owner }) => owner?.frameId);
  const documents = [main.document];
  const placements = new Map<string, DocumentPlacement>([
    [main.document.key, { parentKey: undefined, ownerId: 0, hasFrameLocator: true }],
  ]);
  const queue = [main];
  for (let parent = queue.shift(); parent; parent = queue.shift()) {
    const rows = new FrameElementRows(parent.document);
    for (const child of byParent.get(parent.frameId) ?? []) {
      const { owner, capture } = child;
      if (!owner || !rows.isRendered(owner.id)) continue;
      const reason = unreadableReason(child);
      if (reason) rows.setReason(owner.id, reason);
      if (!capture || reason || placements.has(capture.document.key)) continue;
      const { document } = capture;
      document.owner = { document: parent.document.key, id: owner.id };
      placements.set(document.key, {
        parentKey: parent.document.key,
        ownerId: owner.id,
        hasFrameLocator: rows.isFrame(owner.id),
      });
      documents.push(document);
      queue.push(capture);
      rows.markRead(owner.id);
    }
    rows.updateFlags();
  }
  return { documents, placements };
}

/** Why a frame cannot be read, in words that can follow "because"; undefined where it can. */
function unreadableReason({ capture, isLoaded }: ChildFrame): string | undefined {
  if (!capture) return isLoaded ? NOT_RESPONDING : 'it is still loading';
  const { url, contentType, strings } = capture.document;
  if (contentType === 'application/pdf') return 'it is a PDF';
  // The browser's error page, in place of one that did not load.
  return url.startsWith('chrome-error:') ? loadFailureReason(strings) : undefined;
}

const NOT_RESPONDING = 'its script does not answer';

/** The error page names what went wrong in the words of Chromium's network stack. */
function loadFailureReason(strings: string[]): string {
  const code = strings.find((text) => /^ERR_[A-Z_]+$/.test(text));
  if (code === 'ERR_BLOCKED_BY_RESPONSE') return 'it refuses to be framed';
  if (code === 'ERR_BLOCKED_BY_CSP') return 'the page around it forbids it';
  return code ? `it did not load: ${code}` : 'it did not load';
}

/** The frame elements among a document's rows. */
class FrameElementRows {
  readonly #document: DocumentSnapshot;
  /** Rows by id of what may hold a frame. */
  readonly #rows = new Map<number, number>();
  readonly #unreadRows = new Set<number>();
  readonly #reasons = new Map<number, string>();
  /** Rows of frames that load only when they are near. */
  readonly #lazy = new Set<number>();

  constructor(document: DocumentSnapshot) {
    this.#document = document;
    const { strings, rows } = document;
    const tags = new Set([...FRAME_OWNER_TAGS].map((tag) => strings.indexOf(tag)));
    tags.delete(-1);
    if (tags.size === 0) return;
    for (let row = 0; row < rows.tag.length; row++) {
      if (!tags.has(rows.tag[row] as number)) continue;
      this.#rows.set(rows.id[row] as number, row);
      if (FRAME_TAGS.has(this.#tagOf(row))) this.#unreadRows.add(row);
    }
    const lazy = strings.indexOf('.lazy');
    for (let i = 0; lazy > 0 && i < rows.attributes.length; i += 3)
      if (rows.attributes[i + 1] === lazy) this.#lazy.add(rows.attributes[i] as number);
  }

  isFrame(id: number): boolean {
    return FRAME_TAGS.has(this.#tagOf(this.#rows.get(id) as number));
  }

  isRendered(id: number): boolean {
    const row = this.#rows.get(id);
    return row !== undefined && ((this.#document.rows.flags[row] as number) & Flag.Box) !== 0;
  }

  /** Notes why a frame cannot be read. */
  setReason(id: number, reason: string): void {
    this.#reasons.set(this.#rows.get(id) as number, reason);
  }

  markRead(id: number): void {
    this.#unreadRows.delete(this.#rows.get(id) as number);
  }

  /** Sets or clears the flag: a document that did not change may have been flagged before. */
  updateFlags(): void {
    const { flags, id } = this.#document.rows;
    const unread: Record<number, string> = {};
    for (const row of this.#rows.values()) {
      const plain = (flags[row] as number) & ~Flag.Unreadable;
      const isUnread = this.#unreadRows.has(row) && (plain & Flag.Box) !== 0;
      flags[row] = isUnread ? plain | Flag.Unreadable : plain;
      if (isUnread) unread[id[row] as number] = this.#reasonFor(row);
    }
    this.#document.unread = unread;
  }

  #reasonFor(row: number): string {
    if (this.#lazy.has(row)) return 'it loads when it is scrolled to';
    if (this.#tagOf(row) === 'fencedframe') return 'it is fenced';
    return this.#reasons.get(row) ?? NOT_RESPONDING;
  }

  #tagOf(row: number): string {
    const { strings, rows } = this.#document;
    return strings[rows.tag[row] as number] as string;
  }
}
