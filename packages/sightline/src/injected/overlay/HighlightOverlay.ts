import type { Highlight, HighlightBox } from '../PageApi.ts';
import type { ChangeDetector } from '../settle/ChangeDetector.ts';

/**
 * Numbered boxes over the page: in the top layer, so that no dialog covers them; in a closed shadow root, so that no
 * style sheet of the page reaches them; deaf to the pointer. Shown and taken off, they are no change of the page.
 */
export class HighlightOverlay {
  readonly #changeDetector: ChangeDetector;
  #host: HTMLElement | undefined;

  constructor(changeDetector: ChangeDetector) {
    this.#changeDetector = changeDetector;
  }

  show(highlights: readonly Highlight[]): void {
    this.clear();
    const host = document.createElement('div');
    const { scrollWidth, scrollHeight } = document.documentElement;
    const size = { width: `${scrollWidth}px`, height: `${scrollHeight}px` };
    setStyles(host, { ...HOST_STYLES, ...size });
    const root = host.attachShadow({ mode: 'closed' });
    for (const highlight of highlights) root.append(...drawHighlight(highlight));
    host.popover = 'manual';
    this.#host = host;
    this.#changeDetector.ignoreOwnChanges(() => {
      document.documentElement.append(host);
      host.showPopover();
    });
  }

  clear(): void {
    const host = this.#host;
    this.#host = undefined;
    if (host) this.#changeDetector.ignoreOwnChanges(() => host.remove());
  }
}

/** Against what the browser gives popovers, and what a page may give every `div`. */
const HOST_STYLES = {
  all: 'initial',
  position: 'absolute',
  inset: '0 auto auto 0',
  margin: '0',
  padding: '0',
  border: '0',
  overflow: 'hidden',
  background: 'none',
  display: 'block',
  'pointer-events': 'none',
  'z-index': '2147483647',
};

/** Of the line around an element, CSS pixels. */
const BORDER_WIDTH = 2;

function drawHighlight({ text, color, box, label }: Highlight): HTMLElement[] {
  const frame = document.createElement('div');
  const [x, y, width, height] = box;
  const frameStyles = positionStyles([x - BORDER_WIDTH, y - BORDER_WIDTH, width, height]);
  setStyles(frame, {
    ...frameStyles,
    border: `${BORDER_WIDTH}px solid ${color}`,
    'box-shadow': 'inset 0 0 0 1px #fff',
  });
  const labelElement = document.createElement('div');
  labelElement.textContent = text;
  const labelStyles = {
    font: `bold ${label[3] - 3}px/${label[3]}px monospace`,
    'text-align': 'center',
    color: '#fff',
  };
  setStyles(labelElement, { ...positionStyles(label), ...labelStyles, background: color });
  return [frame, labelElement];
}

function positionStyles([x, y, width, height]: HighlightBox): Record<string, string> {
  const size = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
  return { ...size, position: 'absolute' };
}

/** Through the object model: a page may forbid `style` attributes. */
function setStyles(element: HTMLElement, properties: Record<string, string>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, 'important');
}
