import { describe, expect, test } from 'vitest';
import { shapeLabel } from '../../packages/sightline/src/structure/shapeLabel.ts';
import { type El, el, type Facts, pageOf } from '../support/page.ts';

type Place = NonNullable<Facts['box']>;
const shape = (...box: Place): El => el('rect', { box, name: '' });
const words = (text: string, ...box: Place): El => el('text', { box }, text);
const group = (...children: El[]): El => el('g', { box: [0, 0, 300, 200] }, ...children);

/** The label of each shape of a drawing, in order. */
function labels(...children: El[]): string[] {
  const page = pageOf([el('svg', { box: [0, 0, 300, 200] }, ...children)]);
  return page.nodes.filter(({ tag }) => tag === 'rect').map(shapeLabel);
}

describe('words on a shape of a drawing', () => {
  test('are the label of the node of a diagram, not of its button and its port', () => {
    const node = (name: string, y: number): El =>
      group(
        group(shape(0, y, 16, 18)),
        shape(20, y, 120, 30),
        group(words(name, 50, y + 8, 60, 14)),
        shape(138, y + 10, 10, 10),
      );
    expect(labels(group(node('read soil', 10), node('valve', 60)))).toEqual([
      ...['', 'read soil', ''],
      ...['', 'valve', ''],
    ]);
  });

  test('are that of the innermost shape, and of none that they stand beside', () => {
    const card = shape(0, 0, 300, 200);
    expect(labels(group(card, group(shape(10, 10, 80, 20), words('Send', 20, 12, 40, 14))))).toEqual([
      '',
      'Send',
    ]);
    expect(labels(group(shape(10, 10, 80, 20), words('Axis', 100, 12, 40, 14)))).toEqual(['']);
  });

  test('are none where no group holds them together', () => {
    expect(labels(shape(10, 10, 80, 20), words('Send', 20, 12, 40, 14))).toEqual(['']);
  });
});
