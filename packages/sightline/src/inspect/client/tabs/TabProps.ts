import type { PageNode } from '../../../snapshot/Page.ts';
import type { LoadedPage } from '../LoadedPage.ts';
import type { NodeSelection } from '../NodeSelection.ts';
import type { OverlayBox } from '../Picture.tsx';
import type { CountTokens } from '../tokens/Tokenizer.ts';

/** What a tab puts on the picture. */
export interface PictureOverlay {
  boxes: readonly OverlayBox[];
  /** What it tells of besides. */
  listedNodes: readonly PageNode[];
}

/** What every tab works with. */
export interface TabProps {
  loadedPage: LoadedPage;
  selection: NodeSelection;
  showOverlay: (overlay: PictureOverlay) => void;
  count: CountTokens | undefined;
}
