import type { PageNode } from '../../model/Page.ts';
import type { Look } from './Look.ts';
import type { Pick } from './Pick.ts';
import type { Drawn } from './Picture.tsx';
import type { CountTokens } from './Tokenizer.ts';

/** What a tab puts on the picture. */
export interface Drawing {
  drawn: readonly Drawn[];
  /** What it tells of besides. */
  told: readonly PageNode[];
}

/** What every tab works with. */
export interface TabProps {
  look: Look;
  pick: Pick;
  show: (drawing: Drawing) => void;
  count: CountTokens | undefined;
}
