import type { PageNode } from '../snapshot/Page.ts';
import type { CauseKind } from './Failure.ts';

/** Why a step failed. */
export interface Cause {
  kind: CauseKind;
  /** A sentence or two. */
  text: string;
  /** Elements that are listed below it, the likeliest first. */
  elements?: readonly PageNode[];
}
