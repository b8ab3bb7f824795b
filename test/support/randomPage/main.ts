import { Random } from '../Random.ts';
import { blocks, words } from './markup.ts';
import { STEPS } from './steps.ts';
import { someRules } from './styles.ts';

declare global {
  var randomPage: {
    build(seed: number): Promise<void>;
    step(seed: number): Promise<string>;
    settle(): Promise<void>;
  };
}

function define(name: string, mode: ShadowRootMode, inner: string): void {
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode }).innerHTML = inner;
      }
    },
  );
}

/** Makes the document of a seed. Never the same without its script: `document.open` keeps the world. */
function build(seed: number): Promise<void> {
  const random = new Random(seed);
  define(
    'x-open',
    'open',
    `<style>.d{opacity:.5}:host(.a){display:inline}::slotted(.b){display:none}</style><p class=c>Open <slot name=s>none</slot></p><slot></slot>`,
  );
  define('x-closed', 'closed', '<button class=c>Closed</button><p>Words</p>');
  const style = document.createElement('style');
  style.textContent = someRules(random);
  document.head.append(style);
  document.title = words(random);
  document.body.insertAdjacentHTML(
    'afterbegin',
    Array.from({ length: 6 }, () => `<div>${blocks(random, 2)}</div>`).join('\n'),
  );
  return settle();
}

/** One random thing happens, and comes to rest; resolves with its name. */
async function step(seed: number): Promise<string> {
  const random = new Random(seed);
  const name = random.pick(Object.keys(STEPS)) as string;
  try {
    await STEPS[name]?.(random);
  } catch (error) {
    await settle();
    return `${name} (${(error as Error).message})`;
  }
  await settle();
  return name;
}

/** What moves by itself stands still from here on; resolves when what is on its way has come. */
async function settle(): Promise<void> {
  const loading: Promise<unknown>[] = [document.fonts.ready];
  const roots: (Document | ShadowRoot)[] = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    for (const animation of root.getAnimations()) {
      animation.pause();
      // Set, not left to the next frame.
      animation.currentTime = Number(animation.currentTime ?? 0);
    }
    for (const image of root.querySelectorAll('img')) loading.push(image.decode().catch(() => undefined));
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
  }
  await Promise.all(loading);
  await new Promise((resolve) => setTimeout(resolve, 0));
}

globalThis.randomPage = { build, step, settle };
