import type { Box } from '../../../snapshot/geometry.ts';
import type { PageNode } from '../../../snapshot/Page.ts';
import type { LoadedPage } from '../LoadedPage.ts';

/** A box on the picture. */
export interface OverlayBox {
  node: PageNode;
  box: Box;
  /** Drawn at its corner. */
  label?: string;
  /** Accessible name. */
  title: string;
  /** `r g b`. */
  color: string;
  kind?: 'outline' | 'hatched' | 'filled' | 'tinted';
}

/** The box of a node as a list of one; empty where the node has no place on the picture. */
export function overlayBoxes(
  loadedPage: LoadedPage,
  node: PageNode,
  look: Omit<OverlayBox, 'node' | 'box'>,
): OverlayBox[] {
  const box = loadedPage.boxOf(node);
  return box ? [{ node, box, ...look }] : [];
}
