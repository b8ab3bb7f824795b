import { localName } from '../dom/dom.ts';

/** Transparent or hardly there: what is typed into it shows elsewhere. CSS pixels. */
const MIN_FIELD_SIZE = { width: 12, height: 8 };

/** Whether it only takes what is typed for what is shown around it: the input of a code editor or a terminal. */
export function isTypingProxy(element: Element): boolean {
  if ('editContext' in element && element.editContext) return true;
  if (localName(element) !== 'textarea') return false;
  const { width, height } = element.getBoundingClientRect();
  if (width < MIN_FIELD_SIZE.width || height < MIN_FIELD_SIZE.height) return true;
  const { opacity, color } = getComputedStyle(element);
  return Number(opacity) < 0.05 || /^rgba\(.*, 0\)$/.test(color) || isCutOff(element);
}

/** A box right around it leaves nothing of it. */
function isCutOff({ parentElement }: Element): boolean {
  if (!parentElement) return false;
  const { width, height } = parentElement.getBoundingClientRect();
  const isTiny = width < MIN_FIELD_SIZE.width || height < MIN_FIELD_SIZE.height;
  return isTiny && getComputedStyle(parentElement).overflow !== 'visible';
}
