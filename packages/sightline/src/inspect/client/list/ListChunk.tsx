import { Component, type ComponentChildren, type JSX } from 'preact';
import type { PageNode } from '../../../snapshot/Page.ts';

/** A row: its content and its nodes, the most important first. */
export interface ListRow {
  nodes: readonly (PageNode | undefined)[];
  className?: string;
  /** Indentation in levels or characters. */
  indent?: number;
  /** Accessible name of a row without text. */
  label?: string;
  content: () => ComponentChildren;
  /** The content as text, for searching. */
  text?: string;
}

/** Rows of a chunk. */
export const CHUNK_SIZE = 50;

/** Estimate for a chunk that was never drawn, pixels. */
const ROW_HEIGHT = 22;

interface ListChunkProps {
  rows: readonly ListRow[];
  offset: number;
  id: string;
  isRendered: boolean;
  active: number;
  /** Height when it was last drawn, pixels. */
  height: number | undefined;
  /** Rows of the whole list. */
  total: number;
}

/** Rows that are drawn, or left out, together. Rendered anew only when something in it changed. */
export class ListChunk extends Component<ListChunkProps> {
  override shouldComponentUpdate(next: ListChunkProps): boolean {
    const { rows, isRendered, active, id } = this.props;
    return next.rows !== rows || next.isRendered !== isRendered || next.active !== active || next.id !== id;
  }

  override render({ rows, offset, id, isRendered, active, height, total }: ListChunkProps): JSX.Element {
    return (
      <div
        class="chunk"
        data-chunk={offset / CHUNK_SIZE}
        role="presentation"
        style={isRendered ? undefined : { blockSize: `${height ?? rows.length * ROW_HEIGHT}px` }}
      >
        {isRendered &&
          rows.map(({ nodes, className = '', indent = 0, label, content }, index) => (
            <div
              key={index}
              id={`${id}-${offset + index}`}
              role="option"
              aria-label={label}
              aria-selected={offset + index === active}
              aria-setsize={total}
              aria-posinset={offset + index + 1}
              class={`row ${className}`}
              data-node={nodes[0]?.index}
              style={indent > 0 ? { '--indent': Math.min(indent, 40) } : undefined}
            >
              {content()}
            </div>
          ))}
      </div>
    );
  }
}
