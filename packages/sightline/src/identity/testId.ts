import { TEST_ID_ATTRIBUTES } from '../snapshot/capturedAttributes.ts';
import type { PageNode } from '../snapshot/Page.ts';

/** The id that the author of a page gave an element for tests; '' without one. */
export function testIdOf({ attributes }: PageNode): string {
  for (const name of TEST_ID_ATTRIBUTES) if (attributes[name]) return attributes[name];
  return '';
}
