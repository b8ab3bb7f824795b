import { expect, test } from 'vitest';
import { pluralize } from '../../packages/sightline/src/render/element/elementText.ts';

test.each([
  [1, 'canvas', '1 canvas'],
  [2, 'canvas', '2 canvases'],
  [2, 'textbox', '2 textboxes'],
  [0, 'element', '0 elements'],
])('%i %s', (count, word, expected) => expect(pluralize(count, word)).toBe(expected));
