import { attribute } from '../dom/dom.ts';

/** How an element looks, as far as a toggle shows its state by it: classes, colours, pseudo-elements. */
const PROPERTIES = [
  'color',
  'background-color',
  'background-image',
  'border-color',
  'fill',
  'font-weight',
  'opacity',
];
/** Elements inside that may carry the state: an icon, a thumb. */
const MAX_INNER = 6;

/** By what it is, such as `class`, `color`, `::before`, `inside fill`, `class around`. */
export function readElementLook(element: Element): Record<string, string> {
  const look: Record<string, string> = {
    class: attribute(element, 'class') ?? '',
    ...readStyle(element, ''),
  };
  for (const pseudo of ['::before', '::after']) {
    const style = getComputedStyle(element, pseudo);
    if (style.content !== 'none')
      look[pseudo] = `${style.content} ${style.color} ${style.backgroundColor} ${style.transform}`;
  }
  for (const [i, inner] of Array.from(element.querySelectorAll('*')).slice(0, MAX_INNER).entries()) {
    const place = i === 0 ? 'inside' : `inside ${i + 1}`;
    look[`${place} class`] = attribute(inner, 'class') ?? '';
    Object.assign(look, readStyle(inner, `${place} `));
  }
  const around = element.parentElement;
  if (around) look['around class'] = attribute(around, 'class') ?? '';
  return look;
}

function readStyle(element: Element, prefix: string): Record<string, string> {
  const style = getComputedStyle(element);
  return Object.fromEntries(PROPERTIES.map((name) => [prefix + name, style.getPropertyValue(name)]));
}
