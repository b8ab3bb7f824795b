import { Component, type ComponentChildren, type JSX } from 'preact';
import type { PageNode } from '../../model/Page.ts';

/** One row: what it says, and what it says it of, the most important first. */
export interface Item {
  nodes: readonly (PageNode | undefined)[];
  className?: string;
  /** Levels, or characters, that it is indented by. */
  indent?: number;
  /** Said where it has no words. */
  label?: string;
  content: () => ComponentChildren;
  /** The same as text, where it can be searched. */
  text?: string;
}

/** Rows of a chunk. */
export const CHUNK = 50;

interface ChunkProps {
  rows: readonly Item[];
  from: number;
  id: string;
  isFilled: boolean;
  active: number;
  /** What it took when it was last drawn, pixels. */
  height: number | undefined;
  /** Rows of the whole list, where not all of them are drawn. */
  of: number | undefined;
}

/** Rows that are drawn, or not, together: again only where something of them changed. */
export class Chunk extends Component<ChunkProps> {
  override shouldComponentUpdate(next: ChunkProps): boolean {
    const { rows, isFilled, active, id } = this.props;
    return next.rows !== rows || next.isFilled !== isFilled || next.active !== active || next.id !== id;
  }

  override render({ rows, from, id, isFilled, active, height, of }: ChunkProps): JSX.Element {
    const blockSize = `${height ?? rows.length * 22}px`;
    return (
      <div
        class="chunk"
        data-chunk={from / CHUNK}
        role="presentation"
        style={
          isFilled || of === undefined ? { containIntrinsicBlockSize: `auto ${blockSize}` } : { blockSize }
        }
      >
        {isFilled &&
          rows.map(({ nodes, className = '', indent = 0, label, content }, at) => (
            <div
              key={at}
              id={`${id}-${from + at}`}
              role="option"
              aria-label={label}
              aria-selected={from + at === active}
              aria-setsize={of}
              aria-posinset={of && from + at + 1}
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
