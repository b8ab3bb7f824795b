import { dictionary } from '../model/dictionary.ts';
import { valueOf } from './styles.ts';

/** A plane that is turned or scaled to less than this share of its area shows nothing, nor what overflows it. */
const SLIVER = 0.01;

/**
 * Whether the element's own transform leaves nothing of it: `scale(1, 0)`, `rotateY(90deg)` (CSS
 * Transforms 2). To be asked of boxes that come to nothing in one direction: it parses three values.
 */
export function collapses(style: CSSStyleDeclaration): boolean {
  const matrix = matrixOf(style);
  if (!matrix) return false;
  const { m11, m12, m21, m22 } = matrix;
  return Math.abs(m11 * m22 - m12 * m21) < SLIVER;
}

/** The element's own turn and scale, without where it is moved to; undefined where it has none. */
export function matrixOf(style: CSSStyleDeclaration): DOMMatrix | undefined {
  const all = transformOf(style);
  return all === '' ? undefined : new DOMMatrix(all);
}

/** The properties `rotate`, `scale` and `transform` as one list of functions; '' where there is none. */
export function transformOf(style: CSSStyleDeclaration): string {
  const parts = [rotation(valueOf(style, 'rotate')), scaling(valueOf(style, 'scale'))];
  const transform = valueOf(style, 'transform');
  if (transform !== 'none') parts.push(transform);
  return parts.join(' ').trim();
}

/** The `rotate` property: an angle, after an axis by letter or by three numbers. */
function rotation(value: string): string {
  if (value === 'none' || value === '') return '';
  const words = value.split(' ');
  const angle = words.pop();
  const axis = words.length === 3 ? words.join() : (AXES[words[0] ?? 'z'] ?? AXES.z);
  return `rotate3d(${axis},${angle})`;
}

const AXES = dictionary({ x: '1,0,0', y: '0,1,0', z: '0,0,1' });

function scaling(value: string): string {
  if (value === 'none' || value === '') return '';
  const [x, y = x] = value.split(' ');
  return `scale(${x},${y})`;
}
