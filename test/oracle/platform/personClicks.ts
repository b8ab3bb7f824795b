import type { Page } from 'playwright-core';

/** In the page: reports the name of what the click of a person reaches. */
export function listen(): void {
  const { clicked } = window as unknown as { clicked: (label: string) => void };
  const onClick = (event: Event): void => {
    const [target] = event.composedPath();
    if (!event.isTrusted || !(target instanceof Element)) return;
    const name = target.getAttribute('aria-label') ?? target.getAttribute('alt') ?? target.localName;
    clicked((event as PointerEvent).pointerType === 'touch' ? `${name} by touch` : name);
  };
  addEventListener('click', onClick, true);
}

const PARTS = [0.5, 0.1, 0.9, 0.3, 0.7];

/**
 * Whether a mouse, pressed all over the box of an element after scrolling to it, reaches the element. `clicked`: the names of what
 * was reached, as `listen` reports them.
 */
export async function isReachedByMouse(
  page: Page,
  target: string,
  clicked: readonly string[],
): Promise<boolean> {
  for (const frame of page.frames())
    for (const element of await frame.locator(`[aria-label="${target}"], [alt="${target}"]`).all())
      for (const block of ['center', 'start', 'end'] as const) {
        await element.evaluate((one, at) => one.scrollIntoView({ block: at, inline: at }), block);
        const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        for (const down of PARTS)
          for (const along of PARTS) await page.mouse.click(x + width * along, y + height * down);
        if (clicked.some((name) => name.startsWith(target))) return true;
      }
  return false;
}
