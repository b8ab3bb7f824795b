import { dictionary } from '../../snapshot/dictionary.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** A plane that is turned or scaled to less than this share of its area shows nothing, nor what overflows it. */
const MIN_AREA_SCALE = 0.01;

/**
 * Whether the element's own transform leaves nothing of it: `scale(1, 0)`, `rotateY(90deg)` (CSS
 * Transforms 2). To be asked of boxes that come to nothing in one direction: it parses three values.
 */
export function isCollapsed(style: CSSStyleDeclaration): boolean {
  const matrix = transformMatrixOf(style);
  if (!matrix) return false;
  const { m11, m12, m21, m22 } = matrix;
  return Math.abs(m11 * m22 - m12 * m21) < MIN_AREA_SCALE;
}

/** The element's own turn and scale, without where it is moved to; undefined where it has none. */
export function transformMatrixOf(style: CSSStyleDeclaration): DOMMatrix | undefined {
  const all = transformOf(style);
  return all === '' ? undefined : new DOMMatrix(all);
}

/** The properties `rotate`, `scale` and `transform` as one list of functions; '' where there is none. */
export function transformOf(style: CSSStyleDeclaration): string {
  const parts = [rotateFunction(styleValue(style, 'rotate')), scaleFunction(styleValue(style, 'scale'))];
  const transform = styleValue(style, 'transform');
  if (transform !== 'none') parts.push(transform);
  return parts.join(' ').trim();
}

/** The `rotate` property: an angle, after an axis by letter or by three numbers. */
function rotateFunction(value: string): string {
  if (value === 'none' || value === '') return '';
  const words = value.split(' ');
  const angle = words.pop();
  const axis = words.length === 3 ? words.join() : (AXES[words[0] ?? 'z'] ?? AXES.z);
  return `rotate3d(${axis},${angle})`;
}

const AXES = dictionary({ x: '1,0,0', y: '0,1,0', z: '0,0,1' });

function scaleFunction(value: string): string {
  if (value === 'none' || value === '') return '';
  const [x, y = x] = value.split(' ');
  return `scale(${x},${y})`;
}
