import type { Pulse } from './Pulse.ts';

/** A box with its label, in CSS pixels of the page. */
export interface Highlight {
  text: string;
  /** `rgb(0, 90, 200)`. */
  color: string;
  box: Rectangle;
  label: Rectangle;
}

type Rectangle = [x: number, y: number, width: number, height: number];

/**
 * Numbered boxes over the page: in the top layer, so that no dialog covers them; in a closed shadow root, so that no
 * style sheet of the page reaches them; deaf to the pointer. Shown and taken off, they are no change of the page.
 */
export class Highlights {
  readonly #pulse: Pulse;
  #host: HTMLElement | undefined;

  constructor(pulse: Pulse) {
    this.#pulse = pulse;
  }

  show(highlights: Highlight[]): void {
    this.clear();
    const host = document.createElement('div');
    const { scrollWidth, scrollHeight } = document.documentElement;
    const size = { width: `${scrollWidth}px`, height: `${scrollHeight}px` };
    style(host, { ...HOST, ...size });
    const root = host.attachShadow({ mode: 'closed' });
    for (const highlight of highlights) root.append(...draw(highlight));
    host.popover = 'manual';
    this.#host = host;
    this.#pulse.overlook(() => {
      document.documentElement.append(host);
      host.showPopover();
    });
  }

  clear(): void {
    const host = this.#host;
    this.#host = undefined;
    if (host) this.#pulse.overlook(() => host.remove());
  }
}

/** Against what the browser gives popovers, and what a page may give every `div`. */
const HOST = {
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
const LINE = 2;

function draw({ text, color, box, label }: Highlight): HTMLElement[] {
  const frame = document.createElement('div');
  const [x, y, width, height] = box;
  const around = placed([x - LINE, y - LINE, width, height]);
  style(frame, { ...around, border: `${LINE}px solid ${color}`, 'box-shadow': 'inset 0 0 0 1px #fff' });
  const words = document.createElement('div');
  words.textContent = text;
  const font = {
    font: `bold ${label[3] - 3}px/${label[3]}px monospace`,
    'text-align': 'center',
    color: '#fff',
  };
  style(words, { ...placed(label), ...font, background: color });
  return [frame, words];
}

function placed([x, y, width, height]: Rectangle): Record<string, string> {
  const size = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
  return { ...size, position: 'absolute' };
}

/** Through the object model: a page may forbid `style` attributes. */
function style(element: HTMLElement, properties: Record<string, string>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, 'important');
}
